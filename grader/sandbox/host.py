"""A zygote and its fork servers as their parent sees them: start, hand over jobs, hear of ends."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Any

from grader.errors import JudgeError
from grader.sandbox import protocol
from grader.sandbox.confine.layers import Layers
from grader.sandbox.confine.seccomp import build_filters
from grader.sandbox.exchange import InputsSpan
from grader.sandbox.memory import SharedMemory
from grader.sandbox.module_paths import BOOT, ENVIRONMENT, folders, module_path

_BOOT_SECONDS = 60.0


@dataclass(frozen=True)
class Started:
    """A child was forked; ``pidfd`` is ours to close."""

    number: int
    pidfd: int


@dataclass(frozen=True)
class Ended:
    """A child has ended and was waited for."""

    number: int
    status: int
    cpu: float
    memory: int


@dataclass(frozen=True)
class Gone:
    """The fork server is gone; ``why`` is what it could still say."""

    why: str = ""


class ForkServerProcess:
    """The way to a fork server."""

    def __init__(self, control: socket.socket) -> None:
        self.socket = control

    def start(self, number: int, request: tuple[Any, ...], fds: list[int]) -> None:
        """Ask for a child; ``request`` are the fields of ``protocol.START`` after its number."""
        socket.send_fds(self.socket, [protocol.START.pack(number, *request)], fds)

    def receive(self) -> Started | Ended | Gone:
        """The next message."""
        try:
            packet, fds, _, _ = socket.recv_fds(self.socket, 1024, 1)
        except ConnectionError:
            return Gone()
        if not packet:
            return Gone()
        if packet[:1] == protocol.KIND_FAILED:
            return Gone(packet[1:].decode("utf-8", "replace"))
        if packet[:1] == protocol.KIND_STARTED:
            _, number = protocol.STARTED.unpack(packet)
            return Started(number, fds[0])
        _, number, status, cpu, memory = protocol.ENDED.unpack(packet)
        return Ended(number, status, cpu, memory)

    def close(self) -> None:
        """Let it end, and with it all its children."""
        self.socket.close()


class ZygoteProcess:
    """A zygote that was started and may not be ready yet."""

    def __init__(self) -> None:
        ours, theirs = _socketpair()
        pidfd = os.pidfd_open(os.getpid())
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", BOOT,
                 str(theirs.fileno()), str(pidfd), *folders()],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                env=ENVIRONMENT, cwd="/", pass_fds=(theirs.fileno(), pidfd),
                start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            ours.close()
            raise JudgeError(f"cannot start {sys.executable}: {error.strerror}") from error
        finally:
            theirs.close()
            os.close(pidfd)
        self.socket = ours
        self._ready: protocol.Ready | None = None

    def confine(self, layers: Layers, imports: Iterable[str]) -> None:
        """Say what it is to be confined by, and what it is to load beside the usual."""
        setup = protocol.Setup(
            path=module_path(),
            layers=dict(layers.to_json()),
            filters=build_filters().to_json() if layers.seccomp else None,
            imports=sorted(imports),
        )
        # One that has died is found out when it is needed; one that was closed is not needed.
        with contextlib.suppress(OSError):
            self.socket.send(setup.to_bytes())

    def refuse(self, why: str) -> None:
        """It cannot be confined; the first use tells why."""
        self._ready = protocol.Ready(failed=why)

    @property
    def process_id(self) -> int:
        """Of the process that was started; with namespaces, the zygote is its child."""
        return self._process.pid

    @property
    def ready(self) -> protocol.Ready:
        """Wait until it is set up; a :class:`JudgeError` says why it cannot be."""
        if self._ready is None:
            try:
                self.socket.settimeout(_BOOT_SECONDS)
                packet = self.socket.recv(protocol.MESSAGE_LIMIT)
                self.socket.settimeout(None)
            except (ConnectionError, TimeoutError):
                packet = b""
            if not packet:
                raise JudgeError("the process that runs submissions ended while it started")
            self._ready = protocol.ready_from(packet)
        if self._ready.failed:
            raise JudgeError(f"a submission cannot be confined: {self._ready.failed}")
        return self._ready

    def fork_server(self, inputs: SharedMemory, span: InputsSpan) -> ForkServerProcess:
        """A process that has read these inputs, or will have soon."""
        ours, theirs = _socketpair()
        try:
            fds = [inputs.fd, theirs.fileno()]
            socket.send_fds(self.socket, [protocol.FORK_SERVER.pack(*astuple(span))], fds)
        except ConnectionError:
            pass  # the zygote is gone, and so is the other end: the first use will tell
        finally:
            theirs.close()
        return ForkServerProcess(ours)

    def close(self) -> None:
        """End it, and with it all its children; returns when it is gone."""
        self.socket.close()
        self._process.kill()
        self._process.wait()


def _socketpair() -> tuple[socket.socket, socket.socket]:
    try:
        return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    except OSError as error:
        raise JudgeError(f"no socket: {error.strerror}") from error
