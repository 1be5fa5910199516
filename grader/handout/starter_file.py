"""The starter code as a file of its own, with the contract as comments."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from grader.handout.content import Contract, Handout, Row
from grader.pages import plain_text

#: Longest line of a comment.
WIDTH = 88


def render_starter(handout: Handout) -> str:
    """A Python file that can be filled in, run through ``grader check`` and handed in."""
    return "\n".join([*_comments(handout), "", handout.starter])


def _comments(handout: Handout) -> Iterator[str]:
    messages, dialect = handout.messages, handout.theme.dialect
    yield f"# {handout.title}"
    yield from _wrapped(plain_text(handout.summary, dialect), "# ")
    for contract in handout.contract:
        yield "#"
        yield f"# {contract.signature}"
        if contract.doc:
            yield from _wrapped(plain_text(contract.doc, dialect), "#   ")
        yield from _rows(contract, handout)
    if handout.requirements:
        yield "#"
        yield f"# {messages['requirements']}"
        for number, sentence in enumerate(handout.requirements, 1):
            yield from _wrapped(plain_text(sentence, dialect), f"#   {number}. ", "#      ")
    yield "#"
    yield f"# {messages['check_it']}: grader check {handout.id} {handout.id}.py"


def _rows(contract: Contract, handout: Handout) -> Iterator[str]:
    """The parameters and results, in columns where they are narrow enough."""
    returns, dialect = handout.messages["returns"], handout.theme.dialect
    table = [
        ("  " * row.depth + (row.name or returns), _kind(row), plain_text(row.doc, dialect))
        for row in (*contract.parameters, *contract.returns)
    ]
    name_width = max((len(name) for name, _, _ in table), default=0)
    kind_width = max((len(kind) for _, kind, _ in table), default=0)
    beside = name_width + kind_width < WIDTH // 2
    for name, kind, doc in table:
        start = f"#   {name:<{name_width}}  {kind:<{kind_width if beside else 0}}  "
        if beside:
            yield from _wrapped(doc, start, "#" + " " * (len(start) - 1))
        else:
            yield start.rstrip()
            yield from _wrapped(doc, "#" + " " * (name_width + 5)) if doc else ()


def _kind(row: Row) -> str:
    return f"{row.type} {row.shape}".strip()


def _wrapped(text: str, first: str, later: str | None = None) -> list[str]:
    """Lines of a comment; ``later`` begins those after the first."""
    if not text:
        return [first.rstrip()]
    lines = textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=first if later is None else later,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.rstrip() for line in lines]
