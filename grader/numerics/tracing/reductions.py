"""Functions along axes that add or multiply: sums, means, variances, products, norms."""

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
    gamma,
    kind,
    magnitude,
    overflows,
    relative_error,
    some,
    unit,
)
from .elementwise import call
from .exact import sum_grid
from .layout import same_shape
from .results import certain


def count(array: Tracked, axis: Any) -> int:
    """How many elements one result is made of."""
    if axis is None or not array.ndim:
        return int(array.size)
    axes = axis if isinstance(axis, tuple) else (axis,)
    return int(np.prod([array.shape[i] for i in axes], dtype=int))


def options(kwargs: dict[str, Any]) -> dict[str, Any]:
    """Parameters of a reduction, without those that say nothing."""
    named = {key: plain(value) for key, value in kwargs.items() if value is not None}
    if np.dtype(named.get("dtype", np.float64)) == np.float64:
        named.pop("dtype", None)
    return {key: value for key, value in named.items() if value is not np._NoValue}


def linear(function: Callable[[Numbers], Numbers], array: Any, terms: int) -> Tracked:
    """A sum of elements with weights at most 1 that are exact, such as sum and mean."""
    array = certain(track(array))
    value = function(array.value)
    if kind(value) in "biu":
        return Tracked(value)
    size, open_terms, base = array.open()
    base = function(same_shape(base, array.value)) if some(base) else 0.0
    sizes = function(same_shape(size, array.value))
    result = Tracked(value, base, sizes, terms + open_terms)
    if not np.isfinite(value).all():
        bad = ~np.isfinite(value)
        given = function((~np.isfinite(array.value)).astype(float)) > 0
        lost = np.isinf(same_shape(base, value))
        scale = 2.0**-64  # more terms than fit into any memory
        total = function(np.where(np.isfinite(array.value), array.value, 0.0) * scale)
        relative = relative_error(array.value, array.error)
        scaled = function(same_shape(size, array.value) * scale)
        given |= overflows(total, scaled, relative, LARGEST_FLOAT * scale)
        result.base = np.where(bad, np.where(given & ~lost, 0.0, np.inf), base)
        result.magnitude = np.where(bad, 0.0, sizes)
    elif np.ndim(base) and np.isnan(base).any():
        result.base = np.where(np.isnan(base), np.inf, base)
    return result


def finish(result: Any, out: Any) -> Any:
    """The result, or the array ``out`` that now holds it."""
    return result if out is None else track(out).assign(result)


