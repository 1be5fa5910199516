"""One submission, from its bytes to its verdict: read this file from top to bottom.

read -> check statically -> run in the sandbox -> compare -> score -> say why
"""

from __future__ import annotations

import dataclasses
import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from grader.errors import JudgeError
from grader.grading.suite_sources import suite_source
from grader.judge import (
    STOP_VERDICTS,
    CaseResult,
    PreparedSuite,
    Scope,
    SubmissionResult,
    SuiteSource,
    environment,
    for_student,
    has_secrets,
    judge_case,
    judge_cases,
    load_failure,
    score,
    stop_text,
)
from grader.problem import Problem
from grader.sandbox import IsolationPolicy, PreparedInputs, Runner, RunReport, Stop
from grader.submission import SourceCheck, Submission, check_source, read_submission
from grader.verdict import Reason, Verdict

if TYPE_CHECKING:
    from grader.diagnosis import Explainer


@dataclass(frozen=True)
class JudgingContext:
    """A problem made ready for many submissions: its suite, and the inputs in memory."""

    suite: PreparedSuite
    inputs: PreparedInputs
    source: SuiteSource
    """Of the suite."""

    @cached_property
    def explainer(self) -> Explainer:
        """What says why a submission fails: loaded and made when one does."""
        from grader.diagnosis import Explainer

        return Explainer(self.suite, self.inputs, self.source)

    @property
    def problem(self) -> Problem:
        """The problem that is judged."""
        return self.suite.problem


def set_up(problem: Problem, runner: Runner, *, scope: Scope = "all") -> JudgingContext:
    """Make a problem ready: cases, expected values, tolerances, inputs in shared memory.

    Raises:
        ProblemError: the problem cannot be judged; every reason with its place.
        JudgeError: the sandbox failed, twice.
    """
    source = suite_source(problem)
    prepared_suite = source.prepare(runner, scope)
    prepared = runner.prepare(
        prepared_suite.run_list, prepared_suite.entry, prepared_suite.result_bytes
    )
    return JudgingContext(prepared_suite, prepared, source)


def grade(
    problem: Problem,
    submission: bytes | str | Path | Submission,
    *,
    scope: Scope = "all",
    runner: Runner | None = None,
    reveal: bool = False,
    allow_weak_isolation: bool = False,
) -> SubmissionResult:
    """Judge one submission.

    Args:
        problem: from :func:`grader.load_problem`.
        submission: source code (``bytes`` or ``str``), or the path of a file.
        scope: ``"all"`` cases, or the ``"public"`` ones, as a student runs them.
        runner: for many submissions, one :class:`~grader.sandbox.runner.Runner` for all.
        reveal: keep what secret cases hold in the result; for an instructor's eyes only.
        allow_weak_isolation: run although this host stops accidents only (level D).

    Returns:
        The verdict with points, cases (times in seconds, memory in bytes, errors in
        tolerances) and everything that the result depends on.

    Raises:
        ProblemError: the problem itself is faulty.
        IsolationError: this host isolates too weakly.
        JudgeError: our own failure; it is never a verdict on the submission.
    """
    if runner is None:
        with Runner(policy=IsolationPolicy.allowing_weak(allow_weak_isolation)) as own:
            return grade(problem, submission, scope=scope, runner=own, reveal=reveal)
    taken = _submission(submission)
    context = set_up(problem, runner, scope=scope)
    result = judge(context, taken, runner)
    if reveal or result.accepted or scope == "public" or not has_secrets(problem):
        return result if reveal else for_student(result, problem)
    return for_student(result, problem, public_run(problem, taken, runner))


def public_run(problem: Problem, submission: Submission, runner: Runner) -> SubmissionResult:
    """The submission in a process that is given the public cases only: what it says there can
    be shown to its author."""
    return judge_unexplained(set_up(problem, runner, scope="public"), submission, runner)[0]


def judge(context: JudgingContext, submission: Submission, runner: Runner) -> SubmissionResult:
    """Judge one submission on a bench that stands; nothing is taken out of the result."""
    result, report = judge_unexplained(context, submission, runner)
    if result.accepted or report is None:
        return result
    return context.explainer.explain(submission.source, report, result, runner)


def judge_unexplained(
    context: JudgingContext, submission: Submission, runner: Runner
) -> tuple[SubmissionResult, RunReport | None]:
    """The verdict without a reason that takes a search, and the run unless it was refused one."""
    check = check_source(submission.source, context.problem)
    refused = refuse(context, submission, check, runner.isolation)
    if refused is not None:
        return refused, None
    report = runner.run(submission.source, context.inputs, context.problem.spec.limits)
    return conclude(context, submission, check, report), report


