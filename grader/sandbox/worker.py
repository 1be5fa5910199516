"""One zygote with at most one run under way, and one child made ready ahead of time.

A *slot* is a child that was asked for, with all that it shares with us: memory for source and
results, a file for its output, a socket. It confines itself and builds its arguments at once,
and starts when the source comes. A slot made ahead (the *spare*) has done all that when its
submission arrives.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from grader.errors import JudgeError
from grader.problem.model import Limits
from grader.sandbox.exchange import TOKEN_OFFSET, TOKEN_SIZE
from grader.sandbox.host import Ended, Gone, Started, StemProcess, ZygoteProcess
from grader.sandbox.inputs import Prepared
from grader.sandbox.job import Job
from grader.sandbox.memory import SharedMemory
from grader.sandbox.reading import Ending, judge_error, make_report
from grader.sandbox.report import RunReport

#: Seconds that a killed child, or a zygote that is to fork, may take before we give it up.
_PATIENCE = 5.0
_TRACE_LIMIT = 1 << 14


@dataclass(eq=False)
class Slot:
    """A child and what it shares with us."""

    number: int
    prepared: Prepared
    limits: Limits
    exchange: SharedMemory
    output: SharedMemory
    channel: socket.socket
    token: bytes
    """See ``exchange.TOKEN_OFFSET``."""
    writing: bool
    """Whether arguments may be written to."""
    pidfd: int | None = None
    timed_out: bool = False
    """We killed it, or would have if it had not ended by itself."""

    def fits(self, job: Job) -> bool:
        """Whether a job can use this child."""
        same = self.prepared is job.prepared and self.writing == job.writing
        return same and self.limits == job.limits

    def kill(self) -> None:
        """End the child, if it has been forked and is still there."""
        if self.pidfd is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)

    def close(self) -> None:
        """Give back everything of ours."""
        self.exchange.close()
        self.output.close()
        self.channel.close()
        if self.pidfd is not None:
            os.close(self.pidfd)
            self.pidfd = None


@dataclass(eq=False)
class _Running:
    job: Job
    slot: Slot
    began: float
    deadline: float
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
        self._stem: StemProcess | None = None
        self._stem_of: Prepared | None = None
        self._count = 0
        self._running: _Running | None = None
        self._spare: Slot | None = None
        self._abandoned: dict[int, Slot] = {}

    def fileno(self) -> int:
        """To be polled for reading while a run is under way."""
        assert self._stem is not None
        return self._stem.socket.fileno()

    @property
    def idle(self) -> bool:
        """Whether it can take a job."""
        return self._running is None

    @property
    def deadline(self) -> float:
        """When :meth:`expire` is to be called."""
        return self._running.deadline if self._running else float("inf")

    @property
    def zygote(self) -> ZygoteProcess:
        """The process that forks; a new one after the last has died."""
        return self._zygote

    def begin(self, job: Job) -> None:
        """Start a run; a :class:`JudgeError` when that is not possible."""
        job.attempts += 1
        missing = job.prepared.imports - self._imports
        if missing:
            self._imports |= missing
            self._restart()
        try:
            _ = self._zygote.ready
        except JudgeError:
            self._restart()
            raise
        began = time.perf_counter()
        source = job.source or b"\n"
        slot = self._take_slot(job)
        try:
            slot.exchange.write(source, slot.prepared.layout.source)
        except JudgeError:
            self._abandon(slot)
            raise
        # A child that failed while it made itself ready does not read: its end is reported.
        with contextlib.suppress(ConnectionError):
            slot.channel.send(len(source).to_bytes(8, "little"))
        now = time.perf_counter()
        deadline = now + job.limits.wall
        self._running = _Running(job, slot, began, deadline, {"dispatch": now - began})

    def _take_slot(self, job: Job) -> Slot:
        spare, self._spare = self._spare, None
        if spare is not None:
            if spare.fits(job):
                return spare
            self._abandon(spare)
        return self._new_slot(job.prepared, job.limits, job.writing)

    def make_ready(self, prepared: Prepared, limits: Limits) -> None:
        """Have a child wait for the next run of these."""
        if self._spare is None and self._stem_of is prepared:
            # Without one the next run takes longer, and says what is wrong if that lasts.
            with contextlib.suppress(JudgeError):
                self._spare = self._new_slot(prepared, limits, writing=False)

    def _stem_for(self, prepared: Prepared) -> StemProcess:
        """The stem of these cases; that of others ends, and with it what they had ready."""
        if self._stem is None or self._stem_of is not prepared:
            self._close_stem()
            self._stem = self._zygote.stem(prepared.inputs, prepared.span)
            self._stem_of = prepared
        return self._stem

    def _close_stem(self) -> None:
        for slot in (*self._abandoned.values(), self._spare):
            if slot is not None:
                slot.close()
        self._abandoned.clear()
        self._spare = None
        if self._stem is not None:
            self._stem.close()
        self._stem = self._stem_of = None

    def _new_slot(self, prepared: Prepared, limits: Limits, writing: bool) -> Slot:
        stem = self._stem_for(prepared)
        self._count += 1
        layout = prepared.layout
        with contextlib.ExitStack() as undo:
            exchange = SharedMemory.empty("exchange", layout.size)
            undo.callback(exchange.close)
            output = SharedMemory.growing("output")
            undo.callback(output.close)
            ours, theirs = _channel()
            undo.callback(ours.close)
            undo.callback(theirs.close)
            token = secrets.token_bytes(TOKEN_SIZE)
            exchange.write(token, TOKEN_OFFSET)
            request = (
                writing, layout.cases, layout.capacity, limits.memory, limits.cpu, limits.output,
            )  # fmt: skip
            try:
                stem.start(self._count, request, [exchange.fd, output.fd, theirs.fileno()])
            except ConnectionError as error:
                self._restart()
                raise JudgeError("the process that runs submissions died") from error
            theirs.close()
            undo.pop_all()
        return Slot(self._count, prepared, limits, exchange, output, ours, token, writing)

    def _abandon(self, slot: Slot) -> None:
        """End a child that nobody needs; its messages are still to come."""
        slot.kill()
        self._abandoned[slot.number] = slot

    def advance(self) -> tuple[Job, RunReport] | None:
        """Take one message; gives a report when the run has ended."""
        assert self._stem is not None
        message = self._stem.receive()
        if isinstance(message, Gone):
            return self._lost(message.why)
        if isinstance(message, Started):
            self._on_started(message)
            return None
        return self._on_ended(message)

    def _on_started(self, message: Started) -> None:
        for slot in (self._running.slot if self._running else None, self._spare):
            if slot is not None and slot.number == message.number:
                slot.pidfd = message.pidfd
                if slot.timed_out:
                    slot.kill()
                return
        slot = self._abandoned[message.number]
        slot.pidfd = message.pidfd
        slot.kill()

    def _on_ended(self, message: Ended) -> tuple[Job, RunReport] | None:
        if self._spare is not None and self._spare.number == message.number:
            # It failed while it made itself ready; the next run will find out why.
            self._spare.close()
            self._spare = None
            return None
        if message.number in self._abandoned:
            self._abandoned.pop(message.number).close()
            return None
        assert self._running is not None
        run, self._running = self._running, None
        ended = time.perf_counter()
        ending = Ending(
            status=os.waitstatus_to_exitcode(message.status),
            timed_out=run.slot.timed_out,
            cpu=message.cpu,
            memory=message.memory,
            wall=ended - run.began,
            trace=_read_trace(run.slot.channel),
            token=run.slot.token,
            baseline=self._zygote.ready.memory,
            limits=run.job.limits,
            isolation=self._isolation(),
            phases=run.phases,
        )
        try:
            return run.job, make_report(
                run.slot.exchange, run.slot.output, run.slot.prepared.layout, ending
            )
        finally:
            run.slot.close()

    def expire(self) -> tuple[Job, RunReport] | None:
        """The deadline has passed: kill the run, and at a second time the zygote."""
        assert self._running is not None
        run = self._running
        if not run.slot.timed_out:
            run.slot.timed_out = True
            run.deadline = time.perf_counter() + _PATIENCE
            run.slot.kill()
            return None
        return self._lost()

    def _lost(self, why: str = "") -> tuple[Job, RunReport] | None:
        """The stem or its zygote is gone: start another. What was under way is a judge error."""
        run = self._running
        self._restart()
        if run is None:
            return None
        detail = f"the process that runs submissions died {why}".rstrip()
        return run.job, judge_error(run.job.prepared.layout, detail, self._isolation())

    def _restart(self) -> None:
        self.close()
        self._zygote = self._spawn(self._imports)

    def cancel(self) -> None:
        """Give up the run that is under way."""
        if self._running is not None:
            self._abandon(self._running.slot)
            self._running = None

    def close(self) -> None:
        """End everything."""
        if self._running is not None:
            self._running.slot.close()
            self._running = None
        self._close_stem()
        self._zygote.close()


def _channel() -> tuple[socket.socket, socket.socket]:
    """Our end, which never blocks, and the child's."""
    try:
        ours, theirs = socket.socketpair()
    except OSError as error:
        raise JudgeError(f"no socket: {error.strerror}") from error
    ours.setblocking(False)
    return ours, theirs


def _read_trace(channel: socket.socket) -> str:
    """What the child wrote when a fatal signal came; text that nobody trusts."""
    try:
        return channel.recv(_TRACE_LIMIT).decode("utf-8", "replace")
    except OSError:
        return ""  # nothing was written, or the child's end is closed
