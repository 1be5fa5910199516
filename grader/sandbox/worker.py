"""At most one run under way, in a zygote that has loaded what the submission names."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from grader.errors import JudgeError
from grader.sandbox.child_pool import ChildHandle, ChildPool
from grader.sandbox.host import Ended, Gone, ZygoteProcess
from grader.sandbox.inputs import PreparedInputs
from grader.sandbox.job import Job
from grader.sandbox.modules import named_in
from grader.sandbox.reading import Ending, judge_error, make_report
from grader.sandbox.report import RunReport

#: Seconds that a killed child may take to end before we give up the process that forked it.
_PATIENCE = 5.0
#: So many problems, or parts of one, can take turns without their arguments being made anew.
_STEMS = 4
#: So many sets of modules that submissions name can take turns without being loaded anew.
_FAMILIES = 3


class _WarmZygote:
    """A zygote, and the fork servers of the problems that were run on it last."""

    def __init__(self, zygote: ZygoteProcess) -> None:
        self.zygote = zygote
        self._pools: dict[PreparedInputs, ChildPool] = {}
        """Those used last stand last."""

    def pool(self, prepared: PreparedInputs) -> ChildPool:
        """Where children for a problem come from."""
        pool = self._pools.pop(prepared, None)
        if pool is None:
            closed = [other for other in self._pools if other.closed]
            over = len(self._pools) - len(closed) - _STEMS + 1
            oldest = [other for other in self._pools if not other.closed][: max(over, 0)]
            for other in (*closed, *oldest):
                self._pools.pop(other).close()
            pool = ChildPool(self.zygote.fork_server(prepared.inputs, prepared.span), prepared)
        self._pools[prepared] = pool
        return pool

    def close(self) -> None:
        """End everything."""
        for pool in self._pools.values():
            pool.close()
        self._pools.clear()
        self.zygote.close()


@dataclass(eq=False)
class _Running:
    job: Job
    child: ChildHandle
    pool: ChildPool
    imports: frozenset[str]
    """Of the zygote that it comes from."""
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
        nothing: frozenset[str] = frozenset()
        self._warm = {nothing: _WarmZygote(spawn(nothing))}
        """By what their zygotes have loaded beyond the usual. Those used last stand last."""
        self._running: _Running | None = None

    def fileno(self) -> int:
        """To be polled for reading while a run is under way."""
        assert self._running is not None
        return self._running.pool.fileno()

    @property
    def idle(self) -> bool:
        """Whether it can take a job."""
        return self._running is None

    @property
    def deadline(self) -> float:
        """When :meth:`expire` is to be called."""
        return self._running.deadline if self._running else float("inf")

    @property
    def process_ids(self) -> list[int]:
        """Of the zygotes, or of what holds them; others after they have died."""
        return [warm.zygote.process_id for warm in self._warm.values()]

    def begin(self, job: Job) -> None:
        """Start a run; a :class:`JudgeError` when that is not possible."""
        job.attempts += 1
        imports = job.prepared.imports | named_in(job.source)
        warm = self._warm_for(imports)
        began = time.perf_counter()
        pool = warm.pool(job.prepared)
        try:
            child = pool.take(job)
        except ConnectionError as error:
            self._drop(imports)
            raise JudgeError("the process that runs submissions died") from error
        try:
            child.start(job.source or b"\n", job.prepared.layout.source)
        except JudgeError:
            pool.give_up(child)
            raise
        now = time.perf_counter()
        self._running = _Running(job, child, pool, imports, began, now + job.limits.wall)
        self._running.phases["dispatch"] = now - began

    def _warm_for(self, imports: frozenset[str]) -> _WarmZygote:
        """What others have named is not there: they do not decide what this one can import."""
        warm = self._warm.pop(imports, None)
        if warm is None:
            if len(self._warm) == _FAMILIES:
                self._drop(next(iter(self._warm)))
            warm = _WarmZygote(self._spawn(imports))
        self._warm[imports] = warm
        try:
            _ = warm.zygote.ready
        except JudgeError:
            self._drop(imports)
            raise
        return warm

    def _drop(self, imports: frozenset[str]) -> None:
        self._warm.pop(imports).close()

    def advance(self) -> tuple[Job, RunReport] | None:
        """Take one message; gives a report when the run has ended."""
        run = self._running
        assert run is not None
        heard = run.pool.hear()
        if heard is None:
            return None
        if isinstance(heard, Gone):
            return self._lost(run, heard.why)
        child, end = heard
        self._running = None
        # It gets ready while this one's results are being read.
        run.pool.make_ready(run.job.limits)
        try:
            return run.job, self._report(run, end)
        finally:
            child.close()

    def _report(self, run: _Running, end: Ended) -> RunReport:
        child = run.child
        ending = Ending(
            status=os.waitstatus_to_exitcode(end.status),
            timed_out=run.timed_out,
            cpu=end.cpu,
            memory=end.memory,
            wall=time.perf_counter() - run.began,
            trace=child.trace(),
            token=child.token,
            baseline=self._warm[run.imports].zygote.ready.memory,
            limits=run.job.limits,
            isolation=self._isolation(),
            phases=run.phases,
        )
        return make_report(child.exchange, child.output, run.job.prepared.layout, ending)

    def expire(self) -> tuple[Job, RunReport] | None:
        """The deadline has passed: kill the run, and at a second time the zygote."""
        run = self._running
        assert run is not None
        if run.timed_out:
            return self._lost(run, "and would not be killed")
        run.timed_out = True
        run.deadline = time.perf_counter() + _PATIENCE
        run.child.kill()
        return None

    def _lost(self, run: _Running, why: str) -> tuple[Job, RunReport]:
        """The fork server or its zygote is gone. What was under way is a judge error."""
        self._running = None
        self._drop(run.imports)
        detail = f"the process that runs submissions died {why}".rstrip()
        return run.job, judge_error(run.job.prepared.layout, detail, self._isolation())

    def cancel(self) -> None:
        """Give up the run that is under way."""
        if self._running is not None:
            self._running.pool.give_up(self._running.child)
            self._running = None

    def close(self) -> None:
        """End everything."""
        self._running = None
        for imports in list(self._warm):
            self._drop(imports)
