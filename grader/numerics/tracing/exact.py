"""Which results are exact, however they are computed.

Small integers and short binary fractions, which people put into cases that can be checked
by hand, are added and multiplied without any rounding. Then a tie is a tie for every
implementation and a branch is certain, though the error bound is not zero.

All values of an array are multiples of ``2**grid``. A sum of such terms is exact in every
order if the sum of their magnitudes is at most ``2**(53 + grid)``: each partial sum is a
multiple of the grid with at most 53 bits. The grids of the factors add up in a product.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .array import Tracked
from .bounds import Numbers, kind

#: Arrays with more elements are not looked at: nobody checks these by hand.
LARGEST = 4096
#: Numbers with more binary digits than this are not meant to be exact.
DIGITS = 48
#: The grid of zeros, which are multiples of everything.
ZEROS = 3000


def grid_of(array: Tracked) -> int | None:
    """The grid of an exact array, or ``None`` where it is not exact or not known."""
    if array.root is not None:  # never kept: the memory may be written by another name
        known = array.root.grid
        return known if known is not None or not array.exact else _theme(array)
    if array.grid is None and array.exact:
        array.grid = _theme(array)
    return array.grid


def _theme(array: Tracked) -> int | None:
    return measure(array.value) if array.size <= LARGEST and _short(array.value) else None


def _short(values: Numbers) -> bool:
    """Whether the first number has few digits: one look tells most random arrays apart."""
    if kind(values) != "f" or not np.size(values):
        return True
    first = float(values.flat[0] if isinstance(values, np.ndarray) else values)
    if not math.isfinite(first):
        return True
    top, bottom = first.as_integer_ratio()
    return top.bit_length() + bottom.bit_length() <= DIGITS


def measure(values: Numbers) -> int | None:
    """Largest power of two of which every finite value is a multiple."""
    what = kind(values)
    if what in "biu":
        return 0
    if what == "c":
        parts = (measure(np.real(values)), measure(np.imag(values)))
        return None if None in parts else min(part for part in parts if part is not None)
    if what != "f":
        return None
    flat = np.asarray(values, dtype=np.float64).ravel()
    flat = flat[np.isfinite(flat) & (flat != 0)]
    if not flat.size:
        return ZEROS
    fraction, exponent = np.frexp(flat)
    digits = (fraction * 2.0**53).astype(np.int64)
    lowest = np.frexp((digits & -digits).astype(np.float64))[1] - 1
    return int((exponent - 53 + lowest).min())


def fits(grid: int, size: Numbers) -> bool:
    """Whether sums with terms of these magnitudes on this grid are exact in every order."""
    largest = float(np.max(size, initial=0.0))
    if not math.isfinite(largest):
        return False
    return largest == 0 or (grid >= -1074 and math.frexp(largest)[1] <= 53 + grid)


def sum_grid(size: Numbers, *terms: Tracked) -> int | None:
    """Grid of a sum of these arrays, whose terms have magnitudes that add up to ``size``."""
    grids = [grid_of(term) for term in terms]
    if any(grid is None for grid in grids):
        return None
    grid = min(grid for grid in grids if grid is not None)
    return grid if fits(grid, size) else None


def product_grid(size: Numbers, *factors: Tracked) -> int | None:
    """Grid of a sum of products of these arrays."""
    total = 0
    for factor in factors:
        grid = grid_of(factor)
        if grid is None:
            return None
        total += min(grid, ZEROS)
    return total if fits(total, size) else None


def undone(value: Numbers, inverse: Any, *operands: Tracked) -> int | None:
    """Grid of ``value`` if it is exact: ``inverse(value)`` gives the first operand back.

    For quotients (``value * divisor``) and square roots (``value * value``).
    """
    if np.size(value) > LARGEST or any(grid_of(operand) is None for operand in operands):
        return None
    result = Tracked(value)
    if not np.isfinite(value).all():
        return None
    back = inverse(result)
    if back.grid is None or not np.array_equal(back.value, operands[0].value + 0 * value):
        return None
    return grid_of(result)
