"""Design tokens: every colour of every page, for light, for dark and for paper.

A style sheet names a colour as ``var(--ink)`` and never by its value. Sizes and typefaces
are tokens too; they stand at the top of ``base.css``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Token(NamedTuple):
    """A colour in each of the media."""

    light: str
    dark: str
    printed: str


TOKENS: Mapping[str, Token] = {
    # What everything stands on, and what stands on it.
    "paper": Token("#ffffff", "#15161a", "#ffffff"),
    "wash": Token("#f5f5f8", "#1e2027", "#f6f6f6"),
    "track": Token("#e9e9ef", "#2a2c35", "#e4e4e4"),
    "line": Token("#dcdce2", "#34363f", "#bbbbbb"),
    "ink": Token("#1b1b1f", "#e8e6e1", "#000000"),
    "quiet": Token("#55565e", "#a9abb5", "#444444"),
    # Links, lines of focus, bars: the colour that a course may choose.
    "accent": Token("#1d4ed8", "#93b4ff", "#1d4ed8"),
    # What is right, doubtful, wrong, or our own failure.
    "good": Token("#17663a", "#7ddba0", "#17663a"),
    "warm": Token("#8a4b00", "#f3b766", "#8a4b00"),
    "bad": Token("#a3202a", "#ff9a9a", "#a3202a"),
    "strange": Token("#7a1fa2", "#d7a6ff", "#7a1fa2"),
    # Code.
    "code-keyword": Token("#7a1fa2", "#d7a6ff", "#000000"),
    "code-string": Token("#17663a", "#8fdca6", "#000000"),
    "code-number": Token("#9a3412", "#ffb38a", "#000000"),
    "code-comment": Token("#5c6370", "#9aa0ad", "#444444"),
    "code-name": Token("#1d4ed8", "#93b4ff", "#000000"),
}
#: On which the others are read.
PAPERS = ("paper", "wash")
#: Tokens in which no text is set.
SILENT = ("track", "line")


def token_css(accent: str, accent_dark: str) -> str:
    """The tokens as custom properties, with a course's own accent."""
    tokens = {**TOKENS, "accent": Token(accent, accent_dark, accent)}
    light = _declarations((name, token.light) for name, token in tokens.items())
    dark = _declarations((name, token.dark) for name, token in tokens.items())
    printed = _declarations((name, token.printed) for name, token in tokens.items())
    return (
        f":root{{color-scheme:light dark;{light}}}\n"
        f"@media(prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
        f"@media print{{:root{{color-scheme:light;{printed}}}}}\n"
    )


def _declarations(colours: Iterable[tuple[str, str]]) -> str:
    return ";".join(f"--{name}:{colour}" for name, colour in colours)
