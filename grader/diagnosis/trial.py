"""Trying a submission on cases of our own making, beside the suite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.cases import Testcase
from grader.errors import JudgeError
from grader.judge import (
    CaseResult,
    PreparedCase,
    entry_of,
    judge_case,
    reference_source,
    run_reference,
    stop_text,
)
from grader.numerics import Expected, expected_result
from grader.problem import Limits, Problem
from grader.sandbox import CaseRun, Runner, RunReport, Stop
from grader.values import Value, map_leaves

#: Roundings of the largest value that a rough tolerance allows, before the usual slack.
_ROUGH = 2.0**-44
CAPACITY = 1 << 23
"""Bytes for the results of one trial."""


@dataclass(frozen=True)
class Tried:
    """What a submission gave on a case, beside what was expected."""

    case: Testcase
    run: CaseRun
    result: CaseResult
    expected: tuple[Expected, ...]


def expect(
    problem: Problem, cases: Sequence[Testcase], runner: Runner, limits: Limits
) -> list[tuple[Expected, ...] | None]:
    """Run the reference on cases: what is expected of each, None where it may not be used.

    That is where the reference raises, does not come to an end, or where rounding decides.

    Raises:
        JudgeError: the sandbox failed.
    """
    if not cases:
        return []
    report = run_reference(problem, cases, runner, limits)
    if report.stop is Stop.JUDGE_ERROR:
        raise JudgeError(stop_text(report, problem))
    found: list[tuple[Expected, ...] | None] = []
    for run in report.cases:
        if run.status == "returned":
            results = tuple(expected_result(r, problem.spec.compare) for r in run.results)
            found.append(None if any(result.tie for result in results) else results)
        else:
            found.append(None)
    return found


def expect_roughly(
    problem: Problem, cases: Sequence[Testcase], runner: Runner, limits: Limits
) -> list[tuple[Expected, ...] | None]:
    """Like :func:`expect`, ten times faster: the tolerance is a guess from the size of the values.

    For looking among many candidates; what is found has to be confirmed.
    """
    prepared = runner.prepare(cases, entry_of(problem), CAPACITY)
    try:
        report = runner.run(reference_source(problem), prepared, limits)
    finally:
        prepared.close()
    if report.stop is Stop.JUDGE_ERROR:
        raise JudgeError(stop_text(report, problem))
    return [
        tuple(map(_roughly, run.results)) if run.status == "returned" else None
        for run in report.cases
    ]


def _roughly(value: Value) -> Expected:
    error = map_leaves(_guess, value)
    return expected_result(
        {"value": value, "error": error, "status": "untraceable", "why": "", "tie": False}
    )


def _guess(value: Value) -> Any:
    """An error bound of a leaf: a few hundred roundings of the largest number of an array."""
    if isinstance(value, np.ndarray | np.generic | float | complex):
        array = np.asarray(value)
        if array.dtype.kind not in "fc":
            return None
        size = np.abs(array[np.isfinite(array)]).max(initial=0.0)
        return np.full(array.shape, _ROUGH * size)
    return None


def try_out(
    problem: Problem,
    source: bytes,
    cases: Sequence[Testcase],
    expected: Sequence[tuple[Expected, ...]],
    runner: Runner,
    limits: Limits,
) -> Iterator[Tried]:
    """Run a submission on cases in one process, and judge them one by one.

    Raises:
        JudgeError: the sandbox failed.
    """
    if not cases:
        return iter(())
    prepared = runner.prepare(cases, entry_of(problem), CAPACITY)
    try:
        report = runner.run(source, prepared, limits)
    finally:
        prepared.close()
    return judged(problem, cases, expected, report)


def judged(
    problem: Problem,
    cases: Sequence[Testcase],
    expected: Sequence[tuple[Expected, ...]],
    report: RunReport,
) -> Iterator[Tried]:
    """Judge the cases of a run in order; those that did not come to an end are left out.

    Raises:
        JudgeError: the sandbox failed.
    """
    if report.stop is Stop.JUDGE_ERROR:
        raise JudgeError(stop_text(report, problem))
    for case, run, answers in zip(cases, report.cases, expected, strict=True):
        if run.status in ("returned", "raised", "too large"):
            result = judge_case(problem, PreparedCase(problem, case, answers), run)
            yield Tried(case, run, result, answers)
