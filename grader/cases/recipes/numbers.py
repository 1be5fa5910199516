"""Recipes of numbers drawn one by one, from harmless to nasty."""

from __future__ import annotations

from math import prod

import numpy as np

from grader.cases.case_errors import CaseError
from grader.cases.recipes.registry import (
    Scalar,
    Target,
    probability_of,
    real_range,
    recipe,
    whole_range,
)
from grader.cases.stream import Array, Floats, Integers

#: 10^k for k = -323 ... 308, from literals: ``pow`` is rounded differently elsewhere.
_POWERS: Floats = np.array([float(f"1e{k}") for k in range(-323, 309)])


def powers_of_ten(exponents: Integers) -> Floats:
    """10 to these powers, from -323 to 308, correctly rounded."""
    out: Floats = _POWERS[exponents + 323]
    return out


def _exponents(low: int, high: int) -> None:
    # Numbers of up to 3.47 times the power have to stay below the largest float64.
    if not (-323 <= low <= 307 and -323 <= high <= 307):
        raise CaseError(f"powers of ten run from -323 to 307 here, not from {low} to {high}")


@recipe(complex_parts=True)
def normal(target: Target, scale: float = 1.0) -> Array:
    """Nearly normal numbers of mean 0 and standard deviation ``scale``."""
    values = target.stream.normal(target.shape)
    if scale != 1.0:
        values *= real_range(0, scale)[1]
    return values


@recipe(complex_parts=True)
def uniform(target: Target, low: float, high: float) -> Array:
    """Numbers from ``low`` to ``high``, all equally likely."""
    start, end = real_range(low, high)
    values = target.stream.uniform(target.shape)
    values *= end - start
    values += start
    return values


@recipe(complex_parts=True)
def ints(target: Target, low: int = -3, high: int = 3) -> Array:
    """Whole numbers from ``low`` to ``high``, both included."""
    return target.stream.integers(*whole_range(low, high), target.shape)


@recipe(complex_parts=True)
def halves(target: Target, low: float = -4, high: float = 4) -> Array:
    """Multiples of 1/2 from ``low`` to ``high``: easy to check by hand, exact in float64."""
    return _multiples(target, low, high, 2)


@recipe(complex_parts=True)
def quarters(target: Target, low: float = -2, high: float = 2) -> Array:
    """Multiples of 1/4 from ``low`` to ``high``."""
    return _multiples(target, low, high, 4)


def _multiples(target: Target, low: float, high: float, parts: int) -> Array:
    first, last = whole_range(low * parts, high * parts)
    return target.stream.integers(first, last, target.shape) / parts


@recipe(complex_parts=True)
def positive(target: Target) -> Array:
    """Numbers from 1/2 to 3/2; whole ones from 1 to 9 where only these fit."""
    if target.whole:
        return target.stream.integers(1, 9, target.shape)
    return target.stream.uniform(target.shape) + 0.5


@recipe(complex_parts=True)
def sparse(target: Target, share: float = 0.2) -> Array:
    """Zeros, but for a ``share`` of whole numbers from -9 to 9."""
    kept = target.stream.uniform(target.shape) < probability_of(share)
    return target.stream.integers(-9, 9, target.shape) * kept


@recipe(complex_parts=True)
def powers10(target: Target, low: int, high: int) -> Array:
    """Numbers of either sign, from 10^low to 2 * 10^high, all magnitudes equally likely."""
    _exponents(*whole_range(low, high))
    scale = powers_of_ten(target.stream.integers(low, high, target.shape))
    sign = 1.0 - 2.0 * target.stream.integers(0, 1, target.shape)
    return scale * sign * (1.0 + target.stream.uniform(target.shape))


