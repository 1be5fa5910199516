"""Functions along axes that select: extremes, their positions, orders, truth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .array import HANDLERS, Tracked, handles, plain, track
from .bounds import LOG, Numbers, kind, some
from .elementwise import call
from .exact import grid_of
from .reductions import finish, mean, options


def _extremes(function: Callable[..., Numbers], sign: float) -> Callable[..., Any]:
    def handler(array: Any, axis: Any = None, out: Any = None, **kwargs: Any) -> Any:
        array, axis = track(array), plain(axis)
        named = options(kwargs)
        value = function(array.value, axis=axis, **named)
        if kind(value) not in "f":
            return Tracked(value)
        result = Tracked(value)
        error = array.error
        if some(error):
            named["keepdims"] = True
            least = function(array.value - sign * error, axis=axis, **named)
            able = sign * (array.value + sign * error - least) >= 0
            base = np.max(np.where(able, error, 0.0), axis=axis, keepdims=True, initial=0.0)
            result.base = base.reshape(np.shape(value))
        grid = grid_of(array)
        result.grid = grid if "initial" not in named else None
        return finish(result, out)

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
        value = function(array.value, axis=axis, **options(kwargs))
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
        return finish(Tracked(value), out)

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
    order = np.argsort(array.value, axis=axis, **options(kwargs))
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
        named = options(kwargs)
        value = function(array.value, axis=axis, **named)
        doubt: Numbers = 0.0
        if some(array.base):
            sure = np.any((array.value == decides) & (array.base == 0), axis=axis, **named)
            doubt = np.where(sure, 0.0, np.max(array.base, axis=axis, **named))
        return finish(Tracked(value, doubt), out)

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
