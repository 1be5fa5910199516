"""Two programs with the same mistake look the same; any other difference shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from grader.judge.fingerprints import MAX_NUMBERS, fingerprint, tolerances
from grader.sandbox.report import CaseRun, Raised
from grader.values import Foreign

X = np.random.default_rng(3).normal(size=(3, 4))
ALLOWED = np.full(X.size, 1e-15)


def run(*results: Any, **more: Any) -> CaseRun:
    return CaseRun("returned", results, **more)


def same(one: CaseRun, other: CaseRun) -> bool:
    a, b = fingerprint(one), fingerprint(other)
    assert a is not None
    assert b is not None
    with np.errstate(all="ignore"):
        return a.matches(b, ALLOWED)


@pytest.mark.parametrize(
    "result",
    [X, (X, {"a": X[0]}), [1.5, None, "t", True, 3], np.float64(2), np.array([np.nan, np.inf])],
)
def test_a_result_matches_itself_and_its_rounding_errors(result: Any) -> None:
    assert same(run(result), run(result))
    if isinstance(result, np.ndarray):
        assert same(run(result), run(result * (1 + 1e-15)))


DIFFERENT = [
    run(X + 1e-9),
    run(X.astype(np.float32)),
    run(X.reshape(4, 3)),
    run(X[None]),
    run(X.tolist()),
    run(np.where(X.max() == X, np.nan, X)),
    run((X,)),
    run(X, X),
    run(Foreign("numpy.matrix")),
    run(X, changed=((0, 1),)),
    run(X, shared=("result 1",)),
    CaseRun("raised", raised=Raised("ValueError", "x")),
    CaseRun("too large"),
]


@pytest.mark.parametrize("other", DIFFERENT)
def test_what_differs_does_not_match(other: CaseRun) -> None:
    assert not same(run(X), other)
    assert same(other, other)


def test_exceptions_match_by_type_and_not_by_message() -> None:
    error = CaseRun("raised", raised=Raised("ValueError", "shapes (2,) and (3,)"))
    assert same(error, replace(error, raised=Raised("ValueError", "other", 3)))
    assert not same(error, replace(error, raised=Raised("TypeError", "other")))


@pytest.mark.parametrize("status", ["interrupted", "not reached"])
def test_a_case_without_an_end_has_no_fingerprint(status: Any) -> None:
    assert fingerprint(CaseRun(status)) is None


def test_long_results_are_thinned_out_together_with_their_tolerances() -> None:
    print_ = fingerprint(run(np.zeros(3 * MAX_NUMBERS + 1)))
    assert print_ is not None
    thin = tolerances([np.zeros(3 * MAX_NUMBERS + 1)])
    assert len(print_.numbers) == len(thin) <= MAX_NUMBERS
