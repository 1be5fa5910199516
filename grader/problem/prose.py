"""What a problem says around its contract: where it comes from, sentences, helps, mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import annotated_types as at
from pydantic import BeforeValidator

from grader.problem.fields import Float, Int, alone, text_alone
from grader.problem.parameters import strict


@dataclass(frozen=True, kw_only=True)
class Source:
    """The work that an exercise comes from."""

    __pydantic_config__ = strict()
    title: str
    """Of the work."""
    authors: tuple[str, ...] = ()
    """Family names, or names in full."""
    year: Int | None = None
    """Of publication."""
    section: str | None = None
    """Quoted: a bare 3.10 would be the number 3.1."""
    url: str | None = None
    """Where to read it."""


@dataclass(frozen=True, kw_only=True)
class Statement:
    """A requirement or constraint. A plain text in its place is its ``text``."""

    __pydantic_config__ = strict()
    text: str
    """A sentence of Markdown."""
    untested: str | None = None
    """Why no wrong solution breaks it, if none does."""


@dataclass(frozen=True, kw_only=True)
class Hint:
    """A help, shown one after the other. A plain text in its place is its ``text``."""

    __pydantic_config__ = strict()
    text: str
    """Markdown."""
    cost: Annotated[Float, at.Ge(0), at.Le(100)] = 0
    """In percent of the problem's points."""
    untested: str | None = None
    """Why no wrong solution breaks it, if none does."""


Sentence = Annotated[Statement, BeforeValidator(text_alone, json_schema_input_type=str | Statement)]
Help = Annotated[Hint, BeforeValidator(text_alone, json_schema_input_type=str | Hint)]


@dataclass(frozen=True, kw_only=True)
class Pitfall:
    """A mistake that people make, with what it does and how to see it."""

    __pydantic_config__ = strict()
    title: str
    """A few words."""
    text: str
    """Markdown: what goes wrong, and how it shows."""
    untested: str | None = None
    """Why no wrong solution breaks it, if none does."""


@dataclass(frozen=True, kw_only=True)
class Misconception:
    """A wrong solution with words for the student who made the same mistake."""

    __pydantic_config__ = strict()
    solution: str
    """File below ``solutions/<id>/``, such as ``wrong/no_b1.py``."""
    feedback: str
    """Markdown for the student who made this mistake."""
    breaks: Annotated[
        tuple[str, ...], BeforeValidator(alone, json_schema_input_type=str | tuple[str, ...])
    ] = ()
    """What it violates, counted from 0: ``requirements[2]``, ``hints[0]``, ``pitfalls[1]``,
    ``constraints[0]``; one, or a list."""
    see: str | None = None
    """A heading of the theory, as its anchor."""
