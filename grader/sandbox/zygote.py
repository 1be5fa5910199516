"""The process that has NumPy loaded and forks, once for each run.

It confines itself first, as far as all its children are confined alike, and then does nothing
but fork and wait. It never reads a source, an input or a result: they pass through it as
descriptors, so that nothing of one submission or problem lies in the memory that the next
inherits.

It ends when its parent does, by whatever cause: it watches the parent's pidfd, since the
kernel's own signal for this comes when the *thread* that started us ends.
"""

from __future__ import annotations

import array
import faulthandler
import gc
import importlib
import io
import os
import select
import signal
import socket
import sys
import time
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NoReturn

from grader.sandbox import protocol
from grader.sandbox.child import Job, run
from grader.sandbox.confine.child import ChildLimits, confine_child
from grader.sandbox.confine.layers import Layers
from grader.sandbox.confine.namespaces import enter_namespaces
from grader.sandbox.confine.seccomp import Filters
from grader.sandbox.confine.zygote import ChildPlan, confine_zygote
from grader.sandbox.exchange import Layout
from grader.sandbox.modules import PRELOAD

#: Started with ``python -I -S -c BOOT control_fd parent_pidfd folder...``.
BOOT = (
    "import sys; sys.path += sys.argv[3:]; from grader.sandbox.zygote import main; "
    "main(int(sys.argv[1]), int(sys.argv[2]))"
)
_MAX_DESCRIPTORS = 64


@dataclass(frozen=True)
class _Child:
    number: int
    pid: int


def main(control: int, parent: int) -> NoReturn:
    """Load, be confined, say so, and serve."""
    started = time.perf_counter()
    sock = socket.socket(fileno=control)
    sys.argv[:] = [""]
    sys.orig_argv[:] = [""]
    try:
        _load(PRELOAD)
        packet = sock.recv(protocol.MESSAGE_LIMIT)
        if not packet:
            os._exit(0)
        plan = _confine(protocol.setup_from(packet))
    except Exception as error:
        failed = f"{type(error).__name__}: {error}"
        sock.send(protocol.Ready(failed=failed).to_bytes())
        os._exit(1)
    seconds = time.perf_counter() - started
    sock.send(protocol.Ready("", plan.resident, seconds).to_bytes())
    _Server(sock, parent, plan).serve()


def _load(modules: Iterable[str]) -> None:
    for name in modules:
        importlib.import_module(name)
    _warm_up()


def _confine(setup: protocol.Setup) -> ChildPlan:
    """Everything is loaded by now, so that not a single file is needed any more."""
    sys.path[:] = setup.path
    layers = Layers.from_json(setup.layers)
    if layers.namespaces:
        enter_namespaces(())
    filters = Filters.from_json(setup.filters) if setup.filters else None
    plan = confine_zygote(layers, filters)
    # What is alive now stays: a child's collector need not look at it, nor copy its pages.
    gc.collect()
    gc.freeze()
    gc.disable()
    return plan


def _warm_up() -> None:
    """Do once what costs time only once."""
    import numpy as np

    # A case that overflows on purpose would otherwise make every submission print; what a
    # student reads as "your program printed" is to be their own.
    warnings.simplefilter("ignore", RuntimeWarning)
    square = np.ones((8, 8))
    np.maximum(square @ square, 0).sum(axis=1, keepdims=True)
    np.exp(square)
    exec(compile("def f(x):\n    return x\n", "", "exec"), {})
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(1, "w", closefd=False)),
        encoding="utf-8", errors="backslashreplace", line_buffering=True,
    )  # fmt: skip
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(2, "w", closefd=False)),
        encoding="utf-8", errors="backslashreplace", line_buffering=True,
    )  # fmt: skip


class _Server:
    """Forks on request, and tells how each child ended."""

    def __init__(self, sock: socket.socket, parent: int, plan: ChildPlan) -> None:
        self._sock = sock
        self._parent = parent
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
            packet, fds, _, _ = socket.recv_fds(self._sock, protocol.MESSAGE_LIMIT, 8)
        except ConnectionError:
            self._stop()
        if not packet:
            self._stop()
        number, *request = protocol.START.unpack(packet)
        pid = os.fork()
        if pid == 0:
            _become_child(fds, request, self._plan)
        pidfd = os.pidfd_open(pid)
        for fd in fds:
            os.close(fd)
        self._children[pidfd] = _Child(number, pid)
        self._poll.register(pidfd, select.POLLIN)
        said = protocol.STARTED.pack(protocol.KIND_STARTED, number, pid)
        self._sock.sendmsg(
            [said], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [pidfd]))]
        )

    def _end(self, pidfd: int) -> None:
        child = self._children.pop(pidfd)
        self._poll.unregister(pidfd)
        _, status, usage = os.wait4(child.pid, 0)
        os.close(pidfd)
        cpu = usage.ru_utime + usage.ru_stime
        self._sock.send(
            protocol.ENDED.pack(
                protocol.KIND_ENDED, child.number, status, cpu, usage.ru_maxrss * 1024, 0
            )
        )


def _become_child(fds: list[int], request: list[Any], plan: ChildPlan) -> NoReturn:
    """Everything that the child does not need is closed before it is confined."""
    try:
        inputs, memory, output, channel = fds
        inputs_size, plan_start, plan_end, cases, capacity, allowed, cpu, printed = request
        layout = Layout(cases, capacity)
        # One byte more than is allowed: who writes it has gone too far.
        limits = ChildLimits(allowed, cpu, printed + 1, 2 * inputs_size + layout.size)

        def confine() -> None:
            os.dup2(output, 1)
            os.dup2(output, 2)
            _close_all_but(channel, *plan.descriptors)
            faulthandler.enable(channel, all_threads=False)
            faulthandler.register(signal.SIGSYS, channel, all_threads=False, chain=True)
            confine_child(plan, limits)

        run(
            Job(inputs, memory, channel, (plan_start, plan_end), inputs_size, layout),
            confine,
        )
    finally:
        os._exit(98)


def _close_all_but(*kept: int) -> None:
    """Close every descriptor above standard error but these."""
    low = 3
    for fd in (*sorted(kept), _MAX_DESCRIPTORS):
        os.closerange(low, fd)
        low = fd + 1
