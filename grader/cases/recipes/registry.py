"""What a recipe is, how one is registered, read from text, and made into values."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from grader.cases.faults import CaseError, near
from grader.cases.shapes import Expression, Size, parse_expression
from grader.cases.stream import Array, Stream

#: A number of a recipe that is kept as it was written: an int stays an int.
Scalar: TypeAlias = int | float

_WORD = re.compile(r""""[^"]*"|'[^']*'|\S+""")


@dataclass(frozen=True)
class Target:
    """What a recipe is to fill."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    """An ``object`` dtype asks for texts."""
    stream: Stream

    @property
    def whole(self) -> bool:
        """Whether only whole numbers fit."""
        return self.dtype.kind in "iu"


@dataclass(frozen=True)
class Recipe:
    """A registered recipe."""

    name: str
    usage: str
    """How it is written: ``uniform low high``, ``normal [scale]``."""
    fill: Callable[..., Array]
    complex_parts: bool
    """Whether a complex array gets its imaginary part from a second draw."""

    @property
    def summary(self) -> str:
        """First line of what it makes."""
        return (self.fill.__doc__ or "").partition("\n")[0]


@dataclass(frozen=True)
class Order:
    """A recipe with its arguments, as read from text."""

    text: str
    recipe: Recipe
    arguments: tuple[Scalar | str | Expression, ...]

    @property
    def symbols(self) -> tuple[str, ...]:
        """Sizes that the arguments need."""
        found = (part.symbols for part in self.arguments if isinstance(part, Expression))
        return tuple(dict.fromkeys(name for symbols in found for name in symbols))


RECIPES: dict[str, Recipe] = {}

Fill: TypeAlias = Callable[..., Array]


def recipe(*, complex_parts: bool = False, name: str | None = None) -> Callable[[Fill], Fill]:
    """Register a function ``(target, arguments...) -> array`` of the target's shape.

    The annotations of the arguments say how they are read: ``int`` and ``float`` are numbers
    or sums and products of sizes, ``Scalar`` keeps an int an int, ``str`` is text. A default
    makes an argument optional, and ``*rest`` takes one or more.
    """

    def register(fill: Fill) -> Fill:
        key = name or fill.__name__
        RECIPES[key] = Recipe(key, " ".join([key, *_usage(fill)]), fill, complex_parts)
        return fill

    return register


@lru_cache(maxsize=1024)
def parse_recipe(text: str) -> Order:
    """Read ``"ints 0 vocab-1"``; a :class:`CaseError` says what is wrong and how it is written."""
    words = _WORD.findall(text)
    if not words:
        raise CaseError("a recipe is missing, such as 'normal' or 'ints -3 3'")
    chosen = RECIPES.get(words[0])
    if chosen is None:
        raise CaseError(f"unknown recipe {words[0]!r}{near(words[0], list(RECIPES))}")
    given, slots = words[1:], _slots(chosen.fill)
    rest = bool(slots) and slots[-1].kind is inspect.Parameter.VAR_POSITIONAL
    least = sum(slot.default is inspect.Parameter.empty for slot in slots)
    if len(given) < least or (len(given) > len(slots) and not rest):
        raise CaseError(f"the recipe {chosen.name!r} is written {chosen.usage!r}, not {text!r}")
    kinds = [slots[min(i, len(slots) - 1)].annotation for i in range(len(given))]
    arguments = tuple(_argument(word, kind, text) for word, kind in zip(given, kinds, strict=True))
    return Order(text, chosen, arguments)


def fill(order: Order, target: Target, sizes: Mapping[str, Size]) -> Array:
    """Make the values: an array of the target's shape and dtype, in C order.

    Raises :class:`CaseError` where the recipe cannot give such values.
    """
    arguments = [
        part.value(sizes) if isinstance(part, Expression) else part for part in order.arguments
    ]
    values = order.recipe.fill(target, *arguments)
    if target.dtype.kind == "c" and order.recipe.complex_parts:
        values = values + 1j * order.recipe.fill(target, *arguments)
    return _cast(values, target.dtype, order.text)


def whole_range(low: int, high: int) -> None:
    """Refuse an empty range, or one that 64-bit integers do not hold."""
    if high < low:
        raise CaseError(f"the range from {low} to {high} is empty")
    if low < -(2**63) or high >= 2**63 or high - low >= 2**63:
        raise CaseError(f"the range from {low} to {high} is wider than 64-bit integers")


def _slots(function: Fill) -> list[inspect.Parameter]:
    return list(inspect.signature(function).parameters.values())[1:]


def _usage(function: Fill) -> list[str]:
    shown = []
    for slot in _slots(function):
        if slot.kind is inspect.Parameter.VAR_POSITIONAL:
            shown.append(f"{slot.name}...")
        elif slot.default is inspect.Parameter.empty:
            shown.append(slot.name)
        else:
            shown.append(f"[{slot.name}]")
    return shown


def _argument(word: str, kind: str, text: str) -> Scalar | str | Expression:
    """One argument; ``kind`` is the annotation, as text."""
    bare = word[1:-1] if word[0] in "\"'" and len(word) > 1 else word
    if kind == "str":
        return bare
    try:
        return int(bare)
    except ValueError:
        pass
    try:
        number = float(bare)
    except ValueError:
        try:
            return parse_expression(bare)
        except CaseError as fault:
            raise CaseError(f"{fault}, in the recipe {text!r}") from None
    if kind == "int":
        raise CaseError(f"{word} is not a whole number, in the recipe {text!r}")
    return number


def _cast(values: Array, dtype: np.dtype[Any], text: str) -> Array:
    """The values as the dtype that the contract asks for, or why they cannot be."""
    kind, given = dtype.kind, values.dtype.kind
    if (kind == "O") != (given == "O"):
        makes, wants = ("texts", "numbers") if given == "O" else ("numbers", "texts")
        raise CaseError(f"the recipe {text!r} makes {makes}, and {wants} are wanted here")
    if kind == "b" and given != "b" and not np.isin(values, (0, 1)).all():
        raise CaseError(f"the recipe {text!r} makes other values than true and false")
    if kind in "iu" and given == "f":
        raise CaseError(
            f"the recipe {text!r} makes fractions, and {dtype} holds whole numbers only"
            " (for instance 'ints 0 9')"
        )
    if kind in "iu" and given in "iu" and values.size:
        limits, low, high = np.iinfo(dtype), int(values.min()), int(values.max())
        if low < limits.min or high > limits.max:
            outside = low if low < limits.min else high
            raise CaseError(f"the recipe {text!r} makes {outside}, which {dtype} does not hold")
    return np.ascontiguousarray(values.astype(dtype, copy=False)).reshape(values.shape)
