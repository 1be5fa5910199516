"""From results to tools' files: points, shares, sizes, and what is made where nothing ran."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.exports import coderunner, github, prairielearn
from grader.exports.rows import clipped, rows_of, summary_of
from grader.exports.tools import TOOLS
from grader.judge.results import CaseResult, Environment, GroupResult, SubmissionResult
from grader.pages.messages import messages_for
from grader.verdict import Verdict
from tests.exports.readers import read_github, read_gradescope, read_prairielearn

ENGLISH = messages_for("en")
BASE = SubmissionResult(
    problem="p",
    problem_hash="0",
    suite_hash="1",
    seed=1,
    submission_hash="2",
    verdict=Verdict.WA,
    reason=None,
    message="",
    points=4.0,
    max_points=6.0,
    share=2 / 3,
    cases=(
        CaseResult("by hand", "examples", Verdict.WA, message="not so", call="f(1)"),
        CaseResult("one", "a", Verdict.AC, call="f(2)"),
        CaseResult("b 1", "b", Verdict.WA, message="values differ"),
    ),
    groups=(
        GroupResult("a", "Shown", "full", 1, 1, 4.0, 4.0),
        GroupResult("b", "Told", "diagnosis", 0, 1, 0.0, 2.0),
        GroupResult("c", "Free", "full", 1, 1, 0.0, 0.0),
    ),
    environment=Environment("", "", "", "", "", "A"),
)


def test_rows_are_the_groups_that_give_points() -> None:
    rows = rows_of(BASE, ENGLISH)
    assert [(row.name, row.points, row.max_points, row.passed) for row in rows] == [
        ("Shown", 4.0, 4.0, True),
        ("Told", 0.0, 2.0, False),
    ]
    assert "1 of 1 cases pass" in rows[0].text
    assert "1 ×  values differ" in rows[1].text
    assert "by hand" in summary_of(BASE, ENGLISH), "examples give no points, and are still told"


def test_where_nothing_ran_there_is_one_row_of_all_points() -> None:
    failed = dataclasses.replace(
        BASE, verdict=Verdict.CE, message="line 1: no", points=0.0, cases=(), groups=()
    )
    (row,) = rows_of(failed, ENGLISH)
    assert (row.name, row.max_points, row.passed, row.text) == (
        "Compile error",
        6.0,
        False,
        "line 1: no",
    )


@pytest.mark.parametrize("share", [0.0, 1 / 3, 1 - 2**-53, 1.0])
def test_tools_get_the_share_as_it_is(share: float) -> None:
    result = dataclasses.replace(BASE, share=share)
    assert prairielearn.results(result, ENGLISH)["score"] == share
    assert coderunner.results(result, ENGLISH)["fraction"] == share


@given(st.text(), st.integers(40, 80))
def test_clipped_texts_are_short_and_say_so(text: str, length: int) -> None:
    found = clipped(text, length)
    assert len(found) <= length
    assert found == text or found.endswith("the rest is left out")


def test_prairielearn_gets_no_file_that_is_too_large(tmp_path: Path) -> None:
    groups = tuple(
        dataclasses.replace(BASE.groups[1], id=f"g{n}", title="\N{SNOWMAN}" * 50) for n in range(50)
    )
    cases = tuple(
        CaseResult("x", f"g{n}", Verdict.WA, message="\N{SNOWMAN}" * 9000) for n in range(50)
    )
    large = dataclasses.replace(BASE, groups=groups, cases=cases, max_points=100.0)
    path = tmp_path / "results.json"
    path.write_text(json.dumps(prairielearn.results(large, ENGLISH)))
    assert read_prairielearn(path).rows == 50


def test_every_failure_is_without_a_score(tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_text(json.dumps(TOOLS["gradescope"].failure(ENGLISH)))
    assert read_gradescope(path).share is None
    path.write_text(json.dumps(TOOLS["prairielearn"].failure(ENGLISH)))
    assert read_prairielearn(path).share is None
    path.write_text(
        github.output_line(github.results(BASE, ENGLISH))
        + github.output_line(github.failure(ENGLISH))
    )
    assert read_github(path).share is None, "of two lines the later counts"
    assert "fraction" not in TOOLS["coderunner"].failure(ENGLISH)
