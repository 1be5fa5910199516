"""One result against what was expected.

In this order: the type, exactly; the structure; the shape; the dtype; where infinity and NaN
stand; the values. Nothing is broadcast, converted or rounded on the way, an array without
elements matches only an array of the same shape, and a NaN never passes for a number. The
sign of zero is ignored. Where a bound is infinite any finite number passes; such a case is
reported as a tie when its expected result is made, and not used.

Messages say nothing of an expected number or text: only ``samples`` and ``detail`` do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from grader.numerics.comparison import Comparison, ReasonName
from grader.numerics.describe import dtype_advice, samples, type_advice
from grader.numerics.elements import compare_elements, compare_huge
from grader.numerics.tolerance import Expected
from grader.problem import SCALARS, ArrayType, Parameter, Type
from grader.values import Foreign, Path, Value, kind_of, path_text


@dataclass(slots=True)  # made for every result: frozen ones take three times as long
class _Part:
    """One place in the tree of results."""

    expected: Value
    tolerance: Any
    got: Value
    contract: Type
    path: Path
    name: str
    """``result``, or what the contract calls this part."""


@dataclass(slots=True)
class _Rules:
    strict_dtype: bool
    dtype: str


def compare(
    expected: Expected,
    got: Value,
    *,
    contract: Parameter,
    strict_dtype: bool = True,
    dtype: str = "float64",
) -> Comparison:
    """Compare a submission's result with what was expected of it.

    ``contract`` describes the result in the problem file; ``dtype`` is what arrays have
    where it does not say, and ``strict_dtype`` whether another one is wrong.
    """
    kind = contract.value_type
    part = _Part(expected.value, expected.tolerance, got, kind, (), "result")
    return _compare(part, _Rules(strict_dtype, dtype))


def _fail(part: _Part, reason: ReasonName, message: str, **more: Any) -> Comparison:
    more.setdefault("error", float("inf"))
    return Comparison(False, reason, _place(part) + message, path_text(part.path), **more)


def _place(part: _Part) -> str:
    return f"at {path_text(part.path)} ({part.name}): " if part.path else ""


def _compare(part: _Part, rules: _Rules) -> Comparison:
    expected, got = part.expected, part.got
    if isinstance(got, Foreign):
        return _fail(part, "TYPE", type_advice(got, expected, part.contract))
    if isinstance(expected, (tuple, list)):
        return _compare_sequence(part, rules)
    if isinstance(expected, Mapping):
        return _compare_dict(part, rules)
    if expected is None or isinstance(expected, str):
        return _compare_exactly(part)
    if isinstance(expected, np.ndarray) or isinstance(part.contract, ArrayType):
        return _compare_array(part, rules)
    return _compare_number(part, rules)


def _compare_sequence(part: _Part, rules: _Rules) -> Comparison:
    expected, got = part.expected, part.got
    if type(got) is not type(expected):
        return _fail(part, "TYPE", type_advice(got, expected, part.contract))
    if len(got) != len(expected):
        kind, count = type(expected).__name__, len(expected)
        items = "item" if count == 1 else "items"
        return _fail(
            part, "STRUCTURE", f"returned a {kind} of {len(got)}, expected {count} {items}"
        )
    return _compare_all(_parts(part, range(len(expected))), rules)


def _parts(part: _Part, steps: Iterable[Any]) -> list[_Part]:
    """What stands at each index or key of a tuple, list or dict."""
    found = []
    for step in steps:
        name, contract = part.contract.part(step)
        found.append(
            _Part(
                part.expected[step],
                part.tolerance[step],
                part.got[step],
                contract,
                (*part.path, step),
                name,
            )
        )
    return found


def _compare_dict(part: _Part, rules: _Rules) -> Comparison:
    expected, got = part.expected, part.got
    if type(got) is not dict:
        return _fail(part, "TYPE", type_advice(got, expected, part.contract))
    missing = [key for key in expected if key not in got]
    extra = [key for key in got if key not in expected]
    if missing or extra:
        said = []
        if missing:
            said.append("has no key " + ", ".join(map(repr, missing)))
        if extra:
            said.append("has a key too many: " + ", ".join(map(repr, extra)))
        return _fail(part, "STRUCTURE", "the dict " + " and ".join(said))
    return _compare_all(_parts(part, expected), rules)


def _compare_all(parts: list[_Part], rules: _Rules) -> Comparison:
    """The first part that is wrong; the largest error of all of them."""
    found = [_compare(part, rules) for part in parts]
    error = max((comparison.error for comparison in found), default=0.0)
    total = sum(comparison.total for comparison in found)
    first = next((comparison for comparison in found if not comparison.ok), None)
    return replace(first, error=error) if first else Comparison(True, error=error, total=total)


def _compare_exactly(part: _Part) -> Comparison:
    """``None`` and strings."""
    expected, got = part.expected, part.got
    if type(got) is not type(expected):
        return _fail(part, "TYPE", type_advice(got, expected, part.contract))
    if got == expected:
        return Comparison(True, total=1)
    shown = samples(np.array(True), np.array(got, dtype=object), np.array(expected, dtype=object))
    return _fail(part, "VALUE", "another text is expected", samples=shown, wrong=1, total=1)


def _compare_number(part: _Part, rules: _Rules) -> Comparison:
    """Numbers that the contract wants as Python's; NumPy's scalars of that kind will do."""
    expected, got = part.expected, part.got
    if isinstance(got, np.ndarray) and got.shape == () and isinstance(expected, (float, complex)):
        got = got[()]
    wanted = SCALARS.get(kind_of(expected))
    if wanted is None or kind_of(got) not in wanted.accepted:
        return _fail(part, "TYPE", type_advice(part.got, expected, part.contract))
    if rules.strict_dtype and _is_narrow(got):
        return _fail(part, "DTYPE", dtype_advice(got.dtype, np.dtype(wanted.dtype)))
    if part.tolerance is None:
        return _judge(part, np.asarray(got), np.asarray(expected), None)
    if isinstance(got, int):
        try:
            got = float(got)
        except OverflowError:
            return _placed(part, compare_huge(got, expected))
    return _judge(part, np.asarray(got), np.asarray(expected), np.asarray(part.tolerance))


def _is_narrow(number: Value) -> bool:
    """Whether a number has fewer digits than Python's own."""
    if not isinstance(number, np.generic) or number.dtype.kind not in "fc":
        return False
    size: int = number.real.dtype.itemsize
    return size < np.dtype(np.float64).itemsize


