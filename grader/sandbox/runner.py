"""The public face of the sandbox: run code nobody has read, and get facts about it.

    with Runner() as runner:
        prepared = runner.prepare(cases, Entry("feed_forward", 5))
        report = runner.run(source, prepared, limits)

A runner belongs to one thread. It starts its processes at once and waits for them only when
they are needed, so that a caller can load a problem meanwhile.
"""

from __future__ import annotations

import select
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any

from grader.cases import Testcase
from grader.errors import JudgeError
from grader.problem import Limits
from grader.sandbox.confine.layers import Layers
from grader.sandbox.confine.probe import choose_layers, probe
from grader.sandbox.exchange import SOURCE_LIMIT
from grader.sandbox.host import ZygoteProcess
from grader.sandbox.inputs import Entry, PreparedInputs, prepare
from grader.sandbox.isolation_policy import IsolationPolicy
from grader.sandbox.job import Job
from grader.sandbox.reading import is_ours, judge_error, too_long
from grader.sandbox.report import RunReport, Stop
from grader.sandbox.worker import Worker

if TYPE_CHECKING:
    from grader.sandbox.plain import PlainRunner

__all__ = ["Entry", "IsolationPolicy", "Job", "PreparedInputs", "Runner"]

_ATTEMPTS = 2
_DEFAULT_POLICY = IsolationPolicy()


