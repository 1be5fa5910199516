"""What a process may do by who it is: users, capabilities, and how it dies."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Iterable

from grader.sandbox.confine import syscalls as sc

# linux/capability.h
CAP_KILL = 5
CAP_SETGID = 6
CAP_SETUID = 7
CAP_SYS_ADMIN = 21
_CAPABILITY_VERSION_3 = 0x20080522
_SETPCAP = 8

_SIGKILL = 9  # a plain number: what a child touches costs it page faults


def effective_capabilities() -> int:
    """The mask of capabilities in force for this process."""
    data = ctypes.create_string_buffer(24)
    sc.invoke("capget", "capget", _capability_header(), data)
    effective_low, _, _, effective_high, _, _ = struct.unpack("=6I", data.raw)
    return int(effective_low | effective_high << 32)


def has_capability(capability: int) -> bool:
    """Whether one capability is in force."""
    return bool(effective_capabilities() >> capability & 1)


def drop_capabilities(keep: Iterable[int] = ()) -> None:
    """Give up every capability but ``keep``, for this process and all it will ever start."""
    kept = sum(1 << capability for capability in keep)
    if has_capability(_SETPCAP):
        _shrink_bounding_set(kept)
    data = struct.pack("=6I", kept & 0xFFFFFFFF, kept & 0xFFFFFFFF, 0, kept >> 32, kept >> 32, 0)
    buffer = ctypes.create_string_buffer(data, 24)
    sc.invoke("capset", "capset", _capability_header(), buffer)
    sc.require(effective_capabilities() == kept, "capset")


def _shrink_bounding_set(kept: int) -> None:
    for capability in range(64):
        if kept >> capability & 1:
            continue
        try:
            sc.prctl("bounding set", sc.PR_CAPBSET_DROP, capability)
        except OSError as error:
            if error.errno != errno.EINVAL:
                raise
            return  # the kernel has no capability of this number, nor of any above


def _capability_header() -> ctypes.Array[ctypes.c_char]:
    return ctypes.create_string_buffer(struct.pack("=Ii", _CAPABILITY_VERSION_3, 0), 8)


def forbid_new_privileges() -> None:
    """No set-uid program raises this process or its children again; seccomp needs it."""
    sc.prctl("no new privileges", sc.PR_SET_NO_NEW_PRIVS, 1)
    holds = sc.prctl("no new privileges", sc.PR_GET_NO_NEW_PRIVS) == 1
    sc.require(holds, "no new privileges")


def become_undumpable() -> None:
    """No core file, and no ptrace or /proc access by processes of the same user."""
    sc.prctl("not dumpable", sc.PR_SET_DUMPABLE, 0)
    sc.require(sc.prctl("not dumpable", sc.PR_GET_DUMPABLE) == 0, "not dumpable")


def die_with_parent(parent: int | None = None) -> None:
    """Be killed as soon as the parent ends.

    The signal comes when the *thread* that started this process ends, so whoever starts one
    must do so from a thread that lives as long as it is needed. A change of user clears the
    setting: call this after it. ``parent`` is the process id that the parent should have: one
    that ended before this call would never send the signal.

    Raises ``OSError`` (ESRCH) if the parent is gone already.
    """
    sc.prctl("death with the parent", sc.PR_SET_PDEATHSIG, _SIGKILL)
    if parent is not None and os.getppid() != parent:
        raise sc.failure("death with the parent", errno.ESRCH)


def leave_groups(gid: int) -> None:
    """Belong to one group only, for good once the capability to change it is dropped."""
    try:
        os.setgroups([])
        os.setresgid(gid, gid, gid)
    except OSError as error:
        raise sc.failure(f"change to group {gid}", error.errno or errno.EPERM) from error
    holds = os.getresgid() == (gid, gid, gid) and not os.getgroups()
    sc.require(holds, f"change to group {gid}")


def become_user(uid: int) -> None:
    """Root becomes an unprivileged user for good, and so loses every capability."""
    if number := sc.attempt_setresuid(uid):
        raise sc.failure("change of user", number)
    # Whoever kept the capability to come back kept the others, too.
    holds = os.getuid() == uid and sc.attempt_setresuid(0) == errno.EPERM
    sc.require(holds, "change of user")
