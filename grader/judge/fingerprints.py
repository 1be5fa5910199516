"""What a program gave on a test case, in a form that two programs can be compared by.

A fingerprint is a text for everything that must be equal (types, shapes, dtypes, exceptions, side
effects) and one vector of all numbers. Two right-to-the-last-bit different programs with the same
mistake have the same text and nearly the same numbers.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.sandbox import CaseRun
from grader.values import Foreign, Value, leaves

Vector = np.ndarray[Any, np.dtype[np.float64]]

#: A vector is thinned out to this length: enough to tell mistakes apart, and bounded.
MAX_NUMBERS = 20_000
#: Two ways to make the same mistake differ by this many roundings of the numbers themselves ...
_ROUNDINGS = 480 * 2.0**-52
#: ... and by this many tolerances of the right result, whose terms they share.
_TOLERANCES = 8.0


@dataclass(frozen=True, eq=False)
class Fingerprint:
    """One program on one case."""

    text: str
    """A digest of all that must be equal."""
    numbers: Vector
    """All numbers of all results in order; a complex one counts twice."""

    def matches(self, other: Fingerprint, allowed: Vector) -> bool:
        """Whether another program gave the same, up to rounding.

        ``allowed`` holds the tolerance of the right result, of the length of the numbers or of
        length 1. To be called where NumPy warns of nothing: numbers may be infinite.
        """
        mine, theirs = self.numbers, other.numbers
        if self.text != other.text or len(mine) != len(theirs):
            return False
        limit = allowed if len(allowed) == len(mine) else allowed.max(initial=0.0)
        if self._differs_in_the_middle(other, limit):
            return False
        if mine.tobytes() == theirs.tobytes():  # the same program, or small integers
            return True
        near = np.abs(mine - theirs) <= _TOLERANCES * limit + _ROUNDINGS * np.abs(mine)
        if near.all():
            return True
        alike = (mine == theirs) | (np.isnan(mine) & np.isnan(theirs))  # infinities, NaN
        return bool((near | alike).all())

    def _differs_in_the_middle(self, other: Fingerprint, limit: Any) -> bool:
        """One number by itself, which settles most comparisons without an array."""
        middle = len(self.numbers) // 2
        if not len(self.numbers):
            return False
        mine, theirs = self.numbers.item(middle), other.numbers.item(middle)
        most: float = limit.item(middle if np.ndim(limit) else 0)
        # Neither infinity nor NaN is ever far enough: they are left to the arrays.
        return bool(abs(mine - theirs) > _TOLERANCES * most + _ROUNDINGS * abs(mine))


def fingerprint(run: CaseRun) -> Fingerprint | None:
    """Return the fingerprint of a case, or None if it did not come to an end."""
    if run.status in ("interrupted", "not reached"):
        return None
    parts: list[str] = [run.status]
    numbers: list[Vector | float] = []
    if run.raised is not None:
        parts.append(run.raised.type)
    for result in run.results:
        _read(result, parts, numbers)
    parts.append(repr((run.changed, bool(run.views or run.shared))))
    digest = hashlib.blake2b("\n".join(parts).encode(), digest_size=12).hexdigest()
    return Fingerprint(digest, _thin(numbers))


def tolerances(tree: Any) -> Vector:
    """Return a tree of tolerances in the order in which a fingerprint has the numbers."""
    found = (leaf for leaf in leaves(tree) if leaf is not None)
    return _thin([leaf if type(leaf) is float else _numbers(leaf) for leaf in found])


def _thin(numbers: Sequence[Vector | float]) -> Vector:
    # A list of a thousand floats is one array, and not a thousand.
    whole: list[Vector] = []
    for kind, group in itertools.groupby(numbers, type):
        items: list[Any] = list(group)
        whole += [np.array(items, np.float64)] if kind is float else items
    joined: Vector = whole[0] if len(whole) == 1 else np.concatenate([np.zeros(0), *whole])
    step = -(-len(joined) // MAX_NUMBERS)
    return joined[::step].copy() if step > 1 else joined


def _read(value: Value, parts: list[str], numbers: list[Vector | float]) -> None:
    if isinstance(value, np.ndarray):
        parts.append(f"array {value.dtype.str} {value.shape}")
        numbers.append(_numbers(value))
    elif isinstance(value, np.generic):
        parts.append(f"scalar {value.dtype.str}")
        numbers.append(_numbers(np.asarray(value)))
    elif isinstance(value, bool | float):
        parts.append(type(value).__name__)
        numbers.append(float(value))
    elif isinstance(value, complex):
        parts.append(type(value).__name__)
        numbers += [value.real, value.imag]
    elif isinstance(value, dict):
        parts.append(f"dict {len(value)}")
        for key, item in value.items():
            parts.append(repr(key))
            _read(item, parts, numbers)
    elif isinstance(value, tuple | list):
        parts.append(f"{type(value).__name__} {len(value)}")
        for item in value:
            _read(item, parts, numbers)
    elif isinstance(value, Foreign):
        parts.append(f"foreign {value.type_name} {value.detail}")
    else:  # None, a string, an integer of any size
        parts.append(f"{type(value).__name__} {value!r}")


def _numbers(array: np.ndarray[Any, Any]) -> Vector:
    flat = array.ravel()
    if flat.dtype == np.float64:
        return flat
    with np.errstate(all="ignore"):
        if flat.dtype.kind == "c":
            return flat.astype(np.complex128).view(np.float64)
        return flat.astype(np.float64)
