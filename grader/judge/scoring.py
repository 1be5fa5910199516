"""Points: from the verdicts of the cases to those of the groups."""

from __future__ import annotations

from collections.abc import Sequence

from grader.judge.results import CaseResult, GroupResult
from grader.problem.model import TestGroup
from grader.verdict import Verdict


def score_group(group: TestGroup, results: Sequence[CaseResult]) -> GroupResult:
    """Points of one group, from the results of its own cases.

    ``each`` gives points in proportion to the cases that pass, ``all`` gives all or none.
    """
    passed = sum(result.verdict is Verdict.AC for result in results)
    total = len(results)
    complete = total > 0 and passed == total
    if group.scoring == "all":
        points = group.points if complete else 0.0
    else:
        points = group.points if complete else group.points * passed / max(total, 1)
    return GroupResult(
        id=group.id,
        title=group.title or group.id.replace("_", " "),
        visible=group.visible,
        passed=passed,
        total=total,
        points=round(points, 6),
        max_points=group.points,
    )


def score_groups(
    groups: Sequence[TestGroup], results: Sequence[CaseResult]
) -> tuple[GroupResult, ...]:
    """The groups of which cases ran, in their order."""
    scored = []
    for group in groups:
        own = [result for result in results if result.group == group.id]
        if own:
            scored.append(score_group(group, own))
    return tuple(scored)
