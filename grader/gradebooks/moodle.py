"""Scores into the grading worksheet that Moodle exports, to be uploaded again.

Its headers are in the language of whoever exported it, and are written back as they are.
"""

from __future__ import annotations

import re
from pathlib import Path

from grader.collect import Table, letters
from grader.errors import UsageError
from grader.gradebooks.gradebook import Filled, Matcher, column_of, scaled, scores
from grader.gradebooks.spreadsheet import number
from grader.runs import Store

#: ``Grade`` as Moodle's language packs have it.
_GRADE = (
    "grade", "bewertung", "note", "calificación", "calificacion", "nota", "valutazione", "cijfer",
    "karakter", "betyg", "ocena", "známka", "hodnocení", "arvosana", "értékelés", "оценка",
    "оцінка", "評点", "评分", "成绩", "성적", "الدرجة", "ציון", "not",
)  # fmt: skip
_PARTICIPANT = re.compile(r"\D*?(\d+)")


def moodle_rows(
    store: Store, run: int, table: Table, path: Path, column: str | None = None
) -> Filled:
    """The worksheet with this run's scores as grades.

    Args:
        store: where the run is.
        run: its number.
        table: the exported worksheet.
        path: its name, for messages.
        column: the header of the grades, where it cannot be recognised.

    Raises:
        UsageError: it is no worksheet of Moodle, or its column of grades is not known.
    """
    header = table.header
    if not all(_PARTICIPANT.fullmatch(row[0].strip()) for row in table.rows[1:] if row[0]):
        raise UsageError(f"{path}:2:1: no worksheet of Moodle: no participant's number is here")
    grade = column_of(header, (column.casefold(),) if column else _GRADE)
    if grade is None:
        known = ", ".join(header)
        raise UsageError(
            f"{path}:1:1: which column are the grades? Say --column with one of: {known}"
        )
    matcher = Matcher(scores(store, run))
    most, comma = _maximum(table, grade + 1)
    rows = [header]
    for full in table.rows[1:]:
        cells = list(full) + [""] * (len(header) - len(full))
        match = _PARTICIPANT.fullmatch(cells[0].strip())
        others = [cell for index, cell in enumerate(cells[1:4], 1) if index != grade]
        participant = f"Participant {match[1]}" if match else ""
        score = matcher.find(participant, *others, *map(letters, others))
        points = scaled(score, most) if score and score.handed_in else None
        if points is not None:
            cells[grade] = number(points).replace(".", "," if comma else ".")
        rows.append(tuple(cells))
    return Filled(tuple(rows), matcher.notes(str(path)))


def _maximum(table: Table, column: int) -> tuple[float | None, bool]:
    """The most that can be had, if the column after the grades says it, and with which comma."""
    found = {row[column].strip() for row in table.rows[1:] if column < len(row)} - {""}
    if len(found) != 1:
        return None, False
    (text,) = found
    try:
        return float(text.replace(",", ".")), "," in text
    except ValueError:
        return None, False
