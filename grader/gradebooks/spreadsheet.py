"""Tables for spreadsheets: no cell of which is a formula, whatever a student is called."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TextIO

#: A spreadsheet takes what starts with one of these for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")


def safe(cell: str) -> str:
    """The cell as text: an apostrophe stands before what would be a formula.

    A number with a sign is a number, and a dash alone is what Moodle writes for "never".
    """
    if cell.lstrip(" ").startswith(_FORMULA) and not _NUMBER.fullmatch(cell) and cell != "-":
        return f"'{cell}"
    return cell


def number(value: float | None) -> str:
    """Without digits that mean nothing; empty where there is none."""
    return "" if value is None else f"{round(value, 4):.10g}"


def write_rows(
    file: TextIO, rows: Iterable[Sequence[str]], delimiter: str = ",", newline: str = "\r\n"
) -> None:
    """Write rows as RFC 4180 says, each cell safe."""
    writer = csv.writer(file, delimiter=delimiter, lineterminator=newline)
    writer.writerows([safe(cell) for cell in row] for row in rows)


def moment(seconds: float | None) -> str:
    """A time as ISO 8601 in UTC."""
    if seconds is None:
        return ""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
