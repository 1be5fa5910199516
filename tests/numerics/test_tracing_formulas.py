"""The tracer's formulas by value, each written a second time from its source.

That a bound holds is tested elsewhere, and a bound that is a million times too wide would hold,
too. Here every term is there in its size: ``u`` is the unit roundoff, ``gamma(n)`` as in Higham,
*Accuracy and Stability of Numerical Algorithms*, section 3.1, and errors pass through a
function's derivative, which is taken by differences in extended precision.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader.numerics.tracing.array import HANDLERS, Tracked
from grader.numerics.tracing.bounds import COMPLEX, UNDERFLOW, U
from grader.numerics.tracing.bounds import gamma as gamma_of
from grader.numerics.tracing.run import entry

A, B = 3.0, -0.75
#: Errors so small that second order does not show, and so large that roundings hardly do.
E_A, E_B = 2.0**-30, 2.0**-33


def gamma(n: int) -> float:
    return n * U / (1 - n * U)


def operand(value: Any, error: float) -> Tracked:
    return Tracked(np.full(2, value), np.full(2, error))


def error(result: Tracked) -> float:
    first, second = np.asarray(result.error)
    assert first == second
    return float(first)


def near(given: float, wanted: float, rel: float = 1e-9) -> bool:
    return math.isclose(given, wanted, rel_tol=rel)


#: The bound of each operation on A with E_A and B with E_B.
TWO: dict[str, tuple[Callable[[Any, Any], Any], float]] = {
    "sum": (lambda a, b: a + b, E_A + E_B + gamma(3) * (abs(A) + abs(B))),
    "difference": (lambda a, b: a - b, E_A + E_B + gamma(3) * (abs(A) + abs(B))),
    "product": (
        lambda a, b: a * b,
        abs(A) * E_B + abs(B) * E_A + E_A * E_B + gamma(2) * abs(A * B) + UNDERFLOW,
    ),
    "quotient": (
        lambda a, b: a / b,
        (E_A + abs(A / B) * E_B) / (abs(B) - E_B) + U * abs(A / B) + UNDERFLOW,
    ),
    "maximum that is certain": (np.maximum, E_A),
    "minimum that is certain": (np.minimum, E_B),
}


@pytest.mark.parametrize("name", TWO)
def test_two_operands(name: str) -> None:
    function, wanted = TWO[name]
    assert near(error(function(operand(A, E_A), operand(B, E_B))), wanted)


@pytest.mark.parametrize("name", ["sum", "product", "quotient"])
@pytest.mark.parametrize(("e_a", "e_b"), [(E_A, 0.0), (0.0, E_B)])
def test_each_operand_has_its_own_term(name: str, e_a: float, e_b: float) -> None:
    """Without the other's error nothing of it is left but roundings."""
    function, _ = TWO[name]
    left = operand(A, e_a) if e_a else Tracked(np.full(2, A))
    right = operand(B, e_b) if e_b else Tracked(np.full(2, B))
    slope = {
        "sum": 1.0,
        "product": abs(B) if e_a else abs(A),
        "quotient": abs(1 / B) if e_a else abs(A / B**2),
    }[name]
    assert near(error(function(left, right)), slope * (e_a + e_b), rel=1e-4)


@pytest.mark.parametrize("e", [2.0**-3, 2.0**-10])
def test_a_quotient_divides_by_what_is_left_of_its_divisor(e: float) -> None:
    """``1 / (|b| - E_b)``: where the error is large, the sign before it shows."""
    found = error(operand(A, 0.0) / operand(B, e))
    assert near(found, abs(A / B) * e / (abs(B) - e) + U * abs(A / B) + UNDERFLOW)


def test_a_quotient_whose_divisor_may_be_zero_is_unknown() -> None:
    assert error(operand(A, 0.0) / operand(B, abs(B))) == np.inf


@pytest.mark.parametrize(("distance", "certain"), [(2.5, True), (1.5, False)])
def test_a_maximum_is_certain_beyond_the_sum_of_both_errors(distance: float, certain: bool) -> None:
    left, right = operand(1.0 + distance * 2.0**-8, 2.0**-9), operand(1.0, 3 * 2.0**-9)
    assert error(np.maximum(left, right)) == (2.0**-9 if certain else 3 * 2.0**-9)
    assert error(np.minimum(left, right)) == 3 * 2.0**-9


#: Functions with an argument at which no derivative is 0 or 1 by chance.
SMOOTH = {
    "exp": 0.7, "exp2": 0.7, "expm1": 0.7, "log": 0.7, "log2": 0.7, "log10": 0.7, "log1p": 0.7,
    "sqrt": 0.7, "cbrt": 0.7, "square": 0.7, "reciprocal": 0.7, "sin": 0.7, "cos": 0.7,
    "tan": 0.7, "arcsin": 0.7, "arccos": 0.7, "arctan": 0.7, "sinh": 0.7, "cosh": 0.7,
    "tanh": 0.7, "arcsinh": 0.7, "arccosh": 1.7, "arctanh": 0.7, "deg2rad": 0.7, "rad2deg": 0.7,
}  # fmt: skip


@pytest.mark.parametrize("name", SMOOTH)
def test_an_error_passes_through_the_derivative(name: str) -> None:
    function, x = getattr(np, name), SMOOTH[name]
    step, at = np.longdouble(2) ** -20, np.longdouble(x)
    slope = abs(float((function(at + step) - function(at - step)) / (2 * step)))
    wanted = slope * E_A + 4 * U * abs(float(function(x))) + UNDERFLOW
    assert near(error(function(operand(x, E_A))), wanted, rel=1e-6)


