"""Where rounding may decide: comparisons, logic, and functions that jump."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .arithmetic import add, divide
from .array import Tracked
from .bounds import LOG, UNDERFLOW, kind, magnitude, some, unit
from .results import settle


def compare(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    """Comparisons; in doubt where the numbers may be the other way round."""
    left, right = inputs
    value = function(left.value, right.value, **kwargs)
    if kind(left.value) not in "fciu" or kind(right.value) not in "fciu":
        return Tracked(value)
    doubt = left.doubt + right.doubt
    if not some(doubt):
        return Tracked(value)
    with np.errstate(all="ignore"):
        gap = np.abs(np.asarray(left.value) - right.value)
    return Tracked(value, np.where(gap <= doubt, doubt, 0.0))


def logic(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    """Logic of booleans in doubt: certain where the certain operand decides alone."""
    inputs = [
        item if kind(item.value) == "b" else compare(np.not_equal, [item, Tracked(0)], {})
        for item in inputs
    ]
    value = function(*(item.value for item in inputs), **kwargs)
    if not any(some(item.base) for item in inputs):
        return Tracked(value)
    name = function.__name__
    doubt = np.zeros(np.shape(value))
    for index, item in enumerate(inputs):
        other = inputs[1 - index] if len(inputs) == 2 else None
        open_to = np.ones(np.shape(value), dtype=bool)
        if other is not None and name.endswith(("and", "or")):
            decided = np.logical_not(other.value) if name.endswith("and") else other.value
            open_to = np.logical_or(np.logical_not(decided), np.asarray(other.base) > 0)
        doubt = np.maximum(doubt, np.where(open_to, item.base, 0.0))
    return Tracked(value, doubt)


def category(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    """``isnan`` and its like: as certain as the operand's category."""
    if np.any(np.isinf(inputs[0].error)):
        LOG.tie(f"numpy.{function.__name__} of a sum that may or may not overflow")
    return Tracked(function(inputs[0].value, **kwargs))


def step(function: Callable[..., Any], array: Tracked, **kwargs: Any) -> Tracked:
    """A function that is constant between jumps: exact, or too close to one of its jumps."""
    value = function(array.value, **kwargs)
    doubt = array.doubt
    if some(doubt):
        with np.errstate(all="ignore"):
            low = function(np.nextafter(array.value - doubt, -np.inf), **kwargs)
            high = function(np.nextafter(array.value + doubt, np.inf), **kwargs)
        if np.any((low != high) & np.isfinite(array.value)):
            LOG.tie("a rounded number is too close to a step of rounding to integers")
    return Tracked(value)


def stepped(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    """Steps as universal functions."""
    return step(lambda values: function(values, **kwargs), inputs[0])


def floor_divide(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    """``floor(a / b)``, a step of the quotient."""
    value = function(inputs[0].value, inputs[1].value, **kwargs)
    ratio = divide(np.true_divide, inputs, {})
    step(np.floor, ratio)
    return Tracked(value)


def remainder(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    """``a - b * floor(a / b)``: the sum of the two, once the quotient is certain."""
    left, right = inputs
    value = function(left.value, right.value, **kwargs)
    rounded = np.trunc if function.__name__ == "fmod" else np.floor
    whole = step(rounded, divide(np.true_divide, inputs, {}))
    base = left.error + magnitude(whole.value) * right.error + unit(value) * magnitude(value)
    return settle(value, base + UNDERFLOW, inputs)


def copysign(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    """Certain unless the sign itself is in doubt."""
    if np.any(inputs[1].doubt >= magnitude(inputs[1].value)) and not inputs[1].exact:
        LOG.tie("the sign of a rounded number is too close to a tie")
    value = function(inputs[0].value, inputs[1].value, **kwargs)
    return settle(value, inputs[0].error + np.zeros(np.shape(value)), inputs)


def divmod_(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Any:
    """Quotient and remainder at once."""
    return floor_divide(np.floor_divide, inputs, {}), remainder(np.remainder, inputs, {})


def modf(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Any:
    """Whole and fractional part."""
    whole = step(np.trunc, inputs[0])
    return add(np.subtract, [inputs[0], whole], {}), whole
