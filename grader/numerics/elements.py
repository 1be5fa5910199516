"""Arrays of the same shape, element by element."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.numerics.comparison import Comparison
from grader.numerics.describe import FINITE, categories, samples
from grader.numerics.pattern import pattern

INFINITE = float("inf")
#: Up to so many bytes it is quicker to look whether all are the same before any arithmetic.
_FEW_BYTES = 1 << 14
_FINITE_HERE = "{} finite where infinity or NaN is expected"


def compare_elements(got: Any, expected: Any, tolerance: Any) -> Comparison:
    """Compare two arrays whose shapes are equal and whose types may be compared.

    ``tolerance`` has their shape, or is ``None`` where they must be equal.
    """
    few = got.nbytes == expected.nbytes <= _FEW_BYTES and got.dtype == expected.dtype
    if few and got.tobytes() == expected.tobytes():
        return Comparison(True, total=expected.size)
    if tolerance is None:
        bad = got != expected
        if not bad.any():
            return Comparison(True, total=expected.size)
        return _wrong(got, expected, bad, INFINITE)
    with np.errstate(all="ignore"):
        distance = np.abs(got - expected)
        near = distance <= tolerance
        finite = np.isfinite(distance).all()
        if not finite:
            return _explain(got, expected, tolerance, distance)
        # Where the distance is finite, so are both numbers.
        ratio = np.asarray(distance / tolerance)
        if near.all():
            return Comparison(True, error=float(ratio.max(initial=0.0)), total=expected.size)
        return _too_far(got, expected, ~near, ratio, distance, tolerance)


def compare_huge(got: int, expected: Any) -> Comparison:
    """Compare an integer that no float can hold with a float or complex number."""
    pair = np.array(got, dtype=object), np.array(expected, dtype=object)
    if np.isfinite(expected):
        return _wrong(*pair, bad=True, error=INFINITE)
    message = _FINITE_HERE.format(_counted(1, 1))
    return _wrong(*pair, bad=True, error=INFINITE, reason="NON_FINITE", message=message)


def _explain(got: Any, expected: Any, tolerance: Any, distance: Any) -> Comparison:
    """The careful comparison, where something is infinite or NaN."""
    given, wanted = categories(got), categories(expected)
    strange = given != wanted
    finite = (given == FINITE) & (wanted == FINITE)
    bad = strange | (finite & ~(distance <= tolerance))
    ratio = np.where(finite, distance / tolerance, 0.0)
    if not bad.any():
        return Comparison(True, error=float(ratio.max(initial=0.0)), total=expected.size)
    if strange.any():
        message = _strange(got, expected, strange)
        return _wrong(got, expected, bad, INFINITE, reason="NON_FINITE", message=message)
    return _too_far(got, expected, bad, ratio, distance, tolerance)


def _too_far(
    got: Any, expected: Any, bad: Any, ratio: Any, distance: Any, tolerance: Any
) -> Comparison:
    """Numbers of which at least one is off by more than its tolerance."""
    worst = int(ratio.argmax())
    allowed = np.asarray(tolerance)
    if allowed.shape != ratio.shape:
        allowed = np.broadcast_to(allowed, ratio.shape)
    return _wrong(
        got,
        expected,
        bad,
        error=ratio.item(worst),
        largest=float(np.asarray(distance).item(worst)),
        allowed=float(allowed.item(worst)),
    )


def _wrong(got: Any, expected: Any, bad: Any, error: float, **more: Any) -> Comparison:
    bad = np.asarray(bad)
    count, total = int(np.count_nonzero(bad)), bad.size
    more.setdefault("reason", "VALUE")
    more.setdefault("message", f"{_counted(count, total)} wrong")
    return Comparison(
        False,
        error=error,
        wrong=count,
        total=total,
        where=pattern(bad),
        samples=samples(bad, got, expected),
        bad=bad,
        **more,
    )


def _counted(count: int, total: int) -> str:
    """``3 of 24 values are``."""
    if total == 1:
        return "the value is"
    return f"{count} of {total} values {'is' if count == 1 else 'are'}"


def _strange(got: Any, expected: Any, strange: Any) -> str:
    """Words for infinities and NaN where others, or none, are expected."""
    unexpected = strange & ~np.isfinite(got)
    if not unexpected.any():
        count = int(np.count_nonzero(strange))
        return _FINITE_HERE.format(_counted(count, strange.size))
    nan = np.isnan(got)[unexpected]
    name = "NaN" if nan.all() else "NaN or infinite" if nan.any() else "infinite"
    counted = _counted(int(np.count_nonzero(unexpected)), strange.size)
    number = np.isfinite(expected[unexpected]).all()
    return f"{counted} {name} where {'a number' if number else 'something else'} is expected"
