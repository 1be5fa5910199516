"""One fork server and its children: those that run, the one that waits, and those that are given
up.

A *child* is a child that was asked for, with all that it shares with us: memory for source and
results, a file for its output, a socket. It confines itself at once, and starts when the source
comes. A child made ahead (the *spare*) has done that when its submission arrives.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
from dataclasses import dataclass

from grader.errors import JudgeError
from grader.problem import Limits
from grader.sandbox.exchange import TOKEN_OFFSET, TOKEN_SIZE
from grader.sandbox.host import Ended, ForkServerProcess, Gone, Started
from grader.sandbox.inputs import PreparedInputs
from grader.sandbox.job import Job
from grader.sandbox.memory import SharedMemory

_TRACE_LIMIT = 1 << 14


@dataclass(eq=False)
class ChildHandle:
    """A child and what it shares with us."""

    number: int
    limits: Limits
    exchange: SharedMemory
    output: SharedMemory
    channel: socket.socket
    token: bytes
    """See ``exchange.TOKEN_OFFSET``."""
    writing: bool
    """Whether arguments may be written to."""
    pidfd: int | None = None
    """None until we hear that it was forked."""
    unwanted: bool = False
    """To be killed as soon as that is possible."""
    taken: bool = False
    """Whether somebody waits for its end."""

    def start(self, source: bytes, place: int) -> None:
        """Hand over the source; a :class:`JudgeError` when there is no room for it."""
        self.exchange.write(source, place)
        # A child that failed while it made itself ready does not read: its end is reported.
        with contextlib.suppress(ConnectionError):
            self.channel.send(len(source).to_bytes(8, "little"))

    def kill(self) -> None:
        """End the child, now or when it has been forked."""
        self.unwanted = True
        if self.pidfd is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)

    def trace(self) -> str:
        """What it wrote when a fatal signal came; text that nobody trusts."""
        try:
            return self.channel.recv(_TRACE_LIMIT).decode("utf-8", "replace")
        except OSError:
            return ""  # nothing was written, or the child's end is closed

    def close(self) -> None:
        """Give back everything of ours."""
        self.exchange.close()
        self.output.close()
        self.channel.close()
        if self.pidfd is not None:
            os.close(self.pidfd)
            self.pidfd = None


class ChildPool:
    """Children of one fork server."""

    def __init__(self, fork_server: ForkServerProcess, prepared: PreparedInputs) -> None:
        self._fork_server = fork_server
        self._prepared = prepared
        self._children: dict[int, ChildHandle] = {}
        self._spare: ChildHandle | None = None
        self._count = 0

    def fileno(self) -> int:
        """To be polled for reading."""
        return self._fork_server.socket.fileno()

    def take(self, job: Job) -> ChildHandle:
        """A child for a job; a :class:`JudgeError` when there is none to be had.

        Raises:
            ConnectionError: the fork server is gone.
        """
        child, self._spare = self._spare, None
        if child is not None and (child.limits, child.writing) != (job.limits, job.writing):
            child.kill()
            child = None
        child = child or self._new_child(job.limits, job.writing)
        child.taken = True
        return child

    def make_ready(self, limits: Limits) -> None:
        """Have a child wait for the next run."""
        if self._spare is None:
            # Without one the next run takes longer, and says what is wrong if that lasts.
            with contextlib.suppress(JudgeError, ConnectionError):
                self._spare = self._new_child(limits, writing=False)

    def _new_child(self, limits: Limits, writing: bool) -> ChildHandle:
        self._count += 1
        layout = self._prepared.layout
        with contextlib.ExitStack() as undo:
            exchange = SharedMemory.empty("exchange", layout.size)
            undo.callback(exchange.close)
            output = SharedMemory.growing("output")
            undo.callback(output.close)
            ours, theirs = _channel()
            undo.callback(ours.close)
            with theirs:
                token = secrets.token_bytes(TOKEN_SIZE)
                exchange.write(token, TOKEN_OFFSET)
                request = (
                    writing, layout.cases, layout.capacity,
                    limits.memory, limits.cpu, limits.output,
                )  # fmt: skip
                self._fork_server.start(
                    self._count, request, [exchange.fd, output.fd, theirs.fileno()]
                )
            undo.pop_all()
        child = ChildHandle(self._count, limits, exchange, output, ours, token, writing)
        self._children[child.number] = child
        return child

    def hear(self) -> tuple[ChildHandle, Ended] | Gone | None:
        """Take one message: a taken child has ended, or the fork server is gone."""
        message = self._fork_server.receive()
        if isinstance(message, Gone):
            return message
        child = self._children[message.number]
        if isinstance(message, Started):
            child.pidfd = message.pidfd
            if child.unwanted:
                child.kill()
            return None
        del self._children[child.number]
        if child is self._spare:
            # It failed while it made itself ready; the next run will find out why.
            self._spare = None
        elif child.taken:
            return child, message
        child.close()
        return None

    def close(self) -> None:
        """Let the fork server end, and with it all its children."""
        for child in self._children.values():
            child.close()
        self._children.clear()
        self._spare = None
        self._fork_server.close()

    def give_up(self, child: ChildHandle) -> None:
        """End a child that nobody waits for any more."""
        child.taken = False
        child.kill()


def _channel() -> tuple[socket.socket, socket.socket]:
    """Our end, which never blocks, and the child's."""
    try:
        ours, theirs = socket.socketpair()
    except OSError as error:
        raise JudgeError(f"no socket: {error.strerror}") from error
    ours.setblocking(False)
    return ours, theirs
