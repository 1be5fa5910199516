"""The colours of every page: readable on their paper in each medium, and named everywhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.pages.theme import MIN_CONTRAST, contrast
from grader.pages.tokens import PAPERS, SILENT, TOKENS, Token, token_css

GRADER = Path(__file__).parents[2] / "grader"
STYLES = [*GRADER.rglob("*.css"), *GRADER.rglob("*.html.j2")]
_NAMED = re.compile(r"var\(--([\w-]+)\)")
#: Of a typeface or a size, which ``base.css`` has.
_SIZES = re.compile(r"--([\w-]+):")
_COLOUR = re.compile(r"(?<![&\w])#[0-9a-fA-F]{3,8}\b(?!-)|\brgba?\(|\bhsla?\(")


@pytest.mark.parametrize("medium", Token._fields)
@pytest.mark.parametrize("name", [name for name in TOKENS if name not in (*PAPERS, *SILENT)])
def test_text_can_be_read_on_every_paper(name: str, medium: str) -> None:
    for paper in PAPERS:
        ratio = contrast(getattr(TOKENS[name], medium), getattr(TOKENS[paper], medium))
        assert ratio >= MIN_CONTRAST, (paper, ratio)


def test_paper_is_white_where_it_is_printed() -> None:
    assert TOKENS["paper"].printed == "#ffffff"


@pytest.mark.parametrize("file", STYLES, ids=lambda path: path.name)
def test_a_style_names_colours_and_knows_none(file: Path) -> None:
    text = file.read_text("utf-8")
    sizes = set(_SIZES.findall((GRADER / "pages" / "templates" / "base.css").read_text("utf-8")))
    assert {name for name in _NAMED.findall(text) if name not in TOKENS} <= sizes
    style = (
        text if file.suffix == ".css" else "".join(re.findall(r"<style>.*?</style>", text, re.S))
    )
    assert _COLOUR.findall(style) == []


def test_every_token_is_used() -> None:
    used = {name for file in STYLES for name in _NAMED.findall(file.read_text("utf-8"))}
    assert used >= set(TOKENS)


def test_the_accent_is_the_courses() -> None:
    css = token_css("#010203", "#a0b0c0")
    assert css.count("--accent:#010203") == 2  # on the screen and on paper
    assert css.count("--accent:#a0b0c0") == 1
    assert TOKENS["accent"].light not in css.replace(f"--code-name:{TOKENS['code-name'].light}", "")
