"""Smooth functions: an error passes through the derivative.

To first order ``f(x + e) - f(x)`` is ``f'(x) e``. Where the error is not small against the
argument (above ``2**-26`` of it), first order says little, and the function is evaluated at
both ends of the interval too. The function itself is granted two units in the last place,
as the vectorised libraries of the vendors take them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .array import Tracked
from .bounds import UNDERFLOW, Numbers, Untraceable, kind, magnitude, some, unit
from .exact import undone

#: Relative size of an error above which a derivative alone is not trusted.
SMALL = 2.0**-26
#: Rounding of a library function, in units of roundoff.
LIBRARY = 4.0
LN2, LN10 = 0.6931471805599453, 2.302585092994046

Partial = Callable[..., Numbers]

#: Derivatives by each argument, from the arguments and then the result.
DERIVATIVES: dict[str, tuple[Partial, ...]] = {
    "exp": (lambda x, y: y,),
    "exp2": (lambda x, y: LN2 * y,),
    "expm1": (lambda x, y: y + 1,),
    "log": (lambda x, y: 1 / x,),
    "log2": (lambda x, y: 1 / (LN2 * x),),
    "log10": (lambda x, y: 1 / (LN10 * x),),
    "log1p": (lambda x, y: 1 / (1 + x),),
    "sqrt": (lambda x, y: 0.5 / y,),
    "cbrt": (lambda x, y: 1 / (3 * y * y),),
    "square": (lambda x, y: 2 * x,),
    "reciprocal": (lambda x, y: y * y,),
    "sin": (lambda x, y: np.cos(x),),
    "cos": (lambda x, y: np.sin(x),),
    "tan": (lambda x, y: 1 + y * y,),
    "arcsin": (lambda x, y: 1 / np.sqrt(1 - x * x),),
    "arccos": (lambda x, y: 1 / np.sqrt(1 - x * x),),
    "arctan": (lambda x, y: 1 / (1 + x * x),),
    "sinh": (lambda x, y: np.cosh(x),),
    "cosh": (lambda x, y: np.sinh(x),),
    "tanh": (lambda x, y: 1 - y * y,),
    "arcsinh": (lambda x, y: 1 / np.sqrt(1 + x * x),),
    "arccosh": (lambda x, y: 1 / np.sqrt(x * x - 1),),
    "arctanh": (lambda x, y: 1 / (1 - x * x),),
    "deg2rad": (lambda x, y: np.pi / 180,),
    "radians": (lambda x, y: np.pi / 180,),
    "rad2deg": (lambda x, y: 180 / np.pi,),
    "degrees": (lambda x, y: 180 / np.pi,),
    "erf": (lambda x, y: 2 / np.sqrt(np.pi) * np.exp(-x * x),),
    "erfc": (lambda x, y: 2 / np.sqrt(np.pi) * np.exp(-x * x),),
    "power": (
        lambda x, p, y: p * np.power(np.abs(x), p - 1),
        lambda x, p, y: np.where(y == 0, 0, y * np.log(np.abs(x))),
    ),
    "arctan2": (
        lambda a, b, y: b / (a * a + b * b),
        lambda a, b, y: a / (a * a + b * b),
    ),
    "hypot": (lambda a, b, y: a / y, lambda a, b, y: b / y),
    "logaddexp": (lambda a, b, y: np.exp(a - y), lambda a, b, y: np.exp(b - y)),
    "logaddexp2": (lambda a, b, y: np.exp2(a - y), lambda a, b, y: np.exp2(b - y)),
}
DERIVATIVES["float_power"] = DERIVATIVES["pow"] = DERIVATIVES["power"]
for _long, _short in {
    "asin": "arcsin",
    "acos": "arccos",
    "atan": "arctan",
    "asinh": "arcsinh",
    "acosh": "arccosh",
    "atanh": "arctanh",
    "atan2": "arctan2",
}.items():
    DERIVATIVES[_long] = DERIVATIVES[_short]

#: Where a function is defined, for the ends of an interval that reach beyond.
DOMAINS = {"sqrt": (0.0, np.inf), "log": (0.0, np.inf), "log2": (0.0, np.inf),
           "log10": (0.0, np.inf), "log1p": (-1.0, np.inf), "arcsin": (-1.0, 1.0),
           "arccos": (-1.0, 1.0), "arccosh": (1.0, np.inf), "arctanh": (-1.0, 1.0)}  # fmt: skip


def smooth(function: Any, inputs: Sequence[Tracked], kwargs: dict[str, Any]) -> Tracked:
    """A function that is differentiable almost everywhere, elementwise."""
    values = [item.value for item in inputs]
    value = function(*values, **kwargs)
    if kind(value) not in "fc":
        raise Untraceable(f"{function.__name__} is not traced")
    with np.errstate(all="ignore"):
        base = _passed_on(function, inputs, values, value) + _own(function, values, value)
        if not np.isfinite(value).all():
            base = _certain_poles(function, inputs, values, value, base)
    base = np.where(np.isnan(base), np.inf, base)
    for item in inputs:  # exp(-inf) is 0, without any rounding
        if not np.isfinite(item.value).all():
            base = np.where(np.isinf(item.value) & (np.asarray(item.error) == 0), 0.0, base)
    result = Tracked(value, base if np.ndim(value) else float(base))
    if function.__name__ == "sqrt":
        result.grid = undone(value, lambda back: back * back, inputs[0])
    elif function.__name__ in {"power", "square"} and kind(value) == "f":
        result.grid = _power_grid(inputs)
    return result


def _own(function: Any, values: Sequence[Numbers], value: Numbers) -> Numbers:
    """Rounding inside the function.

    A power may also be taken as a repeated product (as many roundings as the exponent says)
    or as ``exp(p log x)``, whose exponent is rounded before it is blown up.
    """
    count: Numbers = LIBRARY
    if function.__name__ in {"power", "float_power", "pow"}:
        base, exponent = (np.abs(operand) for operand in values)
        grown = exponent * np.abs(np.log(np.where(base > 0, base, 1.0)))
        whole = np.where(exponent == np.floor(exponent), exponent, 0.0)
        count = LIBRARY + np.maximum(grown, whole)
    return count * unit(value) * magnitude(value) + UNDERFLOW


def _passed_on(
    function: Any, inputs: Sequence[Tracked], values: Sequence[Numbers], value: Numbers
) -> Numbers:
    total: Numbers = np.zeros(np.shape(value))
    partials = DERIVATIVES.get(function.__name__)
    for index, item in enumerate(inputs):
        error = item.error
        if not some(error):
            continue
        if partials is None:
            total = total + _secant(function, values, index, error, value)
            continue
        slope = np.abs(partials[index](*values, value))
        first = np.where(np.asarray(error) > 0, slope * error, 0.0)
        if kind(value) == "f" and np.any(error > SMALL * magnitude(item.value)):
            far = np.broadcast_to(error > SMALL * magnitude(item.value), np.shape(value))
            ends = _ends(function, values, index, error, value)
            first = np.where(
                far,
                np.where(np.isfinite(first), np.maximum(np.minimum(first, 4 * ends), ends), ends),
                first,
            )
        total = total + first
    return np.where(np.isfinite(value), total, 0.0)


def _ends(
    function: Any, values: Sequence[Numbers], index: int, error: Numbers, value: Numbers
) -> Numbers:
    """How far the function moves at both ends of an argument's interval."""
    low, high = DOMAINS.get(function.__name__, (-np.inf, np.inf))
    reach: Numbers = np.zeros(np.shape(value))
    for sign in (-1.0, 1.0):
        moved = list(values)
        moved[index] = np.clip(values[index] + sign * error, low, high)
        reach = np.maximum(reach, np.abs(function(*moved) - value))
    return reach


