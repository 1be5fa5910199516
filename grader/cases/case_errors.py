"""What is wrong with cases as written: raised without a location, collected with one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from grader.errors import Diagnostic, Severity
from grader.problem import Keys, Problem, did_you_mean


class CaseError(Exception):
    """One fault, as a sentence; ``path`` leads from the value that was read to the faulty part."""

    def __init__(self, message: str, path: Keys = ()) -> None:
        super().__init__(message)
        self.path = path


class CaseErrors:
    """Collects the faults of all cases, so that an instructor reads them all at once."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._diagnostics: dict[Diagnostic, None] = {}

    def add(self, keys: Keys, message: str, severity: Severity = "error") -> None:
        """Record a fault of the value that ``keys`` lead to; an equal one is kept once."""
        self._diagnostics[Diagnostic(self._problem.locate(*keys), message, severity)] = None

    @contextmanager
    def at(self, *keys: str | int, about: str = "") -> Iterator[None]:
        """Record a :class:`CaseError` of the block as a fault at ``keys`` and go on after it.

        ``about`` says what it is about where the place alone does not.
        """
        try:
            yield
        except CaseError as fault:
            self.add((*keys, *fault.path), f"{about}: {fault}" if about else str(fault))

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All that was recorded, in file order."""
        return tuple(sorted(self._diagnostics))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """What makes the problem unusable, in file order."""
        return tuple(
            diagnostic for diagnostic in self.diagnostics if diagnostic.severity == "error"
        )


def near(word: str, known: Iterable[str]) -> str:
    """``"; did you mean 'ints'?"`` where a known word is close, or else the known words."""
    known = list(known)
    return did_you_mean(word, known) or f"; there are {', '.join(known) or 'none'}"
