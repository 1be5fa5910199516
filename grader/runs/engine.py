"""A run: the submissions that have no result yet, through an engine, into the store."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol

from grader.errors import UsageError
from grader.grading import JudgingContext
from grader.judge import SubmissionResult
from grader.problem import Problem
from grader.runs.local import Work, judge_many, make_context
from grader.runs.records import Run
from grader.runs.store import Store
from grader.sandbox import IsolationPolicy, Runner
from grader.submission import Submission
from grader.verdict import Verdict

#: Results are written together, after so many or so many seconds, whichever is first.
_BATCH = 64
_SECONDS = 0.5


class Engine(Protocol):
    """Where submissions are judged: on this machine, or on a cluster."""

    isolation: str
    """The level of the sandbox."""
    suite_hash: str
    """Of the problem's cases."""

    def judge(
        self, submissions: Iterator[tuple[bytes, Submission]]
    ) -> Iterator[tuple[bytes, SubmissionResult]]:
        """Results by the submissions' keys, in any order; takes submissions as it needs them."""
        ...


class LocalEngine:
    """Zygotes of this machine; see :func:`local_engine`."""

    def __init__(
        self, context: JudgingContext, runner: Runner, explainer: Runner | None = None
    ) -> None:
        self._context = context
        self._runner = runner
        self._explainer = explainer
        self.isolation = runner.isolation
        self.suite_hash = context.suite.suite_hash

    def judge(
        self, submissions: Iterator[tuple[bytes, Submission]]
    ) -> Iterator[tuple[bytes, SubmissionResult]]:
        """See :class:`Engine`."""
        works = (Work(key, self._context, submission) for key, submission in submissions)
        for judged in judge_many(works, self._runner, explainer=self._explainer):
            yield judged.tag, judged.result


@contextmanager
def local_engine(
    problem: Problem, workers: int, *, policy: IsolationPolicy, explain: bool = False
) -> Iterator[LocalEngine]:
    """An engine of ``workers`` zygotes, ended with the context.

    With ``explain`` the smallest counterexample of each failing submission is looked for, too.

    Raises:
        ProblemError: the problem cannot be judged.
        IsolationError: this host isolates too weakly.
        JudgeError: the sandbox cannot be used.
    """
    with ExitStack() as stack:
        runner = stack.enter_context(Runner(workers, policy))
        explainer = stack.enter_context(Runner(policy=policy)) if explain else None
        yield LocalEngine(make_context(problem, runner), runner, explainer)


def execute(
    store: Store,
    run: Run,
    engine: Engine,
    heard: Callable[[Verdict, int], object],
) -> None:
    """Judge what of a run has no result yet; may be stopped at any moment and called again.

    Args:
        store: where the results go, some together.
        run: the run, which this process has locked.
        engine: see there.
        heard: is told each verdict and how many submissions got it, once it is kept.

    Raises:
        IsolationError: the host isolates too weakly.
        JudgeError: the engine or the store cannot be used any more; what is kept stays.
    """
    batch: list[tuple[bytes, SubmissionResult]] = []
    written = time.monotonic()

    def write() -> None:
        kept, batch[:] = list(batch), []
        for (_, result), count in zip(kept, store.add(run, kept), strict=True):
            heard(result.verdict, count)

    try:
        for judged in engine.judge(store.pending(run.id)):
            batch.append(judged)
            if len(batch) >= _BATCH or time.monotonic() - written > _SECONDS:
                write()
                written = time.monotonic()
    finally:
        write()


def check_unchanged(run: Run, problem: Problem, suite_hash: str) -> None:
    """Refuse to go on with a run on another version of its problem.

    Raises:
        UsageError: with what to do instead.
    """
    if (run.problem_hash, run.suite_hash) != (problem.hash, suite_hash):
        raise UsageError(
            f"{problem.id} has changed since run {run.id} began: its results would be of two "
            f"problems; 'grader runs rejudge {run.id}' judges all of it anew"
        )
