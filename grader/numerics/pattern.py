"""Where in an array the wrong elements lie, in words."""

from __future__ import annotations

from typing import Any

import numpy as np

#: More single indices than this are not listed.
LISTED = 6


def pattern(bad: np.ndarray[Any, Any]) -> str:
    """Describe a mask of wrong elements by its axes.

    ``axis 1: every index but the first``, ``every element``, ``only element [2]``, or
    ``scattered`` where no axis shows anything.
    """
    count = np.count_nonzero(bad)
    if not bad.ndim or not count:
        return ""
    if count == bad.size:
        return "every element"
    if count == 1:
        index = ", ".join(str(int(axis[0])) for axis in np.nonzero(bad))
        return f"only element [{index}]"
    found = [_along(bad, axis) for axis in range(bad.ndim) if bad.shape[axis] > 1]
    return "; ".join(words for words in found if words) or "scattered"


def _along(bad: np.ndarray[Any, Any], axis: int) -> str:
    """What one axis shows; nothing if every index along it has wrong elements."""
    others = tuple(other for other in range(bad.ndim) if other != axis)
    touched: Any = bad.any(axis=others) if others else bad
    if touched.all():
        return ""
    indices: list[int] = np.flatnonzero(touched).tolist()
    whole = "" if not others or np.all(bad.all(axis=others), where=touched) else ", in part"
    return f"axis {axis}: {_indices(indices, len(touched))}{whole}"


def _indices(indices: list[int], length: int) -> str:
    if len(indices) == 1:
        ends = {0: "only the first index", length - 1: "only the last index"}
        return ends.get(indices[0], f"only index {indices[0]}")
    if len(indices) == length - 1:
        (missing,) = set(range(length)) - set(indices)
        ends = {0: "the first", length - 1: "the last"}
        return f"every index but {ends.get(missing, str(missing))}"
    steps = set(np.diff(indices).tolist())
    if steps == {1}:
        return f"indices {indices[0]} to {indices[-1]}"
    if len(steps) == 1 and len(indices) > 2:
        step = steps.pop()
        nth = "second" if step == 2 else "third" if step == 3 else f"{step}th"
        return f"every {nth} index from {indices[0]}"
    if len(indices) <= LISTED:
        return "indices " + ", ".join(map(str, indices))
    return f"{len(indices)} of {length} indices"
