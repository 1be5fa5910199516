"""Points: from the verdicts of the cases to those of the groups and of the whole.

One sum of fractions decides: points, maximum and share are the floats nearest to parts of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from grader.judge.results import CaseResult, GroupResult
from grader.problem import TestGroup, exact, total_points
from grader.verdict import Verdict

_BELOW_ONE = 1 - 2**-53


@dataclass(frozen=True)
class Score:
    """What a submission has reached."""

    points: float
    max_points: float
    share: float
    """Points of all points, from 0 to 1: exactly 1 where none is missing, and nowhere else.
    Where there are no points, 1 for a submission that was accepted."""
    groups: tuple[GroupResult, ...]
    """Those of which cases ran, in their order."""


def score(groups: Sequence[TestGroup], cases: Sequence[CaseResult], verdict: Verdict) -> Score:
    """The points of a submission; ``cases`` is empty where none ran."""
    scored = []
    reached = Fraction()
    for group in groups:
        own = [case for case in cases if case.group == group.id]
        if own:
            points = _points_of(group, own)
            reached += points
            scored.append(_group_result(group, own, points))
    most = total_points(groups)
    return Score(
        points=float(reached),
        max_points=float(most),
        share=_share(reached, most, verdict),
        groups=tuple(scored),
    )


def _points_of(group: TestGroup, cases: Sequence[CaseResult]) -> Fraction:
    """``each`` gives points in proportion to the cases that pass, ``all`` gives all or none."""
    passed = Fraction(_passed(cases), len(cases))
    if group.scoring == "all":
        passed = Fraction(passed == 1)
    return exact(group.points) * passed


def _group_result(group: TestGroup, cases: Sequence[CaseResult], points: Fraction) -> GroupResult:
    return GroupResult(
        id=group.id,
        title=group.title or group.id.replace("_", " "),
        visible=group.visible,
        passed=_passed(cases),
        total=len(cases),
        points=float(points),
        max_points=group.points,
    )


def _passed(cases: Sequence[CaseResult]) -> int:
    return sum(case.verdict is Verdict.AC for case in cases)


def _share(reached: Fraction, most: Fraction, verdict: Verdict) -> float:
    if not most:
        return float(verdict is Verdict.AC)
    if reached == most:
        return 1.0
    return min(float(reached / most), _BELOW_ONE)
