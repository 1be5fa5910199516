"""Feedback, class report and kill matrix: golden, accessible, in the course's language and look."""

from __future__ import annotations

import dataclasses
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from grader.authoring.kill_matrix import as_html
from grader.errors import ProblemError
from grader.pages.theme import Theme
from grader.problem.load import load_problem
from grader.report.class_report import render_class_report
from grader.report.student_feedback import page_of
from tests.browser import chromium, needs_chromium, opened, violations
from tests.handout import golden
from tests.handout.made import COURSE
from tests.report.made_pages import ADA, FAILING, MATRIX, class_of_five, themes

THEMES = themes()
KINDS = ("feedback", "class", "kill_matrix")


def page(kind: str, theme: Theme) -> str:
    if kind == "class":
        return render_class_report(class_of_five(), theme)
    if kind == "kill_matrix":
        return as_html(MATRIX, theme)
    problem = load_problem(COURSE / "problems" / "attention")
    return page_of(ADA, FAILING, problem, theme)


@pytest.fixture(autouse=True)
def utc() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize("language", THEMES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_page_is_the_golden_one(kind: str, language: str) -> None:
    text = golden.without_style(page(kind, THEMES[language]))
    golden.check(f"{kind}.{language}.html", text, "report")


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_has_the_theme_of_its_course(kind: str) -> None:
    text = page(kind, THEMES["de"])
    assert '<html lang="de" dir="ltr">' in text
    assert "Kleine Übung" in text
    assert "--accent:#0b5d4b" in text
    assert 'src="data:image/svg+xml;base64,' in text


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_student_wrote_stays_text(kind: str) -> None:
    text = page(kind, THEMES["en"])
    text.encode("utf-8")
    assert "<script" not in text
    assert not set(text) & set("\x1b\u202e")
    assert "\\x1b[31mred \\u202e&lt;script&gt;alert(1)&lt;/script&gt; \\udc80" in text


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_needs_nothing_from_elsewhere(kind: str) -> None:
    text = page(kind, THEMES["de"])
    assert not re.search(r"(src|href)=[\"'](?!#|data:)", text)
    assert "script-src" not in text


def test_without_names_the_report_says_nothing_of_single_students() -> None:
    page = render_class_report(class_of_five(), THEMES["de"], names=False)
    text = golden.without_style(page)
    assert not re.search(r"Student \d|\bs[1-5]\b|[Zz]oe|class\.zip", text)
    assert "Wahrscheinliche Fehler" in text


def test_a_german_page_says_which_sentences_are_english() -> None:
    german, english = (page("feedback", THEMES[language]) for language in ("de", "en"))
    assert '<span lang="en">2 of 4 values are wrong</span>' in german
    assert "Die Ergebnisse sind genau die dieses Fehlers: <code>x</code> is scaled twice." in german
    assert "1 × das Ergebnis hat die falsche Form" in german
    assert "<span lang=" not in english


@pytest.mark.parametrize("kind", KINDS)
def test_a_course_has_a_template_of_its_own(kind: str, tmp_path: Path) -> None:
    name = {"class": "class_report", "feedback": "feedback", "kill_matrix": "kill_matrix"}[kind]
    file = tmp_path / f"{name}.html.j2"
    file.write_text(
        f'{{% extends "grader/{name}.html.j2" %}}'
        "{% block masthead %}<header>Ours</header>{% endblock %}"
    )
    theme = dataclasses.replace(THEMES["de"], templates=tmp_path)
    text = page(kind, theme)
    assert "<header>Ours</header>" in text
    assert "Kleine Übung" not in text
    file.write_text("{{ nothing }}")
    with pytest.raises(ProblemError, match="'nothing' is undefined"):
        page(kind, theme)


def test_a_base_of_the_course_is_that_of_every_page(tmp_path: Path) -> None:
    (tmp_path / "base.html.j2").write_text(
        '{% extends "grader/base.html.j2" %}'
        "{% block extra_style %}body{color:#010203}{% endblock %}"
    )
    theme = dataclasses.replace(THEMES["en"], templates=tmp_path)
    assert all("body{color:#010203}" in page(kind, theme) for kind in KINDS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@needs_chromium
@pytest.mark.parametrize(
    ("kind", "language", "width"),
    [
        ("feedback", "de", 1280),
        ("feedback", "en", 390),
        ("class", "en", 1280),
        ("class", "de", 390),
        ("kill_matrix", "de", 1280),
        ("kill_matrix", "en", 390),
    ],
)
def test_no_violation_of_wcag(
    browser: Browser, tmp_path: Path, kind: str, language: str, width: int
) -> None:
    file = tmp_path / f"{kind}.html"
    file.write_text(page(kind, THEMES[language]), encoding="utf-8")
    shown = opened(browser, file, width)
    shown.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    assert violations(shown, ("light", "dark")) == []
    assert shown.evaluate("document.documentElement.scrollWidth") <= width
    shown.close()
