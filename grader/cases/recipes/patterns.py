"""Recipes of fixed patterns: constants, unit matrices, masks, and values picked from a list."""

from __future__ import annotations

from math import prod

import numpy as np

from grader.cases.case_errors import CaseError
from grader.cases.recipes.registry import Scalar, Target, pick, read_number, recipe
from grader.cases.stream import Array


@recipe()
def zeros(target: Target) -> Array:
    """Zeros (false)."""
    return np.zeros(target.shape, np.int64)


@recipe()
def negzeros(target: Target) -> Array:
    """Negative zeros."""
    return np.full(target.shape, -0.0)


@recipe()
def ones(target: Target) -> Array:
    """Ones (true)."""
    return np.ones(target.shape, np.int64)


@recipe()
def const(target: Target, value: Scalar) -> Array:
    """One ``value`` everywhere: a number, or a sum of products of sizes."""
    return _constant(value, target)


@recipe()
def dim(target: Target, size: int) -> Array:
    """The size that a symbol stands for: an int that has to agree with a shape."""
    return _constant(size, target)


@recipe()
def arange(target: Target, start: Scalar = 1, step: Scalar = 1) -> Array:
    """``start``, ``start + step``, ... in reading order."""
    count = prod(target.shape)
    ends = (start, start + step * max(0, count - 1))
    if any(isinstance(end, int) and not -(2**63) <= end < 2**63 for end in ends):
        raise CaseError(f"counting from {ends[0]} to {ends[1]} leaves the 64-bit integers")
    return (start + step * np.arange(count)).reshape(target.shape)


@recipe()
def identity(target: Target) -> Array:
    """Ones where the last two axes have equal indices, zeros elsewhere."""
    rows, columns = _matrix("identity", target)
    unit = np.eye(rows, columns, dtype=np.int64)
    return np.broadcast_to(unit, target.shape).copy()


@recipe()
def permutation(target: Target) -> Array:
    """A matrix that permutes, with no index left in place where there are two or more."""
    rows, columns = _matrix("permutation", target)
    order = target.stream.order(columns)
    cycle = np.empty_like(order)
    cycle[order] = np.roll(order, 1)
    unit = np.eye(rows, columns, dtype=np.int64)[:, cycle]
    return np.broadcast_to(unit, target.shape).copy()


@recipe()
def onehot(target: Target) -> Array:
    """One 1 in every row of the last axis; neighbouring rows have it in neighbouring places."""
    if not target.shape or not target.shape[-1]:
        raise CaseError(f"'onehot' needs a last axis, not the shape {target.shape}")
    rows, columns = prod(target.shape[:-1]), target.shape[-1]
    start = int(target.stream.integers(0, columns - 1, ()))
    values = np.zeros((rows, columns), np.int64)
    values[np.arange(rows), (start + np.arange(rows)) % columns] = 1
    return values.reshape(target.shape)


@recipe()
def causal(target: Target, seen: Scalar = 1, hidden: Scalar = 0) -> Array:
    """``seen`` where the last index is at most the last but one, else ``hidden``.

    ``causal 0 1`` is the mask of what is hidden, ``causal 0 -inf`` one that is added.
    """
    rows, columns = _matrix("causal", target)
    mask = np.arange(columns) <= np.arange(rows)[:, None]
    return np.broadcast_to(np.where(mask, seen, hidden), target.shape).copy()


@recipe()
def padding(target: Target, real: Scalar = 1, padded: Scalar = 0) -> Array:
    """Rows of the last axis that begin with one or more ``real`` and end with ``padded``."""
    if not target.shape:
        raise CaseError("'padding' needs at least one axis")
    columns = target.shape[-1]
    lengths = target.stream.integers(1, max(1, columns), (*target.shape[:-1], 1))
    return np.where(np.arange(columns) < lengths, real, padded)


@recipe()
def choice(target: Target, *values: str) -> Array:
    """One of these values in each place; quotes keep a text with blanks together."""
    if target.dtype.kind == "O":
        return pick(target, values, object)
    numbers = [read_number(value) for value in values]
    for value, number in zip(values, numbers, strict=True):
        if number is None:
            raise CaseError(f"'choice' is to pick numbers here, and {value!r} is none")
    return pick(target, numbers)


def _constant(value: Scalar, target: Target) -> Array:
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        value = float(value)  # a product of sizes; whether it fits the dtype is seen later
    return np.full(target.shape, value)


def _matrix(name: str, target: Target) -> tuple[int, int]:
    if len(target.shape) < 2:
        raise CaseError(f"{name!r} needs two axes, not the shape {target.shape}")
    return target.shape[-2], target.shape[-1]
