"""What is wrong with a problem's texts: formulas, links, pictures, dollar signs.

``grader validate`` shows these with all other diagnostics; ``grader handout`` refuses to
render a problem that has an error among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import urlsplit

from markdown_it.token import Token

from grader.errors import Diagnostic, Severity
from grader.handout.figures import figure_fault
from grader.handout.texts import Prose, texts
from grader.pages import (
    Formula,
    TexError,
    formulas,
    headings,
    locations,
    lost_part,
    parse,
    stray_dollars,
)
from grader.problem import Problem

#: Longer texts are refused: a page of a megabyte helps nobody, and would render for seconds.
MAX_CHARACTERS = 500_000
_SCHEMES = ("http", "https", "mailto")


def check_text(problem: Problem) -> tuple[Diagnostic, ...]:
    """Every fault in the problem's Markdown, at its place, in the order of the files."""
    found: list[Diagnostic] = []
    for prose in texts(problem):
        if _is_too_long(prose.source):
            found.append(_too_long(problem, prose))
            continue
        if not prose.source.strip():
            continue
        for offset, message, severity in _faults(problem, prose):
            found.append(Diagnostic(prose.locate(problem, offset), message, severity))
    return tuple(found)


def _is_too_long(source: str) -> bool:
    return len(source) > MAX_CHARACTERS


def _too_long(problem: Problem, prose: Prose) -> Diagnostic:
    message = (
        f"the text has {len(prose.source):,} characters, more than {MAX_CHARACTERS:,}; "
        "split it, or link to what is too long for a handout"
    )
    return Diagnostic(prose.locate(problem, 0), message)


def _faults(problem: Problem, prose: Prose) -> Iterator[tuple[int, str, Severity]]:
    """(offset, message, severity) of each fault of one text."""
    source = prose.source
    for formula in formulas(source):
        fault = _formula_fault(formula)
        if fault is not None:
            yield fault
    for offset in stray_dollars(source):
        yield (
            offset,
            r"a dollar sign without a partner: write \$ for a dollar, or close the formula",
            "error",
        )
    for place in locations(source):
        token = place.token
        if token.type == "link_open":
            message = _link_fault(problem, source, str(token.attrs["href"]))
        elif token.type == "image":
            message = _picture_fault(problem, token)
        else:
            continue
        if message:
            yield place.start, message, "error"


def _formula_fault(formula: Formula) -> tuple[int, str, Severity] | None:
    try:
        lost = lost_part(formula.tex)
    except TexError as error:
        message = f"the formula cannot be set: {error.message}"
        return formula.start + error.offset, message, "error"
    if lost is not None:
        message, sure = lost
        return formula.start, message, "error" if sure else "warning"
    if formula.padded:
        message = (
            f"the formula {formula.tex!r} has a space inside its dollar signs, where GitHub and "
            r"Obsidian do not read it as one; remove the space, or write \$ for a dollar"
        )
        return formula.start, message, "error"
    return None


@lru_cache(maxsize=64)
def _anchors(source: str) -> frozenset[str]:
    return frozenset(heading.anchor for heading in headings(parse(source)))


def _link_fault(problem: Problem, source: str, href: str) -> str:
    if href.startswith("#"):
        # What is in a theory that is too long, and refused for it, is not read for a link to it.
        if href[1:] in _anchors(source) or _is_too_long(problem.theory):
            return ""
        return "" if href[1:] in _anchors(problem.theory) else f"no heading has the anchor {href!r}"
    scheme = urlsplit(href).scheme
    if scheme in _SCHEMES:
        return ""
    return (
        f"the link {href!r} leads to no page that a reader of a handout has; "
        f"use a full address ({', '.join(_SCHEMES)}) or #a-heading of the theory"
    )


def _picture_fault(problem: Problem, token: Token) -> str:
    if not token.content.strip():
        return "the picture has no description; write ![what it shows](file)"
    return figure_fault(problem.folder, str(token.attrs["src"]))