def _compare_array(part: _Part, rules: _Rules) -> Comparison:
    expected, got = np.asarray(part.expected), part.got
    if type(got) is not np.ndarray:
        number = isinstance(got, np.generic) or type(got) is float
        if not (expected.shape == () and number):
            return _fail(part, "TYPE", type_advice(got, expected, part.contract))
        got = np.asarray(got)
    dtype = part.contract.dtype if isinstance(part.contract, ArrayType) else None
    wanted = np.dtype(dtype or (expected.dtype if expected.dtype.kind not in "fc" else rules.dtype))
    shape_ok = got.shape == expected.shape
    dtype_ok = got.dtype == wanted

    def note() -> str:
        shape = _note("shape", got.shape, expected.shape, shape_ok)
        return f"{shape}   {_note('dtype', got.dtype, wanted, dtype_ok)}"

    if not shape_ok:
        message = f"returned shape {got.shape}, expected {expected.shape}"
        return _fail(part, "SHAPE", message, shape_note=note(), total=expected.size)
    loose = not rules.strict_dtype and _fits_loosely(got.dtype, wanted)
    if not dtype_ok and not loose:
        return _fail(
            part, "DTYPE", dtype_advice(got.dtype, wanted), shape_note=note(), total=expected.size
        )
    return _judge(part, got, expected, part.tolerance, note)


def _note(title: str, given: Any, wanted: Any, ok: bool) -> str:
    return f"{title} {given} ok" if ok else f"{title} {given}, expected {wanted}"


def _fits_loosely(given: np.dtype[Any], wanted: np.dtype[Any]) -> bool:
    """Where dtypes are not strict: any type of the same kind of number, or a simpler one."""
    order = "biufc"
    simpler = given.kind in order and wanted.kind in order
    return (
        simpler
        and order.index(given.kind) <= order.index(wanted.kind)
        and ((given.kind == "b") == (wanted.kind == "b"))
    )


def _judge(
    part: _Part, got: Any, expected: Any, tolerance: Any, note: Callable[[], str] = str
) -> Comparison:
    """The values of a part whose type, shape and dtype are right."""
    found = compare_elements(got, expected, tolerance)
    if found.ok:
        return found
    found.shape_note = note()
    return _placed(part, found)


def _placed(part: _Part, found: Comparison) -> Comparison:
    found.message = _place(part) + found.message
    found.path = path_text(part.path)
    return found
