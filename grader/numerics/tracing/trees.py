"""Trees of arguments and results: tuples, lists and dicts with numbers at their leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from .array import Tracked, track
from .bounds import LOG, Numbers, U, Untraceable, kind, some

#: Keys of a dict that stands for an argument which an earlier call returned.
TRACED_VALUE, TRACED_ERROR = "traced value", "traced error"


def rebuilt(like: Any, parts: Iterable[Any]) -> Any:
    """A plain list or tuple; a named tuple would ask for its parts by name."""
    return list(parts) if isinstance(like, list) else tuple(parts)


def is_earlier(tree: Any) -> bool:
    """Whether this part of an argument is what an earlier call returned."""
    return isinstance(tree, dict) and tree.keys() == {TRACED_VALUE, TRACED_ERROR}


def mapped(function: Callable[[Any, Any], Any], tree: Any, error: Any = None) -> Any:
    """A tree of arguments with ``function(leaf, its error or None)`` for every leaf."""
    if is_earlier(tree):
        return mapped(function, tree[TRACED_VALUE], tree[TRACED_ERROR])
    if isinstance(tree, dict):
        return {key: mapped(function, item, error and error[key]) for key, item in tree.items()}
    if isinstance(tree, (list, tuple)):
        parts = enumerate(tree)
        return rebuilt(tree, (mapped(function, part, error and error[i]) for i, part in parts))
    return function(tree, error)


def without_errors(tree: Any) -> Any:
    """Arguments as the reference expects them."""
    return mapped(lambda leaf, _: leaf, tree)


def tracked(tree: Any) -> Any:
    """Arguments as tracked copies: exact, unless an earlier call gives them an error."""
    return mapped(_tracked_leaf, tree)


def _tracked_leaf(leaf: Any, error: Any) -> Any:
    if isinstance(leaf, np.ndarray) and leaf.dtype.kind in "biufc":
        base = 0.0 if error is None else np.array(error, dtype=np.float64)
        return Tracked(leaf.copy(order="K"), base)
    if isinstance(leaf, (float, complex, np.generic)):
        return Tracked(leaf, 0.0 if error is None else float(error))
    return leaf


def errors_of(value: Any, traced: Any) -> Any:
    """Bounds of a result in the shape of its tree; ``None`` where a leaf is exact.

    ``value`` is what the plain reference returned. A trace that gives anything else has not
    followed it, and is not believed.
    """
    if isinstance(value, dict):
        if not isinstance(traced, dict) or list(value) != list(traced):
            raise Untraceable("the traced run returns other keys")
        return {key: errors_of(value[key], traced[key]) for key in value}
    if isinstance(value, (list, tuple)):
        if not isinstance(traced, (list, tuple)) or len(value) != len(traced):
            raise Untraceable("the traced run returns another structure")
        return rebuilt(value, (errors_of(*pair) for pair in zip(value, traced, strict=True)))
    if isinstance(value, (bool, int, np.ndarray, float, complex, np.generic)):
        return _leaf_error(value, track(traced))
    if type(traced) is not type(value) or (isinstance(value, str) and traced != value):
        raise Untraceable("the traced run returns another value")
    return None


def _leaf_error(value: Numbers, traced: Tracked) -> Any:
    if np.shape(value) != traced.shape or kind(value) != kind(traced.value):
        raise Untraceable("the traced run returns another shape or type")
    if kind(value) not in "fc":
        if not np.array_equal(value, traced.value):
            raise Untraceable("the traced run returns other values")
        if some(traced.base):
            LOG.tie("a comparison of rounded numbers in the result is too close to a tie")
        return None
    error = np.array(np.broadcast_to(traced.error, np.shape(value)), dtype=np.float64)
    if not np.all(value == traced.value):
        room = error + 4 * U * np.abs(value)
        with np.errstate(all="ignore"):
            same = np.isfinite(value) & (np.abs(value - traced.value) <= room)
            same |= (value == traced.value) | (np.isnan(value) & np.isnan(traced.value))
        if not np.all(same):
            raise Untraceable("the traced run returns other values")
    if not np.isfinite(error + np.where(np.isfinite(value), np.abs(value), 0.0)).all():
        LOG.tie("the result has elements that no bound can be given for")
    return error if isinstance(value, np.ndarray) else float(error)
