"""Scores of a run, a student each, and what is put into the tables of other tools."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.collect import Student, letters
from grader.runs import Entry, Store


@dataclass(frozen=True)
class Score:
    """What a student gets for a problem: the latest attempt counts."""

    student: Student
    points: float | None
    """None: handed in, but not judged, or our own failure. Never a zero."""
    max_points: float
    time: float | None
    handed_in: bool = True


@dataclass(frozen=True)
class Filled:
    """A table that is to be written, and what became of the scores."""

    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    """Sentences: who is not in the table, whose score is unknown."""


def scores(store: Store, run: int) -> list[Score]:
    """The scores of all who handed in, and of those of the roster who did not."""
    found = store.run(run)
    latest: dict[str, Entry] = {}
    for entry in store.entries(run):
        latest[entry.student.id] = entry  # attempts come in order
    handed_in = [
        Score(entry.student, entry.points, found.max_points, entry.time)
        for entry in latest.values()
    ]
    absent = [
        Score(student, 0.0, found.max_points, None, handed_in=False)
        for student in store.absent(run)
    ]
    return handed_in + absent


class Matcher:
    """Finds the score that belongs to a row of another tool's table, and remembers which."""

    def __init__(self, found: list[Score]) -> None:
        self._scores = found
        self._used: set[str] = set()
        self._by_key: dict[str, Score | None] = {}
        for score in found:
            one = score.student
            for key in {one.id, one.handle, one.email, one.login, letters(one.name)} - {""}:
                # What two have names neither of them.
                known = self._by_key.get(key.casefold(), score)
                self._by_key[key.casefold()] = score if known is score else None

    def find(self, *keys: str) -> Score | None:
        """The score of whoever has one of these ids, addresses or names; earlier ones first."""
        for key in keys:
            score = self._by_key.get(key.strip().casefold()) if key.strip() else None
            if score is not None:
                self._used.add(score.student.id)
                return score
        return None

    def notes(self, what: str) -> tuple[str, ...]:
        """Who of those who handed in is not in the table, and whose score is unknown."""
        lost = [s for s in self._scores if s.handed_in and s.student.id not in self._used]
        unknown = [s for s in self._scores if s.points is None]
        found = [f"{_name(s.student)} is not in {what}" for s in lost]
        return tuple(
            found + [f"{_name(s.student)} has no score: it was not judged" for s in unknown]
        )


def _name(student: Student) -> str:
    return f"{student.name} ({student.id})" if student.name else student.id


def scaled(score: Score, most: float | None) -> float | None:
    """Points of an assignment that is worth ``most`` elsewhere."""
    if score.points is None or not most or not score.max_points:
        return score.points
    return score.points / score.max_points * most


def split_name(name: str) -> tuple[str, str]:
    """First and last name of ``Doe, Jane`` or ``Jane Doe``."""
    last, comma, first = name.partition(",")
    if comma:
        return first.strip(), last.strip()
    words = name.split()
    return " ".join(words[:-1]), words[-1] if words else ""


def column_of(header: tuple[str, ...], names: Mapping[str, int] | tuple[str, ...]) -> int | None:
    """The first column with one of these names, whatever its case."""
    folded = [cell.strip().casefold() for cell in header]
    return next((folded.index(name) for name in names if name in folded), None)
