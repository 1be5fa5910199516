"""Decisions on rounded numbers: certain, harmless at a kink, or too close to a tie."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from traced import run

THIRDS = np.array([1.0, 2.0, 3.0]) / 7
#: Two rows whose products with ones are equal up to rounding, but not exactly so.
NEAR = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.0, 0.0, 0.1]])
HALVES = np.array([[0.5, 0.25, 1.0], [1.0, 0.25, 0.5], [0.0, 0.0, 1.0]])

TIES = [
    ("np.argmax(a @ np.ones(3))", "line 5: numpy.argmax"),
    ("(a @ np.ones(3)).argmax(0)", "numpy.argmax"),
    ("np.argmin(-(a @ np.ones(3)))", "numpy.argmin"),
    ("np.argsort(a @ np.ones(3))", "numpy.argsort"),
    ("np.argsort(a.sum(1) / (a[0] / 3) ** 0.0)", "numpy.argsort"),
    ("a[0].sum() > a[1].sum()", "comparison"),
    ("1.0 if a[0].sum() == a[1].sum() else 2.0", "comparison"),
    ("np.where(a.sum(1)[1:] > a.sum(1)[0], 1.0, 0.0)", "choice"),
    ("np.where(a.sum(1)[1:] > a.sum(1)[0], 1, 0)", "choice"),
    ("np.floor(10 * (a[0].sum() - a[1].sum()))", "step"),
    ("np.floor(a.sum(1) * 5)", "step"),
    ("(a[0].sum() - a[1].sum()) / np.zeros(1)", "no bound"),
    ("int(a[0].sum() * 5)", "step"),
    ("math.floor(a[0].sum() * 5)", "step"),
    ("(a[0].sum() * 5) // 1", "step"),
    ("np.round(a[0].sum() * 5 / 6)", "step"),
    ("round(a[0].sum() * 5 + 0.5 - 3)", "step"),
    ("np.sign(a[0].sum() - a[1].sum())", "step"),
    ("(a.sum(1)[1:] > a.sum(1)[0]).sum()", "comparison"),
    ("(a.sum(1)[1:] > a.sum(1)[0]).astype(float)", "comparison"),
    ("np.any(a.sum(1)[1:] > a.sum(1)[0])", "comparison"),
    ("a[1:][a.sum(1)[1:] > a.sum(1)[0]].shape", "comparison"),
    ("sorted(a.sum(1))[0] * 1", "comparison"),
    ("max(range(3), key=lambda i: a[i].sum())", "comparison"),
    ("{0.5: 1}[0.5] if a[0].sum() > 0.6 else 2", "comparison"),
]  # fmt: skip


def body(expression: str) -> str:
    return f"def f(a):\n    return {expression}\n"


@pytest.mark.parametrize(("expression", "why"), TIES)
def test_too_close_to_a_tie(expression: str, why: str) -> None:
    result = run(body(expression), NEAR)
    assert result["status"] == "traced", result["why"]
    assert result["tie"]
    assert why in result["why"]


CERTAIN = [expression for expression, _ in TIES if "0.6" not in expression]


@pytest.mark.parametrize("expression", CERTAIN)
def test_exact_ties_and_steps_are_certain(expression: str) -> None:
    """Halves and quarters are added without rounding: every implementation sees the tie."""
    result = run(body(expression), HALVES)
    assert (result["status"], result["why"], result["tie"]) == ("traced", "", False)


@pytest.mark.parametrize("expression", CERTAIN)
def test_far_from_a_tie(expression: str) -> None:
    far = np.array([[0.11, 0.2, 0.3], [0.31, 0.22, 0.17], [0.0, 0.0, 0.1]])
    result = run(body(expression), far)
    assert (result["status"], result["why"], result["tie"]) == ("traced", "", False)


KINKS = [
    "np.maximum(d, 0)",
    "np.maximum(0, d)",
    "np.minimum(d, 0.0)",
    "np.minimum(0.0, d)",
    "np.where(d > 0, d, 0)",
    "np.where(d > 0, d, 0.01 * d)",
    "np.where(d <= 0, 0.0, d)",
    "d * (d > 0)",
    "np.abs(d)",
    "np.max(np.array([0.0, d]))",
    "np.min(np.array([d, 0.0]))",
    "np.sort(np.array([0.0, d]))[1]",
    "np.clip(d, 0, 1)",
    "max(d, 0.0)",
    "(d + np.abs(d)) / 2",
    "relu(d)",
]


@pytest.mark.parametrize("expression", KINKS)
def test_a_kink_is_no_tie_and_both_sides_are_covered(expression: str) -> None:
    code = (
        "def relu(z):\n    z = np.array([z, z])\n    z[z < 0] = 0\n    return z[0]\n"
        f"def f(a):\n    d = a[0].sum() - a[1].sum()\n    return {expression}\n"
    )
    for rows in (NEAR, NEAR[1::-1]):
        result = run(code, rows)
        assert (result["status"], result["why"], result["tie"]) == ("traced", "", False)
        for other in (rows[0] @ np.ones(3) - np.cumsum(rows[1])[-1], 0.0, 5e-17, -5e-17):
            assert abs(other) <= 2 * result["error"]


def test_a_root_near_zero_has_a_bound() -> None:
    """The interval of a rounded zero reaches below, where the root is not defined."""
    result = run(body("np.sqrt(np.abs(a[0].sum() - a[1].sum()))"), NEAR)
    assert not result["tie"]
    assert 1e-9 < result["error"] < 1e-7


def test_minimum_of_two_branches_is_no_tie_where_they_meet() -> None:
    code = "def f(step, w=4000):\n    return min(step ** -0.5, step * w ** -1.5)\n"
    result = run(code, 4000)
    assert not result["tie"]
    assert result["error"] < 1e-16


def test_a_quotient_that_only_looks_exact_is_not() -> None:
    """``1 / 3 * 3`` is 1 after rounding; another implementation may see 0.999..."""
    code = "def f(a):\n    y = a / np.array([2.0, 3.0])\n    return {0}\n"
    assert run(code.format("(y[1] * 3 == 1)"), np.array([4.0, 1.0]))["tie"]
    assert run(code.format("(y[1] == 0.3333333333333333)"), np.array([4.0, 1.0]))["tie"]
    assert not run(code.format("(y[1] * 3 == 2)"), np.array([4.0, 6.0]))["tie"]


@pytest.mark.parametrize("write", ["h[0] = a[0] / 7", "h[:1] = a[:1] / 7", "h += a / 7",
                                   "row = h[:1]; row[0] = a[0] / 7", "h.T[0] = a[0] / 7",
                                   "np.add(h, a / 7, out=h)", "h.fill(a[0] / 7)"])  # fmt: skip
def test_an_exact_array_stops_being_exact_when_something_rounded_is_written(write: str) -> None:
    code = f"def f(a):\n    h = a * 0\n    {write}\n    return h[0] * 7 == a[0]\n"
    assert run(code, np.array([1.0, 2.0]))["tie"]
    assert not run(code.replace("/ 7", "/ 8"), np.array([1.0, 2.0]))["tie"]


def test_a_view_does_not_remember_that_it_was_exact() -> None:
    code = "def f(a):\n    h = a * 0\n    v = h[:1]\n    v + v\n    h[0] = a[0] / 7\n"
    assert run(code + "    return v * 7 == a[:1]\n", np.array([1.0, 2.0]))["tie"]


def test_a_tie_among_inputs_is_exact() -> None:
    result = run(body("(np.argmax(a, axis=1), np.argsort(a, kind='stable'))"), np.ones((2, 3)) / 7)
    assert not result["tie"]
    assert result["value"][0].tolist() == [0, 0]


def test_short_circuits_decide_alone() -> None:
    code = """
