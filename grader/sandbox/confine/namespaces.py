"""Namespaces: a process that sees no files but a few, no other process, and no network.

Entered once, at the zygote's start, before it has loaded anything. Two processes come out:

* an *outer holder*, which the caller started and can wait for and kill. It holds nothing open,
  waits for the other and ends with its exit code;
* the *zygote*, process 1 of its own process namespace. When it ends, for whatever reason, the
  kernel kills everything that is left in the namespace.

Even SIGKILL to the caller leaves nothing behind: the holder watches the caller by a pidfd, since
the kernel's own signal would come when the *thread* ends that started the holder; the zygote
gets that signal, because the holder has one thread only.

Mounts are copied as detached trees (``open_tree``) and made read-only as a whole, with the
mounts below them (``mount_setattr``, Linux 5.12), before anything is put in their way.
"""

from __future__ import annotations

import errno
import os
import select
import signal
from collections.abc import Iterable, Sequence

from grader.sandbox.confine import syscalls as sc
from grader.sandbox.confine.privileges import (
    CAP_SYS_ADMIN,
    become_undumpable,
    die_with_parent,
    has_capability,
)

_STAGE = "/proc"
"""Where the new root is built: the one directory that must exist, since memory limits need it."""
_ROOT_OPTIONS = "size=64k,nr_inodes=1024,mode=755"
_HOST_NAME = b"sandbox"
_READ_ONLY = sc.MOUNT_ATTR_RDONLY | sc.MOUNT_ATTR_NOSUID


def needs_user_namespace() -> bool:
    """Whether namespaces must hang below a new user namespace, for want of privilege."""
    return not has_capability(CAP_SYS_ADMIN)


def enter_namespaces(read_only: Sequence[str]) -> None:
    """Continue as process 1 of new namespaces, in a root that holds only ``read_only``.

    ``read_only`` are absolute paths of files and directories; those that do not exist are passed
    over. ``/proc`` stays as well until ``confine_zygote`` has read the zygote's size from it.
    The caller must have a single thread, and hold no lock or buffered output: this forks.

    Raises ``OSError`` that names the step. After that nothing is confined: end the process.
    """
    uid, gid = os.geteuid(), os.getegid()
    separate = sc.CLONE_NEWNS | sc.CLONE_NEWUTS | sc.CLONE_NEWIPC | sc.CLONE_NEWPID
    separate |= sc.CLONE_NEWNET
    below_users = needs_user_namespace()
    shared = _namespace_ids()
    sc.unshare(separate | (sc.CLONE_NEWUSER if below_users else 0))
    sc.require(not shared & _namespace_ids(), "unshare")
    if below_users:
        _map_only(uid, gid)
    sc.invoke("host name", "sethostname", _HOST_NAME, len(_HOST_NAME))
    sc.mount(None, "/", sc.MS_REC | sc.MS_PRIVATE)
    _enter_root_of([*_outermost(read_only), "/proc"])
    _fork_below_holder()


def leave_files() -> None:
    """Continue in an empty root; whatever is open or mapped stays so."""
    _mount_stage()
    os.chdir(_STAGE)
    sc.pivot_root_here()
    _seal_root()
    sc.require(not os.listdir("/"), "empty root")


def leave_proc() -> None:
    """Take ``/proc`` away, and keep the other files."""
    sc.detach("/proc")
    sc.require(not os.listdir("/proc"), "unmount of /proc")


def _namespace_ids() -> set[tuple[str, int]]:
    """What tells this process's namespaces from others; that of processes shows in its id."""
    names = ("mnt", "uts", "ipc", "net")
    return {(name, os.stat(f"/proc/self/ns/{name}").st_ino) for name in names}


def _map_only(uid: int, gid: int) -> None:
    """The new user namespace knows this user and group, and nobody else."""
    # The files below belong to root as long as the process is not dumpable, which it is not
    # after a change of user; nothing untrusted runs yet.
    sc.prctl("dumpable", sc.PR_SET_DUMPABLE, 1)
    for name, line in (
        ("setgroups", "deny"),
        ("uid_map", f"{uid} {uid} 1"),
        ("gid_map", f"{gid} {gid} 1"),
    ):
        with open(f"/proc/self/{name}", "w", encoding="utf-8") as file:
            file.write(line)


def _outermost(paths: Iterable[str]) -> list[str]:
    """Existing paths without those that lie below another of them."""
    kept: list[str] = []
    for path in sorted({os.path.abspath(path) for path in paths}):
        if path == "/":
            raise ValueError("the whole file system cannot be shared with a submission")
        if os.path.exists(path) and not any(path.startswith(f"{above}/") for above in kept):
            kept.append(path)
    return kept


def _enter_root_of(paths: list[str]) -> None:
    trees = [(path, os.path.isdir(path), sc.clone_tree(path)) for path in paths]
    for path, _, tree in trees:
        if path == "/proc":
            continue  # the zygote still writes there, and it goes before a submission comes
        devices = 0 if path.startswith("/dev/") else sc.MOUNT_ATTR_NODEV
        sc.set_mount_attributes(tree, _READ_ONLY | devices, recursive=True)
    _mount_stage()
    for path, is_directory, tree in trees:
        target = _STAGE + path
        if is_directory:
            os.makedirs(target, exist_ok=True)
        else:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            os.close(os.open(target, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o444))
        sc.attach_tree(tree, target)
        os.close(tree)
    os.chdir(_STAGE)
    sc.pivot_root_here()
    _seal_root()


def _mount_stage() -> None:
    sc.mount("tmpfs", _STAGE, sc.MS_NOSUID | sc.MS_NODEV, _ROOT_OPTIONS)


def _seal_root() -> None:
    attributes = _READ_ONLY | sc.MOUNT_ATTR_NODEV | sc.MOUNT_ATTR_NOEXEC
    sc.set_mount_attributes("/", attributes, recursive=False)


def _fork_below_holder() -> None:
    gone, alive = os.pipe()
    zygote = os.fork()
    if zygote:
        _hold(zygote, alive)
    os.close(alive)
    die_with_parent()
    # A holder that ended before the line above would never be noticed: its end of the pipe tells.
    orphaned = select.select([gone], [], [], 0)[0]
    os.close(gone)
    if orphaned or os.getpid() != 1:
        raise sc.failure("process namespace", errno.ESRCH)


def _hold(zygote: int, alive: int) -> None:
    """The outer process from here on: wait, and end as the zygote ends."""
    os.closerange(0, alive)
    os.closerange(alive + 1, os.sysconf("SC_OPEN_MAX"))
    become_undumpable()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    caller, child = os.pidfd_open(os.getppid()), os.pidfd_open(zygote)
    if caller in select.select([caller, child], [], [])[0]:
        os.kill(zygote, signal.SIGKILL)
    _, status = os.waitpid(zygote, 0)
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)
