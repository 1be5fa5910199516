"""The process that has NumPy loaded, and forks a fork server for each problem.

It confines itself first, as far as everything below it is confined alike, and then does nothing
but fork. It never reads a source, an input or a result, so that nothing of one problem or
submission lies in the memory that the next inherits.

It ends when its parent does, by whatever cause: it watches the parent's pidfd, since the
kernel's own signal for this comes when the *thread* that started us ends.
"""

from __future__ import annotations

import faulthandler
import fcntl
import gc
import io
import os
import select
import signal
import socket
import sys
import warnings
from typing import NoReturn

from grader.sandbox import fork_server, protocol
from grader.sandbox.confine.layers import Layers
from grader.sandbox.confine.namespaces import enter_namespaces
from grader.sandbox.confine.seccomp import Filters
from grader.sandbox.confine.zygote import ChildPlan, confine_zygote
from grader.sandbox.exchange import InputsSpan
from grader.sandbox.fork_server import TRACES
from grader.sandbox.modules import PRELOAD, load, seed


def main(control: int, parent: int) -> NoReturn:
    """Load, be confined, say so, and serve."""
    sock = socket.socket(fileno=_above_traces(control))
    parent = _above_traces(parent)
    # Standard input is nothing to read from, and a fine place for traces of our own.
    os.dup2(0, TRACES)
    sys.argv[:] = [""]
    sys.orig_argv[:] = [""]
    try:
        load(PRELOAD)
        _warm_up()
        packet = sock.recv(protocol.MESSAGE_LIMIT)
        if not packet:
            os._exit(0)
        setup = protocol.setup_from(packet)
        load(setup.imports)
        seed()
        plan = _confine(setup)
    except Exception as error:
        failed = f"{type(error).__name__}: {error}"
        sock.send(protocol.Ready(failed=failed).to_bytes())
        os._exit(1)
    sock.send(protocol.Ready("", plan.resident).to_bytes())
    _serve(sock, parent, plan)


def _above_traces(fd: int) -> int:
    """The same descriptor under a number that children do not use for something else."""
    moved = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, TRACES + 1)
    os.close(fd)
    return moved


def _confine(setup: protocol.Setup) -> ChildPlan:
    """Everything is loaded by now, so that not a single file is needed any more."""
    sys.path[:] = setup.path
    layers = Layers.from_json(setup.layers)
    if layers.namespaces:
        enter_namespaces(())
    filters = Filters.from_json(setup.filters) if setup.filters else None
    plan = confine_zygote(layers, filters, traces=TRACES)
    faulthandler.enable(TRACES, all_threads=False)
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


def _serve(sock: socket.socket, parent: int, plan: ChildPlan) -> NoReturn:
    """Fork fork servers until the parent is gone, or has closed the socket."""
    # Nobody asks how a fork server has ended: its socket tells that it has.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    waiting = select.poll()
    waiting.register(sock, select.POLLIN)
    waiting.register(parent, select.POLLIN)
    while True:
        if any(fd == parent for fd, _ in waiting.poll()):
            os._exit(0)
        try:
            packet, fds, _, _ = socket.recv_fds(sock, protocol.MESSAGE_LIMIT, 2)
        except ConnectionError:
            os._exit(0)
        if not packet:
            os._exit(0)
        if os.fork() == 0:
            sock.close()
            inputs, control = fds
            span = InputsSpan(*protocol.FORK_SERVER.unpack(packet))
            # All is said, so that nothing is asked of the kernel, which would refuse by now.
            theirs = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET, 0, control)
            fork_server.main(theirs, parent, inputs, span, plan)
        for fd in fds:
            os.close(fd)
