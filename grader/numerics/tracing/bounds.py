"""Units of rounding, and the record of what a trace could not decide.

The model is the standard one (N. J. Higham, *Accuracy and Stability of Numerical
Algorithms*, 2nd ed., sections 2.2 and 3.1): a computed operation is the exact one times
``1 + delta`` with ``|delta| <= u``, plus at most the smallest normal number where the
result underflows, which also covers builds that flush subnormal numbers to zero. A product
of ``n`` such factors differs from 1 by at most ``gamma(n) = n u / (1 - n u)``.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any, TypeAlias

import numpy as np

#: An array, a NumPy scalar or a Python number; the tracer treats them alike.
Numbers: TypeAlias = Any

#: Unit roundoff of float64.
U = 2.0**-53
#: Smallest normal float64: what one product may lose to underflow.
UNDERFLOW = 2.0**-1022
#: A decision counts as certain if it stands when every error is this many times larger.
#: Two implementations differ by at most twice the bound; the rest is margin.
CAUTION = 8.0
LARGEST_FLOAT = sys.float_info.max
#: Relative distance from the largest float below which an overflow is not certain.
EDGE = 2.0**-20
#: Rounding of one complex product, in units of roundoff: sqrt(2) * gamma(2), rounded up.
COMPLEX = 4.0

#: Units of other types than float64, by NumPy's letter for the type.
_UNITS = {"e": 2.0**-11, "f": 2.0**-24, "F": COMPLEX * 2.0**-24, "D": COMPLEX * U, "G": COMPLEX * U}


_KINDS = {float: "f", int: "i", bool: "b", complex: "c"}


class Untraceable(Exception):
    """The trace cannot go on; the message says why."""


def unit(values: Numbers) -> float:
    """Unit roundoff of the type of ``values``; never below float64's, whatever the type.

    A reference in extended precision must not ask more of float64 than float64 can give.
    """
    dtype = getattr(values, "dtype", None)
    if dtype is None:
        return COMPLEX * U if isinstance(values, complex) else U
    return _UNITS.get(dtype.char, U)


def gamma(count: float, roundoff: float = U) -> float:
    """``gamma(n)``: bound on the relative error of ``n`` roundings in a row."""
    size = count * roundoff
    return size / (1.0 - min(size, 0.5))


def kind(values: Numbers) -> str:
    """NumPy's one-letter kind of the type: ``b``, ``i``, ``u``, ``f``, ``c``, ``U``, ``O``."""
    dtype = getattr(values, "dtype", None)
    if dtype is not None:
        return str(dtype.kind)
    return _KINDS.get(type(values)) or np.asarray(values).dtype.kind


def some(error: Numbers) -> bool:
    """Whether there is any error at all."""
    return bool(error.any()) if isinstance(error, np.ndarray) else bool(error != 0)


def overflows(total: Numbers, size: Numbers, relative: float, limit: float) -> Numbers:
    """Where a sum of finite terms is infinite, in whatever order they are added.

    ``total`` is the sum, ``size`` the sum of the magnitudes and ``limit`` the largest float,
    all scaled by the same power of two, which keeps them finite; ``relative`` bounds the
    relative error of each term. The terms of the other sign, ``(size - |total|) / 2``, must
    not reach the largest float themselves, or else a partial sum of them might.
    """
    against = (size - np.abs(total)) / 2
    above = np.abs(total) - relative * size > limit * (1 + EDGE)
    return above & (against * (1 + relative) < limit * (1 - EDGE))


def relative_error(values: Numbers, error: Numbers) -> float:
    """The largest relative error; infinity where a zero has any."""
    size = np.abs(values)
    shares = np.where(np.asarray(error) > 0, error / np.where(size > 0, size, 0.0), 0.0)
    return float(np.max(shares, initial=0.0))


def magnitude(values: Numbers) -> Numbers:
    """Absolute values as float64, with 0 for infinities and NaN: those carry no rounding."""
    size = np.abs(values)
    if size.dtype != np.float64:
        size = size.astype(np.float64)
    if np.isfinite(size).all():
        return size
    return np.where(np.isfinite(size), size, 0.0)


class Log:
    """What the running trace could not decide: reasons, in the order in which they came."""

    def __init__(self) -> None:
        self.ties: list[str] = []
        self.file = "<reference>"
        """The name under which the reference is compiled."""

    def clear(self) -> None:
        """Forget everything: a new call begins."""
        self.ties.clear()

    def tie(self, what: str) -> None:
        """Note a decision that another right implementation may take the other way."""
        self.ties.append(f"{self.here()}{what}")

    def here(self) -> str:
        """``line 12: `` of the reference, or nothing where no line of it is running."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_code.co_filename == self.file:
                return f"line {frame.f_lineno}: "
            frame = frame.f_back
        return ""


LOG = Log()