@pytest.mark.parametrize("name", SMOOTH)
def test_a_function_is_granted_two_units_in_the_last_place(name: str) -> None:
    function, x = getattr(np, name), SMOOTH[name]
    given = error(function(operand(x, 0.0)))
    assert near(given, 4 * U * abs(float(function(x))) + UNDERFLOW)


TWO_ARGUMENTS = {"power": (1.7, 2.5), "arctan2": (0.7, 1.9), "hypot": (0.7, 1.9),
                 "logaddexp": (0.7, 1.9), "logaddexp2": (0.7, 1.9)}  # fmt: skip


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("name", TWO_ARGUMENTS)
def test_an_error_passes_through_a_partial_derivative(name: str, which: int) -> None:
    function, point = getattr(np, name), TWO_ARGUMENTS[name]
    step = np.longdouble(2) ** -20
    ends = []
    for sign in (1, -1):
        moved = [np.longdouble(value) for value in point]
        moved[which] += sign * step
        ends.append(function(*moved))
    slope = abs(float((ends[0] - ends[1]) / (2 * step)))
    operands = [operand(v, E_A if i == which else 0.0) for i, v in enumerate(point)]
    assert near(error(function(*operands)), slope * E_A, rel=1e-4)


@pytest.mark.parametrize(
    ("x", "p", "count"),
    [(1.7, 2.5, 4 + 2.5 * math.log(1.7)), (1.01, 7.0, 4 + 7), (0.001, 2.0, 4 + 2 * math.log(1000))],
)
def test_a_power_is_a_repeated_product_or_an_exponential(x: float, p: float, count: float) -> None:
    given = error(np.power(operand(x, 0.0), operand(p, 0.0)))
    assert near(given, count * U * x**p + UNDERFLOW)


def test_where_an_error_is_large_both_ends_count() -> None:
    """exp has moved more at the upper end than its derivative says, and less at the lower."""
    given = error(np.exp(operand(1.0, 0.5)))
    assert near(given, math.exp(1.5) - math.exp(1.0) + 4 * U * math.e)


#: Reductions of n numbers x, each with an error e: the bound and nothing else.
N = 5
X = np.array([1.5, -2.25, 0.1, 3.7, -0.9])
E = 2.0**-30


def reduced(name: str, **kwargs: Any) -> Tracked:
    result: Tracked = HANDLERS[name](Tracked(X.copy(), np.full(N, E)), **kwargs)
    return result


def test_a_sum_has_every_order_of_its_terms() -> None:
    wanted = N * E + gamma(N + 2) * np.abs(X).sum()  # n terms, each rounded once, and their sums
    assert near(float(reduced("sum").error), wanted)


def test_a_mean_is_a_sum_and_a_quotient() -> None:
    wanted = (N * E + gamma(N + 3) * np.abs(X).sum()) / N
    assert near(float(reduced("mean").error), wanted)


def test_a_matrix_product_has_a_term_for_either_side_and_its_roundings() -> None:
    a, b = np.array([[1.5, -2.0, 0.1]]), np.array([[0.7], [1.1], [-3.3]])
    product = Tracked(a, np.full(a.shape, E_A)) @ Tracked(b, np.full(b.shape, E_B))
    sizes = np.abs(a) @ np.abs(b)
    passed = np.abs(a).sum() * E_B + np.abs(b).sum() * E_A + 3 * E_A * E_B
    # Three products and two sums are open: n terms give gamma(n + 1).
    wanted = passed + gamma(4) * sizes.item() + 3 * UNDERFLOW
    assert near(np.asarray(product.error).item(), wanted)


def test_the_real_part_of_a_complex_sum_is_bounded_as_a_complex_number_is() -> None:
    left, right = operand(1 + 2j, E_A), operand(3 - 1j, E_B)
    count = 3 * COMPLEX * U
    wanted = E_A + E_B + count / (1 - count) * (abs(1 + 2j) + abs(3 - 1j))
    assert near(error(left + right), wanted)


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("def f(x): return x / 3 * 3", lambda x: 3 * U * x / 3 + gamma(2) * x),
        ("def f(x): return 1 - 0.1 ** x", lambda x: None),
        ("def f(x): return float(x) / 3", lambda x: U * x / 3),
    ],
)
def test_plain_numbers_are_tracked_too(body: str, wanted: Callable[[float], float | None]) -> None:
    found = entry(f"import numpy as np\n{body}", "f")(7.0)
    bound = wanted(7.0)
    assert found["status"] == "traced"
    assert float(np.asarray(found["error"])) > 0
    if bound is not None:
        assert near(float(np.asarray(found["error"])), bound, rel=1e-6)


def test_a_product_of_two_errors_counts_where_they_are_large() -> None:
    found = error(operand(A, 0.5) * operand(B, 0.25))
    assert near(found, abs(A) * 0.25 + abs(B) * 0.5 + 0.125 + gamma(2) * abs(A * B))


def test_each_product_may_lose_the_smallest_normal_number() -> None:
    """Builds that flush subnormal numbers to zero are right, too."""
    tiny = operand(1e-200, 0.0)
    assert error(tiny * tiny) == UNDERFLOW
    row = Tracked(np.full((1, 3), 1e-200), np.zeros((1, 3)))
    column = Tracked(np.full((3, 1), 1e-200), np.zeros((3, 1)))
    assert np.asarray((row @ column).error).item() == 3 * UNDERFLOW
    assert error(tiny / operand(1e200, 0.0)) == UNDERFLOW


def test_gamma_grows_faster_than_the_count() -> None:
    assert gamma_of(2.0**51) == 0.25 / 0.75
    assert gamma_of(3) == 3 * U / (1 - 3 * U)