def refuse(
    context: JudgingContext, submission: Submission, check: SourceCheck, isolation: str
) -> SubmissionResult | None:
    """The result of a submission that need not be run: it is no program, or not allowed."""
    if submission.fault:
        return _compile_error(context, submission, Reason.FILE, submission.fault, isolation)
    if check.errors:
        first = check.errors[0]
        where = f"line {first.line}: " if first.line else ""
        more = tuple(f"line {c.line}: {c.message}" for c in check.errors[1:])
        notes = more + _warnings(check)
        message = where + first.message
        return _compile_error(context, submission, first.reason, message, isolation, notes)
    return None


def conclude(
    context: JudgingContext, submission: Submission, check: SourceCheck, report: RunReport
) -> SubmissionResult:
    """The verdict from what a run gave.

    Raises:
        JudgeError: the run was our own failure.
    """
    prepared_suite = context.suite
    problem = context.problem
    if report.stop is Stop.JUDGE_ERROR:
        raise JudgeError(stop_text(report, problem))
    if report.stop is Stop.LOAD_FAILED:
        return _not_loaded(context, submission, check, report)
    results = judge_cases(problem, prepared_suite.prepared_cases, report)
    results = _check_repeats(prepared_suite, results, report)
    worst = max(results, key=lambda case: case.verdict.severity, default=None)
    verdict = worst.verdict if worst else Verdict.AC
    reason = worst.reason if worst else None
    message = ""
    if report.stop in STOP_VERDICTS:
        verdict, reason = STOP_VERDICTS[report.stop]
        message = stop_text(report, problem)
    return _submission_result(
        context,
        submission,
        verdict,
        reason,
        message,
        isolation=report.isolation,
        cases=results,
        report=report,
        warnings=_warnings(check),
    )


def _submission(given: bytes | str | Path | Submission) -> Submission:
    if isinstance(given, Submission):
        return given
    if isinstance(given, Path):
        return read_submission(given)
    source = given.encode() if isinstance(given, str) else given
    return Submission("submission.py", source)


def _check_repeats(
    prepared_suite: PreparedSuite, results: tuple[CaseResult, ...], report: RunReport
) -> tuple[CaseResult, ...]:
    """Cases that are run once more at the end must be right again.

    The first run has been compared with what is expected, so a second one that is wrong
    means that the answer depends on what was called before.
    """
    changed = list(results)
    for repeat, run in zip(
        prepared_suite.repeats, report.cases[len(prepared_suite.cases) :], strict=True
    ):
        result = results[repeat]
        if result.verdict is not Verdict.AC or run.status in ("not reached", "interrupted"):
            continue
        again = judge_case(prepared_suite.problem, prepared_suite.prepared_cases[repeat], run)
        if again.verdict is not Verdict.AC:
            changed[repeat] = dataclasses.replace(
                again,
                verdict=Verdict.WA,
                reason=Reason.NOT_DETERMINISTIC,
                message="right when called first, wrong when called again with equal arguments; "
                "the answer must depend on the arguments alone",
            )
    return tuple(changed)


def _not_loaded(
    context: JudgingContext, submission: Submission, check: SourceCheck, report: RunReport
) -> SubmissionResult:
    """Importing the submission failed."""
    verdict, reason, message = load_failure(context.problem, report)
    return _submission_result(
        context,
        submission,
        verdict,
        reason,
        message,
        isolation=report.isolation,
        report=report,
        warnings=_warnings(check),
    )


def _warnings(check: SourceCheck) -> tuple[str, ...]:
    return tuple(
        f"line {note.line}: {note.message}" if note.line else note.message
        for note in check.warnings
    )


def _compile_error(
    context: JudgingContext,
    submission: Submission,
    reason: Reason,
    message: str,
    isolation: str,
    warnings: tuple[str, ...] = (),
) -> SubmissionResult:
    return _submission_result(
        context, submission, Verdict.CE, reason, message, isolation=isolation, warnings=warnings
    )


def _submission_result(
    context: JudgingContext,
    submission: Submission,
    verdict: Verdict,
    reason: Reason | None,
    message: str,
    *,
    isolation: str,
    cases: tuple[CaseResult, ...] = (),
    report: RunReport | None = None,
    warnings: tuple[str, ...] = (),
) -> SubmissionResult:
    prepared_suite = context.suite
    spec = prepared_suite.problem.spec
    scored = score(prepared_suite.groups, cases, verdict)
    return SubmissionResult(
        problem=prepared_suite.problem.id,
        problem_hash=prepared_suite.problem.hash,
        suite_hash=prepared_suite.suite_hash,
        seed=spec.tests.seed,
        submission_hash=hashlib.sha256(submission.source).hexdigest(),
        verdict=verdict,
        reason=reason,
        message=message,
        points=scored.points,
        max_points=scored.max_points,
        share=scored.share,
        cases=cases,
        groups=scored.groups,
        environment=environment(isolation),
        wall=report.wall if report else 0.0,
        cpu=report.cpu if report else 0.0,
        memory=report.memory if report else 0,
        output=report.output if report else "",
        warnings=submission.notes + warnings,
        scope=prepared_suite.scope,
        phases=dict(report.phases) if report else {},
    )
