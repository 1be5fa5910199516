"""Handouts in a folder: made once, made again when something changed, said when stale."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.handout.build import FORMATS, STAMP, Plan
from grader.handout.course_build import (
    Built,
    build_problems,
    formats_of,
    render_index,
    stale_handouts,
)
from grader.problem.course import Course
from grader.sandbox.runner import IsolationPolicy
from tests.handout import golden
from tests.handout.made import copy_course

TEXTS = ("html", "ipynb", "md", "py")


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return Course(copy_course(tmp_path))


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return Plan(tmp_path / "out", TEXTS)


def made(course: Course, plan: Plan, jobs: int = 1) -> dict[str, tuple[str, ...]]:
    return {
        b.id: b.made
        for b in build_problems(course, course.ids, plan, jobs=jobs, policy=IsolationPolicy("D"))
    }


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_what_is_unchanged_is_not_made_again(course: Course, plan: Plan) -> None:
    assert made(course, plan) == {"counter": TEXTS, "attention": TEXTS}
    assert made(course, plan) == {"counter": (), "attention": ()}
    assert list(stale_handouts(course, course.ids, plan)) == []


def test_files_of_every_format(course: Course, plan: Plan) -> None:
    made(course, plan)
    files = sorted(path.name for path in (plan.folder / "attention").iterdir())
    assert files == sorted(
        [STAMP, "attention.html", "attention.ipynb", "attention.md", "attention.py", "keys.svg"]
    )


@pytest.mark.parametrize(
    ("file", "old", "new", "stale"),
    [
        ("problems/attention/theory.md", "at once", "in turn", ["attention"]),
        ("problems/attention/keys.svg", "#1d4ed8", "#1d4ed9", ["attention"]),
        ("problems/counter/problem.yaml", "Count words.", "Count.", ["counter"]),
        ("course.yaml", "language: en", "language: de", ["attention", "counter"]),
    ],
)
def test_a_change_makes_its_handouts_stale(
    course: Course, plan: Plan, file: str, old: str, new: str, stale: list[str]
) -> None:
    made(course, plan)
    edit(course.root / file, old, new)
    again = Course(course.root)
    found = list(stale_handouts(again, again.ids, plan))
    assert sorted({name for name, _, _ in found}) == stale
    assert {state for _, _, state in found} == {"stale"}
    assert {name for name, formats in made(again, plan).items() if formats} == set(stale)
    assert list(stale_handouts(again, again.ids, plan)) == []


def test_a_template_of_the_course_makes_all_stale(course: Course, plan: Plan) -> None:
    made(course, plan)
    folder = course.root / "handout" / "templates"
    folder.mkdir(parents=True)
    template = '{% extends "grader/page.html.j2" %}{% block hints %}{% endblock %}'
    (folder / "page.html.j2").write_text(template)
    assert len(list(stale_handouts(course, course.ids, plan))) == 2 * len(TEXTS)


def test_an_edited_or_deleted_file_is_noticed_and_made_again(course: Course, plan: Plan) -> None:
    made(course, plan)
    page, text = (plan.folder / "counter" / f"counter.{kind}" for kind in ("html", "md"))
    page.write_text("edited")
    text.unlink()
    found = list(stale_handouts(course, course.ids, plan))
    assert found == [("counter", "html", "changed"), ("counter", "md", "missing")]
    assert made(course, plan) == {"counter": ("html", "md"), "attention": ()}


@pytest.mark.parametrize("stamp", ["", "no", "[]", '{"html": 3}', '{"html": {"files": {}}}'])
def test_a_stamp_that_is_none_is_as_if_missing(course: Course, plan: Plan, stamp: str) -> None:
    made(course, plan)
    (plan.folder / "counter" / STAMP).write_text(stamp)
    assert made(course, plan)["counter"] == TEXTS


def test_two_runs_and_two_processes_make_the_same_bytes(course: Course, tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder, jobs in zip(folders, (1, 2), strict=True):
        made(course, Plan(folder, ("html", "kit")), jobs)
    files = sorted(p.relative_to(folders[0]) for p in folders[0].rglob("*") if p.is_file())
    assert len(files) == 6
    for file in files:
        assert (folders[0] / file).read_bytes() == (folders[1] / file).read_bytes(), file


def test_a_problem_with_faults_stops_no_other(course: Course, plan: Plan) -> None:
    edit(course.root / "problems/attention/theory.md", "at once", "$= 3$")
    results = {
        b.id: b
        for b in build_problems(
            Course(course.root), course.ids, plan, jobs=2, policy=IsolationPolicy()
        )
    }
    assert results["counter"] == Built("counter", TEXTS)
    assert results["attention"].made == ()
    (diagnostic,) = results["attention"].diagnostics
    assert "starts with '='" in diagnostic.message
    assert not (plan.folder / "attention").exists()


def test_the_page_of_a_course_is_the_golden_one(course: Course, plan: Plan) -> None:
    page = render_index(course, Plan(plan.folder, FORMATS))
    golden.check("index.html", golden.without_fonts(page))


def test_formats_are_named_or_all() -> None:
    assert formats_of(["py", "html"]) == ("html", "py")
    assert formats_of(["md", "all"]) == FORMATS


def test_the_stamp_is_readable(course: Course, plan: Plan) -> None:
    made(course, plan)
    stamp = json.loads((plan.folder / "counter" / STAMP).read_text())
    assert sorted(stamp) == sorted(TEXTS)
    assert list(stamp["html"]["files"]) == ["counter.html"]
