"""One zygote with at most one run under way, and the stems of the problems it has seen last."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from grader.errors import JudgeError
from grader.sandbox.host import Ended, Gone, ZygoteProcess
from grader.sandbox.inputs import Prepared
from grader.sandbox.job import Job
from grader.sandbox.modules import named_in
from grader.sandbox.nursery import Nursery, Slot
from grader.sandbox.reading import Ending, judge_error, make_report
from grader.sandbox.report import RunReport

#: Seconds that a killed child may take to end before we give up the process that forked it.
_PATIENCE = 5.0
#: So many problems, or parts of one, can take turns without their arguments being made anew.
_STEMS = 4


@dataclass(eq=False)
class _Running:
    job: Job
    slot: Slot
    nursery: Nursery
    began: float
    deadline: float
    timed_out: bool = False
    """We killed it, or would have if it had not ended by itself."""
    phases: dict[str, float] = field(default_factory=dict)


class Worker:
    """Runs one submission after the other."""

    def __init__(
        self, spawn: Callable[[frozenset[str]], ZygoteProcess], isolation: Callable[[], str]
    ) -> None:
        self._spawn = spawn
        self._isolation = isolation
        self._imports: frozenset[str] = frozenset()
        self._zygote = spawn(self._imports)
        self._nurseries: dict[Prepared, Nursery] = {}
        """Those used last stand last."""
        self._running: _Running | None = None

    def fileno(self) -> int:
        """To be polled for reading while a run is under way."""
        assert self._running is not None
        return self._running.nursery.fileno()

    @property
    def idle(self) -> bool:
        """Whether it can take a job."""
        return self._running is None

    @property
    def deadline(self) -> float:
        """When :meth:`expire` is to be called."""
        return self._running.deadline if self._running else float("inf")

    @property
    def process_id(self) -> int:
        """Of the zygote, or of what holds it; another one after it has died."""
        return self._zygote.process_id

    def begin(self, job: Job) -> None:
        """Start a run; a :class:`JudgeError` when that is not possible."""
        job.attempts += 1
        self._have_zygote(job.prepared.imports | named_in(job.source))
        began = time.perf_counter()
        nursery = self._nursery(job.prepared)
        try:
            slot = nursery.take(job)
        except ConnectionError as error:
            self._restart()
            raise JudgeError("the process that runs submissions died") from error
        try:
            slot.start(job.source or b"\n", job.prepared.layout.source)
        except JudgeError:
            nursery.give_up(slot)
            raise
        now = time.perf_counter()
        self._running = _Running(job, slot, nursery, began, now + job.limits.wall)
        self._running.phases["dispatch"] = now - began

    def _have_zygote(self, imports: frozenset[str]) -> None:
        if not imports <= self._imports:
            self._imports |= imports
            self._restart()
        try:
            _ = self._zygote.ready
        except JudgeError:
            self._restart()
            raise

    def _nursery(self, prepared: Prepared) -> Nursery:
        nursery = self._nurseries.pop(prepared, None)
        if nursery is None:
            closed = [other for other in self._nurseries if other.closed]
            over = len(self._nurseries) - len(closed) - _STEMS + 1
            oldest = [other for other in self._nurseries if not other.closed][: max(over, 0)]
            for other in (*closed, *oldest):
                self._nurseries.pop(other).close()
            nursery = Nursery(self._zygote.stem(prepared.inputs, prepared.span), prepared)
        self._nurseries[prepared] = nursery
        return nursery

    def advance(self) -> tuple[Job, RunReport] | None:
        """Take one message; gives a report when the run has ended."""
        run = self._running
        assert run is not None
        heard = run.nursery.hear()
        if heard is None:
            return None
        if isinstance(heard, Gone):
            return self._lost(run, heard.why)
        slot, end = heard
        self._running = None
        # It gets ready while this one's results are being read.
        run.nursery.make_ready(run.job.limits)
        try:
            return run.job, self._report(run, end)
        finally:
            slot.close()

    def _report(self, run: _Running, end: Ended) -> RunReport:
        slot = run.slot
        ending = Ending(
            status=os.waitstatus_to_exitcode(end.status),
            timed_out=run.timed_out,
            cpu=end.cpu,
            memory=end.memory,
            wall=time.perf_counter() - run.began,
            trace=slot.trace(),
            token=slot.token,
            baseline=self._zygote.ready.memory,
            limits=run.job.limits,
            isolation=self._isolation(),
            phases=run.phases,
        )
        return make_report(slot.exchange, slot.output, run.job.prepared.layout, ending)

    def expire(self) -> tuple[Job, RunReport] | None:
        """The deadline has passed: kill the run, and at a second time the zygote."""
        run = self._running
        assert run is not None
        if run.timed_out:
            return self._lost(run, "and would not be killed")
        run.timed_out = True
        run.deadline = time.perf_counter() + _PATIENCE
        run.slot.kill()
        return None

    def _lost(self, run: _Running, why: str) -> tuple[Job, RunReport]:
        """The stem or its zygote is gone: start another. What was under way is a judge error."""
        self._restart()
        detail = f"the process that runs submissions died {why}".rstrip()
        return run.job, judge_error(run.job.prepared.layout, detail, self._isolation())

    def _restart(self) -> None:
        self.close()
        self._zygote = self._spawn(self._imports)

    def cancel(self) -> None:
        """Give up the run that is under way."""
        if self._running is not None:
            self._running.nursery.give_up(self._running.slot)
            self._running = None

    def close(self) -> None:
        """End everything."""
        self._running = None
        for nursery in self._nurseries.values():
            nursery.close()
        self._nurseries.clear()
        self._zygote.close()
