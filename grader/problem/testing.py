"""The cases of a problem, as the problem file says them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import annotated_types as at

from grader.problem.fields import Float, Int
from grader.problem.parameters import UNSET, strict

Visibility = Literal["full", "diagnosis", "verdict", "hidden"]
Scoring = Literal["each", "all"]
#: Id of the group that the literal examples make; no other may have it.
EXAMPLES = "examples"
MAX_POINTS = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Example:
    """A literal case that can be checked by hand; shown in every handout, run as a public case."""

    __pydantic_config__ = strict()
    name: str
    """Unique among all examples and cases."""
    args: Mapping[str, Any] | None = None
    """Every argument, but those that may be left out."""
    returns: Any = UNSET
    """What comes back; ``null`` is None."""
    calls: tuple[CallSpec, ...] | None = None
    """Instead of ``args`` and ``returns``: several calls in a row, each with its own."""
    explain: str = ""
    """Markdown: the way to the result."""


@dataclass(frozen=True, kw_only=True)
class CallSpec:
    """One of several calls in a row. Arguments that are not given are made from recipes.

    An argument may be ``{result: [0, m]}``: what call 0 returned, then a path into it.
    """

    __pydantic_config__ = strict()
    method: str | None = None
    """For classes; ``init`` is the constructor. A function needs none."""
    args: Mapping[str, Any] = field(default_factory=dict)
    """Literal arguments."""
    returns: Any = UNSET
    """In examples only: what comes back; ``null`` is None."""


@dataclass(frozen=True, kw_only=True)
class CaseSpec:
    """A generated test case, or several with ``repeat``."""

    __pydantic_config__ = strict()
    name: str
    """Unique among all examples and cases: its random values come from it."""
    sizes: Mapping[str, Any] = field(default_factory=dict)
    """``{batch: [2, 3], d_model: 4}``; what is not given is drawn from the dim's range."""
    values: Mapping[str, str] = field(default_factory=dict)
    """A recipe by argument; ``"*"`` for all others."""
    layout: Mapping[str, str] = field(default_factory=dict)
    """``C``, ``F``, ``strided``, ``reversed``, ``transposed``, ``unaligned`` or ``readonly`` by
    argument; ``"*"`` for all others."""
    args: Mapping[str, Any] = field(default_factory=dict)
    """Literal arguments; they win over recipes."""
    calls: tuple[CallSpec, ...] | None = None
    """Several calls in a row on the same function or object."""
    repeat: Annotated[Int, at.Ge(1), at.Le(1000)] = 1
    """How many cases are made of it, each with sizes and values of its own."""
    reuse: str | None = None
    """Name of an earlier case of equal shapes: its array objects are refilled with these values."""
    seed: Annotated[Int, at.Ge(0)] | None = None
    """Instead of the one of ``tests``."""
    note: str = ""
    """What the case is for, for instructors."""


@dataclass(frozen=True, kw_only=True)
class TestGroup:
    """Cases that share points and a visibility."""

    __pydantic_config__ = strict()
    __test__ = False
    id: str
    """Unique among the groups."""
    title: str = ""
    """For people; the id by default."""
    visible: Visibility = "diagnosis"
    """What a student is told of a case: ``full`` everything, ``diagnosis`` its name, kind of
    error and likely cause, ``verdict`` its name and verdict, ``hidden`` nothing."""
    points: Annotated[Float, at.Ge(0), at.Le(MAX_POINTS)] = 0
    """For all cases of the group together."""
    scoring: Scoring = "each"
    """``each``: points in proportion to the cases that pass; ``all``: all or none."""
    cases: Annotated[tuple[CaseSpec, ...], at.MinLen(1)]
    """In the order in which they run."""


@dataclass(frozen=True, kw_only=True)
class Tests:
    """Seed, defaults and groups of the cases."""

    __pydantic_config__ = strict()
    __test__ = False
    seed: Annotated[Int, at.Ge(0)] = 0
    """All random values and sizes come from it and the names of cases and arguments."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Default recipe by argument."""
    groups: Annotated[tuple[TestGroup, ...], at.MinLen(1)]
    """In the order in which they run."""
