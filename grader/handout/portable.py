"""Markdown that GitHub, Obsidian and Jupyter all read as we do, formulas included.

GitHub reads Markdown first and formulas second: a backslash before punctuation is gone
before the formula is set, ``}_{`` may begin emphasis, ``<`` may begin a tag, a line break
ends the formula. Each of these has another spelling that every TeX reads the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from grader.pages import MATH, locations, parse

_GROUP = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
_TEX = re.compile(
    rf"\\operatorname(?P<star>\*?){_GROUP}"
    r"|(?P<sign>\\[,;:>!{}|\\_]|[<>*])"
    r"|(?P<command>\\[A-Za-z]+)"
    r"|(?<![A-Za-z0-9])(?P<sub>_)"
)
_SPELLED = {
    r"\,": r"\thinspace ",
    r"\;": r"\mspace{5mu}",
    r"\:": r"\mspace{4mu}",
    r"\>": r"\mspace{4mu}",
    r"\!": r"\negthinspace ",
    r"\{": r"\lbrace ",
    r"\}": r"\rbrace ",
    r"\|": r"\Vert ",
    r"\\": r"\cr ",
    r"\_": r"\rule{0.4em}{0.06em}",
    "<": r"\lt ",
    ">": r"\gt ",
    "*": r"\ast ",
}
#: What looks like a tag and is none of CommonMark's automatic links.
_TAG = re.compile(r"<(?=[A-Za-z/!?])(?![A-Za-z][A-Za-z0-9+.-]+:[^\s<>]*>)(?![^\s<>@]+@[^\s<>]+>)")
#: What begins a list, a quote, a heading or an underlined one, at the start of a line.
_BLOCK = re.compile(r"[-+] |\d+[.)] |#|>|=+$|-+$")
_ATX = re.compile(r"( {0,3})(#{1,6})(?=[ \t]|$)")


def portable_tex(tex: str) -> str:
    """The same formula without what Markdown might take for its own."""
    return re.sub(r"[ \t]+", " ", _TEX.sub(_respell, tex)).strip()


def _respell(match: re.Match[str]) -> str:
    if match["sign"]:
        return _SPELLED[match["sign"]]
    if match["sub"]:
        return " _ "
    if match["command"]:
        return match[0]
    limits = r"\limits" if match["star"] else r"\nolimits"
    return rf"\mathop{{\mathrm{{{portable_tex(match[2])}}}}}{limits}"


def portable_markdown(
    source: str,
    *,
    level: int = 1,
    allow_html: bool = False,
    picture: Callable[[str], str] = str,
) -> str:
    """A text of a problem as Markdown for other programs.

    Args:
        source: the text.
        level: of its largest heading.
        allow_html: whether its raw HTML stays HTML, or is made to show its tags.
        picture: from a picture's address in the problem's folder to the one to write.
    """
    return "".join(portable_chapters(source, level=level, allow_html=allow_html, picture=picture))


def portable_chapters(
    source: str,
    *,
    level: int = 1,
    allow_html: bool = False,
    picture: Callable[[str], str] = str,
) -> Iterator[str]:
    """Like :func:`portable_markdown`, in parts: all but the first begin with a largest heading."""
    edits, starts = _headings(source, level)
    kept = []
    for place in locations(source):
        kind, span = place.token.type, (place.outer_start, place.outer_end)
        if kind in MATH:
            edits.append(Edit(*span, _formula(source[slice(*span)], place.token.markup)))
        elif kind == "image":
            edits.append(Edit(*span, picture(source[slice(*span)])))
        elif kind != "link_open":
            kept.append(Edit(*span, source[slice(*span)]))
    if not allow_html:
        edits += [Edit(*match.span(), r"\<") for match in _TAG.finditer(source)]
    edits = _apart([*kept, *edits])
    bounds = [0, *(start for start in starts if start), len(source)]
    for first, last in pairwise(bounds):
        yield _edited(source, first, last, edits)


class Edit(NamedTuple):
    """A part of a text, and what is written in its place."""

    start: int
    end: int
    text: str


def _apart(edits: Iterable[Edit]) -> list[Edit]:
    """In order; one that begins inside of another is left out."""
    found: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, -edit.end)):
        if not found or edit.start >= found[-1].end:
            found.append(edit)
    return found


def _edited(source: str, first: int, last: int, edits: Iterable[Edit]) -> str:
    out, position = [], first
    for edit in edits:
        if first <= edit.start < last:
            out += [source[position : edit.start], edit.text]
            position = edit.end
    return "".join([*out, source[position:last]])


def _headings(source: str, level: int) -> tuple[list[Edit], list[int]]:
    """What brings the largest heading on ``level``, and where the largest ones start."""
    tokens = [token for token in parse(source) if token.type == "heading_open" and token.map]
    top = min((int(token.tag[1]) for token in tokens), default=level)
    lines = [0, *(match.end() for match in re.finditer("\n", source))]
    edits, starts = [], []
    for token in tokens:
        assert token.map is not None
        start = lines[token.map[0]]
        depth = int(token.tag[1])
        if depth == top:
            starts.append(start)
        match = _ATX.match(source, start)
        if match and level != top:
            signs = "#" * min(6, max(1, depth + level - top))
            edits.append(Edit(match.start(2), match.end(2), signs))
    return edits, starts


def _formula(text: str, dollars: str) -> str:
    """A formula with its dollar signs; one in a line of text stays in one line."""
    inner = text[len(dollars) : -len(dollars)]
    lines = [(_indent(line), portable_tex(line.lstrip(" \t>"))) for line in inner.split("\n")]
    if dollars == "$" or any(_BLOCK.match(line) for _, line in lines):
        return dollars + " ".join(line for _, line in lines if line) + dollars
    return dollars + "\n".join(indent + line for indent, line in lines) + dollars


def _indent(line: str) -> str:
    """White space and quote marks before a line of a formula on lines of its own."""
    return line[: len(line) - len(line.lstrip(" \t>"))]
