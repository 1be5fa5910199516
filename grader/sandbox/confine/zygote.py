"""Confine the zygote, once, when it has loaded all that it and its children will ever need."""

from __future__ import annotations

import errno
import faulthandler
import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass

from grader.sandbox.confine import landlock, limits, namespaces, privileges, seccomp
from grader.sandbox.confine import syscalls as sc
from grader.sandbox.confine.layers import Layers

_KEPT_BY_ROOT = (privileges.CAP_SETUID, privileges.CAP_SETGID, privileges.CAP_KILL)


@dataclass(frozen=True)
class ChildPlan:
    """What ``confine_child`` needs. Its descriptors must stay open in the zygote, and reach it."""

    layers: Layers
    zygote: int
    """Process id of the zygote, as its children see it."""
    delta: bytes
    """The child's seccomp filter; empty without seccomp."""
    placeholder: bytes
    ruleset: int | None
    """Landlock ruleset of the child's own domain."""
    statm: int | None
    """``/proc/self/statm`` of the zygote; None where the system has no such thing."""
    address_space: int
    """Bytes of the zygote's address space at this moment; 0 where unknown."""
    resident: int
    """Bytes of memory it holds at this moment, which its children share; 0 where unknown."""

    @property
    def descriptors(self) -> tuple[int, ...]:
        """What a child must not close before ``confine_child`` has, which then closes them."""
        return tuple(fd for fd in (self.ruleset, self.statm) if fd is not None)


def confine_zygote(
    layers: Layers, filters: seccomp.Filters | None, read_only: Sequence[str] = ()
) -> ChildPlan:
    """Give up everything but forking children and talking over the sockets that are open.

    ``read_only`` is what children may read from here on; empty (the rule): no files at all, and
    then a root is left that is empty, too. ``filters`` is None only without seccomp.

    Raises ``OSError`` that names the step; the process must then end without running anything.
    """
    if layers.seccomp and filters is None:
        raise OSError(errno.EINVAL, "seccomp: the layer was asked for without its filters")
    statm = _open_statm()
    if layers.namespaces:
        (namespaces.leave_proc if read_only else namespaces.leave_files)()
    if layers.privileges:
        privileges.become_undumpable()
        privileges.drop_capabilities(_KEPT_BY_ROOT if layers.uid is not None else ())
        privileges.forbid_new_privileges()
    if layers.rlimits:
        limits.limit_zygote()
    ruleset = None
    if layers.landlock:
        landlock.restrict(landlock.make_ruleset(layers.landlock, read_only), layers.landlock)
        ruleset = landlock.make_nested_ruleset(layers.landlock, read_only)
    if layers.seccomp and filters is not None:
        # A forbidden call ends the process with the submission's line on its standard error.
        faulthandler.register(signal.SIGSYS, file=2, all_threads=False, chain=True)
        seccomp.install_base(filters.base)
    address_space, resident = read_size(statm) if statm is not None else (0, 0)
    return ChildPlan(
        layers=layers,
        zygote=os.getpid(),
        delta=filters.delta if layers.seccomp and filters is not None else b"",
        placeholder=filters.placeholder if filters is not None else b"",
        ruleset=ruleset,
        statm=statm,
        address_space=address_space,
        resident=resident,
    )


def read_size(statm: int) -> tuple[int, int]:
    """Bytes of address space and of resident memory, from an open ``/proc/.../statm``."""
    pages = os.pread(statm, 256, 0).split()
    size, resident = int(pages[0]), int(pages[1])
    if size <= 0:
        raise OSError(errno.EPROTO, "size of the zygote: /proc/self/statm says nothing")
    page = os.sysconf("SC_PAGE_SIZE")
    return size * page, resident * page


def _open_statm() -> int | None:
    if not sc.IS_LINUX:
        return None
    try:
        return os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        number = error.errno or errno.ENOENT
        raise sc.failure("size of the zygote: /proc/self/statm", number) from error
