"""A world to attack: a secret to read, files to spoil, servers to reach, a grader to confuse.

What an attack may have done to it is found by looking, not by asking the attack.
"""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from grader.cases.testcase import Call, Testcase
from grader.problem.model import Limits
from grader.sandbox.report import RunReport, Stop
from grader.values import Foreign

HERE = Path(__file__).parent
ATTACKS = sorted((HERE / "submissions").glob("*.py"))
TABLE: dict[str, dict[str, str]] = yaml.safe_load((HERE / "table.yaml").read_text())
LIMITS = Limits(wall=1.0, cpu=1.0, memory=64 << 20, output=1 << 14)
#: What would go on for ever has shown so after a shorter time.
_SHORT_LIMITS = replace(LIMITS, wall=0.15)
_ENDLESS = {*TABLE["slow"], "trace_function"}
#: Every attack has a right answer at hand, so that one without effect is accepted.
PRELUDE = """\
from numpy import maximum as _maximum
def right(x, W1, b1, W2, b2):
    return _maximum(x @ W1 + b1, 0) @ W2 + b2
feed_forward = right
"""


def right(x: Any, W1: Any, b1: Any, W2: Any, b2: Any) -> Any:
    """The reference."""
    return np.maximum(x @ W1 + b1, 0) @ W2 + b2


def limits_of(attack: str) -> Limits:
    """What an attack may use."""
    return _SHORT_LIMITS if attack in _ENDLESS else LIMITS


def make_cases(count: int = 6) -> list[Testcase]:
    """Small cases of feed_forward."""
    chance = np.random.default_rng(5)
    cases = []
    for number in range(count):
        rows, width, hidden = (int(n) for n in chance.integers(1, 6, 3))
        shapes = ((rows, width), (width, hidden), (hidden,), (hidden, width), (width,))
        args = tuple(chance.standard_normal(shape) for shape in shapes)
        cases.append(Testcase(f"case {number}", "group", (Call("feed_forward", args),)))
    return cases


@dataclass(frozen=True)
class World:
    """What attacks are put to."""

    folder: Path
    token: str
    port: int
    name: str
    servers: tuple[socket.socket, ...]

    def source(self, attack: Path) -> bytes:
        """An attack with real paths."""
        text = attack.read_text()
        values = {
            "SECRET": self.folder / "secret",
            "DROP": self.folder / "drop",
            "GRADER": HERE.parents[1],
            "TOKEN": self.token,
            "PORT": self.port,
            "NAME": self.name,
            "MEMORY": LIMITS.memory,
            "MINUS": "-" * 100_000,
            "NULL": "\0",
        }
        for name, value in values.items():
            text = text.replace(f"@{name}@", str(value))
        return (PRELUDE + text).encode()

    def traces(self) -> list[str]:
        """What attacks have left behind."""
        found = [f"connection to {server.getsockname()!r}" for server in self.servers
                 if _was_reached(server)]  # fmt: skip
        drop = self.folder / "drop"
        if sorted(os.listdir(drop)) != ["socket", "victim"]:
            found.append(f"files {os.listdir(drop)}")
        victim = drop / "victim"
        status = victim.stat()
        if (victim.read_text(), status.st_mode & 0o777, status.st_mtime) != ("victim", 0o666, 1e9):
            found.append("a changed file")
        if os.listxattr(victim):
            found.append("an extended attribute")
        return found


def _was_reached(server: socket.socket) -> bool:
    try:
        if server.type == socket.SOCK_STREAM:
            server.accept()[0].close()
        else:
            server.recv(100)
    except BlockingIOError:
        return False
    return True


@contextmanager
def make_world(folder: Path) -> Iterator[World]:
    """A world in ``folder``, open to everybody: only the sandbox protects it."""
    token = f"token-{secrets.token_hex(12)}"
    secret, drop = folder / "secret", folder / "drop"
    secret.mkdir()
    drop.mkdir()
    (secret / "reference.py").write_text(f"TOKEN = {token!r}\n")
    (drop / "victim").write_text("victim")
    os.utime(drop / "victim", (1e9, 1e9))
    name = f"attacks-{secrets.token_hex(4)}"
    servers = []
    for family, kind, address in (
        (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
        (socket.AF_UNIX, socket.SOCK_STREAM, f"\0{name}"),
        (socket.AF_UNIX, socket.SOCK_STREAM, str(drop / "socket")),
    ):
        server = socket.socket(family, kind)
        server.bind(address)
        server.listen()
        servers.append(server)
    port = servers[0].getsockname()[1]
    datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    datagrams.bind(("127.0.0.1", port))
    servers.append(datagrams)
    for server in servers:
        server.setblocking(False)
    for path, mode in ((folder, 0o755), (secret, 0o755), (drop, 0o777),
                       (drop / "victim", 0o666), (drop / "socket", 0o777)):  # fmt: skip
        path.chmod(mode)
    os.environ["GRADER_TOKEN"] = token
    try:
        yield World(folder, token, port, name, tuple(servers))
    finally:
        del os.environ["GRADER_TOKEN"]
        for server in servers:
            server.close()


def outcome(report: RunReport, cases: list[Testcase]) -> str:
    """What became of an attack, in the words of the table."""
    if report.stop is Stop.LOAD_FAILED:
        kind = report.load_error.type if report.load_error else report.load_fault.problem
        return f"load failed: {kind}"
    if report.stop is Stop.CRASHED:
        return f"crashed: {report.detail.split()[0]}"
    if report.stop is not Stop.FINISHED:
        return report.stop.value
    return _answer(report, cases)


def _answer(report: RunReport, cases: list[Testcase]) -> str:
    """Of a run that went through: what a judge sees first."""
    for run, case in zip(report.cases, cases, strict=True):
        if run.status == "raised":
            return f"raised {run.raised.type}"
        if run.status != "returned":
            return run.status
        (result,) = run.results
        expected = right(*case.calls[0].args)
        if run.changed:
            return "input changed"
        if isinstance(result, Foreign):
            return "foreign"
        if type(result) is not np.ndarray or result.shape != expected.shape:
            return "other"
        if not np.isfinite(result).all():
            return "not finite"
        if not np.allclose(result, expected):
            return "wrong"
    return "right"