@recipe(complex_parts=True)
def graded(target: Target, low: int, high: int, axis: int | None = None) -> Array:
    """Normal rows (or slices of ``axis``) whose scale runs from 10^low to 10^high.

    A row is what the last axis runs over; of a 1-D array it is a single number.
    """
    shape = target.shape
    _exponents(low, high)
    if not shape:
        raise CaseError("'graded' needs at least one axis")
    values = target.stream.normal(shape)
    if axis is None:
        rows = prod(shape[:-1]) if len(shape) > 1 else shape[0]
        values.reshape(rows, -1 if rows else 0)[...] *= _ramp(low, high, rows)[:, None]
        return values
    if not -len(shape) <= axis < len(shape):
        raise CaseError(f"'graded' has no axis {axis} in an array of shape {shape}")
    along = [1] * len(shape)
    along[axis] = -1
    values *= _ramp(low, high, shape[axis]).reshape(along)
    return values


def _ramp(low: int, high: int, count: int) -> Floats:
    steps = np.arange(count, dtype=np.int64)
    return powers_of_ten(low + (high - low) * steps // max(1, count - 1))


@recipe(complex_parts=True)
def denormal(target: Target) -> Array:
    """Numbers of either sign below 2^-1054, all of them denormal."""
    bits = target.stream.integers(1, 2**20, target.shape)
    bits |= target.stream.integers(0, 1, target.shape) << np.int64(63)
    values: Floats = bits.view(np.float64)  # no arithmetic: a processor may flush it to zero
    return values


@recipe()
def distinct(target: Target, low: Scalar | None = None, high: Scalar | None = None) -> Array:
    """Numbers from ``low`` to ``high``, no two of them equal or close: there are no ties.

    From -1 to 1 by default, and a permutation of 0, 1, ... where only whole numbers fit.
    """
    count = prod(target.shape)
    ranks = target.stream.order(count)
    if target.whole:
        start = 0 if low is None else low
        first, last = whole_range(start, start + max(count, 1) - 1 if high is None else high)
        if last - first + 1 < count:
            raise CaseError(f"there are no {count} different whole numbers from {first} to {last}")
        room = (last - first + 1) // max(count, 1)
        return (first + ranks * room + target.stream.integers(0, room - 1, (count,))).reshape(
            target.shape
        )
    bottom, top = real_range(-1 if low is None else low, 1 if high is None else high)
    steps = (ranks + target.stream.uniform((count,)) * 0.5) / max(count, 1)
    values = bottom + (top - bottom) * steps
    if len(np.unique(values.astype(target.dtype))) < count:
        raise CaseError(f"{target.dtype} has no {count} numbers apart from {bottom} to {top}")
    return values.reshape(target.shape)


@recipe(name="sorted")
def sorted_(target: Target, low: Scalar = 0, high: Scalar = 1) -> Array:
    """Numbers from ``low`` to ``high`` that rise along the last axis."""
    if not target.shape:
        raise CaseError("'sorted' needs at least one axis")
    values = ints(target, *whole_range(low, high)) if target.whole else uniform(target, low, high)
    return np.sort(values, axis=-1)


@recipe()
def probabilities(target: Target) -> Array:
    """Rows of the last axis that are at least 0 and sum to 1 exactly, in any order of summation.

    Multiples of 2^-52 between random cuts of [0, 1]: uniform over the simplex.
    """
    if not target.shape or not target.shape[-1]:
        raise CaseError(f"'probabilities' needs a last axis, not the shape {target.shape}")
    ends = np.zeros((*target.shape[:-1], 1), np.int64)
    cuts = target.stream.integers(0, 2**52, (*target.shape[:-1], target.shape[-1] - 1))
    cuts.sort(axis=-1)
    edges = np.concatenate([ends, cuts, ends + 2**52], axis=-1)
    values: Floats = (edges[..., 1:] - edges[..., :-1]) * 2.0**-52
    return values


@recipe()
def bools(target: Target, probability: float = 0.5) -> Array:
    """True with this probability; 1 and 0 where numbers are wanted."""
    return target.stream.uniform(target.shape) < probability_of(probability)


@recipe(complex_parts=True)
def special(target: Target, value: float, count: int = 1) -> Array:
    """Normal numbers, ``count`` of them replaced by ``nan``, ``inf`` or ``-inf``."""
    if count < 0:
        raise CaseError(f"'special' replaces 0 or more numbers, not {count}")
    values = target.stream.normal(target.shape)
    values.reshape(-1)[target.stream.order(values.size)[:count]] = value
    return values
