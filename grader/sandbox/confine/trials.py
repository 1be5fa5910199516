"""Each layer tried once, by its effect, in a process that is thrown away.

A trial does to its own process what the sandbox will do to a submission, then attempts what should
now fail. Return codes and version numbers are not believed: a kernel may know a mechanism and
not enforce it, and a container may answer for it.

A trial returns a number (for Landlock its ABI, for namespaces whether they need one of users)
or raises ``OSError`` that says what is missing.
"""

from __future__ import annotations

import ctypes
import errno
import json
import mmap
import os
import select
import signal
import struct
import sys
import time
from collections.abc import Callable

from grader.sandbox.confine import landlock, limits, namespaces, privileges, seccomp
from grader.sandbox.confine import syscalls as sc
from grader.sandbox.confine.layers import LANDLOCK_GUARDS_SIGNALS, LANDLOCK_GUARDS_TCP

if sys.platform != "win32":
    import fcntl

FIRST_UID = 61000
"""Children of root become users from here on: between those of people and those of services."""
_MEGABYTE = 1 << 20
_SEAL_SHRINK, _SEAL_GROW = 2, 4  # linux/fcntl.h
_ADD_SEALS = 1033
_DEATH_WITHIN = 10.0  # seconds; it takes one millisecond, unless the host is very busy
_AF_INET, _SOCK_STREAM = 2, 1


def try_rlimits() -> int:
    """Memory beyond the limit is refused."""
    with open("/proc/self/statm", encoding="utf-8") as file:
        used = int(file.read().split()[0]) * mmap.PAGESIZE
    run_limits = limits.ChildLimits(memory=8 * _MEGABYTE, cpu=5, output=_MEGABYTE)
    limits.limit_child(run_limits, used)
    _must_fail("a memory limit", lambda: mmap.mmap(-1, 64 * _MEGABYTE), errno.ENOMEM)
    return 1


def try_privileges() -> int:
    """Capabilities go, and a process whose parent ends is killed at once."""
    privileges.become_undumpable()
    privileges.drop_capabilities()
    privileges.forbid_new_privileges()
    watched, alive = os.pipe()
    if (middle := os.fork()) == 0:
        _leave_behind_one_that_should_die(alive)
    os.close(alive)
    os.waitpid(middle, 0)
    if not select.select([watched], [], [], _DEATH_WITHIN)[0]:
        raise OSError(errno.EPROTO, "a process outlived its parent in spite of PDEATHSIG")
    return 1


def _leave_behind_one_that_should_die(alive: int) -> None:
    parent = os.getpid()
    if (orphan := os.fork()) == 0:
        privileges.die_with_parent(parent)
        os.kill(os.getpid(), signal.SIGSTOP)
        time.sleep(_DEATH_WITHIN + 1)
        os._exit(0)
    os.waitpid(orphan, os.WUNTRACED)
    os.kill(orphan, signal.SIGCONT)
    os.close(alive)
    os._exit(0)


def try_user() -> int:
    """Root becomes another user, and cannot come back."""
    if not privileges.has_capability(privileges.CAP_SETUID):
        raise OSError(errno.EPERM, "only root can run submissions as another user")
    privileges.leave_groups(FIRST_UID)
    privileges.become_user(FIRST_UID)
    _must_fail("a change of user", lambda: os.setresuid(0, 0, 0), errno.EPERM)
    return 1


def try_landlock() -> int:
    """Reading is refused; and what newer ABIs add is believed only as far as it holds."""
    abi = landlock.offered_abi()
    if not abi:
        raise OSError(errno.ENOSYS, "the kernel does not offer Landlock")
    privileges.forbid_new_privileges()
    landlock.enter_domain(landlock.make_ruleset(abi), abi)
    if abi >= LANDLOCK_GUARDS_TCP and not _holds(_bind_tcp, errno.EACCES):
        return LANDLOCK_GUARDS_TCP - 1
    outside = os.getppid()
    signal_outside: Callable[[], object] = lambda: os.kill(outside, 0)  # noqa: E731
    if abi >= LANDLOCK_GUARDS_SIGNALS and not _holds(signal_outside, errno.EPERM):
        return LANDLOCK_GUARDS_SIGNALS - 1
    return abi


