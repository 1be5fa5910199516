"""Markdown with TeX between dollar signs, read once for every format.

All formats are made from the tokens of :func:`parse`; where a formula or a link stands in
its source is found by :func:`places`, since tokens inside a
paragraph carry no positions of their own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from grader.problem import slug

#: Types of the tokens that are formulas, and whether they are set on a line of their own.
MATH = {"math_inline": False, "math_inline_double": True, "math_block": True}
_STRAY = "stray_dollars"


@dataclass(frozen=True)
class Formula:
    """A formula where it stands: ``start`` and ``end`` are offsets of ``tex`` in the source."""

    tex: str
    display: bool
    start: int
    end: int
    padded: bool = False
    """Whether, in a line of text, a space stands inside its dollar signs."""


@dataclass(frozen=True)
class Dialect:
    """How a course writes its Markdown."""

    allow_html: bool = False
    """Whether raw HTML is HTML, or text that shows its tags."""
    quotes: str = "“”‘’"
    """Typographic quotes for straight ones: opening and closing, double and single."""


PLAIN = Dialect()


@lru_cache(maxsize=16)
def _parser(dialect: Dialect) -> MarkdownIt:
    options = {"html": dialect.allow_html, "typographer": True, "quotes": dialect.quotes}
    markdown = MarkdownIt("commonmark", options)
    markdown.enable(["table", "strikethrough", "smartquotes"])
    # A space inside the dollars or a digit beside them is refused by check.py with a
    # sentence; to leave such a formula unread would show its dollars to the student.
    markdown.use(dollarmath_plugin, allow_labels=False, double_inline=True)
    markdown.core.ruler.before("text_join", _STRAY, _note_stray_dollars)
    return markdown


def _note_stray_dollars(state: StateCore) -> None:
    """Mark text tokens with a dollar sign that is neither escaped nor part of a formula."""
    for block in state.tokens:
        if any(child.type == "text" and "$" in child.content for child in block.children or ()):
            block.meta[_STRAY] = True


@lru_cache(maxsize=4096)
def parse(source: str, dialect: Dialect = PLAIN) -> tuple[Token, ...]:
    """The block tokens of a text. They are shared: read them only."""
    return tuple(_parser(dialect).parse(source))


@lru_cache(maxsize=4096)
def inline_tokens(source: str, dialect: Dialect = PLAIN) -> tuple[Token, ...]:
    """The tokens of a text as if it were one paragraph, whatever its first sign."""
    (block,) = _parser(dialect).parseInline(source.strip())
    return tuple(block.children or ())


@dataclass(frozen=True)
class Heading:
    """A heading of a text: ``tokens`` are what it says, ``anchor`` is unique in the text."""

    level: int
    anchor: str
    tokens: Sequence[Token]


def headings(tokens: Sequence[Token]) -> tuple[Heading, ...]:
    """The headings of a text, in order, with anchors as ``see:`` in a problem file has them."""
    found = []
    taken: Counter[str] = Counter()
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            anchor = slug(inline.content) or "section"
            again = f"-{taken[anchor]}" if taken[anchor] else ""
            taken[anchor] += 1
            found.append(Heading(int(opening.tag[1]), anchor + again, inline.children or []))
    return tuple(found)


def walk(tokens: Sequence[Token]) -> Iterator[Token]:
    """Every token, the children of an inline token after it."""
    for token in tokens:
        yield token
        if token.children:
            yield from walk(token.children)


@dataclass(frozen=True)
class Place:
    """Where a token stands: its text from ``start`` to ``end``, its markup around that."""

    token: Token
    start: int
    end: int
    outer_start: int
    outer_end: int


def formulas(source: str) -> tuple[Formula, ...]:
    """Every formula of a text with its place, in order."""
    found = []
    for place in locations(source):
        kind, content = place.token.type, place.token.content
        if kind in MATH:
            padded = kind == "math_inline" and content.strip() != content
            found.append(Formula(content.strip(), MATH[kind], place.start, place.end, padded))
    return tuple(found)


def stray_dollars(source: str) -> tuple[int, ...]:
    """Offsets of the dollar signs that are neither escaped nor part of a formula or of code."""
    if not any(token.meta.get(_STRAY) for token in parse(source)):
        return ()
    rest = list(source)
    for place in locations(source):
        rest[place.outer_start : place.outer_end] = " " * (place.outer_end - place.outer_start)
    return tuple(match.start() for match in re.finditer(r"(?<![\\$])\$", "".join(rest)))


@lru_cache(maxsize=4096)
def locations(source: str) -> tuple[Place, ...]:
    """Each formula, code, link and picture, in order.

    A cursor moves through the source with the formulas and the code, so that a formula
    which also stands in a code span before it is not taken for that one. It does not move
    with links: their address stands behind their text, and that may hold a formula.
    """
    starts = [0, *(match.end() for match in re.finditer("\n", source))]
    found: list[Place] = []
    cursor = 0
    for block in parse(source):
        if block.map:
            cursor = max(cursor, starts[min(block.map[0], len(starts) - 1)])
        for token in walk([block]):
            pattern = _pattern_of(token)
            if pattern is None:
                continue
            match = pattern.search(source, cursor)
            if match is None:
                found.append(Place(token, cursor, cursor, cursor, cursor))
                continue
            found.append(Place(token, *match.span("text"), *match.span()))
            if token.type not in ("link_open", "image"):
                cursor = match.end()
    return tuple(found)


def _pattern_of(token: Token) -> re.Pattern[str] | None:
    if token.type in MATH:
        dollars = re.escape(token.markup)
        return _pattern(rf"{dollars}[\s>]*", token.content, rf"[\s>]*{dollars}")
    if token.type == "code_inline":
        return _pattern(rf"{token.markup}\s*", token.content, rf"\s*{token.markup}")
    if token.type in ("fence", "code_block"):
        return _pattern("", token.content, "")
    if token.type == "link_open":
        return _pattern("", str(token.attrs["href"]), "")
    return _pattern("", str(token.attrs["src"]), "") if token.type == "image" else None


def _pattern(before: str, text: str, after: str) -> re.Pattern[str]:
    """The text, with any run of white space or quote marks where it has white space."""
    parts = [re.escape(part) for part in text.split()]
    return re.compile(before + "(?P<text>" + r"[\s>]+".join(parts) + ")" + after)
