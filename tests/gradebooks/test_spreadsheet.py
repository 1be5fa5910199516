"""No cell of ours is a formula, and numbers stay numbers."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.gradebooks.spreadsheet import number, safe, write_rows


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("  =1", "'  =1"),
        ("＝1", "'＝1"),
        ("-2", "-2"),
        ("+3,5", "+3,5"),
        ("-1.25", "-1.25"),
        ("-", "-"),
        ("Doe, Jane", "Doe, Jane"),
        ("a=b", "a=b"),
        ("", ""),
    ],
)
def test_what_is_a_formula(cell: str, written: str) -> None:
    assert safe(cell) == written


@given(
    rows=st.lists(st.lists(st.text(st.characters(codec="utf-8"), max_size=8), min_size=1)),
    delimiter=st.sampled_from([",", ";", "\t"]),
)
def test_tables_come_back_and_hold_no_formula(rows: list[list[str]], delimiter: str) -> None:
    file = io.StringIO(newline="")
    write_rows(file, rows, delimiter)
    read = list(csv.reader(io.StringIO(file.getvalue(), newline=""), delimiter=delimiter))
    assert read == [[safe(cell) for cell in row] for row in rows]
    for row, written in zip(rows, read, strict=True):
        for cell, text in zip(row, written, strict=True):
            assert text in (cell, f"'{cell}")
            assert not text.startswith(("=", "@"))


@pytest.mark.parametrize(
    ("value", "text"), [(None, ""), (10.0, "10"), (2.47222222, "2.4722"), (0.0, "0"), (1e-9, "0")]
)
def test_numbers(value: float | None, text: str) -> None:
    assert number(value) == text
