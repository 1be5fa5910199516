"""From error bounds to what is accepted: the tolerance of one expected result.

The reference and a right submission are each within ``e`` of the exact result, so within
``2 e`` of each other. ``slack`` is the margin on top, for what a first-order bound leaves
out. The smallest normal number is always allowed: a build may flush smaller ones to zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from grader.errors import JudgeError
from grader.problem import Compare
from grader.values import Value, leaves, map_leaves

Kind = Literal["traced", "estimated", "given", "exact"]

#: Unit roundoff of float64, and its smallest normal number.
ROUNDOFF, SMALLEST = 2.0**-53, 2.0**-1022


@dataclass(frozen=True)
class Expected:
    """What one call should return, and how far from it a right answer may lie."""

    value: Value
    tolerance: Any
    """A tree in the structure of ``value``: an array of float64 (a float for a scalar) for
    each leaf of float or complex type, ``None`` for a leaf that must be met exactly."""
    kind: Kind
    """``exact`` if no leaf has a tolerance, ``given`` if the problem file says it."""
    why: str = ""
    """Why it was estimated, or what is too close to a tie."""
    tie: bool = False
    """Whether rounding may decide something: a case that should not be used."""


def expected_result(result: Value, compare: Compare | None = None) -> Expected:
    """What a call of the tracing program (``numerics/program.py``) says is expected.

    ``None`` is what a constructor gives. Raises :class:`JudgeError` if ``result`` is nothing
    that the program returns.
    """
    if result is None:
        return Expected(None, None, "exact")
    rule = compare or Compare()
    if not isinstance(result, Mapping) or not {"value", "error", "status", "why", "tie"} <= set(
        result
    ):
        raise JudgeError("The traced reference returned no value with its error bounds.")
    value, why, tie = result["value"], str(result["why"]), bool(result["tie"])
    if rule.rtol is not None or rule.atol is not None:
        tolerance = _given(value, rule.rtol or 0.0, rule.atol or 0.0)
        kind: Kind = "given"
    else:
        tolerance = _widened(value, result["error"], rule.slack)
        kind = "traced" if result["status"] == "traced" else "estimated"
    if all(leaf is None for leaf in leaves(tolerance)):
        kind = "exact"
    return Expected(value, tolerance, kind, why, tie)


def _is_rounded(value: Value) -> bool:
    """Whether a leaf is of a float or complex type."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.dtype.kind in "fc"
    return isinstance(value, (float, complex))


def _size(value: Value) -> Any:
    """Magnitudes; 0 for infinity and NaN, which have no rounding."""
    size = np.abs(np.asarray(value)).astype(np.float64)
    return np.where(np.isfinite(size), size, 0.0)


def _rounded(rule: Callable[..., Any]) -> Callable[..., Any]:
    """The tolerance of a leaf by a rule, which is asked only about those that are rounded."""

    def tolerance(leaf: Value, *error: Any) -> Any:
        if not _is_rounded(leaf):
            return None
        allowed = rule(leaf, *error)
        return allowed if isinstance(leaf, np.ndarray) else float(allowed)

    return tolerance


def _widened(value: Value, error: Any, slack: float) -> Any:
    def rule(leaf: Value, bound: Any) -> Any:
        # At least one rounding: another way to the same number ends with one.
        return 2.0 * slack * np.maximum(bound, ROUNDOFF * _size(leaf)) + SMALLEST

    return map_leaves(_rounded(rule), value, error)


def _given(value: Value, rtol: float, atol: float) -> Any:
    return map_leaves(_rounded(lambda leaf: atol + rtol * _size(leaf) + SMALLEST), value)


def worst_relative(expected: Expected) -> float:
    """Largest tolerance as a share of the largest value of its array; 0 if all is exact.

    Near 1 or above, nearly everything would be accepted: the case is ill-conditioned.
    """
    pairs = zip(leaves(expected.value), leaves(expected.tolerance), strict=True)
    return max((_relative(*pair) for pair in pairs), default=0.0)


def _relative(value: Value, tolerance: Any) -> float:
    if tolerance is None or not np.size(value):
        return 0.0
    largest, allowed = float(np.max(_size(value))), float(np.max(tolerance))
    if largest:
        return allowed / largest
    return 0.0 if allowed < 2.0**-512 else float("inf")
