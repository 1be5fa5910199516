"""What the store knows of a run and of a submission, in short: plain data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from grader.collect import Student
from grader.submission import Submission
from grader.verdict import Verdict


@dataclass(frozen=True)
class Run:
    """One call of ``grader grade`` on many submissions."""

    id: int
    started: float
    """Seconds since 1970."""
    problem: str
    problem_hash: str
    suite_hash: str
    max_points: float
    of: int | None
    """The run whose submissions it judges again."""
    environment: Mapping[str, str]
    total: int
    """Submissions."""
    done: int
    """Submissions with a result."""

    @property
    def finished(self) -> bool:
        """Whether every submission has its result."""
        return self.done == self.total


@dataclass(frozen=True)
class Entry:
    """A submission of a run, and its result in short; without one the verdict is None."""

    id: int
    student: Student
    path: str
    time: float | None
    late: bool
    attempt: int
    content: bytes
    verdict: Verdict | None
    reason: str
    points: float | None
    """None also where we failed: that is never a score."""
    max_points: float
    judgement: int | None
    adopted: bool
    """The result is that of an earlier run."""


def content_key(submission: Submission) -> bytes:
    """SHA-256 of all that a result depends on: the program, or why there is none."""
    parts = (submission.source, submission.fault.encode("utf-8", "replace"),
             json.dumps(submission.notes).encode())  # fmt: skip
    return hashlib.sha256(b"".join(len(p).to_bytes(8, "little") + p for p in parts)).digest()
