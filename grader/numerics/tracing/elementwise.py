"""Universal functions: sums and products, selections, comparisons, steps and smooth ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .array import HANDLERS, Tracked, handles, plain, track
from .bounds import LOG, UNDERFLOW, Numbers, Untraceable, kind, magnitude, some, unit
from .exact import product_grid, sum_grid, undone
from .smooth import smooth

#: The sign of a value changes, its error does not.
KEEP_ERROR = {"absolute", "fabs", "negative", "positive", "conjugate"}
#: Of an exact category: certain wherever the operand is.
CATEGORY = {"isnan", "isinf", "isfinite", "signbit"}
STEPS = {"floor", "ceil", "trunc", "rint", "sign"}
COMPARISONS = {"less", "less_equal", "greater", "greater_equal", "equal", "not_equal"}
LOGIC = {"logical_and", "logical_or", "logical_xor", "logical_not"}
BITS = {
    "bitwise_and": "logical_and",
    "bitwise_or": "logical_or",
    "bitwise_xor": "logical_xor",
    "invert": "logical_not",
}
#: ``ufunc.reduce`` and ``ufunc.accumulate`` by the function that does the same.
REDUCE = {
    "add": "sum",
    "multiply": "prod",
    "maximum": "max",
    "minimum": "min",
    "logical_and": "all",
    "logical_or": "any",
    "fmax": "max",
    "fmin": "min",
}
ACCUMULATE = {"add": "cumsum", "multiply": "cumprod"}


@handles("ufunc")
def ufunc(function: Any, method: str, *inputs: Any, out: Any = None, **kwargs: Any) -> Any:
    """``__array_ufunc__`` of tracked arrays: any ufunc, called in any way."""
    if method == "__call__":
        if kwargs.pop("where", True) is not True:
            raise Untraceable(f"numpy.{function.__name__} with where=")
        result = call(function, [track(item) for item in inputs], kwargs)
    elif method == "reduce":
        result = _reduce(function, *inputs, **kwargs)
    elif method == "accumulate":
        result = _accumulate(function, *inputs, **kwargs)
    elif method == "outer":
        left, right = (track(item) for item in inputs)
        shape = left.shape + (1,) * right.ndim
        result = call(function, [HANDLERS["reshape"](left, shape), right], kwargs)
    elif method == "at" and function is np.add:
        return HANDLERS["add.at"](*inputs)
    else:
        raise Untraceable(f"numpy.{function.__name__}.{method}")
    target = out[0] if isinstance(out, tuple) else out
    if target is None:
        return result
    return track(target).assign(result) if isinstance(target, Tracked) else _no_target()


def _no_target() -> Tracked:
    raise Untraceable("out= is an array that is not traced")


def call(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Any:
    """One application of a ufunc to tracked arrays."""
    name = function.__name__
    kwargs = {key: plain(value) for key, value in kwargs.items()}
    kinds = [kind(item.value) for item in inputs]
    if name in BITS and all(letter == "b" for letter in kinds):
        name = BITS[name]
    handler = _BY_NAME.get(name)
    if name in {"matmul", "vecdot", "matvec", "vecmat"}:
        return HANDLERS[name](*inputs, **kwargs)
    if handler is _product and "b" in kinds:
        masked = _masked(function, inputs, kwargs)
        if masked is not None:
            return masked
    if handler is not _compare and handler is not _logic:
        inputs = [certain(item) for item in inputs]
        if function.nout == 1 and all(letter in "biu" for letter in kinds):
            value = function(*(item.value for item in inputs), **kwargs)
            if kind(value) in "biu":
                return Tracked(value)
    if handler is not None:
        return handler(function, inputs, kwargs)
    return smooth(function, inputs, kwargs)


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


def _sum(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    left, right = inputs
    value = function(left.value, right.value, **kwargs)
    size_left, terms_left, base_left = left.open()
    size_right, terms_right, base_right = right.open()
    size = size_left + size_right
    result = settle(value, base_left + base_right, inputs, size, terms_left + terms_right)
    result.grid = sum_grid(size, left, right)
    return result


def _product(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    left, right = inputs
    value = function(left.value, right.value, **kwargs)
    size_left, size_right = magnitude(left.value), magnitude(right.value)
    error_left, error_right = left.error, right.error
    size = size_left * size_right
    underflow = np.where((size_left > 0) & (size_right > 0), UNDERFLOW, 0.0)
    base = underflow + error_left * (size_right + error_right) + size_left * error_right
    result = settle(value, base, inputs, size)
    result.grid = product_grid(size, left, right)
    return result


def _masked(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked | None:
    """A product with a mask is a choice between the other factor and zero."""
    mask, other = inputs if kind(inputs[0].value) == "b" else inputs[::-1]
    if kind(other.value) == "b" or not some(mask.base):
        return None
    zero = other.value.dtype.type(0) if hasattr(other.value, "dtype") else 0.0
    chosen: Tracked = HANDLERS["where"](mask, other, Tracked(zero))
    chosen.value = function(inputs[0].value, inputs[1].value, **kwargs)
    return chosen


def _quotient(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    left, right = inputs
    value = function(left.value, right.value, **kwargs)
    error_left, error_right = left.error, right.error
    size_right = magnitude(right.value)
    room = size_right - error_right
    size = magnitude(value)
    with np.errstate(all="ignore"):
        spread = (error_left + size * error_right) / np.where(room > 0, room, np.nan)
    spread = np.where(room > 0, spread, _pole(left, right))
    base = np.where(np.isinf(right.value), 0.0, spread) + unit(value) * size + UNDERFLOW
    result = settle(value, base, inputs)
    if not np.isfinite(value).all():  # a certain zero below the line gives a certain result
        pole = ~np.isfinite(value) & (right.value == 0) & (np.asarray(right.doubt) == 0)
        result.base = np.where(pole & np.isfinite(left.error), 0.0, result.base)
    else:
        result.grid = undone(
            value, lambda back: _product(np.multiply, [back, right], {}), left, right
        )
    return result


def _pole(left: Tracked, right: Tracked) -> Numbers:
    """Error of a quotient whose divisor may be zero."""
    return np.where(np.asarray(right.doubt) == 0, 0.0, np.inf)


def _keep(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    (item,) = inputs
    value = function(item.value, **kwargs)
    if kind(item.value) == "c" and kind(value) == "f":
        return settle(value, item.error + unit(value) * 2 * magnitude(value), inputs)
    size = None if item.magnitude is None else item.magnitude.copy()
    return Tracked(value, item.base + 0.0, size, item.terms, item.grid)


def _extreme(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    """Maximum or minimum: the error of whichever operand may be the one."""
    left, right = inputs
    value = function(left.value, right.value, **kwargs)
    sign = 1.0 if "max" in function.__name__ else -1.0
    error_left, error_right = left.error, right.error
    lead = sign * (np.asarray(left.value, dtype=np.float64) - right.value)
    reach = error_left + error_right
    base = np.maximum(
        np.where(lead >= -reach, error_left, 0.0), np.where(lead <= reach, error_right, 0.0)
    )
    result = settle(value, base, inputs)
    result.grid = sum_grid(0.0, left, right)
    return result


def _compare(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    left, right = inputs
    value = function(left.value, right.value, **kwargs)
    if kind(left.value) not in "fciu" or kind(right.value) not in "fciu":
        return Tracked(value)
    doubt = left.doubt + right.doubt
    if not some(doubt):
        return Tracked(value)
    with np.errstate(all="ignore"):
        gap = np.abs(np.asarray(left.value) - right.value)
    return Tracked(value, np.where(gap <= doubt, doubt, 0.0))


def _logic(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    """Logic of booleans in doubt: certain where the certain operand decides alone."""
    inputs = [
        item if kind(item.value) == "b" else call(np.not_equal, [item, Tracked(0)], {})
        for item in inputs
    ]
    value = function(*(item.value for item in inputs), **kwargs)
    if not any(some(item.base) for item in inputs):
        return Tracked(value)
    name = function.__name__
    doubt = np.zeros(np.shape(value))
    for index, item in enumerate(inputs):
        other = inputs[1 - index] if len(inputs) == 2 else None
        open_to = np.ones(np.shape(value), dtype=bool)
        if other is not None and name.endswith(("and", "or")):
            decided = np.logical_not(other.value) if name.endswith("and") else other.value
            open_to = np.logical_or(np.logical_not(decided), np.asarray(other.base) > 0)
        doubt = np.maximum(doubt, np.where(open_to, item.base, 0.0))
    return Tracked(value, doubt)


def _category(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    if np.any(np.isinf(inputs[0].error)):
        LOG.tie(f"numpy.{function.__name__} of a sum that may or may not overflow")
    return Tracked(function(inputs[0].value, **kwargs))


def step(function: Callable[..., Any], array: Tracked, **kwargs: Any) -> Tracked:
    """A function that is constant between jumps: exact, or too close to one of its jumps."""
    value = function(array.value, **kwargs)
    doubt = array.doubt
    if some(doubt):
        with np.errstate(all="ignore"):
            low = function(np.nextafter(array.value - doubt, -np.inf), **kwargs)
            high = function(np.nextafter(array.value + doubt, np.inf), **kwargs)
        if np.any((low != high) & np.isfinite(array.value)):
            LOG.tie("a rounded number is too close to a step of rounding to integers")
    return Tracked(value)


def _step(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    return step(lambda values: function(values, **kwargs), inputs[0])


def _floor_divide(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    value = function(inputs[0].value, inputs[1].value, **kwargs)
    ratio = _quotient(np.true_divide, inputs, {})
    step(np.floor, ratio)
    return Tracked(value)


def _remainder(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    """``a - b * floor(a / b)``: the sum of the two, once the quotient is certain."""
    left, right = inputs
    value = function(left.value, right.value, **kwargs)
    rounded = np.trunc if function.__name__ == "fmod" else np.floor
    whole = step(rounded, _quotient(np.true_divide, inputs, {}))
    base = left.error + magnitude(whole.value) * right.error + unit(value) * magnitude(value)
    return settle(value, base + UNDERFLOW, inputs)


def _copysign(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    if np.any(inputs[1].doubt >= magnitude(inputs[1].value)) and not inputs[1].exact:
        LOG.tie("the sign of a rounded number is too close to a tie")
    value = function(inputs[0].value, inputs[1].value, **kwargs)
    return settle(value, inputs[0].error + np.zeros(np.shape(value)), inputs)


def _divmod(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Any:
    return call(np.floor_divide, inputs, kwargs), call(np.remainder, inputs, kwargs)


def _modf(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Any:
    whole = step(np.trunc, inputs[0])
    return call(np.subtract, [inputs[0], whole], kwargs), whole


def _reduce(function: Any, array: Any, *args: Any, **kwargs: Any) -> Any:
    name = REDUCE.get(function.__name__)
    if not args:
        kwargs.setdefault("axis", 0)
    if name is not None:
        return HANDLERS[name](array, *args, **kwargs)
    axis = plain(args[0] if args else kwargs["axis"])
    if not isinstance(axis, int):
        raise Untraceable(f"numpy.{function.__name__}.reduce over several axes")
    *_, last = _running(function, track(array), axis)
    if kwargs.get("keepdims"):
        last = HANDLERS["expand_dims"](last, axis)
    return last


def _accumulate(function: Any, array: Any, axis: int = 0, **kwargs: Any) -> Any:
    name = ACCUMULATE.get(function.__name__)
    if name is not None:
        return HANDLERS[name](array, axis=axis, **kwargs)
    return HANDLERS["stack"](_running(function, track(array), axis), axis=axis)


def _running(function: Any, array: Tracked, axis: int) -> list[Tracked]:
    slices = list(HANDLERS["moveaxis"](array, axis, 0))
    if not slices:
        raise Untraceable(f"numpy.{function.__name__} over an empty axis")
    results = slices[:1]
    for item in slices[1:]:
        results.append(call(function, [results[-1], item], {}))
    return results


_BY_NAME: dict[str, Callable[..., Any]] = {
    "add": _sum, "subtract": _sum, "multiply": _product, "divide": _quotient,
    "true_divide": _quotient, "maximum": _extreme, "minimum": _extreme, "fmax": _extreme,
    "fmin": _extreme, "floor_divide": _floor_divide, "remainder": _remainder, "mod": _remainder,
    "fmod": _remainder, "copysign": _copysign, "divmod": _divmod, "modf": _modf,
    **dict.fromkeys(KEEP_ERROR, _keep), **dict.fromkeys(CATEGORY, _category),
    **dict.fromkeys(STEPS, _step), **dict.fromkeys(COMPARISONS, _compare),
    **dict.fromkeys(LOGIC, _logic),
}  # fmt: skip
