"""The small-case corpus of a problem: small cases that every failing submission is tried on.

What is expected of them, and the intermediate values, are computed once in the sandbox and kept by
the problem's hash.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.cases import Testcase, literal_text
from grader.diagnosis.small_cases import corpus
from grader.diagnosis.trial import CAPACITY
from grader.errors import JudgeError
from grader.judge import (
    IntermediateValues,
    SolvedCase,
    cache_key,
    entry_of,
    load_cached,
    run_reference,
    stop_text,
    store_cached,
)
from grader.numerics import Expected, expected_result
from grader.problem import Limits, Problem, signature_text
from grader.provenance import JUDGEMENT
from grader.sandbox import PreparedInputs, Runner, Stop
from grader.values import Value

#: Most mistakes show in the first part; the second is run only if not.
_FIRST_PART = 40
_EXPRESSIONS = Limits(wall=10.0, cpu=10.0)


@dataclass(frozen=True)
class CorpusPart:
    """Some cases in memory, and what is expected of them."""

    prepared: PreparedInputs
    expected: tuple[tuple[Expected, ...], ...]


@dataclass(frozen=True)
class SmallCaseCorpus:
    """The small cases, those with fewest numbers first."""

    parts: tuple[CorpusPart, ...]
    intermediate_values: Mapping[str, IntermediateValues]
    """By the name of the case."""


def prepare_corpus(
    problem: Problem, solved: Sequence[SolvedCase], runner: Runner
) -> SmallCaseCorpus:
    """Small cases in memory; once for all submissions."""
    parts = [solved[:_FIRST_PART], solved[_FIRST_PART:]]
    return SmallCaseCorpus(
        tuple(_part(problem, part, runner) for part in parts if part),
        {one.case.name: one.intermediate_values for one in solved},
    )


def _part(problem: Problem, solved: Sequence[SolvedCase], runner: Runner) -> CorpusPart:
    prepared = runner.prepare([one.case for one in solved], entry_of(problem), CAPACITY)
    return CorpusPart(prepared, tuple(one.expected for one in solved))


def solve_small_cases(problem: Problem, runner: Runner) -> tuple[SolvedCase, ...]:
    """The small cases of a course's problem that the reference can solve, with what it gives.

    Raises:
        JudgeError: the sandbox failed.
    """
    cases = corpus(problem)
    key = cache_key("corpus", JUDGEMENT, problem)
    kept = load_cached(key)
    if kept is None or len(kept) != len(cases):
        kept = _compute(problem, cases, runner)
        store_cached(key, kept)
    compare = problem.spec.compare
    solved = []
    for case, (results, between) in zip(cases, kept, strict=True):
        expected = tuple(expected_result(result, compare) for result in results)
        if expected and not any(answer.tie for answer in expected):
            values = tuple((name, text) for name, text in between)
            solved.append(SolvedCase(case, expected, values))
    return tuple(solved)


def _compute(problem: Problem, cases: Sequence[Testcase], runner: Runner) -> list[Value]:
    """For each case what the tracing program returned, if it did, and intermediate values."""
    if not cases:
        return []
    report = run_reference(problem, cases, runner)
    if report.stop is Stop.JUDGE_ERROR:
        raise JudgeError(stop_text(report, problem))
    between = intermediate_values(problem, cases, runner)
    return [
        [list(run.results), [list(pair) for pair in values]]
        for run, values in zip(report.cases, between, strict=True)
    ]


def intermediate_values(
    problem: Problem, cases: Sequence[Testcase], runner: Runner
) -> list[IntermediateValues]:
    """Return the problem's intermediate values on each case; empty where there are none.

    An expression that does not suit a case is for ``validate`` to report, not for a student.
    """
    entries = problem.spec.intermediates
    function = problem.spec.function
    if not entries or function is None:
        return [()] * len(cases)
    lines = ["import numpy as np", f"def {signature_text(problem.spec)}:"]
    for number, entry in enumerate(entries):
        lines.append(f"    _{number} = ({entry.expression.strip()})")
        if entry.name.isidentifier():
            lines.append(f"    {entry.name} = _{number}")
    lines.append(f"    return [{', '.join(f'_{number}' for number in range(len(entries)))}]")
    prepared = runner.prepare(cases, entry_of(problem), CAPACITY)
    try:
        report = runner.run("\n".join(lines).encode(), prepared, _EXPRESSIONS)
    finally:
        prepared.close()
    found: list[IntermediateValues] = []
    for run in report.cases:
        values = run.results[0] if run.status == "returned" else []
        texts = map(literal_text, values if isinstance(values, list) else [])
        found.append(tuple((e.name, text) for e, text in zip(entries, texts, strict=False)))
    return found
