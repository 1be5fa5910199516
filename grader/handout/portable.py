"""Markdown that GitHub, Obsidian and Jupyter all read as we do, formulas included.

GitHub reads Markdown first and formulas second: a backslash before punctuation is gone
before the formula is set, ``}_{`` may begin emphasis, ``<`` may begin a tag, a line break
ends the formula. Each of these has another spelling that every TeX reads the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from grader.handout.markdown import MATH, parse, places

_GROUP = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
_TEX = re.compile(
    rf"\\operatorname(?P<star>\*?){_GROUP}"
    r"|(?P<sign>\\[,;:>!{}|\\]|[<>*])"
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
    out: list[str] = []
    position = 0
    for place in places(source):
        kind = place.token.type
        if kind == "link_open" or place.outer_start < position:
            continue
        between, text = source[position : place.outer_start], source[place.outer_start :]
        text = text[: place.outer_end - place.outer_start]
        out.append(between if allow_html else _TAG.sub(r"\<", between))
        if kind in MATH:
            out.append(_formula(text, place.token.markup))
        else:
            out.append(picture(text) if kind == "image" else text)
        position = place.outer_end
    out.append(source[position:] if allow_html else _TAG.sub(r"\<", source[position:]))
    return _shifted("".join(out), level)


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


def _shifted(source: str, level: int) -> str:
    """The text with its largest heading on ``level``; anchors stay as they are."""
    tokens = [token for token in parse(source) if token.type == "heading_open" and token.map]
    shift = level - min((int(token.tag[1]) for token in tokens), default=level)
    if not shift:
        return source
    lines = source.split("\n")
    for token in tokens:
        assert token.map is not None
        number = token.map[0]
        match = _ATX.match(lines[number])
        if match:
            depth = min(6, max(1, len(match[2]) + shift))
            lines[number] = match[1] + "#" * depth + lines[number][match.end() :]
    return "\n".join(lines)
