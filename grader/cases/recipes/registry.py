"""What a recipe is, how one is registered, read from text, and made into values."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from grader.cases.case_errors import CaseError, near
from grader.cases.shapes import Expression, Size, parse_expression
from grader.cases.stream import Array, Stream

#: A number of a recipe that is kept as it was written: an int stays an int.
Scalar: TypeAlias = int | float

_INTEGER = re.compile(r"[+-]?[0-9]+")
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
class RecipeCall:
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
def parse_recipe(text: str) -> RecipeCall:
    """Read ``"ints 0 vocab-1"``; a :class:`CaseError` says what is wrong and how it is written."""
    words = _WORD.findall(text)
    if not words:
        raise CaseError("a recipe is missing, such as 'normal' or 'ints -3 3'")
    chosen = RECIPES.get(words[0])
    if chosen is None:
        raise CaseError(f"unknown recipe {words[0]!r}{near(words[0], list(RECIPES))}")
    given, parameters = words[1:], _parameters(chosen.fill)
    rest = bool(parameters) and parameters[-1].kind is inspect.Parameter.VAR_POSITIONAL
    least = sum(parameter.default is inspect.Parameter.empty for parameter in parameters)
    if len(given) < least or (len(given) > len(parameters) and not rest):
        raise CaseError(f"the recipe {chosen.name!r} is written {chosen.usage!r}, not {text!r}")
    kinds = [parameters[min(i, len(parameters) - 1)].annotation for i in range(len(given))]
    arguments = tuple(_argument(word, kind, text) for word, kind in zip(given, kinds, strict=True))
    return RecipeCall(text, chosen, arguments)


def fill(call: RecipeCall, target: Target, sizes: Mapping[str, Size]) -> Array:
    """Make the values: an array of the target's shape and dtype, in C order.

    Raises :class:`CaseError` where the recipe cannot give such values.
    """
    arguments = [
        part.value(sizes) if isinstance(part, Expression) else part for part in call.arguments
    ]
    try:
        with np.errstate(over="raise", invalid="raise"):
            values = _fill_parts(call.recipe, target, arguments)
            return _cast(values, target.dtype, call.text)
    except FloatingPointError:
        raise CaseError(f"the recipe {call.text!r} leaves the range of {target.dtype}") from None


def whole_range(low: Scalar, high: Scalar) -> tuple[int, int]:
    """Both ends as whole numbers; refuses an empty range, or more than 64-bit integers hold."""
    ends = (_whole(low), _whole(high))
    if ends[1] < ends[0]:
        raise CaseError(f"the range from {low} to {high} is empty")
    if ends[0] < -(2**63) or ends[1] >= 2**63 or ends[1] - ends[0] >= 2**63 - 1:
        raise CaseError(f"the range from {low} to {high} is wider than 64-bit integers")
    return ends


def real_range(low: Scalar, high: Scalar) -> tuple[float, float]:
    """Both ends as finite numbers whose difference is finite; refuses an empty range."""
    ends = (float(low), float(high))
    if not math.isfinite(ends[1] - ends[0]):
        raise CaseError(f"the range from {low} to {high} is not finite")
    if ends[1] < ends[0]:
        raise CaseError(f"the range from {low} to {high} is empty")
    return ends


def probability_of(value: float) -> float:
    """The number itself, if it is from 0 to 1."""
    if not 0 <= value <= 1:
        raise CaseError(f"a probability is from 0 to 1, not {value}")
    return value


def pick(target: Target, options: Sequence[Any], dtype: Any = None) -> Array:
    """One of the options in each place."""
    indices = target.stream.integers(0, len(options) - 1, (math.prod(target.shape),))
    # Flat, since indexing with a 0-d array gives a text and not an array of one.
    return np.array(options, dtype)[indices].reshape(target.shape)


def _whole(value: Scalar) -> int:
    if isinstance(value, int):
        return value
    if not value.is_integer():  # nor are nan and inf
        raise CaseError(f"{value} is not a whole number")
    return int(value)


def _fill_parts(chosen: Recipe, target: Target, arguments: list[Any]) -> Array:
    """The recipe's values; of a complex array, both parts."""
    values = chosen.fill(target, *arguments)
    if target.dtype.kind != "c" or not chosen.complex_parts:
        return values
    both = np.empty(target.shape, np.complex128)
    both.real = values
    both.imag = chosen.fill(target, *arguments)
    return both


def _parameters(function: Fill) -> list[inspect.Parameter]:
    return list(inspect.signature(function).parameters.values())[1:]


def _usage(function: Fill) -> list[str]:
    shown = []
    for parameter in _parameters(function):
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            shown.append(f"{parameter.name}...")
        elif parameter.default is inspect.Parameter.empty:
            shown.append(parameter.name)
        else:
            shown.append(f"[{parameter.name}]")
    return shown


def _argument(word: str, kind: str, text: str) -> Scalar | str | Expression:
    """One argument; ``kind`` is the annotation, as text."""
    bare = word[1:-1] if word[0] in "\"'" and len(word) > 1 else word
    if kind == "str":
        return bare
    number = read_number(bare)
    if number is None:
        try:
            return parse_expression(bare)
        except CaseError as fault:
            raise CaseError(f"{fault}, in the recipe {text!r}") from None
    if kind.startswith("int") and not isinstance(number, int):
        raise CaseError(f"{word} is not a whole number, in the recipe {text!r}")
    return number


def read_number(text: str) -> Scalar | None:
    """An int where it is written as one of 64 bits, else a float; None for what is no number."""
    if _INTEGER.fullmatch(text) and len(text) < 20 and -(2**63) <= int(text) < 2**63:
        return int(text)
    try:
        return float(text)
    except ValueError:
        return None


def _cast(values: Array, dtype: np.dtype[Any], text: str) -> Array:
    """The values as the dtype that the contract asks for, or why they cannot be."""
    kind, given = dtype.kind, values.dtype.kind
    if (kind == "O") != (given == "O"):
        makes, wants = ("texts", "numbers") if given == "O" else ("numbers", "texts")
        raise CaseError(f"the recipe {text!r} makes {makes}, and {wants} are wanted here")
    if kind == "b" and given != "b" and not np.isin(values, (0, 1)).all():
        raise CaseError(f"the recipe {text!r} makes other values than true and false")
    if kind in "iu" and given == "f":
        message = f"the recipe {text!r} makes float64, and {dtype} is wanted, as 'ints 0 9' makes"
        raise CaseError(message)
    if kind in "iu" and given in "iu" and values.size:
        limits, low, high = np.iinfo(dtype), int(values.min()), int(values.max())
        if low < limits.min or high > limits.max:
            outside = low if low < limits.min else high
            raise CaseError(f"the recipe {text!r} makes {outside}, which {dtype} does not hold")
    return np.ascontiguousarray(values.astype(dtype, copy=False)).reshape(values.shape)
