"""Confine the zygote, once, when it has loaded all that it and its children will ever need.

What can be given up here is not left to the children: it is paid for once, and not by each.
"""

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

_KEPT_BY_ROOT = (privileges.CAP_SETUID, privileges.CAP_KILL)
_DEFAULT_SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGHUP", "SIGINT", "SIGQUIT", "SIGPIPE", "SIGTERM", "SIGXFSZ")
    if hasattr(signal, name)
)
"""What Python ignores or handles; by default, a write beyond the limit ends the child."""


@dataclass(frozen=True)
class ChildPlan:
    """What ``confine_child`` needs of the zygote."""

    layers: Layers
    zygote: int
    """Process id of the zygote, as its children see it."""
    program: seccomp.ReadyProgram | None
    """The child's seccomp filter; None without seccomp."""
    ruleset: int | None
    """Descriptor of the Landlock ruleset of the child's own domain; None without Landlock."""
    address_space: int | None
    """Bytes of the zygote's address space; None where the system does not tell."""
    resident: int
    """Bytes of memory it holds, which its children share at first; 0 where unknown."""

    @property
    def descriptors(self) -> tuple[int, ...]:
        """What must reach ``confine_child``, which closes it.

        All else that a child should not have may be closed after that as well as before.
        """
        return () if self.ruleset is None else (self.ruleset,)


def confine_zygote(
    layers: Layers,
    filters: seccomp.Filters | None,
    read_only: Sequence[str] = (),
    traces: int = 2,
) -> ChildPlan:
    """Give up everything but forking children and talking over the sockets that are open.

    ``read_only`` is what children may read from here on; empty (the rule): no files at all, and
    then a root is left that is empty, too. ``filters`` is None only without seccomp. ``traces`` is
    the number of the descriptor on which a child that makes a forbidden call says at which line.

    Raises ``OSError`` that names the step; the process must then end without running anything.
    """
    if layers.seccomp and filters is None:
        raise OSError(errno.EINVAL, "seccomp: the layer was asked for without its filters")
    statm = _open_statm()
    if layers.rlimits:
        limits.be_first_out_of_memory()
    if layers.namespaces:
        (namespaces.leave_proc if read_only else namespaces.leave_files)()
    _leave_signals_and_privileges(layers)
    if layers.rlimits:
        limits.limit_zygote()
    ruleset = program = None
    if layers.landlock:
        domain = landlock.make_ruleset(layers.landlock, read_only)
        landlock.enter_domain(domain, layers.landlock)
        ruleset = landlock.make_nested_ruleset(layers.landlock, read_only)
    if layers.seccomp and filters is not None:
        faulthandler.register(signal.SIGSYS, file=traces, all_threads=False, chain=True)
        program = seccomp.make_ready(filters.delta, filters.placeholder)
        seccomp.install_base(filters.base)
    address_space, resident = (None, 0) if statm is None else _read_size(statm)
    return ChildPlan(layers, os.getpid(), program, ruleset, address_space, resident)


def _leave_signals_and_privileges(layers: Layers) -> None:
    for number in _DEFAULT_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
    if layers.uid is not None:
        privileges.leave_groups(layers.uid)
        if layers.namespaces:
            # The change of group has cleared what tied the zygote to its holder.
            privileges.die_with_parent()
    if layers.privileges:
        privileges.become_undumpable()
        privileges.drop_capabilities(_KEPT_BY_ROOT if layers.uid is not None else ())
        privileges.forbid_new_privileges()


def _open_statm() -> int | None:
    """Opened first, since ``/proc`` goes, and read last, when the zygote has its size."""
    if not sc.IS_LINUX:
        return None
    try:
        return os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        number = error.errno or errno.ENOENT
        raise sc.failure("size of the zygote: /proc/self/statm", number) from error


def _read_size(statm: int) -> tuple[int, int]:
    """Bytes of address space and of resident memory. Closes the descriptor."""
    pages = os.pread(statm, 256, 0).split()
    os.close(statm)
    if len(pages) < 2 or int(pages[0]) <= 0:
        raise OSError(errno.EPROTO, "size of the zygote: /proc/self/statm says nothing")
    page = os.sysconf("SC_PAGE_SIZE")
    return int(pages[0]) * page, int(pages[1]) * page
