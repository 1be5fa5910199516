"""Points as the problem file writes them: ``0.1`` is a tenth, and three tenths make 0.3.

Sums of points are sums of fractions. Their floats would not do: 0.1 + 0.2 is more than 0.3, and
who has passed everything would have less, or more, than all.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from grader.problem.testing import TestGroup


def exact(points: float) -> Fraction:
    """The decimal number that was written, as far as a float tells it: to 15 digits."""
    return Fraction(repr(float(points)))


def total_points(groups: Iterable[TestGroup]) -> Fraction:
    """What can be had in these groups together."""
    return sum((exact(group.points) for group in groups), Fraction())


def max_points(groups: Iterable[TestGroup]) -> float:
    """:func:`total_points` as the float nearest to it."""
    return float(total_points(groups))
