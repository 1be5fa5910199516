"""``grader handout``: exit codes and what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.cli.app import main_code
from tests.handout.made import copy_course


@pytest.fixture
def course(tmp_path: Path) -> Path:
    return copy_course(tmp_path)


def run(course: Path, out: Path, *arguments: str) -> int:
    return main_code(["--course", str(course), "handout", *arguments, "-o", str(out), "-j", "1"])


def test_one_problem(course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(course, tmp_path / "out", "counter", "-f", "py", "-f", "md") == 0
    assert capsys.readouterr().out == "counter: md, py\n"
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["counter"]
    assert run(course, tmp_path / "out", "counter", "-f", "py") == 0
    assert capsys.readouterr().out == "counter: unchanged\n"


def test_a_whole_course_has_a_page(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert run(course, out) == 0
    page = (out / "index.html").read_text("utf-8")
    assert page.index("counter/counter.html") < page.index("attention/attention.html")
    assert run(course, out, "--check") == 0
    assert "all handouts are fresh" in capsys.readouterr().out
    (course / "problems/counter/theory.md").write_text("# Changed\n")
    assert run(course, out, "--check") == 1
    assert capsys.readouterr().out == "counter: html is stale\n"
    (course / "course.yaml").write_text("title: Other\n")
    assert run(course, out, "--check") == 1
    said = capsys.readouterr().out.splitlines()
    assert said == ["counter: html is stale", "attention: html is stale", "index.html is stale"]


def test_faults_are_said_with_their_places(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("attention", "counter"):
        (course / f"problems/{name}/theory.md").write_text("# Softmax\n\n$= 1$\n")
    assert run(course, tmp_path / "out") == 2
    captured = capsys.readouterr()
    assert captured.out == "counter: not made\nattention: not made\n"
    lines = captured.err.splitlines()
    assert len(lines) == 2
    assert all("theory.md:3:2: the formula starts with '='" in line for line in lines)


def test_a_misspelt_problem(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(course, tmp_path / "out", "countre") == 2
    assert "counter" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'branding: {colors: {accent: "#ffff00"}}',
            "yaml:1:29: accent #ffff00 has a contrast",
        ),
        ('branding: {colors: {accnt: "#000"}}', "did you mean 'accent'?"),
        ("language: tlh", "no such language; known are de, en"),
        ("branding: {logo: course.yaml}", "the logo is of no known kind"),
    ],
)
def test_a_course_that_cannot_be_shown(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    (course / "course.yaml").write_text(text + "\n")
    assert run(course, tmp_path / "out") == 2
    assert said in capsys.readouterr().err


def test_show_and_hint_speak_the_language_of_the_course(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (course / "course.yaml").write_text("language: de\n")
    assert main_code(["--course", str(course), "show", "attention"]) == 0
    assert "Anforderungen" in capsys.readouterr().out
    assert main_code(["--course", str(course), "hint", "attention"]) == 0
    assert "Hinweis 1 von 2" in capsys.readouterr().out
