"""Functions along axes: sums, products, extremes, positions, orders, truth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .array import HANDLERS, Tracked, handles, plain, track
from .bounds import LOG, UNDERFLOW, Numbers, Untraceable, gamma, kind, magnitude, some, unit
from .elementwise import call, certain
from .exact import grid_of, sum_grid
from .layout import same_shape


def count(array: Tracked, axis: Any) -> int:
    """How many elements one result is made of."""
    if axis is None:
        return int(array.size)
    axes = axis if isinstance(axis, tuple) else (axis,)
    return int(np.prod([array.shape[i] for i in axes], dtype=int))


def _no_where(kwargs: dict[str, Any]) -> dict[str, Any]:
    """Parameters that keep their meaning; ``dtype`` float64 says nothing new."""
    named = {key: plain(value) for key, value in kwargs.items() if value is not None}
    if named.pop("where", True) is not True:
        raise Untraceable("a reduction with where=")
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
        result.base = np.where(bad, np.where(given & ~lost, 0.0, np.inf), base)
        result.magnitude = np.where(bad, 0.0, sizes)
    elif np.ndim(base) and np.isnan(base).any():
        result.base = np.where(np.isnan(base), np.inf, base)
    return result


def _finish(result: Any, out: Any) -> Any:
    return result if out is None else track(out).assign(result)


@handles("sum")
def sum_(array: Any, axis: Any = None, dtype: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """``np.sum``."""
    named, axis = _no_where({**kwargs, "dtype": dtype}), plain(axis)
    array = track(array)
    result = linear(lambda values: np.sum(values, axis=axis, **named), array, count(array, axis))
    if result.magnitude is not None:
        result.grid = sum_grid(result.magnitude, certain(array))
    return _finish(result, out)


@handles("nansum")
def _nansum(array: Any, *args: Any, **kwargs: Any) -> Any:
    source = track(array)
    return sum_(HANDLERS["where"](Tracked(np.isnan(source.value)), 0.0, source), *args, **kwargs)


@handles("mean")
def mean(array: Any, axis: Any = None, dtype: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """``np.mean``: a sum whose terms are divided before or after."""
    named, axis = _no_where({**kwargs, "dtype": dtype}), plain(axis)
    array = track(array)
    if kind(array.value) in "biu":
        array = HANDLERS["astype"](array, np.float64)
    terms = count(array, axis)
    result = linear(lambda values: np.mean(values, axis=axis, **named), array, terms + 1)
    return _finish(result, out)


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
    named, axis = _no_where(kwargs), plain(axis)
    array = track(array)
    terms = count(array, axis)
    result = linear(lambda values: np.cumsum(values, axis=axis, **named), array, terms)
    if result.magnitude is not None:
        result.grid = sum_grid(result.magnitude, certain(array))
    return _finish(result, out)


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
    named, axis = _no_where(kwargs), plain(axis)
    degrees = named.pop("correction", plain(ddof))
    named.pop("mean", None)
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
    named = _no_where({**kwargs, "dtype": dtype})
    value = np.prod(array.value, axis=axis, **named)
    if kind(value) in "biu":
        return Tracked(value)
    size, error = magnitude(array.value), same_shape(array.error, array.value)
    if np.any((size <= error) & (error > 0)):
        raise Untraceable("a product with a factor that may be zero")
    relative = np.divide(error, size, out=np.zeros(array.shape), where=size > 0)
    grown = np.sum(relative, axis=axis, keepdims=named.get("keepdims", False))
    base = (grown + gamma(count(array, axis), unit(value))) * magnitude(value) + UNDERFLOW
    return _finish(Tracked(value, base), out)


@handles("cumprod", "cumulative_prod")
def _cumprod(array: Any, axis: Any = None, **kwargs: Any) -> Any:
    array = track(array)
    if axis is None:
        array, axis = HANDLERS["ravel"](array), 0
    parts = list(HANDLERS["moveaxis"](array, plain(axis), 0))
    for index in range(1, len(parts)):
        parts[index] = parts[index - 1] * parts[index]
    return HANDLERS["stack"](parts, axis=plain(axis))


def _extremes(function: Callable[..., Numbers], sign: float) -> Callable[..., Any]:
    def handler(array: Any, axis: Any = None, out: Any = None, **kwargs: Any) -> Any:
        array, axis = track(array), plain(axis)
        named = _no_where(kwargs)
        value = function(array.value, axis=axis, **named)
        if kind(value) not in "f":
            return Tracked(value)
        result = Tracked(value)
        error = array.error
        if some(error):
            named["keepdims"] = True
            least = function(array.value - sign * error, axis=axis, **named)
            whole = function(array.value, axis=axis, **named)
            able = sign * (array.value + sign * error - least) >= 0
            able |= array.value == whole
            base = np.max(np.where(able, error, 0.0), axis=axis, keepdims=True, initial=0.0)
            result.base = base.reshape(np.shape(value))
        grid = grid_of(array)
        result.grid = grid if "initial" not in named else None
        return _finish(result, out)

    return handler


handles("max", "amax")(_extremes(np.max, 1.0))
handles("min", "amin")(_extremes(np.min, -1.0))
handles("nanmax")(_extremes(np.nanmax, 1.0))
handles("nanmin")(_extremes(np.nanmin, -1.0))


@handles("ptp")
def _ptp(array: Any, axis: Any = None, **kwargs: Any) -> Any:
    return HANDLERS["max"](array, axis, **kwargs) - HANDLERS["min"](array, axis, **kwargs)


def _positions(function: Callable[..., Numbers], sign: float) -> Callable[..., Any]:
    """``argmax``: certain if no other element can reach the one that was found."""

    def handler(array: Any, axis: Any = None, out: Any = None, **kwargs: Any) -> Any:
        array, axis = track(array), plain(axis)
        value = function(array.value, axis=axis, **_no_where(kwargs))
        doubt = array.doubt
        if some(doubt):
            values, doubts = sign * array.value, np.broadcast_to(doubt, array.shape)
            if axis is None:
                values, doubts, axis = values.ravel(), doubts.ravel(), 0
            at = np.expand_dims(np.argmax(values, axis=axis), axis)
            best = np.take_along_axis(values, at, axis)
            room = doubts + np.take_along_axis(doubts, at, axis)
            near = (values + room >= best) & (room > 0)
            np.put_along_axis(near, at, False, axis)
            if near.any():
                LOG.tie(f"numpy.{function.__name__}: the two best are too close to a tie")
        return _finish(Tracked(value), out)

    return handler


handles("argmax")(_positions(np.argmax, 1.0))
handles("argmin")(_positions(np.argmin, -1.0))


@handles("sort")
def _sort(array: Any, axis: int = -1, **kwargs: Any) -> Tracked:
    """The k-th of ``x`` lies between the k-th of ``x - e`` and of ``x + e``."""
    array, axis = track(array), plain(axis)
    value = np.sort(array.value, axis=axis)
    error = array.error
    if kind(value) != "f" or not some(error):
        return Tracked(value, grid=grid_of(array))
    error = np.broadcast_to(error, array.shape)
    order = np.argsort(array.value, axis=axis, kind="stable")
    own = np.take_along_axis(error, order, axis)
    up = np.sort(array.value + error, axis=axis) - value
    down = value - np.sort(array.value - error, axis=axis)
    return Tracked(value, np.fmax(own, np.fmax(up, down)), grid=grid_of(array))


@handles("ndarray.sort")
def _sort_in_place(array: Tracked, axis: int = -1, **kwargs: Any) -> None:
    array[...] = _sort(array, axis)


@handles("argsort")
def _argsort(array: Any, axis: int = -1, **kwargs: Any) -> Tracked:
    """An order is certain if no element can pass its neighbours."""
    array, axis = track(array), plain(axis)
    order = np.argsort(array.value, axis=axis, **_no_where(kwargs))
    doubt = array.doubt
    if some(doubt):
        values = np.moveaxis(np.take_along_axis(array.value, order, axis), axis, 0)
        room = np.take_along_axis(np.broadcast_to(doubt, array.shape), order, axis)
        room = np.moveaxis(room, axis, 0)
        highest = np.maximum.accumulate(values + room, axis=0)[:-1]
        lowest = np.minimum.accumulate((values - room)[::-1], axis=0)[::-1][1:]
        if np.any(highest >= lowest):
            LOG.tie("numpy.argsort: two values are too close to a tie")
    return Tracked(order)


def _truth(function: Callable[..., Numbers], decides: bool) -> Callable[..., Any]:
    """``any`` is certain if a certain element is true, ``all`` if one is false."""

    def handler(array: Any, axis: Any = None, out: Any = None, **kwargs: Any) -> Any:
        array, axis = track(array), plain(axis)
        if kind(array.value) != "b":
            array = call(np.not_equal, [array, Tracked(0)], {})
        named = _no_where(kwargs)
        value = function(array.value, axis=axis, **named)
        doubt: Numbers = 0.0
        if some(array.base):
            sure = np.any((array.value == decides) & (array.base == 0), axis=axis, **named)
            doubt = np.where(sure, 0.0, np.max(array.base, axis=axis, **named))
        return _finish(Tracked(value, doubt), out)

    return handler


handles("any")(_truth(np.any, True))
handles("all")(_truth(np.all, False))


@handles("median")
def _median(array: Any, axis: Any = None, keepdims: bool = False, **kwargs: Any) -> Any:
    array = track(array)
    if axis is None:
        ordered, axis = _sort(HANDLERS["ravel"](array)), 0
    else:
        axis = plain(axis)
        ordered = HANDLERS["moveaxis"](_sort(array, axis), axis, 0)
    middle = len(ordered)
    result = mean(ordered[(middle - 1) // 2 : middle // 2 + 1], 0)
    if keepdims:
        shape = np.median(array.value, axis=axis if array.ndim > 1 else None, keepdims=True).shape
        result = HANDLERS["reshape"](result, shape)
    return result


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
