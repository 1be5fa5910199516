from __future__ import annotations

import numpy as np
import pytest

from grader.errors import JudgeError
from grader.numerics.tolerance import Expected, expected_result, worst_relative
from grader.problem.model import Compare
from grader.values import leaves


def traced(value: object, error: object, **more: object) -> dict[str, object]:
    return {"value": value, "error": error, "status": "traced", "why": "", "tie": False, **more}


def test_the_formula_is_twice_the_slack_times_the_error() -> None:
    expected = expected_result(traced(np.array([1.0, 2.0]), np.array([1e-15, 0.0])))
    assert expected.kind == "traced"
    assert expected.tolerance[0] == 8e-15 + 2.0**-1022
    assert expected.tolerance[1] == 8 * 2.0**-53 * 2.0  # one rounding is always allowed
    wide = expected_result(traced(np.array([1.0]), np.array([1e-15])), Compare(slack=40))
    assert wide.tolerance[0] == pytest.approx(8e-14)


def test_given_tolerances_replace_the_trace() -> None:
    rule = Compare(rtol=1e-3, atol=1e-2)
    expected = expected_result(traced(np.array([10.0, np.inf]), np.array([0.0, 0.0])), rule)
    assert expected.kind == "given"
    np.testing.assert_allclose(expected.tolerance, [2e-2, 1e-2])
    only_absolute = expected_result(traced(3.0, 0.0), Compare(atol=0.5))
    assert only_absolute.tolerance == 0.5


def test_trees_keep_their_structure_and_exact_leaves_have_none() -> None:
    value = ({"a": np.zeros((2, 0)), "b": "text"}, [1, True, None, 0.5], 1 + 1j)
    error = ({"a": np.zeros((2, 0)), "b": None}, [None, None, None, 1e-16], 1e-15)
    tolerance = expected_result(traced(value, error)).tolerance
    assert tolerance[0]["a"].shape == (2, 0)
    assert tolerance[0]["b"] is None
    assert tolerance[1][:3] == [None] * 3
    assert tolerance[1][3] > 0
    assert isinstance(tolerance[2], float)
    assert len([leaf for leaf in leaves(tolerance) if leaf is not None]) == 3


@pytest.mark.parametrize("value", [3, "x", None, True, np.arange(3), np.array([True]), (), [1, 2]])
def test_results_without_a_rounded_leaf_are_exact(value: object) -> None:
    error = type(value)(None for _ in value) if isinstance(value, (list, tuple)) else None
    assert expected_result(traced(value, error)).kind == "exact"


def test_estimates_and_ties_are_told() -> None:
    result = traced(1.0, 1e-16, status="untraceable", why="numpy.fft is not traced", tie=True)
    expected = expected_result(result)
    assert (expected.kind, expected.why, expected.tie) == (
        "estimated", "numpy.fft is not traced", True)  # fmt: skip


@pytest.mark.parametrize("result", [3.0, {}, {"value": 1.0}, np.zeros(3), [None]])
def test_anything_else_is_our_own_failure(result: object) -> None:
    with pytest.raises(JudgeError):
        expected_result(result)


def test_a_constructor_gives_nothing() -> None:
    assert expected_result(None) == Expected(None, None, "exact")


@pytest.mark.parametrize(
    ("value", "tolerance", "worst"),
    [
        (np.array([1.0, 100.0]), np.array([1e-10, 1e-10]), 1e-12),
        (np.zeros(2), np.full(2, 2.0**-1022), 0.0),
        (np.zeros(2), np.full(2, 1e-9), np.inf),
        (np.zeros((0, 3)), np.zeros((0, 3)), 0.0),
        (5, None, 0.0),
        ((1.0, {"a": np.array([np.inf, 2.0])}), (1e-9, {"a": np.array([1e-8, 1e-8])}), 5e-9),
    ],
)
def test_worst_relative(value: object, tolerance: object, worst: float) -> None:
    assert worst_relative(Expected(value, tolerance, "traced")) == pytest.approx(worst)
