"""The bound itself: random programs of NumPy operations against exact rational arithmetic.

Each statement is drawn in two texts: as the reference says it, and as another implementation
might, with the terms of its sums in another order. Both must lie within the bound of what the
same statements give in exact fractions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from traced import run

SIZE = 3
INPUTS = ("a", "b", "c")


def backwards_sum(values: Any, axis: int | None = None, keepdims: bool = False) -> Any:
    """Sums from the last term to the first."""
    if axis is None:
        total = values.ravel()[-1]
        for value in values.ravel()[-2::-1]:
            total = total + value
        return total
    moved = np.moveaxis(values, axis, 0)
    total = moved[-1]
    for value in moved[-2::-1]:
        total = total + value
    return np.expand_dims(total, axis) if keepdims else total


def backwards_matmul(left: Any, right: Any) -> Any:
    """A matrix product whose terms are added from the last to the first."""
    terms = left[:, :, None] * right[None, :, :]
    return backwards_sum(terms, axis=1)


@dataclass(frozen=True)
class Program:
    reference: str
    other: str


def statement(draw: Any, names: list[str]) -> tuple[str, str]:
    """One statement's right-hand side, as the reference and as another writes it."""
    x, y, z = (draw(st.sampled_from(names)) for _ in range(3))
    kind = draw(st.integers(0, 13))
    row = draw(st.integers(0, SIZE - 1))
    axis = draw(st.integers(0, 1))
    weight = draw(st.sampled_from(["0.5", "0.1", "3.0", "7", "1e6"]))
    match kind:
        case 0 | 1:
            terms = [*draw(st.lists(st.sampled_from(names), min_size=2, max_size=5)), x]
            order = draw(st.permutations(terms))
            forward = terms[0]
            for term in terms[1:]:
                forward = f"({forward} + {term})"
            other = order[-1]
            for term in order[-2::-1]:
                other = f"({term} + {other})"
            return forward, other
        case 2:
            return f"{x} - {y}", f"-{y} + {x}"
        case 3:
            return f"({x} - {y}) - {z}", f"({x} - {z}) - {y}"
        case 4:
            return f"{x} * {y}", f"{y} * {x}"
        case 5:
            return f"{x} @ {y}", f"backwards_matmul({x}, {y})"
        case 6:
            shape = f"({SIZE}, {SIZE})"
            total = f"({x}, axis={axis}, keepdims=True)"
            return (f"np.broadcast_to(np.sum{total}, {shape}) + {y}",
                    f"{y} + backwards_sum{total}")  # fmt: skip
        case 7:
            total = f"({x}, axis={axis}, keepdims=True)"
            return f"{x} - np.mean{total}", f"{x} - backwards_sum{total} / {SIZE}"
        case 8:
            return f"np.maximum({x}, {y} * {weight})", f"np.maximum({weight} * {y}, {x})"
        case 9:
            return f"{x} / ({y} * {y} + 1)", f"{x} / (1 + {y} * {y})"
        case 10:
            return f"np.abs({x}) * {weight}", f"{weight} * np.abs({x})"
        case 11:
            same = f"np.concatenate([{x}[{row}:], {y}[:{row}]]).T"
            return same, same
        case 12:
            same = f"np.cumsum({x}, axis={axis})"
            return same, same
        case _:
            return (f"np.einsum('ij,kj->ik', {x}, {y})", f"backwards_matmul({x}, {y}.T)")


@st.composite
def programs(draw: Any) -> Program:
    names = list(INPUTS)
    reference, other = [], []
    for number in range(draw(st.integers(1, 6))):
        forward, backward = statement(draw, names)
        name = f"t{number}"
        in_place = draw(st.booleans())
        reference.append(f"    {name} = {forward}")
        other.append(f"    {name} = {backward}")
        if in_place:
            x, target = draw(st.sampled_from(names)), draw(st.sampled_from(["", "[0]", "[:, 1:]"]))
            for lines in (reference, other):
                lines.append(f"    {name} = {name} + 0 * {name}")
                lines.append(f"    {name}{target} += {x}{target}")
        names.append(name)
    body = f"def f({', '.join(INPUTS)}):\n"
    end = f"\n    return {names[-1]}, {names[-2]}\n"
    return Program(body + "\n".join(reference) + end, body + "\n".join(other) + end)


#: Numbers that cancel, that swamp each other, and that are not short in binary.
NUMBERS = st.one_of(
    st.integers(-9, 9).map(float),
    st.floats(-10, 10, allow_subnormal=False),
    st.builds(lambda m, e: m * 2.0**e, st.integers(-999, 999), st.integers(-40, 40)),
    st.sampled_from([0.1, -0.1, 1 / 3, 1e8, -1e8, 1e8 + 1e-8, 0.0]),
)
MATRICES = st.lists(NUMBERS, min_size=SIZE * SIZE, max_size=SIZE * SIZE).map(
    lambda numbers: np.array(numbers).reshape(SIZE, SIZE)
)