def _secant(
    function: Any, values: Sequence[Numbers], index: int, error: Numbers, value: Numbers
) -> Numbers:
    """Without a derivative: the steeper of two secants, and the ends of the interval."""
    error = np.broadcast_to(error, np.shape(value))
    width = np.maximum(np.abs(values[index]) * SMALL, error)
    width = np.where(error > 0, width, 1.0)
    steepest = np.maximum(
        _ends(function, values, index, width, value) * (error / width),
        _ends(function, values, index, error, value),
    )
    return np.where(error > 0, steepest, 0.0)


def _certain_poles(
    function: Any,
    inputs: Sequence[Tracked],
    values: Sequence[Numbers],
    value: Numbers,
    base: Numbers,
) -> Numbers:
    """Infinity and NaN are certain if the function gives them around its arguments too."""
    sure = np.ones(np.shape(value), dtype=bool)
    for sign in (-1.0, 1.0):
        moved = [operand + sign * item.doubt for operand, item in zip(values, inputs, strict=True)]
        there = function(*moved)
        sure &= (there == value) | (np.isnan(there) & np.isnan(value))
    for item in inputs:
        sure &= np.isfinite(item.error)
    return np.where(np.isfinite(value), base, np.where(sure, 0.0, np.inf))


def _power_grid(inputs: Sequence[Tracked]) -> int | None:
    """Small whole powers of exact numbers are repeated products; the power 0 is 1."""
    exponent = inputs[1].value if len(inputs) == 2 else 2
    if np.ndim(exponent) == 0 and exponent == 0 and inputs[1].exact:
        return 0
    if np.ndim(exponent) or not 1 <= exponent <= 8 or exponent != int(exponent):
        return None
    product = inputs[0]
    for _ in range(int(exponent) - 1):
        product = product * inputs[0]
    return product.grid