def try_seccomp() -> int:
    """Calls are refused by both filters, and a forbidden one ends the process."""
    filters = seccomp.build_filters()
    privileges.forbid_new_privileges()
    seccomp.install_base(filters.base)
    if (child := os.fork()) == 0:
        seccomp.install_delta(seccomp.make_ready(filters.delta, filters.placeholder))
        os.fork()
        os._exit(0)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if ended != -signal.SIGSYS:
        raise OSError(errno.EPROTO, "seccomp: a forbidden call did not end the process")
    return 1


def try_namespaces() -> int:
    """No file but ``/proc``, then none at all; no network but an unused loopback; process 1."""
    below_users = namespaces.needs_user_namespace()
    namespaces.enter_namespaces([])
    with open("/proc/self/net/dev", encoding="utf-8") as file:
        interfaces = [line.split(":")[0].strip() for line in file if ":" in line]
    if os.listdir("/") != ["proc"] or interfaces != ["lo"] or os.getppid() != 0:
        raise OSError(errno.EPROTO, "namespaces: something of the host is still seen")
    namespaces.leave_files()
    return 2 if below_users else 1


def try_sealing() -> int:
    """A sealed memory file cannot be shortened below the feet of whoever maps it."""
    file = os.memfd_create("trial", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.ftruncate(file, mmap.PAGESIZE)
    fcntl.fcntl(file, _ADD_SEALS, _SEAL_SHRINK | _SEAL_GROW)
    _must_fail("sealing", lambda: os.ftruncate(file, 0), errno.EPERM)
    return 1


TRIALS: dict[str, Callable[[], int]] = {
    "rlimits": try_rlimits,
    "privileges": try_privileges,
    "user": try_user,
    "landlock": try_landlock,
    "seccomp": try_seccomp,
    "namespaces": try_namespaces,
    "sealing": try_sealing,
}


def run_trials() -> dict[str, tuple[int, str]]:
    """All trials at once, each in its own process: number (0: absent) and reason by name.

    The caller must have a single thread, since this forks.
    """
    running = {name: _start(trial) for name, trial in TRIALS.items()}
    return {name: _finish(*started) for name, started in running.items()}


def print_trials() -> None:
    """What a fresh interpreter runs: the trials, as JSON on standard output."""
    print(json.dumps(run_trials()))


def _start(trial: Callable[[], int]) -> tuple[int, int]:
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    os.close(reading)
    try:
        limits.limit_zygote()
        answer = f"{trial()}\n"
    except OSError as error:
        answer = f"0\n{error if error.filename else error.strerror or error}"
    except BaseException as error:  # must not unwind into the caller, whose copy this process is
        answer = f"0\n{type(error).__name__}: {error}"
    os.write(writing, answer.encode())
    os._exit(0)


def _finish(process: int, reading: int) -> tuple[int, str]:
    with open(reading, encoding="utf-8") as pipe:
        answer = pipe.read()
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if not answer:
        return 0, f"the trial ended with status {status} and no answer"
    number, _, reason = answer.partition("\n")
    return int(number), reason


def _holds(attempt: Callable[[], object], number: int) -> bool:
    try:
        attempt()
    except OSError as error:
        return error.errno == number
    return False


def _must_fail(what: str, attempt: Callable[[], object], number: int) -> None:
    if not _holds(attempt, number):
        raise OSError(errno.EPROTO, f"{what} was accepted by the kernel and had no effect")


def _bind_tcp() -> None:
    socket = sc.invoke("socket", "socket", _AF_INET, _SOCK_STREAM, 0)
    address = struct.pack("=HH4s8x", _AF_INET, 0, b"\x7f\0\0\x01")
    try:
        sc.invoke("bind", "bind", socket, ctypes.create_string_buffer(address, 16), 16)
    finally:
        os.close(socket)
