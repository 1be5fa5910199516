"""Bilinear functions: matrix products and their relatives.

For ``c = sum_k a_k b_k`` the computed value is within ``gamma(n) sum |a_k||b_k|`` of the
exact one (Higham, section 3.1), whatever the order of summation and whether products and
sums are fused. Errors of the operands add ``sum E_a (|B| + E_b) + |A| E_b``. Both are the same
bilinear function applied to magnitudes and errors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .array import HANDLERS, Tracked, handles, plain, track
from .bounds import (
    LARGEST_FLOAT,
    UNDERFLOW,
    Numbers,
    Untraceable,
    magnitude,
    overflows,
    relative_error,
    some,
)
from .exact import product_grid
from .results import SCALE, certain

Bilinear = Callable[[Numbers, Numbers], Numbers]


def bilinear(function: Bilinear, left: Any, right: Any, terms: int) -> Tracked:
    """Apply a bilinear function; ``terms`` products are added up in each element."""
    left, right = certain(track(left)), certain(track(right))
    value = function(left.value, right.value)
    if np.asarray(value).dtype.kind in "biu":
        return Tracked(value)
    size_left, size_right = magnitude(left.value), magnitude(right.value)
    size = function(size_left, size_right)
    base = np.full(np.shape(value), terms * UNDERFLOW)
    error_left, error_right = left.error, right.error
    if some(error_left):
        spread = np.broadcast_to(error_left, left.shape)
        base = base + function(spread, size_right + error_right)
    if some(error_right):
        base = base + function(size_left, np.broadcast_to(error_right, right.shape))
    result = Tracked(value, base, size, max(terms, 1))
    if not np.isfinite(value).all() or not np.isfinite(base).all():
        _settle(function, left, right, result)
    result.grid = product_grid(size, left, right)
    return result


def _settle(function: Bilinear, left: Tracked, right: Tracked, result: Tracked) -> None:
    """Infinity and NaN are certain where an operand has one in the row or column.

    And where finite products add up to more than the largest float in any order.
    """
    ones_left, ones_right = np.ones(left.shape), np.ones(right.shape)
    given = function((~np.isfinite(left.value)).astype(float), ones_right)
    given = given + function(ones_left, (~np.isfinite(right.value)).astype(float))
    bad = ~np.isfinite(result.value)
    base = np.where(np.isnan(result.base), np.inf, result.base)
    errors = [np.broadcast_to(x.error, x.shape) for x in (left, right)]
    lost = function(np.isinf(errors[0]).astype(float), ones_right)
    lost = lost + function(ones_left, np.isinf(errors[1]).astype(float)) > 0
    if (bad & (given == 0)).any():
        a, b = (np.where(np.isfinite(x.value), x.value, 0.0) * SCALE for x in (left, right))
        total, sizes = function(a, b), function(np.abs(a), np.abs(b))
        relative = sum(relative_error(x.value, x.error) for x in (left, right))
        sure = overflows(total, sizes, relative, LARGEST_FLOAT * SCALE * SCALE)
        sure &= ~(np.isnan(result.value) | lost)
        given = given + sure
    result.base = np.where(bad, np.where((given > 0) & ~lost, 0.0, np.inf), base)
    size: Numbers = result.magnitude
    result.magnitude = np.where(bad | ~np.isfinite(size), 0.0, size)


def _last(array: Any) -> int:
    shape = np.shape(track(array).value)
    return int(shape[-1]) if shape else 1


def _register(name: str, function: Bilinear | None) -> None:
    if function is None:
        return

    def handler(left: Any, right: Any, out: Any = None) -> Any:
        one_number = not np.ndim(track(left).value) or not np.ndim(track(right).value)
        count = 1 if one_number or name in {"outer", "kron"} else _last(left)
        result = bilinear(function, left, right, count)
        return result if out is None else track(out).assign(result)

    handles(name)(handler)


for _name in ["matmul", "dot", "inner", "outer", "kron", "vecdot", "matvec", "vecmat"]:
    _register(_name, getattr(np, _name, None))


@handles("vecmat")
def _vecmat(left: Any, right: Any) -> Tracked:
    return bilinear(np.vecmat, left, right, _last(left))


@handles("vdot")
def _vdot(left: Any, right: Any) -> Tracked:
    return bilinear(np.vdot, left, right, track(left).size)


@handles("linalg.multi_dot")
def _multi_dot(arrays: Any) -> Tracked:
    result = track(arrays[0])
    for array in arrays[1:]:
        result = HANDLERS["dot"](result, array)
    return result


@handles("linalg.matrix_power")
def _matrix_power(array: Any, power: Any) -> Tracked:
    exponent = int(plain(power))
    if exponent < 0:
        raise Untraceable("a negative power of a matrix")
    source = track(array)
    result = Tracked(np.broadcast_to(np.eye(source.shape[-1]), source.shape).copy())
    for _ in range(exponent):
        result = HANDLERS["matmul"](result, source)
    return result


@handles("convolve")
def _convolve(left: Any, right: Any, mode: Any = "full") -> Tracked:
    count = min(track(left).size, track(right).size)
    return bilinear(lambda a, b: np.convolve(a, b, mode), left, right, count)


@handles("correlate")
def _correlate(left: Any, right: Any, mode: Any = "valid") -> Tracked:
    count = min(track(left).size, track(right).size)
    return bilinear(lambda a, b: np.correlate(a, b, mode), left, right, count)


@handles("cross", "linalg.cross")
def _cross(left: Any, right: Any, axis: int = -1) -> Any:
    """``a x b`` from its definition: the signs differ, so it is not a sum of magnitudes."""
    left = HANDLERS["moveaxis"](track(left), axis, -1)
    right = HANDLERS["moveaxis"](track(right), axis, -1)
    if left.shape[-1] != 3 or right.shape[-1] != 3:
        raise Untraceable("numpy.cross of vectors that do not have three components")
    a, b = ([array[..., i] for i in range(3)] for array in (left, right))
    parts = [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]
    return HANDLERS["moveaxis"](HANDLERS["stack"](parts, -1), -1, axis)


@handles("tensordot")
def _tensordot(left: Any, right: Any, axes: Any = 2) -> Tracked:
    axes = plain(axes)
    shape = track(left).shape
    if isinstance(axes, int):
        summed = shape[len(shape) - axes :]
    else:
        summed = tuple(shape[axis] for axis in np.atleast_1d(axes[0]))
    count = int(np.prod(summed, dtype=int))
    return bilinear(lambda a, b: np.tensordot(a, b, axes), left, right, count)


@handles("einsum")
def einsum(subscripts: Any, *operands: Any, **kwargs: Any) -> Tracked:
    """Any number of operands: errors are passed on through one operand after the other."""
    if not isinstance(subscripts, str):
        raise Untraceable("numpy.einsum without a subscript string")
    arrays = [certain(track(operand)) for operand in operands]
    options = {key: plain(value) for key, value in kwargs.items() if key == "optimize"}

    def contract(parts: list[Numbers]) -> Numbers:
        return np.einsum(subscripts, *parts, **options)

    value = contract([array.value for array in arrays])
    if np.asarray(value).dtype.kind in "biu":
        return Tracked(value)
    terms = _terms(subscripts, arrays)
    sizes = [magnitude(array.value) for array in arrays]
    base = np.full(np.shape(value), terms * UNDERFLOW)
    for index, array in enumerate(arrays):
        error = array.error
        if some(error):
            parts = list(sizes)
            parts[index] = np.broadcast_to(error, array.shape)
            for later in range(index + 1, len(arrays)):
                parts[later] = sizes[later] + arrays[later].error
            base = base + contract(parts)
    if not np.isfinite(value).all() or not np.isfinite(base).all():
        raise Untraceable("numpy.einsum with infinity or NaN")
    result = Tracked(value, base, contract(sizes), terms)
    result.grid = product_grid(result.magnitude, *arrays)
    return result


def _terms(subscripts: str, arrays: list[Tracked]) -> int:
    """How many products are added up in one element, plus the roundings of each product."""
    inputs, arrow, output = subscripts.replace(" ", "").partition("->")
    if not arrow:
        letters = inputs.replace(",", "").replace(".", "")
        output = "".join(letter for letter in set(letters) if letters.count(letter) == 1)
    lengths: dict[str, int] = {}
    for term, array in zip(inputs.split(","), arrays, strict=True):
        before, _, after = term.partition("...")
        lengths.update(zip(before, array.shape, strict=False))
        lengths.update(zip(reversed(after), reversed(array.shape), strict=False))
    summed = [length for letter, length in lengths.items() if letter not in output]
    return int(np.prod(summed, dtype=int)) + len(arrays)
