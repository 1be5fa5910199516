"""The contract of an exercise: what is called, with what, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Annotated, Any

import annotated_types as at

from grader.problem.fields import Bool, Int
from grader.problem.type_text import parse_type
from grader.problem.types import Type, WithParts


class Unset(Enum):
    """A value that is not given, where ``None`` is a value like any other."""

    UNSET = "unset"

    def __repr__(self) -> str:
        return "UNSET"

    def __bool__(self) -> bool:
        return False


UNSET = Unset.UNSET


def strict() -> dict[str, Any]:
    """Settings of every class of the format: an unknown key is refused."""
    return {"extra": "forbid"}


@dataclass(frozen=True, kw_only=True)
class Dim:
    """A symbol of the shapes; the range is what random sizes are drawn from."""

    __pydantic_config__ = strict()
    min: Annotated[Int, at.Ge(0)] = 1
    """The least size."""
    max: Annotated[Int, at.Ge(0)] = 16
    """The largest size."""
    doc: str = ""
    """What it is the size of."""


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """An argument, a result, or a part of either."""

    __pydantic_config__ = strict()
    type: str = "array"
    """``array``, ``int``, ``float``, ``complex``, ``bool``, ``str``, ``none``,
    ``list[...]`` of one of these, ``tuple`` or ``dict`` (with ``items``)."""
    shape: str | None = None
    """For arrays: ``"*batch d_model"``, ``"num_heads*d_k 2"``; empty means 0-d. For lists: the
    length."""
    dtype: str | None = None
    """For arrays: ``float64``, ``int64``, ``bool``, ``complex128``; the contract's by default."""
    doc: str = ""
    """What it is, for the table of the handout."""
    optional: Bool = False
    """``None`` is a legal value."""
    default: Any = UNSET
    """What a call may leave out, as a literal that the starter code shows; ``null`` is None."""
    values: str | None = None
    """The recipe that makes it in a random case, such as ``"ints 0 vocab-1"``."""
    items: Mapping[str, Parameter] | None = None
    """The parts of a ``tuple`` (in order, named for messages) or a ``dict``."""

    @cached_property
    def value_type(self) -> Type:
        """What a value of it is; :class:`TypeFault` where a part's ``type`` is no type."""
        parts = None
        if self.items is not None:
            parts = {name: part.value_type for name, part in self.items.items()}
        found = parse_type(self.type, shape=self.shape, dtype=self.dtype, parts=parts)
        return replace(found, optional=self.optional)

    @property
    def parts(self) -> Mapping[str, Parameter]:
        """What a tuple or dict is taken apart into; empty for all other types."""
        return (self.items or {}) if isinstance(self.value_type, WithParts) else {}


@dataclass(frozen=True, kw_only=True)
class Function:
    """The contract: it drives starter code, constraints, cases and shape errors."""

    __pydantic_config__ = strict()
    name: str
    """What the student's file has to define."""
    dims: Mapping[str, Dim] = field(default_factory=dict)
    """The symbols of the shapes; one that is not listed has the default range."""
    params: Mapping[str, Parameter]
    """In positional order."""
    returns: Parameter
    """The result."""
    dtype: str = "float64"
    """For arrays whose parameter does not say."""
    strict_dtype: Bool = True
    """Whether a result of another dtype is wrong."""
    views: Bool = False
    """Whether a result may be a view of an argument, and need not be an array of its own."""


@dataclass(frozen=True, kw_only=True)
class Method:
    """One method of a class that the student writes."""

    __pydantic_config__ = strict()
    params: Mapping[str, Parameter] = field(default_factory=dict)
    """In positional order, without ``self``."""
    returns: Parameter = field(default_factory=lambda: Parameter(type="none"))
    """The result; None by default."""
    doc: str = ""
    """What it does."""


@dataclass(frozen=True, kw_only=True)
class ClassContract:
    """The contract of an exercise whose solution is a class."""

    __pydantic_config__ = strict()
    name: str
    """What the student's file has to define."""
    dims: Mapping[str, Dim] = field(default_factory=dict)
    """The symbols of the shapes; one that is not listed has the default range."""
    init: Mapping[str, Parameter] = field(default_factory=dict)
    """Parameters of the constructor, in positional order, without ``self``."""
    methods: Mapping[str, Method]
    """By name."""
    dtype: str = "float64"
    """For arrays whose parameter does not say."""
    strict_dtype: Bool = True
    """Whether a result of another dtype is wrong."""
    views: Bool = False
    """Whether a result may be a view of an argument, and need not be an array of its own."""
    doc: str = ""
    """What the class is."""
