"""What a check gives back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grader.errors import Finding


@dataclass(frozen=True)
class Outcome:
    """What one check found, and in one line what it looked at."""

    title: str
    summary: str
    findings: tuple[Finding, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether there is a fault among the findings; warnings are none."""
        return any(finding.severity == "error" for finding in self.findings)


def outcome(title: str, summary: str, findings: Iterable[Finding] = ()) -> Outcome:
    """Make an outcome with every finding once, in the order of the files."""
    return Outcome(title, summary, tuple(sorted(set(findings))))


def count(number: int, noun: str) -> str:
    """Return ``1 case`` or ``3 cases``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