def f(a):
    near = a.sum(1)[:2] > a.sum(1)[1::-1]
    return near & np.array([False, False]), near | np.array([True, True]), near & (a[0, :2] > 9)
"""
    assert not run(code, NEAR)["tie"]
    known = "np.any([a[0].sum() > a[1].sum(), True]), np.all([a[0].sum() > a[1].sum(), False])"
    assert not run(body(known), NEAR)["tie"]
    unsure = "def f(a):\n    return (a.sum(1) > a.sum(1)[::-1]) & np.array([True] * 3)\n"
    assert run(unsure, NEAR)["tie"]


@pytest.mark.parametrize("count", [3, 300])
def test_large_integers_in_floats(count: int) -> None:
    """A count that is kept in a float is exact, a sum above 2**53 is not."""
    code = "def f(a):\n    return int(a.sum() * 2)\n"
    assert not run(code, np.full(count, 12345.0))["tie"]
    assert run("def f(a):\n    return a.sum() + 0.5 == a.sum()\n", np.full(count, 2.0**53))["tie"]


def test_overflow_leaves_nothing_certain() -> None:
    result = run(
        "def f(a):\n    return a.sum() - a.sum()\n", np.array([1.5e308, 1.5e308, -1.5e308])
    )
    assert result["tie"]
    near = run("def f(a):\n    return a * 1.0000000000000002\n", np.array([1.7976931348623155e308]))
    assert near["tie"]
    assert "no bound" in near["why"]


BIG = np.array([1.5e308, 1e308, 1e308])


@pytest.mark.parametrize(
    ("expression", "certain"),
    [
        ("a.sum()", True),
        ("a[0] + a[1] + a[2]", True),
        ("(a[0] - 1e308) + a[1]", False),  # 2.5e308 - 1e308 in another order
        ("(a[0] - 5e306) + a[1] / 2", True),  # 1.95e308 in any order
        ("a[0] - a[1] + a[2] - a[2] + a[2]", False),
        ("a * a", True),
        ("a * -3.0", True),
        ("a @ a", True),
        ("a @ np.array([1e300, -1e300, 1.0])", False),
        ("np.sum(np.array([1.5e308, 1.5e308, -1e308]))", True),
        ("np.sum(np.array([1.5e308, 1.5e308, -1e308, -1e308]))", False),
        ("np.mean(a)", False),
        ("(a / 3e108 @ a) * 2", True),
        ("np.array([[1e200 / 3, 1e200 / 7]]) @ np.array([1e200, 1e199])", True),
        ("np.cumsum(a)", True),
        ("(a[:2] / 1e308) @ np.array([1e308, 1e308])", True),
        ("a[0] * 1.1984620899082104", False),  # at the very edge
        ("np.exp(a[0] / 1e305)", True),
        ("np.exp(a[0] * 0 + 709.782712893384)", False),
    ],
)
def test_overflow_is_certain_only_in_every_order(expression: str, certain: bool) -> None:
    result = run(body(expression), BIG)
    assert result["tie"] is not certain, result["why"]
    if certain:
        assert np.isinf(result["value"]).any()


def test_certain_infinities() -> None:
    cases: list[tuple[str, Any]] = [
        ("a / 0.0", np.inf), ("np.log(a * 0)", -np.inf), ("np.exp(a * 1e4)", np.inf),
        ("np.exp(-a * np.inf)", 0.0), ("np.tanh(a * np.inf)", 1.0), ("a - np.inf", -np.inf),
        ("np.inf - np.inf + a", np.nan), ("np.sqrt(-a)", np.nan),
        ("np.sum(np.array([a, -np.inf]))", -np.inf),
        ("np.dot(np.array([a, 1]), [np.inf, 1])", np.inf),
    ]  # fmt: skip
    for expression, value in cases:
        result = run(body(expression), np.float64(1.5))
        assert (result["why"], result["tie"]) == ("", False), expression
        assert np.array_equal(result["value"], value, equal_nan=True), expression
        assert result["error"] < 1e-15, expression
