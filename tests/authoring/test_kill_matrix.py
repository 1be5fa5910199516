"""The kill matrix as text, CSV and a page, and the smallest set of cases."""

from __future__ import annotations

import csv
import io
import math
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.authoring.kill_matrix import KillMatrix, Row, as_csv, as_html, as_text, write_matrix
from grader.authoring.suggestions import smallest_set
from grader.errors import UsageError
from grader.pages.theme import default_theme

MATRIX = KillMatrix(
    problem="demo",
    cases=("many", "few", "none <b>"),
    groups=("public", "secret", "secret"),
    seconds=(0.001, 0.002, 0.5),
    rows=(
        Row("wrong/once.py", "wrong", (0.0, 30.0, 0.0)),
        Row("wrong/twice.py", "wrong", (math.inf, 5e6, 0.0)),
        Row("constant-1a2b3c", "mutant", (2e4, 0.0, 0.0), "x + 1  →  x + 2"),
    ),
    numbers=(10, 20, 5000),
)


def test_the_text_shows_kills_weak_kills_and_useless_cases() -> None:
    assert as_text(MATRIX) == (
        "                 cases, numbered below  kills\n"
        "wrong/once.py    .+.    1  !\n"
        "wrong/twice.py   ##.    2\n"
        "constant-1a2b3c  #..    1  !\n"
        "\n"
        " no. kills alone      ms  case\n"
        "   1     2     1    1.00  many\n"
        "   2     2     1    2.00  few\n"
        "   3     0     0  500.00  none <b>  (kills nothing)\n"
        "\n"
        "# kill   + kill by less than 1000 tolerances   . passes   ! fewer than two kills\n"
    )


def test_the_csv_has_a_row_a_solution() -> None:
    rows = list(csv.reader(io.StringIO(as_csv(MATRIX))))
    assert rows[0] == ["solution", "kind", "kills", "many", "few", "none <b>"]
    assert rows[2] == ["wrong/twice.py", "wrong", "2", "inf", "5e+06", "0"]


def test_the_page_escapes_names_and_needs_no_network() -> None:
    page = as_html(MATRIX, default_theme())
    assert "none &lt;b&gt;" in page
    assert page.count('<td class="kill"') == 3
    assert page.count('<td class="weak"') == 1
    assert not re.search(r"(src|href)=[\"'](?!#)", page)
    assert "<script" not in page


def test_the_ending_says_what_is_written(tmp_path: Path) -> None:
    for ending, start in ((".txt", " "), (".csv", "solution,"), (".html", "<!doctype")):
        write_matrix(MATRIX, tmp_path / f"m{ending}", default_theme())
        assert (tmp_path / f"m{ending}").read_text().startswith(start)
    with pytest.raises(UsageError, match=r"\.txt, \.csv, \.html"):
        write_matrix(MATRIX, tmp_path / "m.pdf", default_theme())
    with pytest.raises(UsageError, match="cannot be written"):
        write_matrix(MATRIX, tmp_path / "none" / "m.txt", default_theme())


def test_useless_cases_go_and_every_group_keeps_one() -> None:
    assert MATRIX.useless == ("none <b>",)
    assert smallest_set(MATRIX) == (("many", "few"), ("none <b>",))
    alone = KillMatrix(
        "d", ("a", "b"), ("g", "h"), (1.0, 1.0), (Row("w", "wrong", (9.0, 0.0)),), (1, 1)
    )
    assert smallest_set(alone) == (("a", "b"), ())
    assert smallest_set(MATRIX, frozenset({"none <b>"}))[1] == ()


@given(st.lists(st.lists(st.booleans(), min_size=6, max_size=6), max_size=12))
def test_the_smallest_set_kills_as_much(table: list[list[bool]]) -> None:
    cases = tuple("abcdef")
    rows = tuple(
        Row(f"w{i}", "wrong", tuple(9.0 * kill for kill in line)) for i, line in enumerate(table)
    )
    matrix = KillMatrix("d", cases, ("g",) * 6, (1.0,) * 6, rows, (1, 2, 3, 4, 5, 6))
    keep, drop = smallest_set(matrix)
    assert sorted(keep + drop) == sorted(cases)
    kept = [cases.index(case) for case in keep]
    for row in rows:
        assert sum(row.margins[i] > 0 for i in kept) >= min(row.kills, 2)
