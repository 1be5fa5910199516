"""The process that has the arguments of one problem, and forks a child for each run.

A fork server is a copy of the zygote that has read the inputs of one problem: arguments are made
once here, and inherited. It never reads a source or a result, and ends with its zygote, with its
parent, or when its socket is closed.
"""

from __future__ import annotations

import array
import gc
import os
import select
import signal
import socket
from dataclasses import dataclass, replace
from typing import NoReturn

from grader.sandbox import protocol
from grader.sandbox.arguments import Inputs
from grader.sandbox.child import Job, rehearse, run
from grader.sandbox.confine.child import ChildLimits, confine_child
from grader.sandbox.confine.privileges import die_with_parent
from grader.sandbox.confine.zygote import ChildPlan
from grader.sandbox.exchange import InputsSpan, Layout

#: Where a child's channel is, and so where ``faulthandler`` writes: it is told once, before any
#: child is forked.
TRACES = 3
_MAX_DESCRIPTORS = 64


@dataclass(frozen=True)
class _Child:
    number: int
    pid: int


def main(
    sock: socket.socket, parent: int, descriptor: int, span: InputsSpan, plan: ChildPlan
) -> NoReturn:
    """Read the inputs, and serve."""
    try:
        die_with_parent(plan.zygote)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        inputs = Inputs(descriptor, span)
        os.close(descriptor)
        rehearse(inputs)
        inputs.restore()
        inputs.guard()
        # What is alive now stays: a child's collector need not look at it, nor copy its pages.
        gc.collect()
        gc.freeze()
        _ForkServer(sock, parent, inputs, span.size, replace(plan, zygote=os.getpid())).serve()
    except Exception as error:
        sock.send(protocol.KIND_FAILED + f"{type(error).__name__}: {error}".encode()[:1000])
    finally:
        os._exit(1)


class _ForkServer:
    """Forks on request, and tells how each child ended."""

    def __init__(
        self, sock: socket.socket, parent: int, inputs: Inputs, size: int, plan: ChildPlan
    ) -> None:
        self._sock = sock
        self._parent = parent
        self._inputs = inputs
        self._size = size
        self._plan = plan
        self._children: dict[int, _Child] = {}
        self._poll = select.poll()
        self._poll.register(sock, select.POLLIN)
        self._poll.register(parent, select.POLLIN)

    def serve(self) -> NoReturn:
        """Until the parent is gone, or has closed the socket."""
        while True:
            for fd, _ in self._poll.poll():
                if fd == self._parent:
                    self._stop()
                elif fd == self._sock.fileno():
                    self._start()
                elif fd in self._children:
                    self._end(fd)

    def _stop(self) -> NoReturn:
        for pidfd in self._children:
            signal.pidfd_send_signal(pidfd, signal.SIGKILL)
        os._exit(0)

    def _start(self) -> None:
        try:
            packet, fds, _, _ = socket.recv_fds(self._sock, protocol.MESSAGE_LIMIT, 3)
        except ConnectionError:
            self._stop()
        if not packet:
            self._stop()
        number, *request = protocol.START.unpack(packet)
        pid = os.fork()
        if pid == 0:
            self._become_child(fds, *request)
        pidfd = os.pidfd_open(pid)
        for fd in fds:
            os.close(fd)
        self._children[pidfd] = _Child(number, pid)
        self._poll.register(pidfd, select.POLLIN)
        said = protocol.STARTED.pack(protocol.KIND_STARTED, number)
        self._sock.sendmsg(
            [said], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [pidfd]))]
        )

    def _end(self, pidfd: int) -> None:
        child = self._children.pop(pidfd)
        self._poll.unregister(pidfd)
        _, status, usage = os.wait4(child.pid, 0)
        os.close(pidfd)
        cpu, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024
        kind = protocol.KIND_ENDED
        self._sock.send(protocol.ENDED.pack(kind, child.number, status, cpu, memory))

    def _become_child(
        self,
        fds: list[int],
        writing: bool,
        cases: int,
        capacity: int,
        allowed: int,
        cpu: float,
        printed: int,
    ) -> NoReturn:
        """Everything that the child does not need is closed before it is confined."""
        try:
            memory, output, channel = fds
            layout = Layout(cases, capacity)
            # One byte more than is allowed: who writes it has gone too far.
            limits = ChildLimits(allowed, cpu, printed + 1, 2 * self._size + layout.size)

            def confine() -> None:
                os.dup2(output, 1)
                os.dup2(output, 2)
                os.dup2(channel, TRACES)
                _close_others(self._plan.descriptors)
                if writing:
                    self._inputs.unguard()
                confine_child(self._plan, limits)

            run(Job(memory, TRACES, layout), self._inputs, confine)
        finally:
            os._exit(98)


def _close_others(kept: tuple[int, ...]) -> None:
    """Close every descriptor behind the channel but these."""
    low = TRACES + 1
    for fd in (*sorted(kept), _MAX_DESCRIPTORS):
        os.closerange(low, fd)
        low = fd + 1
