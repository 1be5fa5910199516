"""A text as plain characters: for comments in code and for titles."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it.token import Token

from grader.pages.markdown import MATH, PLAIN, Dialect, parse, walk
from grader.pages.tex import TexError
from grader.pages.unicode_math import text_of


def plain_text(source: str, dialect: Dialect = PLAIN) -> str:
    """What a text says, on one line, its formulas as Unicode."""
    return " ".join(said(parse(source, dialect)).split())


def said(tokens: Sequence[Token]) -> str:
    """What tokens say."""
    parts = []
    for token in walk(tokens):
        if token.type in MATH:
            parts.append(formula_text(token.content.strip()))
        elif token.type in ("text", "code_inline", "fence", "code_block"):
            parts.append(token.content)
        elif token.type in ("softbreak", "hardbreak") or (token.nesting == -1 and token.block):
            parts.append(" ")
    return "".join(parts)


def formula_text(tex: str, *, display: bool = False) -> str:
    """A formula as Unicode; as it is written where it cannot be set (``check.py`` says so)."""
    try:
        return text_of(tex, display=display)
    except TexError:
        return tex
