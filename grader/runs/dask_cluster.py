"""Judge on a Dask cluster (extra ``cluster``): batches out, results back, nothing kept there.

The scheduler runs a batch again whose worker was lost, so that a batch may be judged twice; its
results arrive once. A batch that takes one worker after the other down with it is divided, and
what then still does is a judge error.
"""

from __future__ import annotations

import contextlib
import logging
import time
from asyncio import CancelledError
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from grader import __version__
from grader.cases import build_suite
from grader.errors import JudgeError, UsageError, install_extra
from grader.judge import SubmissionResult
from grader.problem import Problem
from grader.runs.dask_worker import Item, Order, Readiness, ask, judge_batch, keep
from grader.runs.failure import our_failure
from grader.runs.payload import pack
from grader.sandbox import LEVELS, IsolationPolicy
from grader.submission import Submission

#: Submissions in a batch: enough to make the cluster's own work small against theirs, few enough
#: that one which hangs holds up little.
_BATCH = 8
#: Batches that are on their way for each thread of the cluster.
_AHEAD = 3
_SECONDS_TO_CONNECT, _SECONDS_TO_CLOSE = 30, 3
#: Seconds between two looks at how large the cluster is.
_POLL_SECONDS = 5.0


@contextmanager
def dask_engine(
    problem: Problem, scheduler: str, *, policy: IsolationPolicy, explain: bool = False
) -> Iterator[DaskEngine]:
    """An engine on the cluster of a scheduler such as ``tcp://10.0.0.1:8786``.

    Raises:
        UsageError: the library is missing, nobody answers there, or a worker cannot judge.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageError(
            f"--engine dask needs the extra 'cluster': run {install_extra('cluster')}"
        ) from error
    # What is lost is said by us, in a sentence; Dask would add its tracebacks.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(scheduler, timeout=_SECONDS_TO_CONNECT, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise UsageError(f"no Dask scheduler answers at {scheduler}: {error}") from error
    try:
        suite_hash = build_suite(problem).hash
        order = Order(pack(problem), __version__, suite_hash, policy, explain)
        yield DaskEngine(problem, client, order)
    finally:
        client.close(timeout=_SECONDS_TO_CLOSE)  # type: ignore[no-untyped-call]


class DaskEngine:
    """See :func:`dask_engine`."""

    def __init__(self, problem: Problem, client: Any, order: Order) -> None:
        self._problem = problem
        self._client = client
        self._order = order
        self.suite_hash = order.suite_hash
        self.isolation = _weakest(client.run(ask, order))

    def judge(
        self, submissions: Iterator[tuple[bytes, Submission]]
    ) -> Iterator[tuple[bytes, SubmissionResult]]:
        """See :class:`grader.runs.engine.Engine`.

        Raises:
            JudgeError: the scheduler is gone, or a worker can judge nothing.
        """
        try:
            flow = _Flow(self._client, self._order)
        except OSError as error:
            raise _lost(error) from error
        try:
            while True:
                while flow.has_room and (batch := list(islice(submissions, _BATCH))):
                    flow.send(batch)
                if not flow.under_way:
                    return
                yield from self._receive(flow)
        except (OSError, CancelledError) as error:
            raise _lost(error) from error
        finally:
            flow.cancel()

    def _receive(self, flow: _Flow) -> Iterator[tuple[bytes, SubmissionResult]]:
        """The results of the next batch that ends, in whatever way."""
        future, batch = flow.next()
        if future.status == "finished":
            answer = future.result()
            if isinstance(answer, Readiness):
                raise JudgeError(f"a worker of the cluster cannot judge: {answer.problem}")
            yield from answer
        elif future.status == "error":
            if len(batch) > 1:
                for item in batch:
                    flow.send([item])
                return
            ((key, submission),) = batch
            message = f"a worker of the cluster failed: {future.exception()}"
            yield (
                key,
                our_failure(self._problem, self.suite_hash, submission, message, self.isolation),
            )
        else:
            raise _lost(f"a batch is {future.status}")


@dataclass
class _Flow:
    """Batches on their way: never more than the cluster can soon begin."""

    client: Any
    order: Order
    under_way: dict[Any, list[Item]] = field(default_factory=dict)
    _completed: Any = None
    _order: Any = None
    _threads: int = 1
    _looked: float = -_POLL_SECONDS

    def __post_init__(self) -> None:
        from distributed import as_completed

        self._completed = as_completed(loop=self.client.loop)  # type: ignore[no-untyped-call]
        self._order = self.client.submit(keep, self.order)

    @property
    def has_room(self) -> bool:
        """Whether another batch may be sent."""
        now = time.monotonic()
        if now - self._looked >= _POLL_SECONDS:
            self._looked = now
            self._threads = max(1, sum(self.client.nthreads().values()))
        return len(self.under_way) < _AHEAD * self._threads

    def send(self, batch: list[Item]) -> None:
        """Have a batch judged."""
        future = self.client.submit(judge_batch, self._order, batch, pure=False, retries=1)
        self.under_way[future] = batch
        self._completed.add(future)

    def next(self) -> tuple[Any, list[Item]]:
        """Wait for the next batch that ends."""
        future = next(self._completed)
        return future, self.under_way.pop(future)

    def cancel(self) -> None:
        """Give up what is under way."""
        with contextlib.suppress(OSError, CancelledError):  # where nobody is, nothing runs
            self.client.cancel(list(self.under_way))
        self.under_way.clear()


def _lost(why: object) -> JudgeError:
    return JudgeError(f"the Dask cluster is lost: {why or 'no answer'}")


def _weakest(answers: dict[str, Readiness]) -> str:
    """The weakest sandbox of all workers, every one of which must be able to judge."""
    if not answers:
        raise UsageError("the Dask cluster has no worker; start one before the run")
    faults = [f"worker {name}: {found.problem}" for name, found in answers.items() if found.problem]
    if faults:
        raise UsageError("\n".join(faults))
    return min((found.isolation for found in answers.values()), key=LEVELS.index)
