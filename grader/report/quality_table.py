"""How good the problems of a course are, as a table in Markdown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from grader.authoring import Quality
from grader.errors import UsageError

#: What is between these lines of a file is written anew; everything else stays.
BEGIN, END = "<!-- quality table -->", "<!-- end of quality table -->"
_HEAD = (
    "problem", "cases", "right", "worst right", "wrong", "nearest wrong", "fewest kills",
    "mutants killed", "mutation score", "equivalent",
)  # fmt: skip


def quality_table(rows: Sequence[Quality]) -> str:
    """A row for each problem."""
    lines = [_line(_HEAD), "|---|" + "---:|" * (len(_HEAD) - 1)]
    lines += [_line(_cells(row)) for row in rows]
    return "\n".join(lines) + "\n"


def write_quality_table(rows: Sequence[Quality], path: Path) -> None:
    """Put the table into a Markdown file, in the place of the one that is there.

    Raises:
        UsageError: the file is there and has no place for a table, or cannot be written.
    """
    table = f"{BEGIN}\n\n{quality_table(rows)}\n{END}\n"
    try:
        if path.exists():
            table = _replaced(path.read_text("utf-8"), table, path)
        path.write_text(table, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error


def _replaced(text: str, table: str, path: Path) -> str:
    before, begin, rest = text.partition(BEGIN + "\n")
    _, end, after = rest.partition(END + "\n")
    if not (begin and end):
        message = f"{path} has no place for a table: two lines, {BEGIN!r} and {END!r}"
        raise UsageError(message)
    return before + table + after


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(row: Quality) -> tuple[str, ...]:
    near = f"{row.nearest:.2g}" if math.isfinite(row.nearest) else "—"
    return (
        row.problem,
        str(row.cases),
        str(row.accepted),
        f"{row.right:.2g}",
        str(row.wrong),
        near,
        str(row.fewest_kills),
        f"{row.killed} of {row.mutants}",
        f"{row.score:.0%}".replace("%", " %"),
        str(row.equivalent),
    )
