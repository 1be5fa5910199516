"""The small-case corpus of a problem: small cases that every failing submission is tried on.

What is expected of them, and the values on the way, are computed once in the sandbox and kept by
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
    bundle_of,
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

#: Names and values, as text.
Way = tuple[tuple[str, str], ...]
#: Most mistakes show in the first part; the second is run only if not.
_FIRST_PART = 40
_EXPRESSIONS = Limits(wall=10.0, cpu=10.0)


@dataclass(frozen=True)
class Part:
    """Some cases in memory, and what is expected of them."""

    prepared: PreparedInputs
    expected: tuple[tuple[Expected, ...], ...]


@dataclass(frozen=True)
class SmallCaseCorpus:
    """The small cases, those with fewest numbers first."""

    parts: tuple[Part, ...]
    intermediate_values: Mapping[str, Way]
    """By the name of the case."""


def make_corpus(problem: Problem, runner: Runner) -> SmallCaseCorpus:
    """Make the small-case corpus of a problem, with what is expected; once for all submissions.

    Raises:
        JudgeError: the sandbox failed.
    """
    bundle = bundle_of(problem)
    if bundle is not None:
        shown = {entry.case.name: entry.way for entry in bundle.corpus}
        return _in_parts(problem, [(e.case, e.expected) for e in bundle.corpus], shown, runner)
    cases = corpus(problem)
    key = cache_key("corpus", JUDGEMENT, problem)
    kept = load_cached(key)
    if kept is None or len(kept) != len(cases):
        kept = _compute(problem, cases, runner)
        store_cached(key, kept)
    compare = problem.spec.compare
    usable: list[tuple[Testcase, tuple[Expected, ...]]] = []
    ways: dict[str, Way] = {}
    for case, (results, way) in zip(cases, kept, strict=True):
        expected = tuple(expected_result(result, compare) for result in results)
        if expected and not any(answer.tie for answer in expected):
            usable.append((case, expected))
            ways[case.name] = tuple((name, text) for name, text in way)
    return _in_parts(problem, usable, ways, runner)


def _in_parts(
    problem: Problem,
    usable: Sequence[tuple[Testcase, tuple[Expected, ...]]],
    ways: Mapping[str, Way],
    runner: Runner,
) -> SmallCaseCorpus:
    parts = [usable[:_FIRST_PART], usable[_FIRST_PART:]]
    return SmallCaseCorpus(tuple(_part(problem, part, runner) for part in parts if part), ways)


def _part(
    problem: Problem, pairs: Sequence[tuple[Testcase, tuple[Expected, ...]]], runner: Runner
) -> Part:
    prepared = runner.prepare([case for case, _ in pairs], entry_of(problem), CAPACITY)
    return Part(prepared, tuple(expected for _, expected in pairs))


def _compute(problem: Problem, cases: Sequence[Testcase], runner: Runner) -> list[Value]:
    """For each case what the tracing program returned (nothing if it failed), and the way."""
    if not cases:
        return []
    report = run_reference(problem, cases, runner)
    if report.stop is Stop.JUDGE_ERROR:
        raise JudgeError(stop_text(report, problem))
    ways = intermediate_values(problem, cases, runner)
    return [
        [list(run.results), [list(pair) for pair in way]]
        for run, way in zip(report.cases, ways, strict=True)
    ]


def intermediate_values(problem: Problem, cases: Sequence[Testcase], runner: Runner) -> list[Way]:
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
    ways: list[Way] = []
    for run in report.cases:
        values = run.results[0] if run.status == "returned" else []
        texts = map(literal_text, values if isinstance(values, list) else [])
        ways.append(tuple((e.name, text) for e, text in zip(entries, texts, strict=False)))
    return ways
