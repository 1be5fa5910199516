"""The work that an exercise comes from, as one line of plain text."""

from __future__ import annotations

from grader.pages import Messages
from grader.problem import Source

#: More authors than this are the first one "et al.".
_ALL_AUTHORS = 8


def citation(source: Source, messages: Messages) -> str:
    """``Vaswani et al. (2017). Attention Is All You Need. Section 3.3.``; no address."""
    parts = []
    authors = source.authors
    if authors:
        people = ", ".join(authors) if len(authors) <= _ALL_AUTHORS else f"{authors[0]} et al."
        parts.append(people + (f" ({source.year})" if source.year is not None else ""))
        parts.append(source.title)
    else:
        parts.append(source.title + (f" ({source.year})" if source.year is not None else ""))
    if source.section is not None:
        parts.append(messages.get("section", section=source.section))
    return ". ".join(part.rstrip(".") for part in parts) + "."
