"""What is wrong with a wrong array, recognised from its numbers and those of the right one.

A detector looks at one wrong result and says what it recognises in words for the student, an empty
text if it does not, and None where it cannot tell (too few numbers to be sure). None of the words
holds a number of the right result.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
#: The given and the right array differ by rounding if by no more than this many tolerances.
_MARGIN = 8.0
#: Fewer numbers than this look like many things by chance.
FEW = 4
_MOST_ROWS = 256


@dataclass(frozen=True)
class Pair:
    """A wrong array, the right one, and the tolerance of each of its elements."""

    given: Array
    right: Array
    allowed: Array

    def near(self, given: Array, right: Array) -> bool:
        """Whether two arrays of equal shape differ by rounding only."""
        if given.shape != right.shape:
            return False
        same = right.shape == self.right.shape and right is self.right
        allowed = self.allowed if same else self.allowed.max(initial=0.0)
        return bool(((np.abs(given - right) <= _MARGIN * allowed) | (given == right)).all())


def _axes_swapped(pair: Pair) -> str | None:
    given, right = pair.given, pair.right
    if not 2 <= right.ndim <= 4 or given.ndim != right.ndim:
        return None
    if sorted(given.shape) != sorted(right.shape) or right.size < FEW:
        return None
    for order in itertools.permutations(range(right.ndim)):
        moved = [axis for axis in range(right.ndim) if order[axis] != axis]
        if not moved or (given.shape == right.shape and _all_one(right, moved)):
            continue
        if pair.near(np.transpose(given, order), right):
            if moved == [right.ndim - 2, right.ndim - 1]:
                return "the last two axes are swapped, as by a transpose"
            if len(moved) == 2:
                return f"axes {moved[0]} and {moved[1]} are swapped"
            return "the axes come in another order"
    return ""


def _all_one(array: Array, axes: list[int]) -> bool:
    return all(array.shape[axis] == 1 for axis in axes)


def _axis_too_many(pair: Pair) -> str | None:
    given, right = pair.given, pair.right
    if given.ndim != right.ndim + 1:
        return None
    for axis in (0, given.ndim - 1, *range(1, given.ndim - 1)):
        if given.shape[axis] == 1 and pair.near(np.squeeze(given, axis), right):
            place = {0: "in front", given.ndim - 1: "at the end"}.get(axis, "in the middle")
            return f"the numbers are right, but there is one axis too many {place}"
    return ""


def _axes_missing(pair: Pair) -> str | None:
    given, right = pair.given, pair.right
    if given.ndim >= right.ndim:
        return None
    if given.size != right.size:
        return _axis_reduced(pair)
    if not pair.near(given.reshape(right.shape), right):
        return ""
    if tuple(n for n in right.shape if n != 1) == tuple(n for n in given.shape if n != 1):
        return "the numbers are right, but axes of length 1 are missing"
    return "the numbers are right, but axes are flattened into one and not restored"


def _axis_reduced(pair: Pair) -> str | None:
    given, right = pair.given, pair.right
    if given.ndim != right.ndim - 1 or not right.size:
        return ""
    for axis in range(right.ndim):
        for reduce, verb in ((np.sum, "summed"), (np.mean, "averaged"), (np.max, "maximised")):
            if pair.near(given, reduce(right, axis=axis)):
                return f"one axis too few: the result is {verb} over axis {axis}"
    return ""


def _positions_moved(pair: Pair) -> str | None:
    given, right = pair.given, pair.right
    if given.shape != right.shape or right.size < FEW or right.ndim < 1:
        return None
    for axis in range(right.ndim):
        if right.shape[axis] < 2:
            continue
        if pair.near(np.flip(given, axis), right):
            return f"the order along axis {axis} is reversed"
        if right.shape[axis] > 2 and any(
            pair.near(np.roll(given, step, axis), right) for step in (-1, 1)
        ):
            return f"the values are shifted by one along axis {axis}"
    return _rows_permuted(pair)


def _rows_permuted(pair: Pair) -> str | None:
    if pair.right.ndim < 2 or pair.right.shape[-1] < 2:
        return None
    width = pair.right.shape[-1]
    rows, wanted = pair.given.reshape(-1, width), pair.right.reshape(-1, width)
    if not 1 < len(rows) <= _MOST_ROWS:
        return None
    limit = _MARGIN * pair.allowed.max(initial=0.0)
    same = (np.abs(rows[:, None] - wanted[None]) <= limit).all(axis=-1)
    if same.any(axis=0).all() and same.any(axis=1).all():
        return "the positions are right, but in another order"
    return ""


def _factor_or_offset(pair: Pair) -> str | None:
    given, right = pair.given, pair.right
    if given.shape != right.shape or right.size < FEW or np.ptp(right) == 0:
        return None
    if pair.near(-given, right):
        return "every value has the wrong sign"
    limit = _MARGIN * pair.allowed.max(initial=0.0)
    difference = given - right
    if np.ptp(difference) <= 2 * limit:
        return "every value is off by the same amount"
    known = np.abs(right) > limit / 1e-9  # elements whose ratio is known to nine digits or more
    if known.sum() >= max(FEW, right.size // 2):
        ratio = given[known] / right[known]
        if np.ptp(ratio) <= 0.01 * abs(ratio[0] - 1):
            return "every value is off by the same factor"
    if right.ndim >= 2 and right.size > right.shape[-1]:
        rows = difference.reshape(-1, right.shape[-1])
        if np.ptp(rows, axis=0).max() <= 2 * limit:
            return "every position is off by the same vector"
    return ""


def _cut_off(pair: Pair) -> str | None:
    given, right = pair.given, pair.right
    if given.shape != right.shape or right.size < FEW:
        return None
    if not given.any() and right.any():
        return "the result is all zeros"
    if (right < 0).sum() >= 2:
        if pair.near(given, np.maximum(right, 0)):
            return "results below zero are cut off at zero"
        if pair.near(given, np.abs(right)):
            return "negative results have lost their sign"
    if right.ndim >= 2 and right.shape[-1] > 1:
        rows, wanted = (a.reshape(-1, right.shape[-1]) for a in (given, right))
        varied = np.ptp(wanted, axis=0).max(initial=0.0) > _MARGIN * pair.allowed.max(initial=0.0)
        if len(rows) > 1 and varied and (rows == rows[0]).all():
            return "all positions get the same result"
    return ""


def _rounded(pair: Pair) -> str | None:
    given, right = pair.given, pair.right
    if given.shape != right.shape or right.size < FEW:
        return None
    difference = np.abs(given - right).max()
    if (given == np.trunc(given)).all() and difference < 1:
        if (given == np.round(right)).mean() > 0.9:
            return "the result is rounded to whole numbers"
        return "the decimals are cut off, as by an integer type"
    for decimals in range(1, 15):
        step = 10.0**-decimals
        if difference <= 0.51 * step + _MARGIN * pair.allowed.max() and np.allclose(
            np.round(given, decimals), given, rtol=1e-15, atol=0
        ):
            return f"the result is rounded to {decimals} decimals"
    return ""


def _low_precision(pair: Pair) -> str | None:
    given, right = pair.given, pair.right
    largest = np.abs(right).max(initial=0.0)
    if given.shape != right.shape or right.size < FEW or not 0 < largest < np.inf:
        return None
    big = np.abs(right) > 0.05 * largest
    relative = np.abs(given - right)[big] / np.abs(right)[big]
    middle, worst = float(np.median(relative)), float(relative.max())
    for name, roundoff in (("float32", 2.0**-24), ("float16", 2.0**-11)):
        # A few roundings in most elements, none much worse; not just some elements.
        if 0.05 * roundoff < middle < 3 * roundoff and worst < 30 * roundoff:
            return f"the error is of the size that {name} makes; compute in float64 from end to end"
    return ""


Detector = Callable[[Pair], str | None]
#: Those that explain most come first.
DETECTORS: tuple[Detector, ...] = (
    _axis_too_many,
    _axes_missing,
    _axes_swapped,
    _cut_off,
    _positions_moved,
    _factor_or_offset,
    _rounded,
    _low_precision,
)


def recognise(pair: Pair) -> tuple[str, ...]:
    """Return everything that is recognised in one wrong array; empty where nothing can be told."""
    if not pair.right.size or pair.given.dtype.kind not in "biuf":
        return ()
    with np.errstate(all="ignore"):
        if not (np.isfinite(pair.right).all() and np.isfinite(pair.given).all()):
            return ()
        given, right = (np.asarray(a, dtype=np.float64) for a in (pair.given, pair.right))
        allowed = np.broadcast_to(np.asarray(pair.allowed, dtype=np.float64), right.shape)
        floats = Pair(given, right, allowed)
        return tuple(words for words in (theme(floats) for theme in DETECTORS) if words)
