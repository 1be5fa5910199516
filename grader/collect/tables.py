"""CSV files as people and platforms write them: any separator, UTF-8 or an old Windows."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UsageError

_MAX_BYTES = 64 << 20


@dataclass(frozen=True)
class Table:
    """A CSV file, cell for cell, and what is needed to write one like it."""

    rows: tuple[tuple[str, ...], ...]
    delimiter: str
    encoding: str
    newline: str

    @property
    def header(self) -> tuple[str, ...]:
        """The first row."""
        return self.rows[0]


def read_table(path: Path) -> Table:
    """Read a CSV file with at least a header.

    Raises:
        UsageError: it is not there, or is no table.
    """
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise UsageError(f"{path} is larger than any class list ({_MAX_BYTES >> 20} MiB)")
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    encoding, text = _decode(data)
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    try:
        rows = tuple(
            tuple(row)
            for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
            if row
        )
    except csv.Error as error:
        raise UsageError(f"{path} is not a CSV file that can be read: {error}") from error
    if not rows:
        raise UsageError(f"{path} is empty; it needs a row of column names")
    return Table(rows, delimiter, encoding, "\r\n" if "\r\n" in text else "\n")


def _decode(data: bytes) -> tuple[str, str]:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16", data.decode("utf-16", "replace")
    if data.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig", data.decode("utf-8-sig", "replace")
    try:
        return "utf-8", data.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252", data.decode("cp1252", "replace")
