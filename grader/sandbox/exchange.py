"""The memories that a run shares with us, and what lies where in them.

The *inputs* are sealed, and the same for all runs of a problem: first all arrays, then the
encoded calls. The *exchange* belongs to one run: its source goes in, its results come out.

    offset 0             header: magic, state, where to read about loading, token, time stamps
    HEADER_SIZE          one record a case
    body                 encoded values (``wire``), each at a multiple of 16
    after ``capacity``   the source

A record is complete before its status says so: what a killed run leaves behind is either
whole or not there. Both sides of the boundary use this module, so it holds only the layout.
"""

from __future__ import annotations

import builtins
from dataclasses import dataclass
from functools import cached_property
from struct import Struct
from typing import Any

globals()["__builtins__"] = dict(vars(builtins))

MAGIC = b"grader 1"
HEADER_SIZE = 128
#: magic, state, unused, offset and length of what was said about loading.
HEADER = Struct("<8sIIQQ")
STATE = Struct("<I")
STATE_OFFSET = 8
#: Sixteen bytes of chance that the parent has put here. They are wiped before the source is
#: read, and never copied: who still has them when it ends has not run a line of a submission.
TOKEN_OFFSET = 80
TOKEN_SIZE = 16
#: Monotonic seconds: start of the child, confined, loaded, finished.
STAMPS = Struct("<4d")
STAMPS_OFFSET = 40
#: status, offset, length, seconds, peak memory in bytes.
RECORD = Struct("<B7xQQdQ")
RECORD_SIZE = 64
SOURCE_LIMIT = 1 << 20
PAGE = 4096

# States of a run, in the order in which it goes through them.
EMPTY, READY, LOADING, RUNNING, FINISHED, LOAD_FAILED, SETUP_FAILED = range(7)
# Statuses of a record.
NOT_REACHED, STARTED, RETURNED, RAISED, TOO_LARGE = range(5)

#: Exit code of a child whose confinement failed: ours, and never a student's.
EXIT_SETUP = 97
#: Kept free in the body, so that an exception can still be told when results fill it.
RESERVE = 16 * 1024


@dataclass(frozen=True)
class InputsSpan:
    """What lies where in the inputs, in bytes."""

    size: int
    guarded: int
    """Up to here, memory that no case refills; a multiple of a page."""
    plan: int
    """Start of the encoded calls, and end of the arrays; a multiple of a page."""
    plan_end: int
    cases: int


@dataclass(frozen=True)
class Layout:
    """Where things lie in the exchange, for so many cases and bytes of results."""

    cases: int
    capacity: int

    @cached_property
    def body(self) -> int:
        """Where encoded values start."""
        return round_up(HEADER_SIZE + RECORD_SIZE * self.cases, PAGE)

    @cached_property
    def source(self) -> int:
        """Where the source starts, and the body ends."""
        return self.body + round_up(self.capacity + RESERVE, PAGE)

    @property
    def size(self) -> int:
        """Of the whole memory."""
        return self.source + SOURCE_LIMIT

    def record(self, case: int) -> int:
        """Where the record of a case lies."""
        return HEADER_SIZE + RECORD_SIZE * case


def set_state(memory: Any, state: int) -> None:
    """Say how far the run has come."""
    STATE.pack_into(memory, STATE_OFFSET, state)


def wipe_token(memory: Any) -> None:
    """From here on a failure is the submission's."""
    memory[TOKEN_OFFSET : TOKEN_OFFSET + TOKEN_SIZE] = bytes(TOKEN_SIZE)


def align(position: int) -> int:
    """The next place for an encoded value."""
    return round_up(position, 16)


def round_up(value: int, step: int) -> int:
    """The next multiple of ``step``."""
    return -(-value // step) * step
