"""Courses: found, ordered, read with every fault at its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_problem import SPEC, THEORY

from grader.errors import ProblemError, UsageError
from grader.problem.course import Branding, Course, CourseSpec, teaching_order
from grader.problem.load import load_problem


def add(root: Path, name: str, *prerequisites: str) -> None:
    folder = root / "problems" / name
    folder.mkdir(parents=True, exist_ok=True)
    spec = SPEC.replace("id: scale", f"id: {name}")
    spec = spec.replace("prerequisites: []", f"prerequisites: [{', '.join(prerequisites)}]")
    (folder / "problem.yaml").write_text(spec, encoding="utf-8")
    (folder / "theory.md").write_text(THEORY, encoding="utf-8")


@pytest.fixture
def course(shop):
    add(shop.root, "attention", "softmax", "scale")
    add(shop.root, "block", "attention", "elsewhere")
    add(shop.root, "softmax")
    return shop.root


def settings(root: Path, text: str) -> list[str]:
    (root / "course.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ProblemError) as caught:
        _ = Course(root).spec
    return [str(diagnostic).removeprefix("course.yaml:") for diagnostic in caught.value.diagnostics]


def test_prerequisites_come_first_then_names(course):
    assert Course(course).ids == ("scale", "softmax", "attention", "block")
    assert Course(course).spec == CourseSpec()


def test_the_course_says_the_order(course):
    (course / "course.yaml").write_text(
        "title: Attention\norder: [softmax, block]\nlanguage: pt-BR\n"
        "branding: {colors: {accent: '#1f6feb'}}\nallow_html: true\n"
    )
    read = Course(course)
    assert read.ids == ("softmax", "block", "scale", "attention")
    assert read.spec == CourseSpec(
        title="Attention",
        order=("softmax", "block"),
        language="pt-BR",
        branding=Branding(colors={"accent": "#1f6feb"}),
        allow_html=True,
    )


def test_faults_of_course_yaml(course):
    assert settings(
        course,
        "titel: A\norder: [softmax, softmax, atention]\nlanguage: English\n"
        "branding: {logo: ../logo.svg, colors: {accent: red}}\nallow_html: yes\n",
    ) == [
        "1:1: unknown key 'titel'; did you mean 'title'?",
        "5:13: allow_html must be true or false, not text 'yes'",
    ]
    assert settings(
        course,
        "order: [softmax, softmax, atention]\nlanguage: English\n"
        "branding: {logo: ../logo.svg, colors: {accent: red}}\n",
    ) == [
        "1:18: 'softmax' is in the order already",
        "1:27: no problem 'atention' in this course; did you mean 'attention'?",
        "2:11: language must be a tag such as en, de or pt-BR",
        "3:18: logo '../logo.svg' is not a file in the course's folder",
        "3:48: accent must be a colour such as '#1f6feb', in quotes",
    ]
    assert settings(course, "- a\n") == ["1:1: must be a mapping, not a list"]
    assert settings(course, "") == ["1:1: the file is empty"]


def test_a_logo_that_is_there(course):
    (course / "logo.svg").write_text("<svg/>")
    (course / "course.yaml").write_text("branding: {logo: logo.svg}\n")
    assert Course(course).spec.branding.logo == "logo.svg"


@pytest.mark.parametrize(
    ("needs", "order"),
    [
        ({}, ()),
        ({"b": (), "a": ()}, ("a", "b")),
        ({"a": ("b",), "b": ("c",), "c": ()}, ("c", "b", "a")),
        ({"a": ("b",), "b": ("a",), "c": ()}, ("c", "a", "b")),
        ({"a": ("a",), "b": ("gone",)}, ("a", "b")),
    ],
)
def test_teaching_order(needs, order):
    assert teaching_order(needs) == order


def test_a_problem_that_cannot_be_read_has_its_place(course):
    (course / "problems" / "softmax" / "problem.yaml").write_text("a: [")
    assert Course(course).ids == ("scale", "softmax", "attention", "block")


def test_a_course_is_found_from_below(course, monkeypatch):
    below = course / "problems" / "scale"
    assert Course.find(below).root == course
    monkeypatch.chdir(below)
    assert Course.find().root == course
    assert load_problem("softmax").id == "softmax"


def test_no_course(tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(UsageError, match="is in no course"):
        Course.find(empty)
    with pytest.raises(UsageError, match="is not a course: it has no folder 'problems'"):
        Course(empty)


def test_two_courses_side_by_side(course):
    other = course / "other"
    (other / "problems").mkdir(parents=True)
    assert Course(other).ids == ()
    add(other, "only")
    assert load_problem("only", course=other).id == "only"
    with pytest.raises(UsageError, match="no problem 'only' in"):
        load_problem("only", course=course)


def test_a_misspelt_id(course):
    with pytest.raises(
        UsageError, match=r"no problem 'atention' in .*; did you mean 'attention'\?"
    ):
        Course(course).problem("atention")
    with pytest.raises(UsageError, match="there are attention, block, scale, softmax"):
        Course(course).folder("zzz")


def test_prerequisites_are_problems_of_the_course(course):
    with pytest.raises(ProblemError, match="no problem 'elsewhere' in this course"):
        Course(course).problem("block")


@pytest.mark.parametrize("where", ["problems/scale", "problems/scale/problem.yaml", "scale"])
def test_ways_to_name_a_problem(course, where):
    assert load_problem(where).folder == course / "problems" / "scale"
    assert load_problem(Path(where)).folder == course / "problems" / "scale"


@pytest.mark.parametrize(
    "where",
    ["", ".", "..", "/", "problems", "problems/none", "a\0b", "x" * 5000, "problems/scale/a.md"],
)
def test_what_names_no_problem(course, where):
    with pytest.raises(UsageError):
        load_problem(where)
