"""Where a reference cannot be traced: perturb its inputs and see how far the outputs move.

Every float of the arguments is moved by one unit in the last place, up or down, by a fixed
pattern of signs; the largest of the movements, times the length of the longest axis of the
arguments (as many roundings may follow each other), stands for the error. This sees how
ill-conditioned the answer is, but not what the method itself adds: an estimate, no bound.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .bounds import LOG, UNDERFLOW, Numbers, U, kind
from .trees import mapped, rebuilt

#: Perturbed runs; each has its own pattern of signs.
RUNS = 6


def estimate(run: Callable[[Callable[[Any], Any]], Any], value: Any, length: int) -> Any:
    """Errors of ``value`` in the shape of its tree.

    ``run(change)`` runs the plain reference again on arguments that went through ``change``.
    A run that raises, or that returns another structure or other integers or strings, means
    that rounding decides this: that is noted as a tie.
    """
    errors = _initial(value)
    for number in range(RUNS):
        try:
            changed = run(Perturbation(number))
        except Exception as error:
            LOG.tie(f"rounding decides whether it raises {type(error).__name__}")
        else:
            errors = _widened(value, changed, errors, length)
    return errors


class Perturbation:
    """Moves every float of a tree of arguments by one unit in the last place."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.seen = 0

    def __call__(self, tree: Any) -> Any:
        """The tree with every float moved; by its error, where it has one."""
        return mapped(self._moved, tree)

    def _moved(self, leaf: Any, error: Any) -> Any:
        if not isinstance(leaf, (np.ndarray, np.generic, float, complex)) or kind(leaf) not in "fc":
            return leaf.copy() if isinstance(leaf, np.ndarray) else leaf
        values: Numbers = leaf
        signs = self._signs(int(np.size(values))).reshape(np.shape(values))
        step = (2 * U * np.abs(values) + (0.0 if error is None else error)) * signs
        moved = np.where(np.isfinite(values), values + step, values)
        return moved.astype(values.dtype) if isinstance(leaf, np.ndarray) else type(leaf)(moved)

    def _signs(self, size: int) -> Numbers:
        """A fixed pattern of +1 and -1, different for each run and each argument."""
        index = np.arange(self.seen, self.seen + size, dtype=np.uint64)
        self.seen += size
        mixed = (index + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
        mixed *= np.uint64(2 * self.number + 3) * np.uint64(0xBF58476D1CE4E5B9)
        return np.where((mixed >> np.uint64(40)) & np.uint64(1), 1.0, -1.0)


def _initial(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _initial(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return rebuilt(value, (_initial(item) for item in value))
    if isinstance(value, (np.ndarray, np.generic, float, complex)) and kind(value) in "fc":
        error = np.where(np.isfinite(value), 4 * U * np.abs(np.asarray(value)), 0.0) + UNDERFLOW
        return error.astype(np.float64) if isinstance(value, np.ndarray) else float(error)
    return None


def _widened(value: Any, changed: Any, errors: Any, length: int) -> Any:
    if type(value) is not type(changed):
        LOG.tie("rounding decides what type is returned")
        return errors
    if isinstance(value, dict):
        if list(value) != list(changed):
            LOG.tie("rounding decides which keys are returned")
            return errors
        return {key: _widened(value[key], changed[key], errors[key], length) for key in value}
    if isinstance(value, (list, tuple)):
        if len(value) != len(changed):
            LOG.tie("rounding decides how much is returned")
            return errors
        parts = zip(value, changed, errors, strict=True)
        return rebuilt(value, (_widened(*part, length) for part in parts))
    if errors is None:
        if not np.array_equal(value, changed):
            LOG.tie("rounding decides an exact result")
        return None
    if np.shape(value) != np.shape(changed):
        LOG.tie("rounding decides the shape of the result")
        return errors
    with np.errstate(all="ignore"):
        agree = (value == changed) | (np.isnan(value) & np.isnan(changed))
        moved = np.where(agree, 0.0, length * np.abs(changed - value))
    if not np.isfinite(moved).all():
        LOG.tie("rounding decides whether the result is finite")
    wider = np.maximum(errors, 4 * U * np.abs(value) + np.nan_to_num(moved))
    wider = np.where(np.isfinite(value), wider, errors)
    return wider if isinstance(value, np.ndarray) else float(wider)
