"""One submission, from its bytes to its verdict: read this file from top to bottom.

read -> check statically -> run behind the wall -> compare -> score -> say why
"""

from __future__ import annotations

import dataclasses
import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from grader.errors import JudgeError
from grader.judge.disclosure import for_student, has_secrets
from grader.judge.environment import environment
from grader.judge.load_failure import load_failure
from grader.judge.outcomes import STOP_VERDICTS, judge_case, judge_cases, stop_text
from grader.judge.prepared_suite import Exam, Scope, make_exam
from grader.judge.results import CaseResult, Reason, SubmissionResult, Verdict
from grader.judge.scoring import score_groups
from grader.problem.model import Problem
from grader.sandbox.report import RunReport, Stop
from grader.sandbox.runner import Prepared, Runner
from grader.submission.reading import Submission, read_submission
from grader.submission.static_check import SourceCheck, check_source

if TYPE_CHECKING:
    from grader.diagnosis.explainer import Explainer


@dataclass(frozen=True)
class Bench:
    """A problem made ready for many submissions: its exam, and the inputs in memory."""

    exam: Exam
    prepared: Prepared

    @cached_property
    def explainer(self) -> Explainer:
        """What says why a submission fails: loaded and made when one does."""
        from grader.diagnosis.explainer import Explainer

        return Explainer(self.exam, self.prepared)

    @property
    def problem(self) -> Problem:
        """The problem that is judged."""
        return self.exam.problem


def set_up(problem: Problem, runner: Runner, *, scope: Scope = "all") -> Bench:
    """Make a problem ready: cases, expected values, tolerances, inputs in shared memory.

    Raises:
        ProblemError: the problem cannot be judged; every reason with its place.
        JudgeError: the wall failed, twice.
    """
    exam = make_exam(problem, runner, scope)
    prepared = runner.prepare(exam.run_list, exam.entry, exam.result_bytes)
    return Bench(exam, prepared)


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
        with Runner(allow_weak=allow_weak_isolation) as own:
            return grade(problem, submission, scope=scope, runner=own, reveal=reveal)
    taken = _submission(submission)
    bench = set_up(problem, runner, scope=scope)
    result = judge(bench, taken, runner)
    if reveal or result.accepted or scope == "public" or not has_secrets(problem):
        return result if reveal else for_student(result, problem)
    return for_student(result, problem, public_run(problem, taken, runner))


def public_run(problem: Problem, submission: Submission, runner: Runner) -> SubmissionResult:
    """The submission in a process that is given the public cases only: what it says there can
    be shown to its author."""
    return judge_unexplained(set_up(problem, runner, scope="public"), submission, runner)[0]


def judge(bench: Bench, submission: Submission, runner: Runner) -> SubmissionResult:
    """Judge one submission on a bench that stands; nothing is taken out of the result."""
    result, report = judge_unexplained(bench, submission, runner)
    if result.accepted or report is None:
        return result
    return bench.explainer.explain(submission.source, report, result, runner)


def judge_unexplained(
    bench: Bench, submission: Submission, runner: Runner
) -> tuple[SubmissionResult, RunReport | None]:
    """The verdict without a reason that takes a search, and the run unless it was refused one."""
    check = check_source(submission.source, bench.problem)
    refused = refuse(bench, submission, check, runner.isolation)
    if refused is not None:
        return refused, None
    report = runner.run(submission.source, bench.prepared, bench.problem.spec.limits)
    return conclude(bench, submission, check, report), report


def refuse(
    bench: Bench, submission: Submission, check: SourceCheck, isolation: str
) -> SubmissionResult | None:
    """The result of a submission that need not be run: it is no program, or not allowed."""
    if submission.fault:
        return _compile_error(bench, submission, Reason.FILE, submission.fault, isolation)
    if check.errors:
        first = check.errors[0]
        where = f"line {first.line}: " if first.line else ""
        more = tuple(f"line {c.line}: {c.message}" for c in check.errors[1:])
        notes = more + _warnings(check)
        message = where + first.message
        return _compile_error(bench, submission, first.reason, message, isolation, notes)
    return None


def conclude(
    bench: Bench, submission: Submission, check: SourceCheck, report: RunReport
) -> SubmissionResult:
    """The verdict from what a run gave.

    Raises:
        JudgeError: the run was our own failure.
    """
    exam = bench.exam
    problem = bench.problem
    if report.stop is Stop.JUDGE_ERROR:
        raise JudgeError(stop_text(report, problem))
    if report.stop is Stop.LOAD_FAILED:
        return _not_loaded(bench, submission, check, report)
    results = judge_cases(problem, exam.sheets, report)
    results = _check_repeats(exam, results, report)
    worst = max(results, key=lambda case: case.verdict.severity, default=None)
    verdict = worst.verdict if worst else Verdict.AC
    reason = worst.reason if worst else None
    message = ""
    if report.stop in STOP_VERDICTS:
        verdict, reason = STOP_VERDICTS[report.stop]
        message = stop_text(report, problem)
    return _submission_result(
        bench,
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
    exam: Exam, results: tuple[CaseResult, ...], report: RunReport
) -> tuple[CaseResult, ...]:
    """Cases that are run once more at the end must be right again.

    The first run has been compared with what is expected, so a second one that is wrong
    means that the answer depends on what was called before.
    """
    changed = list(results)
    for repeat, run in zip(exam.repeats, report.cases[len(exam.cases) :], strict=True):
        result = results[repeat]
        if result.verdict is not Verdict.AC or run.status in ("not reached", "interrupted"):
            continue
        again = judge_case(exam.problem, exam.sheets[repeat], run)
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
    bench: Bench, submission: Submission, check: SourceCheck, report: RunReport
) -> SubmissionResult:
    """Importing the submission failed."""
    verdict, reason, message = load_failure(bench.problem, report)
    return _submission_result(
        bench,
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
    bench: Bench,
    submission: Submission,
    reason: Reason,
    message: str,
    isolation: str,
    warnings: tuple[str, ...] = (),
) -> SubmissionResult:
    return _submission_result(
        bench, submission, Verdict.CE, reason, message, isolation=isolation, warnings=warnings
    )


def _submission_result(
    bench: Bench,
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
    exam = bench.exam
    spec = exam.problem.spec
    groups = score_groups(exam.groups, cases) if cases else ()
    return SubmissionResult(
        problem=exam.problem.id,
        problem_hash=exam.problem.hash,
        suite_hash=exam.suite_hash,
        seed=spec.tests.seed,
        submission_hash=hashlib.sha256(submission.source).hexdigest(),
        verdict=verdict,
        reason=reason,
        message=message,
        points=round(sum(group.points for group in groups), 6),
        max_points=sum(group.points for group in exam.groups),
        cases=cases,
        groups=groups,
        environment=environment(isolation),
        wall=report.wall if report else 0.0,
        cpu=report.cpu if report else 0.0,
        memory=report.memory if report else 0,
        output=report.output if report else "",
        warnings=submission.notes + warnings,
        scope=exam.scope,
        phases=dict(report.phases) if report else {},
    )
