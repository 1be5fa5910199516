"""``grader course``: the course at a glance, also an empty one."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from grader.cli import exit_codes
from grader.cli.app import main_code
from grader.problem.course import Course
from tests.course import COURSE, PROBLEMS, SOLUTIONS


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Two problems of the real course; one is a prerequisite of the other, one is worth 7."""
    root = tmp_path / "small"
    for name in ("softmax", "token_embedding"):
        shutil.copytree(PROBLEMS / name, root / "problems" / name)
        shutil.copytree(SOLUTIONS / name, root / "solutions" / name)
    file = root / "problems" / "softmax" / "problem.yaml"
    text = file.read_text("utf-8").replace("license:", "prerequisites: [token_embedding]\nlicense:")
    file.write_text(text, encoding="utf-8")
    (root / "course.yaml").write_text("title: Two & More\n", encoding="utf-8")
    return root


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = main_code([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_terminal_shows_the_order_with_all_that_is_asked_for(
    small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "--course", small, "course")
    lines = [line.split() for line in out.splitlines()]
    assert code == exit_codes.ACCEPTED
    assert lines[0] == ["Two", "&", "More"]
    assert ["1", "token_embedding", "Easy", "100"] in lines
    assert ["2", "softmax", "Easy", "100", "1"] in lines
    assert lines[-1] == ["2", "problems,", "200", "points"]


def test_no_id_is_cut_off(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "--course", COURSE, "course")
    for problem_id in Course(COURSE).ids:
        assert re.search(rf"^ *\d+ +{problem_id} ", out, re.M)


def test_json_is_the_same_in_full(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "--course", small, "course", "--json")
    found = json.loads(out)
    assert found["title"] == "Two & More"
    first, second = found["entries"]
    assert (first["id"], second["id"]) == ("token_embedding", "softmax")
    assert (first["prerequisites"], second["prerequisites"]) == ([], ["token_embedding"])
    assert (second["number"], second["points"], second["section"]) == (2, 100, "3.2.1")


def test_the_page_says_it_too_and_leads_to_prerequisites(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "course.html"
    code, _, _ = run(capsys, "--course", small, "course", "--page", target)
    page = target.read_text("utf-8")
    assert code == exit_codes.ACCEPTED
    assert "<h1>Two &amp; More</h1>" in page
    assert page.index('<li id="token_embedding">') < page.index('<li id="softmax">')
    assert '<a href="#token_embedding">Token Embedding</a>' in page
    assert page.count("<li>100 points</li>") == 2
    assert "2 problems, 200 points" in page
    assert "Section 3.2.1" in page
    assert not re.search(r'(?:href|src)="(?!#|data:)', page)


def test_a_page_that_cannot_be_written_is_one_sentence(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "nowhere" / "course.html"
    code, out, err = run(capsys, "--course", small, "course", "--page", target)
    assert (code, out) == (exit_codes.USAGE, "")
    assert err == f"{target} cannot be written: No such file or directory\n"


@pytest.mark.parametrize("command", [["course"], ["list"], ["course", "--json"]])
def test_an_empty_course_beside_it_is_no_trouble(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty" / "problems").mkdir(parents=True)
    code, out, err = run(capsys, "--course", tmp_path / "empty", *command)
    assert (code, err) == (exit_codes.ACCEPTED, "")
    if command == ["course"]:
        assert out.splitlines() == ["empty", "There are no problems in this course yet."]


def test_the_page_of_an_empty_course_says_that_it_is_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty" / "problems").mkdir(parents=True)
    target = tmp_path / "empty.html"
    assert run(capsys, "--course", tmp_path / "empty", "course", "--page", target)[0] == 0
    page = target.read_text("utf-8")
    assert "There are no problems in this course yet." in page
    assert '<ol class="problems">' not in page


def test_a_problem_made_in_an_empty_course_is_its_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "empty"
    (root / "problems").mkdir(parents=True)
    assert run(capsys, "--course", root, "new", "my_function")[0] == exit_codes.ACCEPTED
    _, out, _ = run(capsys, "--course", root, "course")
    assert "my_function" in out
    assert "1 problem" in out
