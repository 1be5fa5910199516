"""Universal functions: which handler takes which ufunc, and the methods that all have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .arithmetic import add, divide, extreme, keep_error, masked, multiply
from .array import HANDLERS, Tracked, handles, plain, track
from .bounds import Untraceable, kind
from .decisions import (
    category,
    compare,
    copysign,
    divmod_,
    floor_divide,
    logic,
    modf,
    remainder,
    stepped,
)
from .results import certain
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
    target = out[0] if isinstance(out, tuple) else out
    if target is not None and not isinstance(target, Tracked):
        raise Untraceable("out= is an array that is not traced")
    if method == "__call__":
        mask = kwargs.pop("where", True)
        result = call(function, [track(item) for item in inputs], kwargs)
        if mask is not True:
            if target is None:
                raise Untraceable(f"numpy.{function.__name__} with where= and without out=")
            result = HANDLERS["where"](mask, result, target)
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
    return result if target is None else target.assign(result)


@handles("python operator")
def python_operator(function: Any, *inputs: Any) -> Any:
    """An operator between Python's own numbers: their type stays, and they raise."""
    result = ufunc(function, "__call__", *inputs)
    if not isinstance(result, Tracked):
        return result
    name, value = function.__name__, result.value
    if name in {"divide", "floor_divide", "remainder"} and track(inputs[1]).value == 0:
        raise ZeroDivisionError("division by zero")
    if name == "power" and np.isinf(value) and all(np.isfinite(track(i).value) for i in inputs):
        raise OverflowError("numerical result out of range")
    if name == "power" and np.isnan(value):
        raise Untraceable("a root of a negative number")
    result.value = value.item()
    return result


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
    if handler is multiply and "b" in kinds:
        chosen = masked(function, inputs, kwargs)
        if chosen is not None:
            return chosen
    if handler is not compare and handler is not logic:
        inputs = [certain(item) for item in inputs]
        if all(letter in "biu" for letter in kinds):
            value = function(*(item.value for item in inputs), **kwargs)
            if isinstance(value, tuple):
                return tuple(Tracked(part) for part in value)
            if kind(value) in "biu":
                return Tracked(value)
    if handler is not None:
        return handler(function, inputs, kwargs)
    return smooth(function, inputs, kwargs)


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
    "add": add, "subtract": add, "multiply": multiply, "divide": divide,
    "true_divide": divide, "maximum": extreme, "minimum": extreme, "fmax": extreme,
    "fmin": extreme, "floor_divide": floor_divide, "remainder": remainder, "mod": remainder,
    "fmod": remainder, "copysign": copysign, "divmod": divmod_, "modf": modf,
    **dict.fromkeys(KEEP_ERROR, keep_error), **dict.fromkeys(CATEGORY, category),
    **dict.fromkeys(STEPS, stepped), **dict.fromkeys(COMPARISONS, compare),
    **dict.fromkeys(LOGIC, logic),
}  # fmt: skip