def evaluate(text: str, arguments: list[Any], exactly: bool) -> Any:
    names: dict[str, Any] = {
        "np": np,
        "backwards_sum": backwards_sum,
        "backwards_matmul": backwards_matmul,
    }
    if exactly:  # literals are the doubles that they stand for
        for literal in ("0.5", "0.1", "3.0", "1e6"):
            text = text.replace(f" {literal})", f" Fraction({literal}))")
            text = text.replace(f"({literal} ", f"(Fraction({literal}) ")
            text = text.replace(f"= {literal} ", f"= Fraction({literal}) ")
            text = text.replace(f"* {literal}\n", f"* Fraction({literal})\n")
        names["Fraction"] = Fraction
        arguments = [np.vectorize(Fraction, otypes=[object])(a) for a in arguments]
    exec(text, names)
    return names["f"](*(argument.copy() for argument in arguments))


def exact_share(values: Any, truth: Any, bound: Any) -> Fraction:
    """Largest distance from the truth, in bounds; exact as long as it matters."""
    share = Fraction(0)
    for value, right, error in zip(values.ravel(), truth.ravel(), bound.ravel(), strict=True):
        distance = abs(Fraction(float(value)) - Fraction(right))
        if distance:
            share = max(share, distance / Fraction(float(error)) if error else Fraction(10**9))
    return share


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(programs(), MATRICES, MATRICES, MATRICES)
def test_every_order_of_summation_is_within_the_bound(
    program: Program, a: Any, b: Any, c: Any
) -> None:
    result = run(program.reference, a, b, c)
    assert result["status"] == "traced", result["why"]
    truth = evaluate(program.reference, [a, b, c], exactly=True)
    other = evaluate(program.other, [a, b, c], exactly=False)
    for part in range(2):
        bound = result["error"][part]
        assert exact_share(result["value"][part], truth[part], bound) <= 1
        assert exact_share(other[part], truth[part], bound) <= 1


@settings(max_examples=100, deadline=None)
@given(st.lists(NUMBERS, min_size=2, max_size=40), st.randoms(use_true_random=False))
def test_sums_of_many_terms_in_any_order_and_grouping(numbers: list[float], order: Any) -> None:
    body = "def f(x):\n    return np.sum(x)\n"
    result = run(body, np.array(numbers))
    truth = sum(map(Fraction, numbers))
    terms = list(numbers)
    while len(terms) > 1:  # add two at random: every binary tree of additions may come up
        order.shuffle(terms)
        terms.append(terms.pop() + terms.pop())
    for value in (result["value"], terms[0]):
        assert abs(Fraction(float(value)) - truth) <= Fraction(result["error"])


@settings(max_examples=60, deadline=None)
@given(st.lists(NUMBERS, min_size=2, max_size=12))
def test_fused_products_are_within_the_bound(numbers: list[float]) -> None:
    """Fused multiply-add rounds once where two operations round twice."""
    x = np.array(numbers)
    result = run("def f(x):\n    return x @ x[::-1]\n", x)
    fused = Fraction(0)
    for left, right in zip(numbers, numbers[::-1], strict=True):
        fused = Fraction(float(fused + Fraction(left) * Fraction(right)))
    truth = sum(Fraction(p) * Fraction(q) for p, q in zip(numbers, numbers[::-1], strict=True))
    assert abs(fused - truth) <= Fraction(result["error"])


EXACT_OPERATIONS = st.sampled_from(
    ["x + y", "x - y", "x * y", "x @ y", "np.sum(x)", "x / 4", "x / 3", "x ** 2", "np.sqrt(x * x)",
     "np.cumsum(x)", "np.maximum(x, y) - x", "x.mean(0) * 3", "np.where(x > y, x, 0.5)",
     "np.einsum('i,i->', x, y)", "x[::-1] + x", "np.stack([x, y]).sum(0)", "(x + y) / 2"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    EXACT_OPERATIONS,
    st.lists(st.integers(-(2**30), 2**30), min_size=4, max_size=4),
    st.lists(st.integers(-(2**30), 2**30), min_size=4, max_size=4),
    st.sampled_from([0, -3, -20, 5]),
)
def test_what_is_called_exact_is_exact(
    operation: str, x: list[int], y: list[int], exponent: int
) -> None:
    """If a tie on a result counts as certain, that result carries no rounding at all."""
    from grader.numerics.tracing.array import Tracked
    from grader.numerics.tracing.run import load_traced

    source = f"import numpy as np\ndef f(x, y):\n    return {operation}\n"
    arguments = [np.array(values) * 2.0**exponent for values in (x, y)]
    traced = load_traced(source)["f"](*(Tracked(argument) for argument in arguments))
    if traced.exact:
        names: dict[str, Any] = {"sqrt": None}
        exec(source.replace("0.5", "Fraction(1, 2)").replace("np.sqrt(x * x)", "abs(x)"),
             names | {"Fraction": Fraction}, names)  # fmt: skip
        names["f"].__globals__.update(np=np, Fraction=Fraction)
        fractions = [np.vectorize(Fraction, otypes=[object])(a) for a in arguments]
        truth = np.asarray(names["f"](*fractions), dtype=object)
        for value, right in zip(np.ravel(traced.value), truth.ravel(), strict=True):
            assert Fraction(float(value)) == right
