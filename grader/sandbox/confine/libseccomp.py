"""The part of libseccomp's C interface that building a filter needs.

The library (``libseccomp.so.2``, 2.5 or newer) is installed with Debian, Ubuntu, Fedora and the
python images; it knows the call numbers of every machine and writes the filter's bytes.
"""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

ALLOW = 0x7FFF0000
TRAP = 0x00030000
KILL_PROCESS = 0x80000000
_ERRNO = 0x00050000

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""``platform.machine()`` to the AUDIT_ARCH token of linux/audit.h."""

_ATTRIBUTE_BAD_ARCHITECTURE = 2
_ATTRIBUTE_OPTIMIZE = 8
_BINARY_TREE = 2
_UNKNOWN_CALL = -1


def refuse(number: int) -> int:
    """The action that makes a call answer with an error number."""
    return _ERRNO | number


class Condition(ctypes.Structure):
    """``struct scmp_arg_cmp``: one comparison of one 64-bit argument of a call."""

    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    )


def differs(argument: int, value: int) -> Condition:
    """The argument is not ``value``."""
    return Condition(argument, 1, value, 0)


def equals(argument: int, value: int) -> Condition:
    """All 64 bits of the argument are those of ``value``."""
    return Condition(argument, 4, value, 0)


def masked(argument: int, mask: int, value: int) -> Condition:
    """The bits of the argument under ``mask`` are ``value``."""
    return Condition(argument, 7, mask, value)


@dataclass(frozen=True)
class Rule:
    """What happens to a call when all conditions on its arguments hold."""

    call: str
    action: int
    conditions: tuple[Condition, ...] = ()


def compile_filter(machine: str, rules: Sequence[Rule], default: int) -> bytes:
    """The BPF program that applies ``rules``, and ``default`` to every other call.

    A process of another architecture (also x32, and int 0x80 on x86-64) is killed. Calls that
    the machine does not have are passed over; those unknown to this libseccomp too, and so get
    the default. Raises ``OSError`` if libseccomp is missing, too old, or refuses a rule.
    """
    library = load()
    context = library.seccomp_init(default)
    if not context:
        raise OSError("libseccomp cannot start a filter")
    try:
        _set_machine(library, context, MACHINES[machine])
        _check(library.seccomp_attr_set(context, _ATTRIBUTE_BAD_ARCHITECTURE, KILL_PROCESS))
        _check(library.seccomp_attr_set(context, _ATTRIBUTE_OPTIMIZE, _BINARY_TREE))
        for rule in rules:
            _add(library, context, rule)
        return _export(library, context)
    finally:
        library.seccomp_release(context)


def call_name(machine: str, number: int) -> str | None:
    """The name of a call of a machine by its number; None if there is none."""
    library = load()
    pointer = library.seccomp_syscall_resolve_num_arch(MACHINES[machine], number)
    if not pointer:
        return None
    try:
        return ctypes.string_at(pointer).decode()
    finally:
        library.free(pointer)


def call_number(machine: str, name: str) -> int | None:
    """The number of a call of a machine by its name; None if it has none."""
    resolve = load().seccomp_syscall_resolve_name_arch
    number = int(resolve(MACHINES[machine], name.encode()))
    return number if number >= 0 else None


@functools.cache
def load() -> Any:
    """The library, with the types of the functions used; ``OSError`` if it cannot be used."""
    library = ctypes.CDLL("libseccomp.so.2", use_errno=True)
    unsigned, pointer, text = ctypes.c_uint32, ctypes.c_void_p, ctypes.c_char_p
    signatures: dict[str, tuple[Any, tuple[Any, ...]]] = {
        "seccomp_init": (pointer, (unsigned,)),
        "seccomp_release": (None, (pointer,)),
        "seccomp_arch_native": (unsigned, ()),
        "seccomp_arch_add": (ctypes.c_int, (pointer, unsigned)),
        "seccomp_arch_remove": (ctypes.c_int, (pointer, unsigned)),
        "seccomp_attr_set": (ctypes.c_int, (pointer, ctypes.c_int, unsigned)),
        "seccomp_syscall_resolve_name": (ctypes.c_int, (text,)),
        "seccomp_syscall_resolve_name_arch": (ctypes.c_int, (unsigned, text)),
        "seccomp_syscall_resolve_num_arch": (pointer, (unsigned, ctypes.c_int)),
        "seccomp_rule_add_array": (
            ctypes.c_int,
            (pointer, unsigned, ctypes.c_int, ctypes.c_uint, ctypes.POINTER(Condition)),
        ),
        "seccomp_export_bpf": (ctypes.c_int, (pointer, ctypes.c_int)),
        "free": (None, (pointer,)),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def _set_machine(library: Any, context: int, token: int) -> None:
    native = library.seccomp_arch_native()
    if token != native:
        _check(library.seccomp_arch_add(context, token))
        _check(library.seccomp_arch_remove(context, native))


def _add(library: Any, context: int, rule: Rule) -> None:
    number = library.seccomp_syscall_resolve_name(rule.call.encode())
    if number == _UNKNOWN_CALL:
        return
    conditions = (Condition * len(rule.conditions))(*rule.conditions)
    add = library.seccomp_rule_add_array
    _check(add(context, rule.action, number, len(rule.conditions), conditions), rule.call)


def _export(library: Any, context: int) -> bytes:
    file = os.memfd_create("filter", os.MFD_CLOEXEC)
    try:
        _check(library.seccomp_export_bpf(context, file))
        return os.pread(file, os.fstat(file).st_size, 0)
    finally:
        os.close(file)


def _check(answer: int, what: str = "filter") -> None:
    if answer < 0:
        raise OSError(-answer, f"libseccomp ({what}): {os.strerror(-answer)}")
