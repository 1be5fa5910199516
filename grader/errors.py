"""What can go wrong, and where: the one vocabulary of faults.

Three families, each with its own exit code (``cli/exit_codes.py``):

* a *diagnostic* lies in what an instructor wrote, and has a place in a file;
* a *usage error* lies in how a command was called;
* a *judge error* is our own failure, and is never a student's score.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

#: What pip calls this package; `grader` on the public index is another project.
DISTRIBUTION = "numeric-grader"

Severity = Literal["error", "warning"]
#: The way to a value in a file, by keys of mappings and indices of lists:
#: ``("tests", "groups", 0, "id")``.
Keys = tuple[str | int, ...]


@dataclass(frozen=True, order=True)
class Location:
    """A place in a file; ``line`` and ``column`` count from 1, 0 means the whole file."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column or 1}"


@dataclass(frozen=True, order=True)
class Diagnostic:
    """One fault: where it is, what it is, and what to do about it, in one sentence."""

    where: Location
    message: str
    severity: Severity = "error"

    def __str__(self) -> str:
        prefix = "warning: " if self.severity == "warning" else ""
        return f"{self.where}: {prefix}{self.message}"


class GraderError(Exception):
    """Base of all errors that the command line turns into one sentence."""


class ProblemError(GraderError):
    """A problem file that cannot be used; holds every diagnostic, in file order."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(sorted(set(diagnostics)))
        super().__init__("\n".join(str(diagnostic) for diagnostic in self.diagnostics))


class UsageError(GraderError):
    """A command or a call that asks for something that is not there."""


class IsolationError(GraderError):
    """This host cannot isolate as well as was asked; the message says what is missing."""


class JudgeError(GraderError):
    """Our own failure: retried once, reported with its own exit code, never scored."""


def install_extra(extra: str) -> str:
    """The command that installs an optional part, for messages that say it is missing."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"
