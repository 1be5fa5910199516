"""What a check gives back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grader.errors import Diagnostic


@dataclass(frozen=True)
class Outcome:
    """What one check found, and in one line what it looked at."""

    title: str
    summary: str
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether there is a fault among the diagnostics; warnings are none."""
        return any(diagnostic.severity == "error" for diagnostic in self.diagnostics)


def outcome(title: str, summary: str, diagnostics: Iterable[Diagnostic] = ()) -> Outcome:
    """Make an outcome with every diagnostic once, in the order of the files."""
    return Outcome(title, summary, tuple(sorted(set(diagnostics))))


def count(number: int, noun: str) -> str:
    """Return ``1 case`` or ``3 cases``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
