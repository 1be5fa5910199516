"""Resource limits of the zygote and of its children."""

from __future__ import annotations

import errno
import sys
from dataclasses import dataclass

if sys.platform != "win32":
    import resource

OPEN_FILES = 64
STACK_BYTES = 8 << 20
_CPU_GRACE = 1


@dataclass(frozen=True)
class ChildLimits:
    """What one run of a submission may use."""

    memory: int
    """Bytes of address space beyond those that the zygote has already."""
    cpu: float
    """Seconds; rounded up to whole ones, since the kernel counts no finer."""
    output: int
    """Bytes that may be written to any file descriptor."""
    mapped: int = 0
    """Bytes of memory shared with the parent (inputs, results), not counted as used."""


def be_first_out_of_memory() -> None:
    """When the host runs out of memory, it ends this process or a child, and not the grader.

    Only Linux can be told. The process must still be dumpable, or the file is root's.
    """
    if sys.platform != "linux":
        return
    try:
        with open("/proc/self/oom_score_adj", "w", encoding="utf-8") as file:
            file.write("1000")
    except OSError as error:
        raise OSError(error.errno, f"order of victims: {error.strerror}") from error


def limit_zygote() -> None:
    """The limits that are the same for every child, set once and inherited."""
    wanted = {
        "RLIMIT_CORE": 0,
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_NOFILE": OPEN_FILES,
        "RLIMIT_STACK": STACK_BYTES,
        # Only Linux has these.
        "RLIMIT_MSGQUEUE": 0,
        "RLIMIT_SIGPENDING": 64,
        "RLIMIT_RTPRIO": 0,
        "RLIMIT_NICE": 0,
    }
    for name, value in wanted.items():
        which = getattr(resource, name, None)
        if which is not None:
            hard = resource.getrlimit(which)[1]
            lowered = value if hard == resource.RLIM_INFINITY else min(value, hard)
            _set(name, which, lowered, lowered)


def limit_child(limits: ChildLimits, address_space: int | None) -> None:
    """The limits of one run.

    ``address_space`` is what the process uses before it, in bytes; None where the system does
    not tell (not Linux), and then memory is not limited here. Raises ``OSError`` if the host's
    own hard limit is below what was asked for: a run with less would blame the submission.
    """
    cpu = -int(-limits.cpu // 1)
    if address_space is not None:
        total = address_space + limits.memory + limits.mapped
        _set("RLIMIT_AS", resource.RLIMIT_AS, total, total)
    _set("RLIMIT_CPU", resource.RLIMIT_CPU, cpu, cpu + _CPU_GRACE)
    _set("RLIMIT_FSIZE", resource.RLIMIT_FSIZE, limits.output, limits.output)
    # Zero refuses even the first process or thread that would be added.
    _set("RLIMIT_NPROC", resource.RLIMIT_NPROC, 0, 0)


def _set(name: str, which: int, soft: int, hard: int) -> None:
    try:
        resource.setrlimit(which, (soft, hard))
    except (ValueError, OSError) as error:
        allowed = resource.getrlimit(which)[1]
        raise OSError(
            errno.EPERM, f"{name}: cannot be set to {soft}, the host allows {allowed}"
        ) from error
    if resource.getrlimit(which) != (soft, hard):
        raise OSError(errno.EPROTO, f"{name}: set to {soft}, but it reads back otherwise")
