"""Verdicts: what a submission, or one of its cases, was judged to be, and the reasons for it."""

from __future__ import annotations

import enum


class Verdict(enum.Enum):
    """In order of severity: a submission's verdict is the worst of its cases."""

    AC = "accepted"
    WA = "wrong answer"
    RTE = "run-time error"
    TLE = "time limit exceeded"
    MLE = "memory limit exceeded"
    OLE = "output limit exceeded"
    CE = "compile error"
    SV = "security violation"
    JE = "judge error"
    """Our own failure: never a score."""

    @property
    def severity(self) -> int:
        """Position in the order, 0 for accepted."""
        return _SEVERITY[self]


_SEVERITY = {verdict: position for position, verdict in enumerate(Verdict)}


class Reason(enum.Enum):
    """What kind of wrong, run-time error or compile error it is."""

    TYPE = "type"
    SHAPE = "shape"
    DTYPE = "dtype"
    NON_FINITE = "non-finite"
    VALUE = "value"
    STRUCTURE = "structure"
    """A tuple, list or dict of the wrong length or with the wrong keys."""
    INPUT_CHANGED = "input changed"
    SHARED_MEMORY = "shared memory"
    NOT_DETERMINISTIC = "not deterministic"
    EXCEPTION = "exception"
    CRASH = "crash"
    EARLY_EXIT = "early exit"
    CPU = "cpu time"
    WALL = "wall time"
    SYNTAX = "syntax"
    ENCODING = "encoding"
    FILE = "file"
    IMPORT = "import"
    MISSING = "function missing"
    SIGNATURE = "signature"
    POLICY = "policy"
    TOO_LARGE = "result too large"
    NOT_REACHED = "not reached"
