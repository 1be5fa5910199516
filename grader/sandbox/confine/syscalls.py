"""The kernel calls that Python has no binding for, typed and with errors that name the step.

Only Linux has them; the module imports anywhere, and every call elsewhere is an ``OSError``.
The few calls without a function in libc (Landlock, the newer mount calls) have the same number
on x86-64 and on aarch64, so no table of numbers is needed.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
from typing import Any

IS_LINUX = sys.platform == "linux"

_LIBC: Any = ctypes.CDLL(None, use_errno=True) if IS_LINUX else None

# linux/prctl.h
PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_GET_DUMPABLE = 3
PR_GET_SECCOMP = 21
PR_SET_SECCOMP = 22
PR_CAPBSET_READ = 23
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_GET_NO_NEW_PRIVS = 39

# asm-generic/unistd.h, the same on both machines
SYS_OPEN_TREE = 428
SYS_MOVE_MOUNT = 429
SYS_MOUNT_SETATTR = 442
SYS_LANDLOCK_CREATE_RULESET = 444
SYS_LANDLOCK_ADD_RULE = 445
SYS_LANDLOCK_RESTRICT_SELF = 446

# linux/sched.h
CLONE_NEWNS = 0x00020000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

# linux/mount.h, linux/fcntl.h
MS_NOSUID = 2
MS_NODEV = 4
MS_REC = 0x4000
MS_PRIVATE = 0x40000
MNT_DETACH = 2
MOUNT_ATTR_RDONLY = 1
MOUNT_ATTR_NOSUID = 2
MOUNT_ATTR_NODEV = 4
MOUNT_ATTR_NOEXEC = 8
AT_FDCWD = -100
AT_EMPTY_PATH = 0x1000
AT_RECURSIVE = 0x8000
OPEN_TREE_CLONE = 1
MOVE_MOUNT_F_EMPTY_PATH = 4


def invoke(step: str, function: str, *arguments: Any) -> int:
    """Call a function of libc that answers -1 for an error; its other answers are returned.

    Raises ``OSError`` whose text begins with ``step``. Integers go as C ``long``.
    """
    if _LIBC is None:
        raise OSError(errno.ENOSYS, f"{step}: only Linux has {function}")
    converted = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    answer = int(getattr(_LIBC, function)(*converted))
    if answer == -1:
        raise failure(step, ctypes.get_errno())
    return answer


def failure(step: str, number: int) -> OSError:
    """An ``OSError`` that names the step at which confinement failed."""
    return OSError(number, f"{step}: {os.strerror(number)}")


def require(holds: bool, step: str) -> None:
    """Refuse to go on when a step that reported success has had no effect."""
    if not holds:
        raise OSError(errno.EPROTO, f"{step}: the kernel reported success, but it had no effect")


def _prepare(function: str, *types: Any) -> Any:
    """A function of libc with its types declared.

    What every child calls is prepared, and tells an error by its answer: after a fork, the
    first use of each bit of the interpreter costs a page fault, and an exception 25 of them.
    """
    if _LIBC is None:
        return None
    prepared = _LIBC[function]
    prepared.argtypes = types
    return prepared


_INT, _LONG, _UNSIGNED = ctypes.c_int, ctypes.c_long, ctypes.c_ulong
_PRCTL: Any = _prepare("prctl", _INT, _UNSIGNED, _UNSIGNED, _UNSIGNED, _UNSIGNED)
_KILL: Any = _prepare("kill", _INT, _INT)
_SETRESUID: Any = _prepare("setresuid", _INT, _INT, _INT)
_RESTRICT_SELF: Any = _prepare("syscall", _LONG, _LONG, _LONG)


def attempt_prctl(option: int, value: int = 0, second: int = 0) -> int:
    """``prctl(2)``; the error number, 0 for success."""
    return 0 if _PRCTL(option, value, second, 0, 0) != -1 else ctypes.get_errno()


def attempt_signal(pid: int) -> int:
    """``kill(2)`` that sends nothing; the error number, 0 if a signal could be sent."""
    return 0 if _KILL(pid, 0) != -1 else ctypes.get_errno()


def attempt_setresuid(uid: int) -> int:
    """``setresuid(2)`` of all three; the error number, 0 for success."""
    return 0 if _SETRESUID(uid, uid, uid) != -1 else ctypes.get_errno()


def prctl(step: str, option: int, value: int = 0, second: int = 0) -> int:
    """``prctl(2)``: its answer, or ``OSError`` whose text begins with ``step``."""
    if _PRCTL is None:
        raise OSError(errno.ENOSYS, f"{step}: only Linux has prctl")
    answer = _PRCTL(option, value, second, 0, 0)
    if answer == -1:
        raise failure(step, ctypes.get_errno())
    return int(answer)


def landlock_restrict_self(ruleset: int, flags: int) -> None:
    """``landlock_restrict_self(2)``."""
    if _RESTRICT_SELF(SYS_LANDLOCK_RESTRICT_SELF, ruleset, flags) == -1:
        raise failure("Landlock", ctypes.get_errno())


def unshare(flags: int) -> None:
    """``unshare(2)``: new namespaces, by ``CLONE_NEW...``."""
    invoke("unshare", "unshare", flags)


def mount(kind: str | None, target: str, flags: int, options: str | None = None) -> None:
    """``mount(2)`` of a file system without a device, or a change of propagation (kind None)."""
    name = kind.encode() if kind else None
    data = options.encode() if options else None
    invoke(f"mount on {target}", "mount", name, target.encode(), name, flags, data)


def detach(target: str) -> None:
    """``umount2(2)`` at once, whatever is still in use below."""
    invoke(f"unmount of {target}", "umount2", target.encode(), MNT_DETACH)


def pivot_root_here() -> None:
    """Make the working directory the root and drop the old root; pivot_root(2), "." and "."."""
    invoke("pivot_root", "pivot_root", b".", b".")
    detach(".")
    os.chdir("/")


def clone_tree(path: str) -> int:
    """A detached copy of the mounts at and below ``path``: ``open_tree(2)``, Linux 5.2."""
    flags = OPEN_TREE_CLONE | os.O_CLOEXEC | AT_RECURSIVE
    return invoke(f"open_tree of {path}", "syscall", SYS_OPEN_TREE, AT_FDCWD, path.encode(), flags)


def attach_tree(tree: int, target: str) -> None:
    """Mount what ``clone_tree`` gave: ``move_mount(2)``."""
    at = f"move_mount to {target}"
    path = target.encode()
    invoke(at, "syscall", SYS_MOVE_MOUNT, tree, b"", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH)


def set_mount_attributes(where: int | str, attributes: int, *, recursive: bool) -> None:
    """Add ``MOUNT_ATTR_...`` to a mount, by path or by ``clone_tree``: Linux 5.12."""
    request = ctypes.create_string_buffer(struct.pack("=4Q", attributes, 0, 0, 0), 32)
    directory, path = (where, b"") if isinstance(where, int) else (AT_FDCWD, where.encode())
    flags = (AT_RECURSIVE if recursive else 0) | (AT_EMPTY_PATH if not path else 0)
    step = f"mount_setattr of {where}"
    invoke(step, "syscall", SYS_MOUNT_SETATTR, directory, path, flags, request, 32)
