"""Seccomp: the filters on system calls, built by the trusted side and installed in the sandbox.

The filters are made by libseccomp (``libseccomp``) from ``policy``, exported as bytes and handed
over, so that the confined side needs no library and builds nothing.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import os
import platform
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.sandbox.confine import syscalls as sc
from grader.sandbox.confine.libseccomp import ALLOW, MACHINES, compile_filter
from grader.sandbox.confine.syscall_policy import DEFAULT, OWN_PID, Files, base_rules, delta_rules

_MODE_FILTER = 2
_INSTRUCTION = 8
_OPERAND = 4  # offset of the operand in an instruction


@dataclass(frozen=True)
class Filters:
    """Two BPF programs, as arrays of ``struct sock_filter``."""

    base: bytes
    """For the zygote; everything below inherits it."""
    delta: bytes
    """For each child, with ``placeholder`` where its process id belongs."""
    placeholder: bytes

    def to_json(self) -> dict[str, str]:
        """Plain data for ``json.dumps``."""
        return {
            "base": self.base.hex(),
            "delta": self.delta.hex(),
            "placeholder": self.placeholder.hex(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Filters:
        """The inverse of ``to_json``."""
        return cls(**{name: bytes.fromhex(data[name]) for name in cls.__dataclass_fields__})


@functools.cache
def build_filters(machine: str | None = None, files: Files = "none") -> Filters:
    """The filters for a machine (``x86_64`` or ``aarch64``; None: this one).

    Raises ``OSError`` if libseccomp cannot be used or the machine is neither.
    """
    machine = machine or platform.machine()
    if machine not in MACHINES:
        raise OSError(
            errno.ENOSYS, f"seccomp: no filters for {machine}, only {', '.join(MACHINES)}"
        )
    placeholder = struct.pack("=I", OWN_PID)
    delta = compile_filter(machine, delta_rules(), ALLOW)
    if placeholder not in delta:
        raise OSError(errno.EPROTO, "seccomp: the filter does not hold the process id as it should")
    return Filters(
        base=compile_filter(machine, base_rules(machine, files), DEFAULT),
        delta=delta,
        placeholder=placeholder,
    )


@dataclass(frozen=True)
class ReadyProgram:
    """A program laid out in memory as the kernel wants it."""

    instructions: ctypes.Array[ctypes.c_char]
    header: ctypes.Array[ctypes.c_char]
    """``struct sock_fprog``, which points to the instructions."""
    own_pid: tuple[ctypes.c_uint32, ...] = ()
    """The words among the instructions where the process id of the child belongs."""


def make_ready(program: bytes, placeholder: bytes = b"") -> ReadyProgram:
    """Lay out a program, so that a child has little to do to install it."""
    instructions = ctypes.create_string_buffer(program, len(program))
    address = ctypes.addressof(instructions)
    header = ctypes.create_string_buffer(struct.pack("@HP", len(program) // _INSTRUCTION, address))
    words = range(_OPERAND, len(program), _INSTRUCTION)
    own = tuple(
        ctypes.c_uint32.from_buffer(instructions, at)
        for at in words
        if program[at : at + 4] == placeholder
    )
    return ReadyProgram(instructions, header, own)


def install_base(program: bytes) -> None:
    """Put the zygote under its filter; needs no new privileges set before."""
    _install(make_ready(program))
    sc.require(_priority_is_hidden(), "seccomp base filter")


def install_delta(program: ReadyProgram) -> None:
    """Put this child under its filter, which is the last thing that its set-up does."""
    pid = os.getpid()
    for word in program.own_pid:
        word.value = pid
    _install(program)
    holds = sc.attempt_prctl(sc.PR_SET_DUMPABLE) == errno.EPERM
    sc.require(holds, "seccomp delta filter")


def _install(program: ReadyProgram) -> None:
    sc.prctl("seccomp", sc.PR_SET_SECCOMP, _MODE_FILTER, ctypes.addressof(program.header))


def _priority_is_hidden() -> bool:
    """A harmless call is refused that nothing but the filter would refuse."""
    try:
        os.getpriority(os.PRIO_PROCESS, 0)
    except OSError as error:
        return error.errno == errno.EPERM
    return False
