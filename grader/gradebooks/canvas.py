"""Scores into the gradebook that Canvas exports, to be imported again.

Canvas finds students by ``ID`` and assignments by the column's title. Only who a row is about
and the one assignment are written: importing the file changes nothing else.
"""

from __future__ import annotations

from pathlib import Path

from grader.collect import Table, letters
from grader.errors import UsageError
from grader.gradebooks.gradebook import Filled, Matcher, column_of, scaled, scores
from grader.gradebooks.spreadsheet import number
from grader.runs import Store

#: The columns that say who a row is about, by Canvas's own names.
_WHO = (
    "student", "id", "sis user id", "sis login id", "integration id", "root account", "section",
)  # fmt: skip
_IDS = ("id", "sis user id", "sis login id", "integration id")
_EXCUSED = "EX"


def canvas_rows(
    store: Store, run: int, table: Table, path: Path, titles: tuple[str, ...]
) -> Filled:
    """The gradebook with this run's scores in the column of its assignment.

    Args:
        store: where the run is.
        run: its number.
        table: the exported gradebook.
        path: its name, for messages.
        titles: what the assignment may be called: the option ``--column``, the problem's title
            and id.

    Raises:
        UsageError: it is no gradebook of Canvas, or has no such column.
    """
    header = table.header
    if column_of(header, ("student",)) is None or column_of(header, ("id",)) is None:
        raise UsageError(f"{path}:1:1: no gradebook of Canvas: it has no columns Student and ID")
    column = _assignment(header, path, titles)
    who = [i for i, cell in enumerate(header) if cell.strip().casefold() in _WHO]
    ids = [i for i in who if header[i].strip().casefold() in _IDS]
    kept = [*who, column]
    matcher = Matcher(scores(store, run))
    most = _points_possible(table, column)
    rows = [tuple(header[i] for i in kept)]
    for full in table.rows[1:]:
        row = full + ("",) * (len(header) - len(full))
        cells = [row[i] for i in kept]
        if not _is_total(row):
            name = letters(row[column_of(header, ("student",)) or 0])
            score = matcher.find(*(row[i] for i in ids), name)
            points = scaled(score, most) if score and score.handed_in else None
            if points is not None and cells[-1].strip().upper() != _EXCUSED:
                cells[-1] = number(points)
        rows.append(tuple(cells))
    return Filled(tuple(rows), matcher.notes(str(path)))


def _assignment(header: tuple[str, ...], path: Path, titles: tuple[str, ...]) -> int:
    """The column of the assignment: ``Title (id)``, or the title alone."""
    for title in titles:
        wanted = title.strip().casefold()
        found = [
            index
            for index, cell in enumerate(header)
            if cell.strip().casefold() == wanted
            or cell.strip().casefold().rpartition(" (")[0] == wanted
        ]
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(header[i] for i in found)
            raise UsageError(f"{path}:1:1: several columns are called {title!r}: {names}")
    known = ", ".join(cell for cell in header if cell.strip().casefold() not in _WHO)
    raise UsageError(
        f"{path}:1:1: no column is called {' or '.join(map(repr, titles))}; say --column with "
        f"one of: {known}"
    )


def _is_total(row: tuple[str, ...]) -> bool:
    return row[0].strip().casefold() == "points possible"


def _points_possible(table: Table, column: int) -> float | None:
    for row in table.rows[1:]:
        if _is_total(row) and column < len(row):
            try:
                return float(row[column].strip().replace(",", "."))
            except ValueError:
                return None
    return None
