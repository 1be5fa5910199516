"""From paths to submissions: whose each is, which one counts, what is left out and why."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.collect.caps import Budget, Exhausted
from grader.collect.gradescope import read_gradescope
from grader.collect.layouts import Owner, is_online_text, owners
from grader.collect.model import Collected, LeftOut, Student, Taken
from grader.collect.names import stem
from grader.collect.roster import Roster
from grader.collect.walk import Found, Metadata, walk

#: feed_forward-1.py and feed_forward (2).py are feed_forward, uploaded again.
_AGAIN = re.compile(r"[-_ ]*(\(\d+\)|-\d+|copy)$", re.IGNORECASE)


@dataclass(frozen=True)
class _Candidate:
    """A program with its owner; the greatest is the one that counts."""

    found: Found
    owner: Owner
    student: Student
    answers: bool
    """It is named as an answer is, or defines what is asked for."""

    @property
    def rank(self) -> tuple[bool, int, float, bool, str]:
        time = self.owner.time if self.owner.time is not None else self.found.time
        named = self.found.parts[-1]
        return (self.answers, self.owner.order, time or 0.0, not named.startswith("_"), named)


def collect(
    paths: Sequence[Path],
    roster: Roster | None = None,
    all_attempts: bool = False,
    *,
    entries: Iterable[str] = (),
    budget: Budget | None = None,
) -> Collected:
    """All submissions in files, folders and archives.

    Understood are the exports of Canvas, Moodle, Gradescope and GitHub Classroom, a folder or an
    archive for each student, and files named after students. Of several programs of a student the
    latest counts; one that is named as an answer, or defines what is asked for, before others.

    Args:
        paths: what to look into, in any mixture.
        roster: the class; who is not in it is taken all the same, and said.
        all_attempts: take every submission instead of the latest.
        entries: what an answer is called or defines: the problem's id and its function.
        budget: how much is read at most.
    """
    budget = budget or Budget()
    wanted = frozenset(entry.casefold() for entry in entries)
    candidates: list[_Candidate] = []
    left_out: list[LeftOut] = []
    for path in paths:
        try:
            found, rest = _read(path, budget)
        except Exhausted as error:
            left_out.append(LeftOut(str(path), f"and what follows is not read: {error}"))
            break
        left_out += rest
        candidates += _owned(path, found, left_out, wanted, roster)
    taken: list[Taken] = []
    by_student: dict[str, list[_Candidate]] = defaultdict(list)
    for candidate in candidates:
        by_student[candidate.student.id].append(candidate)
    for own in by_student.values():
        chosen, rest = _choose(sorted(own, key=lambda c: c.rank), all_attempts)
        taken += chosen
        left_out += rest
    taken.sort(key=lambda t: (t.student.id.casefold(), t.student.id, t.attempt))
    return Collected(
        taken=tuple(taken),
        left_out=tuple(left_out),
        without=_without(roster, by_student),
        remarks=tuple(_remarks(roster, taken)),
    )


def _read(path: Path, budget: Budget) -> tuple[list[Found | Metadata], list[LeftOut]]:
    """What is in a path; of two files with the same path in an archive the last one counts."""
    found: dict[str, Found | Metadata] = {}
    left_out = []
    for thing in walk(path, budget):
        if isinstance(thing, LeftOut):
            text = any(map(is_online_text, re.split(r"[/!]", thing.path)))
            reason = "is a text typed into a form, not a file" if text else thing.reason
            left_out.append(LeftOut(thing.path, reason))
            continue
        if thing.path in found:
            left_out.append(LeftOut(thing.path, "is there twice, and the last one counts"))
        found[thing.path] = thing
    return list(found.values()), left_out


def _owned(
    path: Path,
    things: list[Found | Metadata],
    left_out: list[LeftOut],
    wanted: frozenset[str],
    roster: Roster | None,
) -> list[_Candidate]:
    programs = [thing for thing in things if isinstance(thing, Found)]
    alone = path.is_file() and all(thing.parts == (path.name,) for thing in programs)
    root = path.resolve().parent.name if alone else stem(path.resolve().name)
    table = _gradescope(things, left_out)
    whose = owners([thing.parts for thing in programs], root, wanted, table)
    return [
        _Candidate(found, owner, _student(owner, roster), _answers(found, owner, wanted))
        for found, known in zip(programs, whose, strict=True)
        for owner in known
    ]


def _gradescope(
    things: list[Found | Metadata], left_out: list[LeftOut]
) -> Mapping[str, tuple[Owner, ...]]:
    """The table of submitters, if it lies beside all submissions: a student may have one too."""
    table: Mapping[str, tuple[Owner, ...]] = {}
    for thing in things:
        if not isinstance(thing, Metadata):
            continue
        folder = thing.parts[:-1]
        try:
            if any(other.parts[: len(folder)] != folder for other in things):
                raise ValueError("does not lie where an export of Gradescope has it")
            table = read_gradescope(thing.text)
        except ValueError as error:
            left_out.append(LeftOut(thing.path, str(error)))
    return table


def _student(owner: Owner, roster: Roster | None) -> Student:
    known = roster.find(owner) if roster else None
    return known or Student(owner.id, owner.name, owner.email, handle=owner.handle)


def _answers(found: Found, owner: Owner, wanted: frozenset[str]) -> bool:
    name = _AGAIN.sub("", stem(owner.file or found.parts[-1])).casefold()
    return name in wanted or any(
        re.search(
            rb"^[ \t]*(?:async[ \t]+def|def|class)[ \t]+" + re.escape(entry.encode()) + rb"\b",
            found.submission.source,
            re.MULTILINE | re.IGNORECASE,
        )
        for entry in wanted
    )


def _choose(own: list[_Candidate], all_attempts: bool) -> tuple[list[Taken], list[LeftOut]]:
    """What counts of one student's programs, which come in ascending rank."""
    best = own[-1]
    attempts = [candidate for candidate in own if candidate.answers == best.answers]
    numbered = list(enumerate(attempts, 1))
    taken = [_taken(c, number) for number, c in (numbered if all_attempts else numbered[-1:])]
    paths = {one.path for one in taken}
    who = best.student.name or best.student.id
    left_out = []
    for candidate in own:
        if candidate.found.path in paths:
            continue
        why = f"is not the latest of {who}: {best.found.path} is"
        if not candidate.answers and best.answers:
            why = f"is not the answer of {who}: {best.found.path} is"
        left_out.append(LeftOut(candidate.found.path, why))
    return taken, left_out


def _taken(candidate: _Candidate, attempt: int) -> Taken:
    found, owner = candidate.found, candidate.owner
    return Taken(
        student=candidate.student,
        submission=found.submission,
        path=found.path,
        time=owner.time if owner.time is not None else found.time,
        late=owner.late,
        attempt=attempt,
    )


def _without(roster: Roster | None, by_student: Collection[str]) -> tuple[Student, ...]:
    students = roster.students if roster else ()
    return tuple(student for student in students if student.id not in by_student)


def _remarks(roster: Roster | None, taken: list[Taken]) -> Iterator[str]:
    if roster is None:
        return
    known = {student.id for student in roster.students}
    for one in taken:
        if one.student.id not in known:
            who = one.student.name or one.student.id
            yield f"{who} is not in the roster, or not for sure ({one.path})"
