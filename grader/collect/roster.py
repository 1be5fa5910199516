"""The list of a class, and who of it somebody is."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from grader.collect.layouts import Owner
from grader.collect.model import Student
from grader.collect.tables import Table, read_table
from grader.errors import Diagnostic, Location, UsageError

#: What a column is, by its name without case, spaces and signs. The first id column names a
#: student; everything in id, login and e-mail columns finds one.
_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "id": (
        "id", "studentid", "sid", "sisuserid", "sisid", "userid", "canvasid", "canvasuserid",
        "identifier", "idnumber", "matriculationnumber", "matrikelnummer", "rosteridentifier",
        "studentnumber",
    ),
    "login": (
        "login", "loginid", "sisloginid", "username", "user", "netid", "githubusername", "github",
    ),
    "email": ("email", "emailaddress", "mail"),
    "name": ("name", "fullname", "student", "studentname", "displayname"),
    "first": ("firstname", "first", "givenname", "vorname"),
    "last": ("lastname", "last", "surname", "familyname", "nachname"),
}  # fmt: skip
#: Rows of Canvas's gradebook that are no student's.
_NOBODY = ("points possible", "student, test")
_KINDS = {name: kind for kind, names in _COLUMNS.items() for name in names}


@dataclass(frozen=True)
class Roster:
    """Students, and by what they are found."""

    students: tuple[Student, ...]
    by_key: Mapping[str, Student]
    """By every id, login and e-mail address, case folded."""
    by_name: Mapping[str, tuple[Student, ...]]
    """By the letters of the name, in either order."""

    def find(self, owner: Owner) -> Student | None:
        """The student who is meant, if it can only be one."""
        for key in (owner.id, owner.handle, owner.email, *_tails(owner.id)):
            if key and (found := self.by_key.get(key.casefold())):
                return replace(found, handle=owner.handle)
        for name in (owner.name, owner.id):
            same = self.by_name.get(letters(name), ()) if name else ()
            if len(same) == 1:
                return replace(same[0], handle=owner.handle)
        return None


def read_roster(path: Path) -> Roster:
    """Read a class list: a CSV with a column of ids, logins, e-mail addresses or names.

    Exported gradebooks of Canvas, worksheets of Moodle and rosters of GitHub Classroom will do.

    Raises:
        UsageError: every fault with its place.
    """
    table = read_table(path)
    kinds = [_KINDS.get("".join(filter(str.isalnum, name.casefold()))) for name in table.header]
    if not any(kinds):
        known = "id, login, email, name, first name, last name"
        columns = ", ".join(filter(None, table.header))
        raise UsageError(f"{path}:1:1: no column says who a student is ({known}); it has {columns}")
    students, by_key, diagnostics = _students(path, table, kinds)
    if diagnostics:
        raise UsageError("\n".join(map(str, diagnostics)))
    by_name: dict[str, tuple[Student, ...]] = defaultdict(tuple)
    for student in students:
        for key in _name_keys(student.name):
            by_name[key] += (student,)
    return Roster(tuple(students), by_key, by_name)


def _students(
    path: Path, table: Table, kinds: list[str | None]
) -> tuple[list[Student], dict[str, Student], list[Diagnostic]]:
    students: dict[str, Student] = {}
    also: dict[str, list[Student]] = defaultdict(list)
    diagnostics: list[Diagnostic] = []
    for line, row in enumerate(table.rows[1:], 2):
        cells = _cells(kinds, row)
        student = _student(cells)
        if student is None or student.name.casefold() in _NOBODY:
            continue
        own = student.id.casefold()
        if own in students:
            other = students[own].name or "another student"
            where = Location(str(path), line, 1)
            diagnostics.append(Diagnostic(where, f"{student.id!r} is {other} already"))
        students[own] = student
        for key in {key.casefold() for kind in ("id", "login", "email") for key in cells[kind]}:
            also[key].append(student)
    # What two of them have in one of their columns names neither.
    by_key = {key: found[0] for key, found in also.items() if len(found) == 1} | students
    return list(students.values()), by_key, diagnostics


def _cells(kinds: Iterable[str | None], row: tuple[str, ...]) -> dict[str, list[str]]:
    cells: dict[str, list[str]] = {kind: [] for kind in _COLUMNS}
    for kind, cell in zip(kinds, row, strict=False):
        if kind and cell.strip():
            cells[kind].append(cell.strip())
    return cells


def _student(cells: Mapping[str, list[str]]) -> Student | None:
    def first(kind: str) -> str:
        return cells[kind][0] if cells[kind] else ""

    name = first("name") or " ".join(filter(None, (first("first"), first("last"))))
    key = first("id") or first("login") or first("email") or name
    if not key:
        return None
    return Student(key, name, first("email"), first("login"))


def _name_keys(name: str) -> set[str]:
    """``Doe, Jane`` and ``Jane Doe`` are found by each other, and by Canvas's ``doejane``."""
    if not name:
        return set()
    last, comma, first = name.partition(",")
    words = name.split()
    turned = f"{first} {last}" if comma else " ".join([words[-1], *words[:-1]])
    return {letters(name), letters(turned)}


def letters(name: str) -> str:
    """A name without case, accents, spaces and signs."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(filter(str.isalnum, plain))


def _tails(name: str) -> list[str]:
    """``hw1-jane-doe`` may be the repository of ``jane-doe`` or of ``doe``: the longest first."""
    parts = name.split("-")
    return ["-".join(parts[start:]) for start in range(1, len(parts))]
