"""What is expected of cases, from the reference of a course.

It runs in the sandbox like any submission, inside the tracing program of ``numerics/program.py``;
what it gives is kept by problem and suite hash, so that the next run need not start it at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.cases import Suite, Testcase, build_suite
from grader.errors import Diagnostic, JudgeError, Location, ProblemError
from grader.judge.cache import cache_key, load_cached, store_cached
from grader.judge.outcomes import exception_text, stop_text
from grader.judge.prepared_suite import (
    PreparedSuite,
    Scope,
    assemble,
    case_bytes,
    entry_of,
    public_groups,
)
from grader.numerics import Expected, expected_result, traced_call, tracing_program
from grader.problem import Limits, Problem
from grader.provenance import SUITE
from grader.sandbox import CaseRun, Runner, RunReport, Stop
from grader.values import Value

#: A reference may take its time, since it is traced; an endless one still has to end.
REFERENCE_LIMITS = Limits(wall=120.0, cpu=120.0, memory=4 * 2**30, output=2**20)
_TRACE_FACTOR = 4


def suite_from_reference(problem: Problem, runner: Runner, scope: Scope) -> PreparedSuite:
    """The cases that the problem file asks for, and what the reference gives on them.

    Raises:
        ProblemError: cases that cannot be made, or a reference that fails on one.
        JudgeError: the sandbox failed.
    """
    groups = None if scope == "all" else public_groups(problem)
    suite = build_suite(problem, groups)
    cases = tuple(case for case in suite.cases if groups is None or case.group in groups)
    expected = _expected(problem, suite, cases, runner)
    return assemble(problem, scope, cases, expected, suite.hash)


def public_case_names(problem: Problem) -> tuple[str, ...]:
    """Names of the cases that are shown in full, in order; the reference is not run.

    Raises:
        ProblemError: cases that cannot be made.
    """
    groups = public_groups(problem)
    return tuple(case.name for case in build_suite(problem, groups).cases if case.group in groups)


def _expected(
    problem: Problem, suite: Suite, cases: Sequence[Testcase], runner: Runner
) -> tuple[tuple[Expected, ...], ...]:
    """From the cache, or by running the reference."""
    key = cache_key("expected", SUITE, problem, suite.hash[:16], str(len(cases)))
    traced = load_cached(key)
    if traced is None:
        traced = _trace(problem, cases, runner)
        store_cached(key, traced)
    compare = problem.spec.compare
    return tuple(tuple(expected_result(call, compare) for call in results) for results in traced)


def run_reference(
    problem: Problem, cases: Sequence[Testcase], runner: Runner, limits: Limits = REFERENCE_LIMITS
) -> RunReport:
    """Run the reference, traced, on any cases; ``numerics/program.py`` says what it returns.

    Raises:
        ProblemError: there is no reference.
    """
    entry = entry_of(problem)
    program = tracing_program(reference_source(problem), entry.name)
    room = _TRACE_FACTOR * sum(case_bytes(case) for case in cases) + (64 << 20)
    traced = [replace(c, calls=tuple(traced_call(call) for call in c.calls)) for c in cases]
    prepared = runner.prepare(traced, entry, room)
    try:
        return runner.run(program, prepared, limits)
    finally:
        prepared.close()


def reference_source(problem: Problem) -> bytes:
    """Return the source of the reference; ProblemError if there is none."""
    path = problem.solutions / "reference.py"
    try:
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise ProblemError(
            [Diagnostic(Location(str(path)), f"the reference solution cannot be read: {reason}")]
        ) from error


def _trace(problem: Problem, cases: Sequence[Testcase], runner: Runner) -> list[Value]:
    """What the tracing program returns, a list for each case with one result a call."""
    report = run_reference(problem, cases, runner)
    if report.stop is Stop.JUDGE_ERROR:
        raise JudgeError(stop_text(report, problem))
    path = str(problem.solutions / "reference.py")
    diagnostics = _reference_faults(problem, path, cases, report)
    if diagnostics:
        raise ProblemError(diagnostics)
    return [list(run.results) for run in report.cases]


def _reference_faults(
    problem: Problem, path: str, cases: Sequence[Testcase], report: RunReport
) -> list[Diagnostic]:
    """Every case on which the reference fails, in words, at its place."""
    if report.load_error is not None:
        error = report.load_error
        return [
            Diagnostic(
                Location(path, error.line or 0),
                f"the reference cannot be imported: {error.message}",
            )
        ]
    diagnostics = []
    for case, run in zip(cases, report.cases, strict=True):
        message = _reference_fault(problem, run, report)
        if message:
            line = run.raised.line if run.raised else None
            diagnostics.append(
                Diagnostic(
                    Location(path, line or 0), f"the reference {message} on case {case.name!r}"
                )
            )
    return diagnostics


def _reference_fault(problem: Problem, run: CaseRun, report: RunReport) -> str:
    if run.status == "raised" and run.raised is not None:
        return f"raises {exception_text(run.raised)}"
    if run.status == "too large":
        return "returns far too much"
    if run.status == "interrupted":
        return f"does not come to an end: {stop_text(report, problem)}"
    if run.status == "not reached":
        return "was not reached"
    return ""
