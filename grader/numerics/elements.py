"""Arrays of the same shape, element by element."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from grader.numerics.comparison import Comparison
from grader.numerics.describe import FINITE, categories, samples
from grader.numerics.pattern import pattern

INFINITE = float("inf")


def compare_elements(got: Any, expected: Any, tolerance: Any) -> Comparison:
    """Compare two arrays whose shapes are equal and whose types may be compared.

    ``tolerance`` has their shape, or is ``None`` where they must be equal.
    """
    if tolerance is None:
        bad = got != expected
        if not bad.any():
            return Comparison(True, total=expected.size)
        return replace(_wrong(got, expected, bad), error=INFINITE)
    with np.errstate(all="ignore"):
        distance = np.abs(got - expected)
        if (distance <= tolerance).all() and np.isfinite(distance).all():
            error = float((distance / tolerance).max(initial=0.0))
            return Comparison(True, error=error, total=expected.size)
        return _explain(got, expected, tolerance, distance)


def _explain(got: Any, expected: Any, tolerance: Any, distance: Any) -> Comparison:
    """The careful comparison, where the quick one did not settle it."""
    given, wanted = categories(got), categories(expected)
    strange = given != wanted
    finite = (given == FINITE) & (wanted == FINITE)
    bad = strange | (finite & ~(distance <= tolerance))
    ratio = np.where(finite, distance / tolerance, 0.0)
    worst = np.unravel_index(int(np.argmax(ratio)), ratio.shape)
    error = float(ratio[worst])
    if not bad.any():
        return Comparison(True, error=error, total=expected.size)
    found = _wrong(got, expected, bad)
    if strange.any():
        message = _strange(got, expected, strange)
        return replace(found, reason="NON_FINITE", message=message, error=INFINITE)
    allowed = np.broadcast_to(tolerance, ratio.shape)[worst]
    return replace(found, error=error, largest=float(distance[worst]), allowed=float(allowed))


def _wrong(got: Any, expected: Any, bad: Any) -> Comparison:
    count, total = int(np.count_nonzero(bad)), int(np.size(bad))
    return Comparison(
        False,
        "VALUE",
        f"{_counted(count, total)} wrong",
        wrong=count,
        total=total,
        where=pattern(np.asarray(bad)),
        samples=samples(bad, got, expected),
        bad=np.asarray(bad),
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
        return f"{_counted(count, strange.size)} finite where infinity or NaN is expected"
    nan = np.isnan(got)[unexpected]
    name = "NaN" if nan.all() else "NaN or infinite" if nan.any() else "infinite"
    counted = _counted(int(np.count_nonzero(unexpected)), strange.size)
    number = np.isfinite(expected[unexpected]).all()
    return f"{counted} {name} where {'a number' if number else 'something else'} is expected"
