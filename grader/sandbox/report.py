"""What a run in the sandbox gives back. Everything here came from code nobody trusts,
and has been checked for type, size and encoding, but not for truth."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from grader.values import Value


class Stop(enum.Enum):
    """Why the submission's process came to an end."""

    FINISHED = "finished"
    LOAD_FAILED = "load failed"
    """Compiling or importing it raised, or the function is not there."""
    WALL_TIME = "wall time"
    CPU_TIME = "cpu time"
    MEMORY = "memory"
    """Loading it or a case ended in a ``MemoryError``; other cases may have results."""
    OUTPUT = "output"
    CRASHED = "crashed"
    """A signal such as SIGSEGV; the name is in ``detail``."""
    EXITED = "exited early"
    VIOLATION = "violation"
    """A forbidden system call; the student's line, where known, is in ``detail``."""
    FORGED = "forged"
    """The result memory breaks its own format: it was written by something else than us."""
    JUDGE_ERROR = "judge error"
    """Our own set-up failed, twice."""


@dataclass(frozen=True)
class Raised:
    """An exception of the submission, as cleaned text of bounded length."""

    type: str
    message: str
    line: int | None = None
    """In the submission's source."""
    traceback: str = ""


LoadProblem = Literal[
    "syntax", "raised", "missing", "not callable", "not a class", "method missing", "signature"
]


@dataclass(frozen=True)
class LoadFault:
    """Why a submission could not be loaded; all names are cleaned text."""

    problem: LoadProblem
    """``syntax``: it does not compile; ``raised``: running it did; both with a
    ``RunReport.load_error``. The others say what is wrong with the function or class."""
    name: str = ""
    """What was looked for: ``feed_forward``, ``Adam.step``."""
    names: tuple[str, ...] = ()
    """What the submission, or its class, defines instead."""
    accepts: tuple[int, int | None] | None = None
    """For ``signature``: fewest and most positional arguments it takes; None means any number.
    More than ``most`` as ``fewest`` means that it asks for a keyword argument."""
    needs: int | None = None
    """For ``signature``: how many it is called with."""


CaseStatus = Literal["returned", "raised", "too large", "interrupted", "not reached"]


@dataclass(frozen=True)
class CaseRun:
    """What one test case gave."""

    status: CaseStatus
    results: tuple[Value, ...] = ()
    """One for each call, when ``status`` is ``returned``."""
    raised: Raised | None = None
    changed: tuple[tuple[int, int], ...] = ()
    """(call, argument) pairs whose bytes differ after the call."""
    views: tuple[str, ...] = ()
    """Results that show the memory of an argument, in words."""
    shared: tuple[str, ...] = ()
    """Results that share memory with an earlier result, in words."""
    seconds: float = 0.0
    memory: int = 0
    """Peak bytes above the baseline, up to and with this case; 0 where unknown."""

    def sharing(self, *, views_allowed: bool) -> tuple[str, ...]:
        """What is wrong about the memory of the results, in words."""
        return self.shared if views_allowed else (*self.views, *self.shared)


@dataclass(frozen=True)
class RunReport:
    """One run of one submission."""

    stop: Stop
    detail: str
    cases: tuple[CaseRun, ...]
    """As many as were asked for, in order."""
    load_error: Raised | None
    output: str
    """What it printed, cleaned of control characters, cut at the limit."""
    wall: float
    cpu: float
    memory: int
    isolation: str
    """Level of the ladder: ``A``, ``B``, ``B-`` or ``D``."""
    phases: Mapping[str, float] = field(default_factory=dict)
    """Seconds by phase, for the benchmarks."""
    load_fault: LoadFault | None = None
    """With ``LOAD_FAILED``, and with ``EXITED`` or ``MEMORY`` while loading."""
