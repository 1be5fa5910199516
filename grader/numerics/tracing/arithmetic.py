"""Sums, products, quotients and selections, element by element."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .array import HANDLERS, Tracked
from .bounds import (
    LARGEST_FLOAT,
    UNDERFLOW,
    kind,
    magnitude,
    overflows,
    relative_error,
    some,
    unit,
)
from .exact import product_grid, sum_grid, undone
from .results import SCALE, settle, settle_overflow


def add(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    """Sums and differences: two open sums become one."""
    left, right = inputs
    value = function(left.value, right.value, **kwargs)
    size_left, terms_left, base_left = left.open()
    size_right, terms_right, base_right = right.open()
    size = size_left + size_right
    result = settle(value, base_left + base_right, inputs, size, terms_left + terms_right)
    if not np.isfinite(value).all():
        total = function(left.value * 0.25, right.value * 0.25)
        sizes = size_left * 0.25 + size_right * 0.25
        relative = max(relative_error(item.value, item.error) for item in inputs)
        sure = overflows(total, sizes, relative, LARGEST_FLOAT * 0.25)
        settle_overflow(result, inputs, sure)
    result.grid = sum_grid(size, left, right)
    return result


def multiply(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    """Products: one rounding that stays open, for sums of products."""
    left, right = inputs
    value = function(left.value, right.value, **kwargs)
    size_left, size_right = magnitude(left.value), magnitude(right.value)
    error_left, error_right = left.error, right.error
    size = size_left * size_right
    underflow = np.where((size_left > 0) & (size_right > 0), UNDERFLOW, 0.0)
    base = underflow + error_left * (size_right + error_right) + size_left * error_right
    result = settle(value, base, inputs, size)
    if not np.isfinite(value).all():
        total = function(left.value * SCALE, right.value * SCALE)
        relative = sum(relative_error(item.value, item.error) for item in inputs)
        sure = overflows(total, np.abs(total), relative, LARGEST_FLOAT * SCALE * SCALE)
        settle_overflow(result, inputs, sure)
    result.grid = product_grid(size, left, right)
    return result


def masked(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked | None:
    """A product with a mask is a choice between the other factor and zero."""
    mask, other = inputs if kind(inputs[0].value) == "b" else inputs[::-1]
    if kind(other.value) == "b" or not some(mask.base):
        return None
    zero = other.value.dtype.type(0) if hasattr(other.value, "dtype") else 0.0
    chosen: Tracked = HANDLERS["where"](mask, other, Tracked(zero))
    chosen.value = function(inputs[0].value, inputs[1].value, **kwargs)
    return chosen


def divide(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    """Quotients: ``(E_a + |a / b| E_b) / (|b| - E_b)``, and one rounding."""
    left, right = inputs
    value = function(left.value, right.value, **kwargs)
    size, size_right = magnitude(value), magnitude(right.value)
    error_left, error_right = left.error, right.error
    zero = (right.value == 0) & (np.asarray(right.doubt) == 0)
    away = size_right > error_right
    room = np.where(away, size_right - error_right, 1.0)
    spread = np.where(away, (error_left + size * error_right) / room, np.inf)
    spread = np.where(zero | np.isinf(right.value), 0.0, spread)
    result = settle(value, spread + unit(value) * size + UNDERFLOW, inputs)
    if np.isfinite(value).all():
        result.grid = undone(
            value, lambda back: multiply(np.multiply, [back, right], {}), left, right
        )
    else:  # a certain zero below the line gives a certain infinity or NaN
        sure = zero & ~np.isfinite(value) & (magnitude(left.value) >= left.doubt)
        result.base = np.where(sure, 0.0, result.base)
    return result


def keep_error(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    """Functions that change the sign of a value, or of its imaginary part, and nothing else."""
    (item,) = inputs
    value = function(item.value, **kwargs)
    if kind(item.value) == "c" and kind(value) == "f":
        return settle(value, item.error + unit(value) * 2 * magnitude(value), inputs)
    size = None if item.magnitude is None else item.magnitude.copy()
    return Tracked(value, item.base + 0.0, size, item.terms, item.grid)


def extreme(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    """Maximum or minimum: the error of whichever operand may be the one."""
    left, right = inputs
    value = function(left.value, right.value, **kwargs)
    sign = 1.0 if "max" in function.__name__ else -1.0
    error_left, error_right = left.error, right.error
    lead = sign * (np.asarray(left.value, dtype=np.float64) - right.value)
    reach = error_left + error_right
    # Where one of them is NaN, fmax gives the other, and maximum NaN: both errors, then.
    base = np.maximum(
        np.where(lead < -reach, 0.0, error_left), np.where(lead > reach, 0.0, error_right)
    )
    result = settle(value, base, inputs)
    result.grid = sum_grid(0.0, left, right)
    return result
