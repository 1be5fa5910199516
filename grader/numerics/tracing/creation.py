"""New arrays, functions of exact values only, and loops over a Python function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .array import HANDLERS, Tracked, handles, plain, track
from .bounds import U, Untraceable, kind, some
from .decisions import step
from .elementwise import call
from .layout import lookup, plain_dict

#: New arrays whose values are exact, whatever their parameters.
EXACT = (
    "zeros ones empty eye identity tri indices arange zeros_like ones_like empty_like "
    "tril_indices triu_indices diag_indices ix_ unravel_index ravel_multi_index mask_indices"
)
#: Functions that need exact values, and give exact ones.
DISCRETE = (
    "nonzero flatnonzero argwhere count_nonzero unique bincount isin in1d searchsorted digitize "
    "lexsort intersect1d setdiff1d union1d setxor1d array_equal array_equiv histogram argpartition "
    "partition"
)
#: Facts about an array that no rounding changes.
FACTS = "shape ndim size iscomplexobj isrealobj may_share_memory shares_memory"


def as_tracked(result: Any) -> Any:
    """Arrays and NumPy scalars in a result become tracked, as exact ones."""
    if isinstance(result, tuple):
        return tuple(as_tracked(part) for part in result)
    return Tracked(result) if isinstance(result, (np.ndarray, np.generic)) else result


def _values(item: Any) -> Any:
    """Arguments whose numbers do not matter, only their shapes and types."""
    if isinstance(item, (list, tuple)):
        parts = (_values(part) for part in item)
        return list(parts) if isinstance(item, list) else tuple(parts)
    return item.value if isinstance(item, Tracked) else item


def _exact(function: Callable[..., Any]) -> Callable[..., Any]:
    def handler(*args: Any, **kwargs: Any) -> Any:
        return as_tracked(
            function(
                *plain(args, "given to a function that needs it exactly"), **plain_dict(kwargs)
            )
        )

    return handler


def _like(function: Callable[..., Any]) -> Callable[..., Any]:
    def handler(array: Any, *args: Any, **kwargs: Any) -> Tracked:
        result = function(_values(array), *plain(args), **plain_dict(kwargs))
        return Tracked(np.zeros_like(result) if function is np.empty_like else result)

    return handler


def _fact(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, **kwargs: function(*_values(args), **kwargs)


for _names, _maker in ((f"{EXACT} {DISCRETE}", _exact), (FACTS, _fact)):
    for _name in _names.split():
        _function = lookup(_name)
        if _function is not None:
            handles(_name)(_maker(_function))
for _name in ("zeros_like", "ones_like", "empty_like"):
    handles(_name)(_like(getattr(np, _name)))
handles("empty")(HANDLERS["zeros"])


@handles("full")
def _full(shape: Any, item: Any, dtype: Any = None, **kwargs: Any) -> Tracked:
    filler = track(item)
    result = Tracked(np.full(plain(shape), filler.value, dtype=dtype))
    if kind(result.value) in "fc" and (some(filler.base) or filler.magnitude is not None):
        result[...] = filler
    return result


@handles("full_like")
def _full_like(array: Any, item: Any, dtype: Any = None, **kwargs: Any) -> Tracked:
    source = track(array)
    return _full(source.shape, item, dtype or source.dtype)


@handles("linspace")
def _linspace(start: Any, stop: Any, num: Any = 50, **kwargs: Any) -> Any:
    """``start + step * i``: three roundings of terms no larger than both ends together."""
    first, last = track(start), track(stop)
    value = np.linspace(first.value, last.value, plain(num), **plain_dict(kwargs))
    if isinstance(value, tuple):
        raise Untraceable("numpy.linspace with retstep")
    ends = np.abs(first.value) + np.abs(last.value)
    error = first.error + last.error + 4 * U * ends
    return Tracked(value, np.broadcast_to(np.asarray(error, dtype=np.float64), value.shape))


@handles("round", "around", "ndarray.round")
def _round(array: Any, decimals: Any = 0, out: Any = None) -> Any:
    """Rounding to decimals is a step; what is left is the division by a power of ten."""
    source, digits = track(array), int(plain(decimals))
    result = step(lambda values: np.round(values, digits), source)
    if kind(result.value) in "fc" and digits:
        result.base = 2 * U * np.abs(result.value)
    return result if out is None else track(out).assign(result)


@handles("fix")
def _fix(array: Any) -> Any:
    return call(np.trunc, [track(array)], {})


@handles("trunc")
def _trunc(array: Any) -> Any:
    return call(np.trunc, [track(array)], {})


@handles("conj", "conjugate", "ndarray.conj", "ndarray.conjugate")
def _conj(array: Any) -> Any:
    return call(np.conjugate, [track(array)], {})


@handles("angle")
def _angle(array: Any) -> Any:
    source = track(array)
    return call(np.arctan2, [HANDLERS["imag"](source), HANDLERS["real"](source)], {})


@handles("sinc")
def _sinc(array: Any) -> Any:
    argument = np.pi * HANDLERS["where"](track(array) == 0, 1.0e-20, array)
    return call(np.sin, [argument], {}) / argument


@handles("isclose", "allclose")
def _isclose(*args: Any, **kwargs: Any) -> Any:
    raise Untraceable("a decision by numpy.isclose is not traced")


@handles("apply_along_axis")
def _apply_along_axis(function: Callable[..., Any], axis: Any, array: Any, *args: Any) -> Any:
    source = HANDLERS["moveaxis"](track(array), axis, -1)
    lead = source.shape[:-1]
    rows = [track(function(source[index], *args)) for index in np.ndindex(*lead)]
    if not rows:
        raise Untraceable("numpy.apply_along_axis over nothing")
    stacked = HANDLERS["stack"](rows)
    result = HANDLERS["reshape"](stacked, lead + stacked.shape[1:])
    if stacked.ndim > 1:
        result = HANDLERS["moveaxis"](result, -1, axis)
    return result


@handles("vectorize")
def _vectorize(function: Callable[..., Any], otypes: Any = None, **kwargs: Any) -> Any:
    """``np.vectorize`` of a function of numbers."""
    if kwargs.get("signature"):
        raise Untraceable("numpy.vectorize with a signature")

    def apply(*args: Any) -> Any:
        arrays = HANDLERS["broadcast_arrays"](*args)
        shape = arrays[0].shape
        flat = [HANDLERS["ravel"](array) for array in arrays]
        results = [track(function(*(part[i] for part in flat))) for i in range(flat[0].size)]
        if not results:
            raise Untraceable("numpy.vectorize over nothing")
        return HANDLERS["reshape"](HANDLERS["stack"](results), shape)

    return apply
