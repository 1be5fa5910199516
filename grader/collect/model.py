"""What was collected: plain data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grader.submission import Submission


@dataclass(frozen=True)
class Student:
    """Somebody who hands in."""

    id: str
    """From the roster where there is one, else what the files' names say."""
    name: str = ""
    email: str = ""
    login: str = ""
    handle: str = ""
    """What the platform's own files call the student: a number of Canvas, a participant of
    Moodle. Empty where no platform is involved."""


@dataclass(frozen=True)
class Taken:
    """A submission, and whose it is."""

    student: Student
    submission: Submission
    path: str
    """Where it was found; what stands after a ``!`` is inside an archive."""
    time: float | None = None
    """When it was handed in, in seconds since 1970; what the file or the platform says."""
    late: bool = False
    """The platform says that it was late."""
    attempt: int = 1
    """Counts from 1 for each student, the earliest first."""


@dataclass(frozen=True)
class LeftOut:
    """Something that is not graded, and why, in words that follow its path."""

    path: str
    reason: str


@dataclass(frozen=True)
class Collected:
    """All that was found in the paths."""

    taken: tuple[Taken, ...] = ()
    """Ordered by student and attempt."""
    left_out: tuple[LeftOut, ...] = ()
    without: tuple[Student, ...] = ()
    """Students of the roster, or with files, who handed in nothing that can be graded."""
    remarks: tuple[str, ...] = ()
    """Sentences about what was taken, such as that somebody is not in the roster."""


@dataclass(frozen=True)
class Member:
    """A file in a folder or an archive, not read yet."""

    parts: tuple[str, ...]
    """Its path, cleaned: no empty part, no ``..``."""
    time: float | None
    size: int
    """In bytes, as its container says."""
    read: Callable[[int], bytes]
    """At most so many bytes of it; only until the next member is asked for.

    Raises :class:`Refused` with a reason.
    """


class Refused(Exception):
    """Something in a folder or an archive that is not read; the text says why."""
