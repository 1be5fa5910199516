"""Which system calls a submission may make, and what becomes of the others.

Two filters stand one behind the other, and the stricter answer wins. The *base* is installed in
the zygote and inherited; it allows by list, so a call nobody thought of is refused. The *delta*
is installed in each child; it takes away what only the zygote and a child's set-up need, and is
small because its installation is paid for by every run.

An argument that decides is compared in all 64 bits where it is allowed, and only then refused by
the bits that matter: the kernel ignores the upper half of an ``int``, and so must no rule.
"""

from __future__ import annotations

import errno
from typing import Literal

from grader.sandbox.confine import syscalls as sc
from grader.sandbox.confine.libseccomp import (
    ALLOW,
    KILL_PROCESS,
    TRAP,
    Rule,
    call_name,
    differs,
    equals,
    masked,
    refuse,
)

Files = Literal["none", "read-only"]
"""Whether calls that take a path are answered: never, or for reading."""

DEFAULT = refuse(errno.ENOSYS)
"""For new calls not named here, clone3 among them: libc then falls back on an older one."""
FIRST_NEW_CALL = 424
"""Numbers below are old calls, the same set on every kernel; the machines agree from here on."""

OWN_PID = 0x7ABCDEF1
"""Stands in the delta for the child's process id; above any that Linux gives (2^22)."""


def _calls(names: str) -> frozenset[str]:
    return frozenset(names.split())


ALLOWED = _calls(
    """
    brk munmap mremap
    read write readv writev pread64 pwrite64 preadv pwritev lseek close close_range
    dup dup2 dup3 fstat fsync poll ppoll select pselect6
    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend rt_sigtimedwait
    sigaltstack pause alarm setitimer getitimer restart_syscall
    getpid gettid getppid getuid geteuid getgid getegid getresuid getresgid getgroups
    getpgrp getpgid getsid getcwd uname sysinfo getrlimit getrusage times
    clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time
    getrandom sched_yield sched_getaffinity getcpu rseq set_robust_list set_tid_address
    exit exit_group capget
    """
)
"""Calls on memory, open files, time and oneself, which need no look at their arguments."""

ZYGOTE_ONLY = _calls(
    """
    fork sendmsg recvmsg sendto recvfrom pidfd_open pidfd_send_signal
    setresuid landlock_restrict_self
    """
)
"""What the zygote and a child's set-up need, and a submission is stopped for."""

ZYGOTE_WAITS = frozenset({"wait4", "waitid"})
"""A submission has no children, and is told so."""

FORBIDDEN = _calls(
    """
    vfork execve execveat pipe pipe2 ptrace process_vm_readv process_vm_writev process_madvise
    process_mrelease pidfd_getfd kcmp rt_sigqueueinfo rt_tgsigqueueinfo
    socket socketpair connect bind listen accept accept4 sendmmsg recvmmsg
    bpf keyctl add_key request_key mount umount2 pivot_root chroot unshare setns
    fsopen fsconfig fsmount fspick move_mount open_tree mount_setattr
    io_uring_setup io_uring_enter io_uring_register io_setup userfaultfd perf_event_open
    memfd_create memfd_secret shmget shmat shmctl shmdt msgget msgsnd msgrcv msgctl
    semget semop semctl semtimedop mq_open mq_unlink mq_timedsend mq_timedreceive
    init_module finit_module delete_module kexec_load kexec_file_load reboot swapon swapoff
    setuid setgid setreuid setregid setresgid setfsuid setfsgid setgroups capset
    personality seccomp
    unlink unlinkat rename renameat renameat2 mkdir mkdirat rmdir link linkat symlink symlinkat
    mknod mknodat chmod fchmod fchmodat fchmodat2 chown lchown fchown fchownat
    utime utimes utimensat futimesat truncate ftruncate creat
    setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr
    name_to_handle_at open_by_handle_at landlock_create_ruleset landlock_add_rule
    acct quotactl quotactl_fd syslog sethostname setdomainname settimeofday clock_settime
    clock_adjtime adjtimex iopl ioperm modify_ldt fanotify_init fanotify_mark
    splice vmsplice tee sendfile copy_file_range migrate_pages move_pages
    """
)
"""No exercise needs these; a submission that tries one is stopped, and its line is named."""

PATH_CALLS = _calls(
    """
    stat lstat newfstatat statx access faccessat faccessat2 readlink readlinkat
    getdents64 getdents
    """
)

# linux/futex.h: waiting and waking; priority inheritance and requeueing have had many holes.
_FUTEX_COMMANDS = (0, 1, 9, 10)  # WAIT, WAKE, WAIT_BITSET, WAKE_BITSET
_FUTEX_MODIFIERS = 128 | 256  # PRIVATE, CLOCK_REALTIME
# asm-generic/mman-common.h: what allocators say; not REMOVE, HWPOISON, MERGEABLE
_MEMORY_ADVICE = (0, 1, 2, 3, 4, 8, 14, 15)
_PROT_WRITE, _PROT_EXEC = 2, 4
_MAP_ANONYMOUS = 0x20
_FCNTL_COMMANDS = (0, 1, 2, 3, 1030)  # DUPFD, GETFD, SETFD, GETFL, DUPFD_CLOEXEC
_IOCTL_REQUESTS = (0x5401, 0x5413, 0x5450, 0x5451, 0x541B)  # terminal?, size, close-on-exec, ready
# Bits of open's flags: write, read-write, create, truncate, append, temporary file
_OPEN_TO_WRITE = (0o1, 0o2, 0o100, 0o1000, 0o2000, 0o20000000)
_SIGSYS = 31
_CLONE_THREAD = 0x00010000
_FORKS = (0x01200011, 17)  # the flags of glibc's fork, and of musl's
# Names, dumpability, whether privileges may grow, labels of memory
_PRCTL_OF_SUBMISSIONS = (15, 16, 3, 39, 0x53564D41)
_PRCTL_OF_ZYGOTE = (sc.PR_SET_PDEATHSIG, sc.PR_SET_DUMPABLE, sc.PR_SET_SECCOMP)


