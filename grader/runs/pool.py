"""Judge from Python, as reward functions and services do: submit sources, get answers.

    with grader.Pool("feed_forward") as pool:
        answers = list(pool.map(sources))

One thread owns the zygotes and judges; everybody else hands it sources and waits for futures.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from grader.errors import UsageError
from grader.judge import SubmissionResult, for_student
from grader.problem import Problem, load_problem
from grader.runs.local import judge_many, make_context
from grader.runs.orders import Order, Orders
from grader.sandbox import IsolationPolicy, Runner, available_processors
from grader.submission import Submission
from grader.verdict import Verdict

#: Sources that wait for each worker, at most: enough that none waits for its caller.
_AHEAD = 8


@dataclass(frozen=True)
class Answer:
    """What a pool says of one source."""

    problem: str
    verdict: Verdict
    reward: float | None
    """The share of the points, between 0 and 1. None where we failed: that is no zero."""
    message: str
    """One sentence that may be shown to whoever wrote the source."""
    likely: str
    """The likely mistake, likewise."""
    result: SubmissionResult
    """Everything, secret cases included: for logs, not for a model that learns."""

    @property
    def accepted(self) -> bool:
        """Whether all cases pass."""
        return self.verdict is Verdict.AC


class Pool:
    """A pool of zygotes on this machine, for any number of sources of some problems.

    Args:
        problems: ids in the course, folders, or problems that were loaded.
        course: where ids are looked for; the course around the current folder by default.
        workers: how many run at the same time; one a core by default.
        allow_weak_isolation: run although this host stops accidents only (level D).

    Raises:
        UsageError, ProblemError: a problem is not there, or cannot be judged.
        IsolationError: this host isolates too weakly.
        JudgeError: the sandbox cannot be used.
    """

    def __init__(
        self,
        *problems: str | Path | Problem,
        course: Path | None = None,
        workers: int | None = None,
        allow_weak_isolation: bool = False,
    ) -> None:
        if not problems:
            raise UsageError("a pool needs at least one problem")
        loaded = [p if isinstance(p, Problem) else load_problem(p, course=course) for p in problems]
        self.problems: dict[str, Problem] = {problem.id: problem for problem in loaded}
        self.workers = workers or available_processors()
        self._policy = IsolationPolicy.allowing_weak(allow_weak_isolation)
        self._orders: Orders[Answer] = Orders()
        self._room = threading.BoundedSemaphore(_AHEAD * self.workers)
        self._ready: Future[None] = Future()
        self._thread = threading.Thread(target=self._serve, name="grader-pool", daemon=True)
        self._closed = False
        self._thread.start()
        try:
            self._ready.result()
        except BaseException:
            self.close(cancel=True)
            raise

    def submit(self, source: str | bytes, problem: str | None = None) -> Future[Answer]:
        """Have a source judged; waits while more than a few for each worker are under way.

        ``problem`` may be left out where the pool has one only. The future raises JudgeError
        where the pool has broken down; the failure of a single run is an answer.
        """
        name = self._name(problem)
        self._room.acquire()
        try:
            future = self._enqueue(source, name)
        except BaseException:
            self._room.release()
            raise
        future.add_done_callback(lambda _: self._room.release())
        return future

    def grade(self, source: str | bytes, problem: str | None = None) -> Answer:
        """Judge one source and wait for the answer."""
        return self.submit(source, problem).result()

    def map(self, sources: Iterable[str | bytes], problem: str | None = None) -> Iterator[Answer]:
        """Answers in the order of the sources, which are taken a few for each worker ahead."""
        under_way: deque[Future[Answer]] = deque()
        for source in sources:
            under_way.append(self.submit(source, problem))
            while under_way and (under_way[0].done() or len(under_way) >= _AHEAD * self.workers):
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()

    async def grade_async(self, source: str | bytes, problem: str | None = None) -> Answer:
        """Judge one source without blocking the event loop; any number may wait at once."""
        return await asyncio.wrap_future(self._enqueue(source, self._name(problem)))

    def close(self, *, cancel: bool = False) -> None:
        """Judge what was submitted, or cancel what was not begun; then end all processes."""
        if self._closed:
            return
        self._orders.close(cancel=cancel)
        self._thread.join()
        self._closed = True
        self._orders.release()

    def _name(self, problem: str | None) -> str:
        if problem is None and len(self.problems) == 1:
            return next(iter(self.problems))
        if problem not in self.problems:
            known = ", ".join(self.problems)
            raise UsageError(f"this pool has no problem {problem!r}; it has {known}")
        return problem

    def _enqueue(self, source: str | bytes, problem: str) -> Future[Answer]:
        data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
        future: Future[Answer] = Future()
        self._orders.put(Order(problem, Submission("submission.py", data), future))
        return future

    def _serve(self) -> None:
        """The thread: benches first, then whatever comes, until the queue is closed."""
        try:
            with Runner(self.workers, self._policy) as runner:
                contexts = {name: make_context(p, runner) for name, p in self.problems.items()}
                self._ready.set_result(None)
                while self._orders.wait():
                    works = self._orders.works(contexts)
                    for judged in judge_many(works, runner, self._orders.wake):
                        answer = answer_of(judged.result, self.problems[judged.tag.problem])
                        self._orders.answer(judged.tag, answer)
        except BaseException as error:
            if not self._ready.done():
                self._ready.set_exception(error)
            self._orders.break_down(f"the pool has broken down: {error}")

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close(cancel=error is not None)

    async def __aenter__(self) -> Pool:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await asyncio.to_thread(self.close, cancel=error is not None)


def answer_of(result: SubmissionResult, problem: Problem) -> Answer:
    """The answer that a result is."""
    told = for_student(result, problem)
    failed = result.verdict is Verdict.JE
    return Answer(
        problem=problem.id,
        verdict=result.verdict,
        reward=None if failed else result.share,
        message=told.message,
        likely=told.likely,
        result=result,
    )
