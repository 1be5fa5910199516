"""The prepared suite of a problem: its cases, and what is expected of each, made from the
reference.

The reference runs in the sandbox like any submission, inside the tracing program of
``numerics/program.py``; what it gives is kept by problem and suite hash, so that the next
run need not start it at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from grader.cases import Suite, Testcase, build_suite
from grader.errors import Diagnostic, JudgeError, Location, ProblemError
from grader.judge import cache as kept
from grader.judge.cache import value_bytes
from grader.judge.outcomes import PreparedCase, exception_text, stop_text
from grader.judge.student_bundle import StudentBundle, bundle_of
from grader.numerics import Expected, expected_result, traced_call, tracing_program
from grader.problem import EXAMPLES, Limits, Problem, TestGroup, entry_name, signatures
from grader.provenance import SUITE
from grader.sandbox import CaseRun, Entry, Runner, RunReport, Stop
from grader.values import Value

Scope = Literal["all", "public"]

#: A reference may take its time, since it is traced; an endless one still has to end.
REFERENCE_LIMITS = Limits(wall=120.0, cpu=120.0, memory=4 * 2**30, output=2**20)
#: Room for results: a wrong one may well be larger than a right one, and is still looked at.
_RESULT_FACTOR = 8
_RESULT_ROOM = 1 << 20
_TRACE_FACTOR = 4
#: A case with more bytes of inputs is not run twice.
_REPEATED_BYTES = 1 << 18


@dataclass(frozen=True)
class PreparedSuite:
    """The cases of a problem in one scope, with what is expected, case by case and call by call."""

    problem: Problem
    scope: Scope
    cases: tuple[Testcase, ...]
    expected: tuple[tuple[Expected, ...], ...]
    suite_hash: str
    repeats: tuple[int, ...]
    """Indices of the cases that run once more at the end."""
    entry: Entry

    @property
    def run_list(self) -> tuple[Testcase, ...]:
        """What a submission is run on: the cases, then the repeats."""
        again = (replace(self.cases[i], name=f"{self.cases[i].name} (again)") for i in self.repeats)
        return self.cases + tuple(again)

    @cached_property
    def prepared_cases(self) -> tuple[PreparedCase, ...]:
        """The cases ready to be judged."""
        return tuple(
            PreparedCase(self.problem, case, answers)
            for case, answers in zip(self.cases, self.expected, strict=True)
        )

    @property
    def groups(self) -> tuple[TestGroup, ...]:
        """The test groups in this scope."""
        groups = self.problem.spec.tests.groups
        if self.scope == "public":
            shown = public_groups(self.problem)
            return tuple(group for group in groups if group.id in shown)
        return groups

    @property
    def result_bytes(self) -> int:
        """Room that a submission gets for its results, in bytes."""
        total = sum(value_bytes(e.value) for answers in self.expected for e in answers)
        return _RESULT_FACTOR * total + _RESULT_ROOM


def public_groups(problem: Problem) -> tuple[str, ...]:
    """The examples, and the groups whose cases are shown in full."""
    shown = (group.id for group in problem.spec.tests.groups if group.visible == "full")
    return (EXAMPLES, *shown)


def public_case_names(problem: Problem) -> tuple[str, ...]:
    """Names of the cases that are shown in full, in order; nothing is run for them.

    Raises:
        ProblemError: cases that cannot be made.
    """
    bundle = bundle_of(problem)
    if bundle is not None:
        return tuple(entry.case.name for entry in bundle.cases)
    groups = public_groups(problem)
    return tuple(case.name for case in build_suite(problem, groups).cases if case.group in groups)


def prepare_suite(problem: Problem, runner: Runner, scope: Scope = "all") -> PreparedSuite:
    """Cases and expected values of a problem.

    Raises:
        ProblemError: cases that cannot be made, or a reference that fails on one.
        JudgeError: the sandbox failed.
    """
    bundle = bundle_of(problem)
    if bundle is not None:
        return _suite_of_bundle(problem, bundle)
    groups = None if scope == "all" else public_groups(problem)
    suite = build_suite(problem, groups)
    cases = tuple(case for case in suite.cases if groups is None or case.group in groups)
    entry = entry_of(problem)
    expected = _expected(problem, suite, cases, runner)
    return PreparedSuite(
        problem=problem,
        scope=scope,
        cases=cases,
        expected=expected,
        suite_hash=suite.hash,
        repeats=_repeats(cases),
        entry=entry,
    )


def _suite_of_bundle(problem: Problem, bundle: StudentBundle) -> PreparedSuite:
    """The public cases as they lie in a student bundle; it has no others."""
    cases = tuple(entry.case for entry in bundle.cases)
    return PreparedSuite(
        problem=replace(problem, hash=bundle.hash),
        scope="public",
        cases=cases,
        expected=tuple(entry.expected for entry in bundle.cases),
        suite_hash=bundle.suite_hash,
        repeats=_repeats(cases),
        entry=entry_of(problem),
    )


def entry_of(problem: Problem) -> Entry:
    """What the child looks up in a submission, and how many arguments it must take."""
    first, *methods = signatures(problem.spec)
    return Entry(
        name=entry_name(problem.spec),
        parameters=len(first.params),
        methods={method.python_name: len(method.params) for method in methods}
        if problem.spec.class_ is not None
        else None,
        imports=problem.spec.policy.imports or (),
    )


def _repeats(cases: Sequence[Testcase]) -> tuple[int, ...]:
    """The smallest case of each group, unless it is large: enough to see an answer that
    depends on earlier calls, and cheap."""
    smallest: dict[str, tuple[int, int]] = {}
    for index, case in enumerate(cases):
        size = _case_bytes(case)
        known = smallest.get(case.group)
        if case.reuse is None and size <= _REPEATED_BYTES and (known is None or size < known[0]):
            smallest[case.group] = (size, index)
    return tuple(index for _, index in smallest.values())


def _expected(
    problem: Problem, suite: Suite, cases: Sequence[Testcase], runner: Runner
) -> tuple[tuple[Expected, ...], ...]:
    """From the cache, or by running the reference."""
    key = kept.cache_key("expected", SUITE, problem, suite.hash[:16], str(len(cases)))
    traced = kept.load_cached(key)
    if traced is None:
        traced = _trace(problem, cases, runner)
        kept.store_cached(key, traced)
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
    room = _TRACE_FACTOR * sum(_case_bytes(case) for case in cases) + (64 << 20)
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
    diagnostics = _reference_findings(problem, path, cases, report)
    if diagnostics:
        raise ProblemError(diagnostics)
    return [list(run.results) for run in report.cases]


def _reference_findings(
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


def _case_bytes(case: Testcase) -> int:
    return sum(value_bytes(arg) for call in case.calls for arg in call.args)
