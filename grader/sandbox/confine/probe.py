"""What this host can give, found by trial, and which layers to use of it."""

from __future__ import annotations

import functools
import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.sandbox.confine.layers import DROPPED, LEVEL_CHOICES, Layers
from grader.sandbox.confine.trials import FIRST_UID

USER_SLOTS = 180
"""So many workers of one run get users of their own."""
_PACKAGES = str(Path(__file__).parents[3])
_TIMEOUT = 30.0
_PROBE = "import sys; sys.path.insert(0, sys.argv[1]);"
_PROBE += "from grader.sandbox.confine.trials import print_trials; print_trials()"


@dataclass(frozen=True)
class HostReport:
    """The mechanisms of a host; each was seen to have its effect, or is absent."""

    system: str
    machine: str
    kernel: str
    rlimits: bool
    privileges: bool
    user: bool
    """Whether submissions can be run as another, unprivileged user."""
    landlock: int
    """The ABI as far as it holds; 0: absent."""
    seccomp: bool
    namespaces: bool
    user_namespace: bool
    sealing: bool
    """Whether memory that is shared with a submission can be protected from shortening."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """By field: why an absent one is absent."""


@functools.cache
def probe() -> HostReport:
    """Find out what this host gives; once a process.

    The trials run below a fresh interpreter, since they fork, and the caller may have threads.
    Raises ``OSError`` if that interpreter cannot be run.
    """
    if sys.platform != "linux":
        return _without_linux()
    command = [sys.executable, "-I", "-S", "-c", _PROBE, _PACKAGES]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_TIMEOUT, cwd="/", check=False)
    except subprocess.TimeoutExpired as error:
        raise OSError(f"the host's isolation could not be tried in {_TIMEOUT} s") from error
    if done.returncode:
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise OSError(f"the host's isolation could not be tried: {last}")
    return make_report(json.loads(done.stdout))


def make_report(found: Mapping[str, tuple[int, str]]) -> HostReport:
    """The report that follows from ``run_trials``."""
    number = {name: answer for name, (answer, _) in found.items()}
    return HostReport(
        system=platform.system(),
        machine=platform.machine(),
        kernel=platform.release(),
        rlimits=bool(number["rlimits"]),
        privileges=bool(number["privileges"]),
        user=bool(number["user"]),
        landlock=number["landlock"],
        seccomp=bool(number["seccomp"]),
        namespaces=bool(number["namespaces"]),
        user_namespace=number["namespaces"] == 2,
        sealing=bool(number["sealing"]),
        reasons={name: reason for name, (answer, reason) in found.items() if not answer},
    )


def _without_linux() -> HostReport:
    reason = f"{platform.system()} has no such mechanism that a program may use freely"
    absent = ("privileges", "user", "landlock", "seccomp", "namespaces", "sealing")
    return HostReport(
        system=platform.system(),
        machine=platform.machine(),
        kernel=platform.release(),
        rlimits=os.name == "posix",
        privileges=False,
        user=False,
        landlock=0,
        seccomp=False,
        namespaces=False,
        user_namespace=False,
        sealing=False,
        reasons=dict.fromkeys(absent, reason),
    )


def choose_layers(report: HostReport, at_most: str | None = None, number: int = 0) -> Layers:
    """The layers to use: all that the host has, or fewer to show a lower level.

    ``at_most`` is one of ``LEVEL_CHOICES``; ``B`` is ``B:landlock``. Workers with different
    ``number`` confine their submissions as different users, where the caller is root.
    """
    if at_most is not None and at_most not in DROPPED:
        known = ", ".join(LEVEL_CHOICES)
        raise ValueError(f"unknown isolation level {at_most!r}; choose one of {known}")
    dropped = DROPPED[at_most or "A"]
    namespaces = report.namespaces and "namespaces" not in dropped
    user_namespace = namespaces and report.user_namespace
    # A user namespace knows one user only, so there is no other to become.
    other_user = report.user and report.privileges and not user_namespace
    return Layers(
        rlimits=report.rlimits,
        privileges=report.privileges,
        uid=FIRST_UID + number % USER_SLOTS if other_user else None,
        landlock=0 if "landlock" in dropped else report.landlock,
        seccomp=report.seccomp and "seccomp" not in dropped,
        namespaces=namespaces,
        user_namespace=user_namespace,
    )