@handles("sum")
def sum_(array: Any, axis: Any = None, dtype: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """``np.sum``."""
    named, axis = options({**kwargs, "dtype": dtype}), plain(axis)
    array = track(array)
    result = linear(lambda values: np.sum(values, axis=axis, **named), array, count(array, axis))
    if result.magnitude is not None:
        result.grid = sum_grid(result.magnitude, certain(array))
    return finish(result, out)


@handles("nansum")
def _nansum(array: Any, *args: Any, **kwargs: Any) -> Any:
    source = track(array)
    return sum_(HANDLERS["where"](Tracked(np.isnan(source.value)), 0.0, source), *args, **kwargs)


@handles("mean")
def mean(array: Any, axis: Any = None, dtype: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """``np.mean``: a sum whose terms are divided before or after."""
    named, axis = options({**kwargs, "dtype": dtype}), plain(axis)
    array = track(array)
    if kind(array.value) in "biu":
        array = HANDLERS["astype"](array, np.float64)
    terms = count(array, axis)
    result = linear(lambda values: np.mean(values, axis=axis, **named), array, terms + 1)
    return finish(result, out)


@handles("average")
def _average(array: Any, axis: Any = None, weights: Any = None, **kwargs: Any) -> Any:
    if weights is None:
        return mean(array, axis, **kwargs)
    array, weights = track(array), track(weights)
    if weights.ndim != array.ndim:
        shape = [1] * array.ndim
        shape[plain(axis)] = weights.size
        weights = HANDLERS["reshape"](weights, shape)
    return sum_(array * weights, axis, **kwargs) / sum_(weights + 0 * array, axis, **kwargs)


@handles("cumsum", "cumulative_sum")
def _cumsum(array: Any, axis: Any = None, out: Any = None, **kwargs: Any) -> Any:
    named, axis = options(kwargs), plain(axis)
    array = track(array)
    terms = count(array, axis)
    result = linear(lambda values: np.cumsum(values, axis=axis, **named), array, terms)
    if result.magnitude is not None:
        result.grid = sum_grid(result.magnitude, certain(array))
    return finish(result, out)


@handles("trace")
def _trace(array: Any, *args: Any, **kwargs: Any) -> Tracked:
    array = track(array)
    rest = plain(args)
    return linear(lambda values: np.trace(values, *rest), array, min(array.shape[:2]))


@handles("diff")
def _diff(array: Any, n: int = 1, axis: int = -1) -> Any:
    result: Tracked = HANDLERS["moveaxis"](track(array), axis, 0)
    for _ in range(plain(n)):
        result = result[1:] - result[:-1]
    return HANDLERS["moveaxis"](result, 0, axis)


@handles("var")
def var(array: Any, axis: Any = None, ddof: Any = 0, **kwargs: Any) -> Any:
    """``np.var`` in two passes: other right ways are stable too, one pass is not."""
    array = track(array)
    named, axis = options(kwargs), plain(axis)
    degrees = named.pop("correction", plain(ddof))
    if not named.keys() <= {"keepdims"}:
        raise Untraceable("a variance with where= or mean=")
    centred = array - mean(array, axis, keepdims=True)
    squares = centred * HANDLERS["conj"](centred) if kind(array.value) == "c" else centred * centred
    result = sum_(squares, axis, **named) / float(count(array, axis) - degrees)
    result.value = np.var(array.value, axis=axis, ddof=degrees, **named)
    return result


@handles("std")
def _std(array: Any, axis: Any = None, ddof: Any = 0, **kwargs: Any) -> Any:
    return call(np.sqrt, [var(array, axis, ddof, **kwargs)], {})


@handles("prod")
def _prod(array: Any, axis: Any = None, dtype: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """A product of n factors: n relative errors. A factor around zero is taken step by step."""
    array, axis = certain(track(array)), plain(axis)
    named = options({**kwargs, "dtype": dtype})
    value = np.prod(array.value, axis=axis, **named)
    if kind(value) in "biu":
        return Tracked(value)
    size, error = magnitude(array.value), same_shape(array.error, array.value)
    if np.any((size <= error) & (error > 0)):
        raise Untraceable("a product with a factor that may be zero")
    relative = np.divide(error, size, out=np.zeros(array.shape), where=size > 0)
    grown = np.sum(relative, axis=axis, keepdims=named.get("keepdims", False))
    base = (grown + gamma(count(array, axis), unit(value))) * magnitude(value) + UNDERFLOW
    return finish(Tracked(value, base), out)


@handles("cumprod", "cumulative_prod")
def _cumprod(array: Any, axis: Any = None, **kwargs: Any) -> Any:
    array = track(array)
    if axis is None:
        array, axis = HANDLERS["ravel"](array), 0
    parts = list(HANDLERS["moveaxis"](array, plain(axis), 0))
    for index in range(1, len(parts)):
        parts[index] = parts[index - 1] * parts[index]
    return HANDLERS["stack"](parts, axis=plain(axis))


@handles("linalg.norm")
def _norm(array: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """Euclidean, Frobenius, sum and maximum norms."""
    array, ord, axis = track(array), plain(ord), plain(axis)
    vectors = array.ndim == 1 or (axis is not None and not isinstance(axis, tuple))
    size = call(np.absolute, [array], {})
    if ord is None or (ord == 2 and vectors) or ord == "fro":
        result = call(np.sqrt, [sum_(size * size, axis, keepdims=keepdims)], {})
    elif vectors and ord == 1:
        result = sum_(size, axis, keepdims=keepdims)
    elif vectors and ord == np.inf:
        result = HANDLERS["max"](size, axis, keepdims=keepdims)
    else:
        raise Untraceable(f"numpy.linalg.norm with ord={ord}")
    result.value = np.linalg.norm(array.value, ord, axis, keepdims)
    return result
