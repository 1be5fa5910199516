"""What hides in a text is shown wherever a page says it."""

from __future__ import annotations

import dataclasses
import sys
import unicodedata
from pathlib import Path

import pytest

from grader.pages.page import render_page
from grader.pages.sentences import prose
from grader.pages.theme import Theme, default_theme
from grader.pages.visible import visible

TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("Zoë Ångström, 3\u00a0%, 注意, 👩‍🔬", "Zoë Ångström, 3\u00a0%, 注意, 👩‍🔬"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("of\r\nWindows", "of\nWindows"),
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("bell \x07 delete \x7f next \x85", "bell \\x07 delete \\x7f next \\x85"),
        ("over\rwritten", "over\\rwritten"),
        ("ada\u202eada", "ada\\u202eada"),
        ("\u2066isolated\u2069", "\\u2066isolated\\u2069"),
        ("half a pair \ud83d and \udc80", "half a pair \\ud83d and \\udc80"),
        ("a mark \u200f here", "a mark \\u200f here"),
    ],
)
def test_signs(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert prose(text) == shown.replace("<", "&lt;")


def test_marks_may_stay_where_a_page_runs_from_right_to_left() -> None:
    assert visible("\u200fשלום\u202e", marks=True) == "\u200fשלום\\u202e"


def test_every_sign_that_controls_or_turns_is_escaped() -> None:
    for sign in map(chr, range(sys.maxunicode + 1)):
        hides = unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp")
        if (hides and sign not in "\n\t") or unicodedata.bidirectional(sign) in TURNING:
            assert visible(sign) == sign.encode("unicode_escape", "surrogatepass").decode()


@pytest.fixture
def template(tmp_path: Path) -> Path:
    file = tmp_path / "one.html.j2"
    file.write_text(
        '{% extends "base.html.j2" %}{% block title %}{{ text }}{% endblock %}'
        '{% block body %}<p title="{{ text }}">{{ text }} {{ messages.skip }}</p>{% endblock %}'
    )
    return file


def in_hebrew() -> Theme:
    theme = default_theme()
    strings = {**theme.messages.strings, "direction": "rtl", "skip": "\u200fדלג"}
    messages = dataclasses.replace(theme.messages, language="he", strings=strings)
    return dataclasses.replace(theme, messages=messages)


def test_a_page_escapes_every_value_of_its_template(template: Path) -> None:
    page = render_page(template, default_theme(), text="\x1b[31m\u202e\u200e\udc80<b>")
    escaped = "\\x1b[31m\\u202e\\u200e\\udc80&lt;b&gt;"
    assert page.count(escaped) == 3
    page.encode("utf-8")  # halves of pairs cannot be


def test_a_page_from_right_to_left_keeps_its_marks(template: Path) -> None:
    page = render_page(template, in_hebrew(), text="\u200fשלום\u202e")
    assert page.count("\u200fשלום\\u202e") == 3
    assert "\u200fדלג" in page
