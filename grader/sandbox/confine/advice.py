"""What ``grader doctor`` says of each layer: whether it is here, what it adds, how to get it."""

from __future__ import annotations

from dataclasses import dataclass

from grader.sandbox.confine.landlock import NEWEST_ABI
from grader.sandbox.confine.layers import LANDLOCK_GUARDS_SIGNALS, LANDLOCK_GUARDS_TCP
from grader.sandbox.confine.probe import HostReport


@dataclass(frozen=True)
class Advice:
    """One layer of the sandbox on this host."""

    layer: str
    present: bool
    adds: str
    """What it keeps a submission from."""
    reason: str
    """Why it is absent, or in which form it is present; may be empty."""
    remedy: str
    """How to get it, or more of it; empty if there is nothing to do."""


def explain(report: HostReport) -> list[Advice]:
    """Every layer, the strongest first; all of it is text for a person."""
    return [
        _seccomp(report),
        _landlock(report),
        _namespaces(report),
        _other(
            report,
            "user",
            "root's submissions run as a user who owns nothing",
            "Run as root for it; as an ordinary user the other layers do its work.",
        ),
        _other(
            report,
            "privileges",
            "no capabilities, no set-uid programs, and no process that outlives its grader",
            "Needs Linux.",
        ),
        _other(
            report,
            "rlimits",
            "memory, CPU seconds, output and processes have limits that the kernel enforces",
            "Needs Linux or another POSIX system.",
        ),
        _other(
            report,
            "sealing",
            "a submission cannot shorten the memory that its results are read from",
            "Needs Linux 3.17 or newer.",
        ),
    ]


def _seccomp(report: HostReport) -> Advice:
    return Advice(
        "seccomp",
        report.seccomp,
        "system calls are allowed by list: no files, no network, no processes, no threads",
        report.reasons.get("seccomp", ""),
        ""
        if report.seccomp
        else "Needs Linux on x86-64 or aarch64, and libseccomp 2.5 or newer:"
        " apt install libseccomp2, dnf install libseccomp, apk add libseccomp.",
    )


def _landlock(report: HostReport) -> Advice:
    guards = ["files"]
    if report.landlock >= LANDLOCK_GUARDS_TCP:
        guards.append("TCP")
    if report.landlock >= LANDLOCK_GUARDS_SIGNALS:
        guards.append("signals and abstract sockets")
    if not report.landlock:
        remedy = (
            "Needs Linux 5.13 or newer with landlock among the modules of"
            " /sys/kernel/security/lsm (boot with lsm=landlock,... if it is not), and a container"
            " that lets the landlock_* calls through."
        )
    elif report.landlock < LANDLOCK_GUARDS_SIGNALS:
        remedy = "Linux 6.7 adds TCP to it, Linux 6.12 signals and abstract sockets."
    else:
        remedy = ""
    state = f"ABI {report.landlock} (of {NEWEST_ABI}): {', '.join(guards)}"
    return Advice(
        "Landlock",
        bool(report.landlock),
        "a second barrier before files, and by version before TCP and other processes",
        state if report.landlock else report.reasons.get("landlock", ""),
        remedy,
    )


def _namespaces(report: HostReport) -> Advice:
    state = "below a user namespace" if report.user_namespace else "made by root"
    return Advice(
        "namespaces",
        report.namespaces,
        "another barrier: an empty file system, no network, no process but the submission's own",
        state if report.namespaces else report.reasons.get("namespaces", ""),
        ""
        if report.namespaces
        else "Needs Linux 5.12 or newer, and either root with CAP_SYS_ADMIN or user namespaces"
        " for everybody: sysctl user.max_user_namespaces above 0, on Debian"
        " kernel.unprivileged_userns_clone=1, on Ubuntu"
        " kernel.apparmor_restrict_unprivileged_userns=0. In Docker the default profile forbids"
        " them: --security-opt seccomp=unconfined --security-opt apparmor=unconfined.",
    )


def _other(report: HostReport, name: str, adds: str, remedy: str) -> Advice:
    present = bool(getattr(report, name))
    return Advice(name, present, adds, report.reasons.get(name, ""), "" if present else remedy)