def base_rules(machine: str, files: Files) -> list[Rule]:
    """The rules of the zygote, and so of everything below it; the default is ``DEFAULT``."""
    rules = [Rule(call, ALLOW) for call in sorted(ALLOWED | ZYGOTE_ONLY | ZYGOTE_WAITS)]
    rules += [Rule(call, ALLOW) for call in ("kill", "tkill", "tgkill")]
    rules += [Rule(call, TRAP) for call in sorted(FORBIDDEN)]
    rules += _argument_rules() + _memory_rules(files) + _file_rules(files)
    rules += _refuse_other_old_calls(machine, {rule.call for rule in rules})
    return rules


def delta_rules() -> list[Rule]:
    """What a child gives up beyond the base; the default is to leave it to the base."""
    own_only = ("kill", "tkill", "tgkill")
    return [
        *(Rule(call, TRAP, (differs(0, OWN_PID),)) for call in own_only),
        *(Rule(call, TRAP) for call in sorted(ZYGOTE_ONLY)),
        *(Rule(call, refuse(errno.ECHILD)) for call in sorted(ZYGOTE_WAITS)),
        Rule("clone", TRAP, (masked(0, _CLONE_THREAD, 0),)),
        *(Rule("prctl", refuse(errno.EPERM), (equals(0, o),)) for o in _PRCTL_OF_ZYGOTE),
        Rule("prlimit64", refuse(errno.EPERM), (differs(2, 0),)),
        # The handler that reports a violation stays; faulthandler's own attempt to put the
        # former one back, once it has reported, is what ends the process.
        Rule("rt_sigaction", KILL_PROCESS, (equals(0, _SIGSYS),)),
    ]


def _argument_rules() -> list[Rule]:
    modifiers = ~_FUTEX_MODIFIERS & 0xFFFFFFFFFFFFFFFF
    prctl = (*_PRCTL_OF_SUBMISSIONS, *_PRCTL_OF_ZYGOTE, sc.PR_GET_SECCOMP)
    return [
        *(Rule("clone", ALLOW, (equals(0, flags),)) for flags in _FORKS),
        Rule("clone", refuse(errno.EAGAIN), (masked(0, _CLONE_THREAD, _CLONE_THREAD),)),
        *(Rule("fcntl", ALLOW, (equals(1, command),)) for command in _FCNTL_COMMANDS),
        *(Rule("ioctl", ALLOW, (equals(1, request),)) for request in _IOCTL_REQUESTS),
        *(Rule("futex", ALLOW, (masked(1, modifiers, c),)) for c in _FUTEX_COMMANDS),
        *(Rule("madvise", ALLOW, (equals(2, advice),)) for advice in _MEMORY_ADVICE),
        *(Rule("prctl", ALLOW, (equals(0, option),)) for option in prctl),
        Rule("prlimit64", ALLOW, (equals(0, 0),)),
        Rule("prlimit64", refuse(errno.EPERM), (differs(0, 0),)),
    ]


def _memory_rules(files: Files) -> list[Rule]:
    """No memory is both made and run by a submission: native code must come from a library."""
    not_executable = masked(2, _PROT_EXEC, 0)
    executable = masked(2, _PROT_EXEC, _PROT_EXEC)
    rules = [Rule(call, ALLOW, (not_executable,)) for call in ("mmap", "mprotect")]
    rules.append(Rule("mprotect", refuse(errno.EACCES), (executable,)))
    if files == "none":
        rules.append(Rule("mmap", refuse(errno.EACCES), (executable,)))
    else:
        loaded = masked(2, _PROT_EXEC | _PROT_WRITE, _PROT_EXEC)
        rules.append(Rule("mmap", ALLOW, (loaded, masked(3, _MAP_ANONYMOUS, 0))))
    return rules


def _file_rules(files: Files) -> list[Rule]:
    opening = (("open", 1), ("openat", 2))
    if files == "none":
        calls = sorted(PATH_CALLS | {call for call, _ in opening})
        return [Rule(call, refuse(errno.EACCES)) for call in calls]
    rules = [Rule(call, ALLOW) for call in sorted(PATH_CALLS)]
    all_bits = sum(_OPEN_TO_WRITE)
    for call, argument in opening:
        rules.append(Rule(call, ALLOW, (masked(argument, all_bits, 0),)))
        rules += [
            Rule(call, refuse(errno.EACCES), (masked(argument, bit, bit),))
            for bit in _OPEN_TO_WRITE
        ]
    return rules


def _refuse_other_old_calls(machine: str, ruled: set[str]) -> list[Rule]:
    names = {call_name(machine, number) for number in range(FIRST_NEW_CALL)}
    return [
        Rule(name, refuse(errno.EPERM)) for name in sorted(names - ruled - {None}, key=str) if name
    ]
