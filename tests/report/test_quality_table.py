"""The table of how good the problems are: its cells, and where it goes."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from grader.authoring.quality import Quality
from grader.errors import UsageError
from grader.report.quality_table import BEGIN, END, quality_table, write_quality_table

GOOD = Quality(
    problem="softmax",
    cases=42,
    accepted=10,
    right=0.0362,
    wrong=36,
    fewest_kills=2,
    nearest=93.8,
    nearest_name="wrong/epsilon.py",
    mutants=50,
    killed=50,
    equivalent=1,
)
EXACT = Quality("masks", 41, 7, 0.0, 37, 1, math.inf, "", 3, 2, 0)
ROWS = """\
| softmax | 42 | 10 | 0.036 | 36 | 94 | 2 | 50 of 50 | 100 % | 1 |
| masks | 41 | 7 | 0 | 37 | — | 1 | 2 of 3 | 67 % | 0 |
"""


def test_each_problem_has_a_row() -> None:
    head, rule, *rows = quality_table([GOOD, EXACT]).splitlines(keepends=True)
    assert "".join(rows) == ROWS
    assert head.count("|") == rule.count("|") == rows[0].count("|")


def test_a_reference_without_mutants_has_nothing_that_survives() -> None:
    assert Quality("p", 1, 1, 0.0, 1, 1, 2.0, "w", 0, 0, 0).score == 1.0


def test_the_table_goes_where_one_is_and_leaves_the_rest_alone(tmp_path: Path) -> None:
    file = tmp_path / "course.md"
    file.write_text(f"# Mine\n\n{BEGIN}\nold\n{END}\n\nAfter.\n", encoding="utf-8")
    for _ in range(2):
        write_quality_table([GOOD, EXACT], file)
        text = file.read_text("utf-8")
        assert text.startswith(f"# Mine\n\n{BEGIN}\n")
        assert text.endswith(f"{END}\n\nAfter.\n")
        assert ROWS in text
        assert "old" not in text


def test_a_new_file_is_the_table_alone(tmp_path: Path) -> None:
    write_quality_table([GOOD], tmp_path / "new.md")
    assert (tmp_path / "new.md").read_text("utf-8").startswith(BEGIN)


@pytest.mark.parametrize("text", ["", "# Mine\n", f"{BEGIN}\n", f"{END}\n{BEGIN}\n"])
def test_a_file_without_a_place_for_it_is_not_touched(tmp_path: Path, text: str) -> None:
    file = tmp_path / "course.md"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match="no place for a table"):
        write_quality_table([GOOD], file)
    assert file.read_text("utf-8") == text


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        write_quality_table([GOOD], tmp_path / "nowhere" / "course.md")


def test_json_says_that_there_is_no_margin_where_there_is_none() -> None:
    from grader.report.validation import quality_json

    data = json.loads(json.dumps(quality_json(EXACT), allow_nan=False))
    assert (data["nearest"], data["nearest_name"]) == (None, None)
    assert json.loads(json.dumps(quality_json(GOOD)))["nearest"] == GOOD.nearest
