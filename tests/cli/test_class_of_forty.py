"""A class of forty from the zip that Canvas or Moodle exports to the table that it takes back."""

from __future__ import annotations

import csv
import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser

from grader.cli.app import app
from grader.problem.load import load_problem
from tests.browser import Theme, chromium, needs_chromium, opened, violations
from tests.course import COURSE
from tests.runs.forty import pupils, write_all

ADA = "Ada_Abel_9000_assignsubmission_file_/feedback.html"


def grader(*arguments: str | Path) -> str:
    words = ["--course", str(COURSE), *map(str, arguments)]
    if arguments[0] == "grade" or "feedback" in arguments:
        words.append("--allow-weak-isolation")
    done = CliRunner().invoke(app, words, standalone_mode=False, catch_exceptions=False)
    assert done.return_value in (0, None), done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def forty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The exports, graded: run 1 is Canvas's with the gradebook as roster, run 2 Moodle's."""
    with pytest.MonkeyPatch.context() as patch:
        folder = write_all(tmp_path_factory.mktemp("forty"))
        patch.setenv("GRADER_STORE", str(folder / "runs.sqlite"))
        roster = folder / "canvas.csv"
        grader("grade", "feed_forward", folder / "canvas.zip", "--roster", roster)
        grader("grade", "feed_forward", folder / "moodle.zip")
        grader("runs", "report", "1", "--as", "html", "-o", folder / "class.html")
        grader("runs", "report", "2", "--as", "feedback", "-o", folder / "feedback.zip")
        yield folder


def rows(path: Path, encoding: str = "utf-8") -> list[list[str]]:
    return list(csv.reader(path.read_text(encoding=encoding).splitlines()))


def test_everybody_is_taken_as_who_they_are(forty: Path) -> None:
    run = json.loads(grader("runs", "show", "1", "--json"))
    assert [one["student"]["name"] for one in run["submissions"]] == [
        f"{pupil.last}, {pupil.first}" for pupil in pupils()
    ]
    for one, pupil in zip(run["submissions"], pupils(), strict=True):
        assert (one["verdict"] == "AC") == (pupil.kind == "accepted"), one["path"]
        assert one["late"] == (pupil.number % 9 == 4)
    assert [student["name"] for student in run["absent"]] == ["Nobody, Ned"]
    assert len(run["left_out"]) == 1


def test_the_second_export_needs_no_second_run(forty: Path) -> None:
    first, second = (json.loads(grader("runs", "show", n, "--json")) for n in "12")
    assert all(one["adopted"] for one in second["submissions"])
    scores = [
        {one["content"]: one["points"] for one in run["submissions"]} for run in (first, second)
    ]
    assert scores[0] == scores[1]


def test_canvas_takes_its_gradebook_back(forty: Path) -> None:
    grader("runs", "report", "1", "--as", "canvas", "--into", forty / "canvas.csv",
           "-o", forty / "out.csv")  # fmt: skip
    header, possible, *students = rows(forty / "out.csv")
    assert header[-1] == "Position-Wise Feed-Forward Network (77)"
    assert "Quiz (11)" not in header
    assert possible[-1] == "20"
    by_id = {row[1]: row for row in students}
    assert by_id["990"][-1] == ""
    assert by_id["503"][-1] == "EX"
    for pupil in pupils():
        if pupil.kind == "accepted":
            assert by_id[str(500 + pupil.number)][-1] == "20"
        assert not by_id[str(500 + pupil.number)][0].startswith("=")


def test_moodle_takes_its_worksheet_back(forty: Path) -> None:
    grader("runs", "report", "2", "--as", "moodle", "--into", forty / "moodle.csv",
           "-o", forty / "out.csv")  # fmt: skip
    before = rows(forty / "moodle.csv", "utf-8-sig")
    after = rows(forty / "out.csv", "utf-8-sig")
    assert after[0] == before[0]
    for old, new, pupil in zip(before[1:], after[1:], pupils(), strict=False):
        assert new[:4] + new[5:] == old[:4] + old[5:]
        grade = float(new[4].replace(",", "."))
        assert (grade == 10) == (pupil.kind == "accepted")
    assert after[-1] == before[-1], "who handed in nothing is not touched"


@pytest.mark.parametrize("form", ["csv", "jsonl", "junit", "nbgrader"])
def test_the_other_files_are_written(form: str, forty: Path) -> None:
    target = forty / "new folder" / f"out.{form}"
    assert str(target) in grader("runs", "report", "1", "--as", form, "-o", target)
    assert target.read_text(encoding="utf-8").count("\n") >= 40


def secret_names() -> list[str]:
    spec = load_problem("feed_forward", course=COURSE).spec
    return [
        case.name for group in spec.tests.groups if group.visible != "full" for case in group.cases
    ]


def test_feedback_says_what_may_be_said(forty: Path) -> None:
    with zipfile.ZipFile(forty / "feedback.zip") as archive:
        pages = {name: archive.read(name).decode() for name in archive.namelist()}
    assert len(pages) == 40
    assert "<code>b1</code> is never added" in pages[ADA]
    assert "values differ by more than rounding explains" in pages[ADA]
    secrets = secret_names()
    for page in pages.values():
        assert not [secret for secret in secrets if f"{secret}<" in page]
        assert "<script" not in page
        assert "http:" not in page


def test_no_feedback_by_the_rules_of_another_version(forty: Path, tmp_path: Path) -> None:
    course = tmp_path / "course"
    for part in ("problems", "solutions"):
        shutil.copytree(COURSE / part / "feed_forward", course / part / "feed_forward")
    problem = course / "problems" / "feed_forward" / "problem.yaml"
    problem.write_text(problem.read_text() + "\n# changed\n")
    theory = course / "problems" / "feed_forward" / "theory.md"
    theory.write_text(theory.read_text() + "\nMore.\n")
    words = ["--course", str(course), "runs", "report", "1", "--as", "feedback", "-o", "x"]
    done = CliRunner().invoke(app, words, standalone_mode=False)
    assert "has changed since run 1" in str(done.exception)


def test_the_anonymous_page_names_nobody(forty: Path) -> None:
    page = forty / "anonymous.html"
    grader("runs", "report", "1", "--as", "html", "--anonymous", "-o", page)
    text = page.read_text(encoding="utf-8")
    assert not [p for p in pupils() if f"{p.last}, {p.first}" in text or p.squashed in text]
    assert "Likely mistakes" in text


def test_the_page_says_what_is_known(forty: Path) -> None:
    text = (forty / "class.html").read_text(encoding="utf-8")
    assert "<code>b1</code> is never added" in text
    assert "<td>504</td><td>505</td>" in text, "the two with the same odd mistake"
    assert "no proof of anything" in text
    assert "<script" not in text
    assert not re.search(r"(src|href)=[\"'](?!#)", text), "nothing is fetched"
    assert "=Evil(), Ada" in text


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@needs_chromium
@pytest.mark.parametrize(
    ("name", "width", "theme"),
    [("class", 1280, "light"), ("class", 390, "dark"), ("feedback", 390, "light")],
)
def test_no_violation_of_wcag(
    name: str, width: int, theme: Theme, forty: Path, browser: Browser
) -> None:
    target = forty / "class.html"
    if name == "feedback":
        with zipfile.ZipFile(forty / "feedback.zip") as archive:
            target = Path(archive.extract(ADA, forty))
    page = opened(browser, target, width)
    page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    assert violations(page, [theme]) == []
    overflow = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert overflow <= 0, "the page scrolls sideways"
    page.close()
