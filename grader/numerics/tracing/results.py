"""What the results of all functions have in common: booleans in doubt, infinity and NaN."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .array import Tracked
from .bounds import LOG, Numbers, kind, some

#: What keeps a product of two finite numbers finite.
SCALE = 2.0**-600


def certain(array: Tracked) -> Tracked:
    """The array, or where it is a boolean in doubt: noted as a tie, then taken as it is."""
    if kind(array.value) == "b" and some(array.base):
        LOG.tie("a comparison of rounded numbers is used as a number, too close to a tie")
        return Tracked(array.value)
    return array


def settle(
    value: Numbers, base: Numbers, operands: Sequence[Tracked], size: Numbers = None, terms: int = 1
) -> Tracked:
    """An elementwise result; errors are cleared where infinity or NaN is certain.

    Infinity and NaN that come from an operand are certain if the operand is. Where finite
    operands give them, a sum has overflowed, in this order of its terms: nothing is known.
    """
    if np.shape(base) != np.shape(value) and not (isinstance(base, float) and base == 0):
        base = np.broadcast_to(base, np.shape(value))
    if size is not None and np.shape(size) != np.shape(value):
        size = np.broadcast_to(size, np.shape(value))
    if not np.isfinite(value).all():
        bad = ~np.isfinite(value)
        given = np.zeros(np.shape(value), dtype=bool)
        lost = np.zeros(np.shape(value), dtype=bool)
        for operand in operands:
            given |= ~np.isfinite(operand.value)
            lost |= np.isinf(operand.error)
        base = np.where(bad, np.where(given & ~lost, 0.0, np.inf), base)
        if size is not None:
            size = np.where(bad, 0.0, size)
    return Tracked(value, base, size, terms)


def settle_overflow(result: Tracked, inputs: Sequence[Tracked], sure: Numbers) -> None:
    """Clear the error where finite and certain operands overflow for sure."""
    for item in inputs:
        sure = sure & np.isfinite(item.value) & np.isfinite(item.error)
    result.base = np.where(sure, 0.0, result.base)
