"""Judge any number of submissions on this machine: one thread, a pool of zygotes.

The runs go on side by side in the sandbox; checking and comparing happen here, between them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grader.errors import IsolationError, JudgeError
from grader.grading import JudgingContext, conclude, refuse, set_up
from grader.judge import Scope, SubmissionResult
from grader.problem import Problem
from grader.runs.failure import our_failure
from grader.sandbox import Job, Runner, RunReport
from grader.submission import SourceCheck, Submission, check_source

#: Results of submissions that need not run, at most so many before one that runs.
_REFUSED_AT_ONCE = 64


@dataclass(frozen=True)
class Work:
    """A submission to be judged on a bench; ``tag`` says which it is."""

    tag: Any
    context: JudgingContext
    submission: Submission


@dataclass(frozen=True)
class Judged:
    """What became of it."""

    tag: Any
    result: SubmissionResult
    """Its verdict is JE where we failed; nothing then is known about the submission."""


def make_context(problem: Problem, runner: Runner, scope: Scope = "all") -> JudgingContext:
    """A bench for many submissions: all that takes a run of ours is made now.

    ``runner`` must not be in the middle of :func:`judge_many`.

    Raises:
        ProblemError: the problem cannot be judged; every reason with its place.
        JudgeError: the sandbox failed, twice.
    """
    context = set_up(problem, runner, scope=scope)
    context.explainer.knowledge(runner)
    return context


def judge_many(
    works: Iterator[Work], runner: Runner, wake: int | None = None, explainer: Runner | None = None
) -> Iterator[Judged]:
    """Judge submissions side by side; gives each result as it comes, in any order.

    Works are taken as workers get free: memory does not grow with their number. As with
    :meth:`~grader.sandbox.runner.Runner.run_many`, an iterator may have none at present, and
    ``wake`` is then a descriptor that is readable when there may be more; this returns when
    there is no work and nothing runs.

    Args:
        works: what to judge, on benches from :func:`make_context`.
        runner: the pool.
        wake: see above.
        explainer: another runner, if a smallest counterexample is to be looked for; that takes
            up to two seconds for each failing submission.

    Raises:
        IsolationError: this host isolates too weakly.
        JudgeError: the pool cannot be used at all. The failure of a single run is a result.
    """
    feed = _Feed(works, runner.isolation)
    while True:
        for (work, check), report in runner.run_many(feed, wake):
            yield _judged(work, check, report, runner, explainer)
            yield from feed.refused()
        yield from feed.refused()
        if feed.empty:
            return


class _Feed:
    """Works as jobs; those that need not run are put aside with their results."""

    def __init__(self, works: Iterator[Work], isolation: str) -> None:
        self._works = works
        self._isolation = isolation
        self._refused: deque[Judged] = deque()
        self.empty = False
        """The works had none when they were last asked."""

    def __iter__(self) -> Iterator[Job]:
        return self

    def __next__(self) -> Job:
        while len(self._refused) < _REFUSED_AT_ONCE:
            work = next(self._works, None)
            self.empty = work is None
            if work is None:
                break
            checked = self._check(work)
            if isinstance(checked, SubmissionResult):
                self._refused.append(Judged(work.tag, checked))
                continue
            context, source = work.context, work.submission.source
            return Job((work, checked), source, context.inputs, context.problem.spec.limits)
        raise StopIteration

    def _check(self, work: Work) -> SourceCheck | SubmissionResult:
        try:
            check = check_source(work.submission.source, work.context.problem)
            refused = refuse(work.context, work.submission, check, self._isolation)
        except Exception as error:
            return _failed(work, error, self._isolation)
        return check if refused is None else refused

    def refused(self) -> Iterator[Judged]:
        """The results that were put aside."""
        while self._refused:
            yield self._refused.popleft()


def _judged(
    work: Work, check: SourceCheck, report: RunReport, runner: Runner, explainer: Runner | None
) -> Judged:
    """One bug of ours must not end a run of thousands: it is a judge error, with its words."""
    context, submission = work.context, work.submission
    try:
        result = conclude(context, submission, check, report)
        if not result.accepted:
            if explainer is not None:
                result = context.explainer.explain(submission.source, report, result, explainer)
            else:  # what it needs of a runner was made when the bench was
                result = context.explainer.name_mistake(report, result, runner)
    except IsolationError:
        raise
    except Exception as error:
        result = _failed(work, error, report.isolation)
    return Judged(work.tag, result)


def _failed(work: Work, error: Exception, isolation: str) -> SubmissionResult:
    kind = "" if isinstance(error, JudgeError) else f"{type(error).__name__}: "
    prepared_suite = work.context.suite
    return our_failure(
        prepared_suite.problem,
        prepared_suite.suite_hash,
        work.submission,
        f"{kind}{error}",
        isolation,
    )
