"""Landlock: a process gives up files, TCP and signals to the outside, without being root.

Written on the kernel's three calls, since no library for them is at hand on every host (there
is none in C on Debian or in Python that is kept). A domain is inherited and can only shrink.
A child gets a domain of its own below the zygote's: that is what bars it from the zygote and
from its siblings, because Landlock lets a process ptrace or signal only downwards.

Landlock does not cover stat, chmod, utime, UDP, pathname sockets or System V IPC: seccomp does.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import struct
from collections.abc import Iterable

from grader.sandbox.confine import syscalls as sc
from grader.sandbox.confine.layers import LANDLOCK_GUARDS_SIGNALS, LANDLOCK_GUARDS_TCP

NEWEST_ABI = 7
"""The newest ABI whose rights this module knows; a newer kernel still offers them."""

# linux/landlock.h
_CREATE_RULESET_VERSION = 1
_RULE_PATH_BENEATH = 1
_EXECUTE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 2, 1 << 3
_ALL_FILE_RIGHTS_OF_ABI_1 = (1 << 13) - 1
_FILE_RIGHTS_SINCE = {2: 1 << 13, 3: 1 << 14, 5: 1 << 15}  # refer, truncate, ioctl of devices
_BIND_TCP_AND_CONNECT_TCP = 3
_SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS = 3
_LOGS_SINCE = 7
_LOG_NOTHING = 1 | 4  # LOG_SAME_EXEC_OFF, LOG_SUBDOMAINS_OFF


def offered_abi() -> int:
    """The ABI that the kernel says it has, at most ``NEWEST_ABI``; 0 if it has none.

    Trust it only after a trial (``probe``): a host may report Landlock and not enforce it.
    """
    try:
        answer = sc.invoke(
            "Landlock", "syscall", sc.SYS_LANDLOCK_CREATE_RULESET, None, 0, _CREATE_RULESET_VERSION
        )
    except OSError:
        return 0
    return min(answer, NEWEST_ABI)


def make_ruleset(abi: int, readable: Iterable[str] = ()) -> int:
    """A ruleset that denies everything this ABI can deny, except reading below ``readable``.

    A path that does not exist is passed over: lists of library folders name some that only
    other distributions have. Returns a file descriptor for ``restrict``.
    """
    rights = _ALL_FILE_RIGHTS_OF_ABI_1
    for since, right in _FILE_RIGHTS_SINCE.items():
        if abi >= since:
            rights |= right
    network = _BIND_TCP_AND_CONNECT_TCP if abi >= LANDLOCK_GUARDS_TCP else 0
    scopes = _SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS if abi >= LANDLOCK_GUARDS_SIGNALS else 0
    ruleset = _create(abi, rights, network, scopes)
    for path in readable:
        _allow_reading(ruleset, path)
    return ruleset


def make_nested_ruleset(abi: int, readable: Iterable[str] = ()) -> int:
    """The ruleset of a child below the zygote's domain.

    From ABI 6 it is only scopes, which is quick to enter; before, a domain of its own has to
    repeat the rules, and bars ptrace of the zygote and siblings, but not signals to them.
    """
    if abi >= LANDLOCK_GUARDS_SIGNALS:
        return _create(abi, 0, 0, _SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS)
    return make_ruleset(abi, readable)


def enter_domain(ruleset: int, abi: int) -> None:
    """Enter the zygote's domain, for good; needs no new privileges set before."""
    _restrict(ruleset, abi)
    sc.require(_root_is_barred(), "Landlock")


def enter_nested_domain(ruleset: int, abi: int, zygote: int) -> None:
    """Enter a child's domain below that of its parent ``zygote``."""
    _restrict(ruleset, abi)
    if abi >= LANDLOCK_GUARDS_SIGNALS:
        sc.require(sc.attempt_signal(zygote) == errno.EPERM, "Landlock domain of the child")


def _restrict(ruleset: int, abi: int) -> None:
    flags = _LOG_NOTHING if abi >= _LOGS_SINCE else 0  # a submission must not fill the audit log
    sc.landlock_restrict_self(ruleset, flags)
    os.close(ruleset)


def _root_is_barred() -> bool:
    """The root directory cannot be listed, whatever below it may be read."""
    try:
        os.close(os.open("/", os.O_RDONLY | os.O_CLOEXEC))
    except PermissionError:
        return True
    return False


def _create(abi: int, files: int, network: int, scopes: int) -> int:
    attributes = struct.pack("=3Q", files, network, scopes)
    size = 24 if abi >= LANDLOCK_GUARDS_SIGNALS else 16 if abi >= LANDLOCK_GUARDS_TCP else 8
    buffer = ctypes.create_string_buffer(attributes, 24)
    step = "Landlock ruleset"
    return sc.invoke(step, "syscall", sc.SYS_LANDLOCK_CREATE_RULESET, buffer, size, 0)


def _allow_reading(ruleset: int, path: str) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        access = _READ_FILE | _EXECUTE
        if stat.S_ISDIR(os.fstat(place).st_mode):
            access |= _READ_DIR
        rule = ctypes.create_string_buffer(struct.pack("=Qi", access, place), 12)
        step = f"Landlock rule for {path}"
        number = sc.SYS_LANDLOCK_ADD_RULE
        sc.invoke(step, "syscall", number, ruleset, _RULE_PATH_BENEATH, rule, 0)
    finally:
        os.close(place)