class Runner:
    """Runs submissions in processes that cannot reach anything.

    Args:
        workers: how many run at the same time; one a core is best.
        policy: which isolation is good enough.
    """

    def __init__(self, workers: int = 1, policy: IsolationPolicy = _DEFAULT_POLICY) -> None:
        self._policy = policy
        # Trying what the host gives takes as long as loading NumPy: both at once.
        self._probing = ThreadPoolExecutor(1)
        self._report = self._probing.submit(probe)
        self._workers: list[Worker] = []
        self._plain: PlainRunner | None = None
        if sys.platform != "linux":
            from grader.sandbox.plain import PlainRunner

            self._plain = PlainRunner(workers)
            return
        for number in range(workers):
            self._workers.append(Worker(partial(self._spawn, number), self._name_level))

    def _spawn(self, number: int, imports: frozenset[str]) -> ZygoteProcess:
        zygote = ZygoteProcess()
        self._report.add_done_callback(lambda _: self._confine(zygote, number, imports))
        return zygote

    def _confine(self, zygote: ZygoteProcess, number: int, imports: frozenset[str]) -> None:
        if self._report.exception() is None:
            layers = choose_layers(self._report.result(), self._policy.at_most, number)
            try:
                zygote.confine(layers, imports)
            except OSError as error:
                zygote.refuse(str(error))

    def _name_level(self) -> str:
        return self.layers.level

    @property
    def layers(self) -> Layers:
        """What confines a submission here.

        Raises:
            IsolationError: this host isolates too weakly.
            JudgeError: it cannot be found out.
        """
        try:
            layers = choose_layers(self._report.result(), self._policy.at_most)
        except (OSError, subprocess.SubprocessError) as error:
            raise JudgeError(str(error)) from error
        return self._policy.check(layers)

    @property
    def isolation(self) -> str:
        """The isolation level: ``A``, ``B``, ``B-`` or ``D``; raises as ``layers``."""
        return self.layers.level

    @property
    def process_ids(self) -> list[int]:
        """Of the processes that this runner has started, at least one a worker that has run."""
        return [number for worker in self._workers for number in worker.process_ids]

    def prepare(
        self, cases: Sequence[Testcase], entry: Entry, capacity: int = 1 << 24
    ) -> PreparedInputs:
        """Cases made ready for any number of runs; see :func:`grader.sandbox.inputs.prepare`."""
        return prepare(cases, entry, capacity)

    def run(self, source: bytes, prepared: PreparedInputs, limits: Limits) -> RunReport:
        """Run one submission on all cases.

        Our own failure is tried again once, and is then a report with ``Stop.JUDGE_ERROR``.

        Raises:
            IsolationError: this host cannot isolate well enough.
            JudgeError: what this host gives cannot be found out.
        """
        ((_, report),) = self.run_many([Job(None, source, prepared, limits)])
        return report

    def run_many(
        self, jobs: Iterable[Job], wake: int | None = None
    ) -> Iterator[tuple[Any, RunReport]]:
        """Run submissions side by side; gives (tag, report) as each ends, in any order.

        Jobs are taken from ``jobs`` as workers get free, so it may be endless. An iterator may
        also have none at present and more later: ``wake`` is a descriptor that is readable when
        there may be more, so that a free worker need not wait for a busy one. Returns when there
        is no job and nothing runs. Raises what :meth:`run` raises.
        """
        if self._plain is not None:
            _ = self.layers  # refuses a sandbox that is too weak
            yield from self._plain.run_many(jobs)
            return
        queue = _Queue(jobs)
        try:
            while True:
                yield from self._feed(queue)
                busy = [worker for worker in self._workers if not worker.idle]
                if not busy:
                    return
                free = len(busy) < len(self._workers)
                for worker, event in _wait(busy, wake if free else None):
                    ended = worker.expire() if event is _LATE else worker.advance()
                    if ended is None:
                        continue
                    job, report = ended
                    if _wrote_to_arguments(job, report):
                        job.writing = True
                        queue.again(job)
                        continue
                    if is_ours(report) and job.attempts < _ATTEMPTS:
                        queue.again(job)
                        continue
                    yield job.tag, report
        finally:
            for worker in self._workers:
                worker.cancel()

    def _feed(self, queue: _Queue) -> Iterator[tuple[Any, RunReport]]:
        """Give a job to every idle worker; reports those that cannot even begin."""
        for worker in self._workers:
            while worker.idle and (job := queue.next()) is not None:
                if len(job.source) > SOURCE_LIMIT:
                    yield job.tag, too_long(job.prepared.layout, self.isolation)
                    continue
                _ = self.layers  # refuses a sandbox that is too weak
                try:
                    worker.begin(job)
                except JudgeError as error:
                    if job.attempts < _ATTEMPTS:
                        queue.again(job)
                    else:
                        report = judge_error(job.prepared.layout, str(error), self.isolation)
                        yield job.tag, report

    def close(self) -> None:
        """End all processes; returns when they are gone."""
        # First the probe: when it ends, it still has something to say to the zygotes.
        self._probing.shutdown(wait=True, cancel_futures=True)
        for worker in self._workers:
            worker.close()

    def __enter__(self) -> Runner:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class _Queue:
    """Jobs that are still to be run, those that are to be run again first."""

    def __init__(self, jobs: Iterable[Job]) -> None:
        self._jobs = iter(jobs)
        self._again: list[Job] = []

    def next(self) -> Job | None:
        """The next job, or None when there is none at present."""
        if self._again:
            return self._again.pop()
        return next(self._jobs, None)

    def again(self, job: Job) -> None:
        """Run it once more."""
        self._again.append(job)


_MESSAGE, _LATE = "message", "late"


def _wait(busy: list[Worker], wake: int | None) -> list[tuple[Worker, str]]:
    """Sleep until a worker has something to say or is late, or until ``wake`` is readable."""
    poll = select.poll()
    if wake is not None:
        poll.register(wake, select.POLLIN)
    workers = {worker.fileno(): worker for worker in busy}
    for fd in workers:
        poll.register(fd, select.POLLIN)
    left = min(worker.deadline for worker in busy) - time.perf_counter()
    ready = poll.poll(max(0.0, left * 1000) + 1)
    if ready:
        return [(workers[fd], _MESSAGE) for fd, _ in ready if fd in workers]
    now = time.perf_counter()
    return [(worker, _LATE) for worker in busy if worker.deadline <= now]


def _wrote_to_arguments(job: Job, report: RunReport) -> bool:
    """Whether it was killed, perhaps for writing to its guarded arguments: see ``arguments``."""
    killed = report.stop is Stop.CRASHED and report.detail.startswith(("SIGSEGV", "SIGBUS"))
    return killed and not job.writing
