"""What an annotation of the model says besides a type: bounds, units, shorter ways to write.

    cost: Annotated[float, AtLeast(0), AtMost(100)]

``reader.py`` applies these rules, ``schema.py`` turns them into JSON Schema.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from grader.problem.words import describe, number

Schema = dict[str, Any]


class Rule:
    """A rule that changes nothing; the others say where they differ."""

    def prepare(self, value: Any) -> Any:
        """The value as its type is to see it; ValueError, with words, if it cannot be."""
        return value

    def fault(self, value: Any) -> str:
        """What is wrong with a value of the right type, such as ``must be at least 0, not -1``."""
        del value
        return ""

    def schema(self, inner: Schema) -> Schema:
        """The JSON Schema, given that of the type."""
        return inner


@dataclass(frozen=True)
class AtLeast(Rule):
    """A number is not below a bound."""

    bound: float

    def fault(self, value: Any) -> str:
        """Not below."""
        wrong = value < self.bound
        return f"must be at least {number(self.bound)}, not {number(value)}" if wrong else ""

    def schema(self, inner: Schema) -> Schema:
        """Adds ``minimum``."""
        return {**inner, "minimum": self.bound}


@dataclass(frozen=True)
class AtMost(Rule):
    """A number is not above a bound."""

    bound: float

    def fault(self, value: Any) -> str:
        """Not above."""
        wrong = value > self.bound
        return f"must be at most {number(self.bound)}, not {number(value)}" if wrong else ""

    def schema(self, inner: Schema) -> Schema:
        """Adds ``maximum``."""
        return {**inner, "maximum": self.bound}


@dataclass(frozen=True)
class Positive(Rule):
    """A number is above 0."""

    def fault(self, value: Any) -> str:
        """Above 0."""
        return "" if value > 0 else f"must be more than 0, not {number(value)}"

    def schema(self, inner: Schema) -> Schema:
        """Adds ``exclusiveMinimum``."""
        return {**inner, "exclusiveMinimum": 0}


@dataclass(frozen=True)
class NotEmpty(Rule):
    """A list has at least one entry."""

    def fault(self, value: Any) -> str:
        """At least one."""
        return "" if value else "must not be empty"

    def schema(self, inner: Schema) -> Schema:
        """Adds ``minItems``."""
        return {**inner, "minItems": 1}


@dataclass(frozen=True)
class TextAlone(Rule):
    """A text may stand for a mapping that holds nothing but its ``text``."""

    def prepare(self, value: Any) -> Any:
        """The mapping."""
        if isinstance(value, str):
            return {"text": value}
        if not isinstance(value, Mapping):
            raise ValueError(f"must be text, or a mapping with a 'text', not {describe(value)}")
        return value

    def schema(self, inner: Schema) -> Schema:
        """Either."""
        return {"anyOf": [{"type": "string"}, inner]}


@dataclass(frozen=True)
class OneAlone(Rule):
    """A text may stand for a list of one."""

    def prepare(self, value: Any) -> Any:
        """The list."""
        return [value] if isinstance(value, str) else value

    def schema(self, inner: Schema) -> Schema:
        """Either."""
        return {"anyOf": [{"type": "string"}, inner]}


@dataclass(frozen=True)
class Unit(Rule):
    """A number may be written with a unit: ``"500ms"`` is 0.5."""

    units: tuple[tuple[str, float], ...]
    """Each with what one of it is."""
    wanted: str
    whole: bool = False

    def prepare(self, value: Any) -> Any:
        """The number."""
        if not isinstance(value, str):
            return value
        found = _QUANTITY.fullmatch(value)
        amount = float(found[1]) * dict(self.units).get(found[2], math.nan) if found else math.nan
        if not math.isfinite(amount):
            raise ValueError(f"must be {self.wanted}, not {describe(value)}")
        return round(amount) if self.whole else amount

    def schema(self, inner: Schema) -> Schema:
        """Either."""
        return {"anyOf": [inner, {"type": "string", "pattern": f"^{_QUANTITY.pattern}$"}]}


_QUANTITY = re.compile(r" *([0-9]+(?:\.[0-9]*)?|\.[0-9]+) ?([A-Za-z]+) *")
_SECONDS = (("us", 1e-6), ("ms", 1e-3), ("s", 1.0), ("min", 60.0))
_BYTES = (
    ("B", 1),
    *((prefix + "B", 1000**power) for power, prefix in enumerate("kMG", 1)),
    *((prefix + "iB", 1024**power) for power, prefix in enumerate("KMG", 1)),
)

#: At most an hour: more is a mistake in a unit.
Seconds = Annotated[float, Positive(), AtMost(3600), Unit(_SECONDS, "a time such as 2s or 500ms")]
Bytes = Annotated[
    int, Positive(), AtMost(2**40), Unit(_BYTES, "a size such as 64kB, 512MB or 1GiB", whole=True)
]
