"""Points from verdicts."""

from __future__ import annotations

import pytest

from grader.judge.results import CaseResult
from grader.judge.scoring import score_group, score_groups
from grader.problem.model import CaseSpec, TestGroup
from grader.verdict import Verdict

AC, WA = Verdict.AC, Verdict.WA


def group(scoring: str = "each", points: float = 10) -> TestGroup:
    return TestGroup(id="secret", points=points, scoring=scoring, cases=(CaseSpec(name="a"),))  # type: ignore[arg-type]


def results(*verdicts: Verdict) -> list[CaseResult]:
    return [CaseResult(f"case {i}", "secret", v) for i, v in enumerate(verdicts)]


@pytest.mark.parametrize(
    ("scoring", "verdicts", "points"),
    [
        ("each", [AC, AC, AC, AC], 10),
        ("each", [AC, AC, AC, WA], 7.5),
        ("each", [WA, WA], 0),
        ("all", [AC, AC], 10),
        ("all", [AC, WA], 0),
        ("each", [AC, Verdict.TLE, Verdict.RTE], 3.333333),
        ("each", [Verdict.JE, AC], 5),
    ],
)
def test_points_of_a_group(scoring: str, verdicts: list[Verdict], points: float) -> None:
    scored = score_group(group(scoring), results(*verdicts))
    assert scored.points == points
    assert scored.passed == verdicts.count(AC)
    assert scored.total == len(verdicts)


def test_thirds_add_up_to_the_whole() -> None:
    """Rounding never takes a point from who passed everything."""
    assert score_group(group(points=10), results(AC, AC, AC)).points == 10


def test_a_group_of_which_nothing_ran_is_left_out() -> None:
    assert score_groups([group()], []) == ()
