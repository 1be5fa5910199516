"""Points from verdicts: exact, whatever the numbers and however many the cases."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.judge.results import CaseResult
from grader.judge.scoring import score
from grader.problem.model import CaseSpec, TestGroup
from grader.problem.points import exact, max_points
from grader.verdict import Verdict

AC, WA = Verdict.AC, Verdict.WA


def group(scoring: str = "each", points: float = 10, id: str = "secret") -> TestGroup:
    return TestGroup(id=id, points=points, scoring=scoring, cases=(CaseSpec(name="a"),))  # type: ignore[arg-type]


def results(*verdicts: Verdict, group: str = "secret") -> list[CaseResult]:
    return [CaseResult(f"case {i}", group, v) for i, v in enumerate(verdicts)]


def worst(cases: Sequence[CaseResult]) -> Verdict:
    return max((case.verdict for case in cases), key=lambda v: v.severity, default=AC)


@pytest.mark.parametrize(
    ("scoring", "verdicts", "points"),
    [
        ("each", [AC, AC, AC, AC], 10),
        ("each", [AC, AC, AC, WA], 7.5),
        ("each", [WA, WA], 0),
        ("all", [AC, AC], 10),
        ("all", [AC, WA], 0),
        ("each", [AC, Verdict.TLE, Verdict.RTE], 10 / 3),
        ("each", [Verdict.JE, AC], 5),
    ],
)
def test_points_of_a_group(scoring: str, verdicts: list[Verdict], points: float) -> None:
    cases = results(*verdicts)
    found = score([group(scoring)], cases, worst(cases))
    (scored,) = found.groups
    assert scored.points == found.points == points
    assert scored.passed == verdicts.count(AC)
    assert scored.total == len(verdicts)


#: As people write them: decimals of which few are binary fractions.
DECIMALS = st.decimals(0, 1000, places=2).map(float) | st.sampled_from([0.1, 0.2, 0.7, 1e-9, 1e6])
GROUPS = st.lists(st.tuples(DECIMALS, st.sampled_from(["each", "all"]), st.integers(1, 9)),
                  min_size=1, max_size=9)  # fmt: skip


@given(GROUPS)
def test_who_passes_everything_has_exactly_all(spec: list[tuple[float, str, int]]) -> None:
    groups = [group(scoring, points, f"g{i}") for i, (points, scoring, _) in enumerate(spec)]
    cases = [c for i, s in enumerate(spec) for c in results(*[AC] * s[2], group=f"g{i}")]
    found = score(groups, cases, AC)
    assert found.share == 1
    assert found.points == found.max_points == max_points(groups)
    assert [g.points for g in found.groups] == [g.points for g in groups]


@given(GROUPS, st.data())
def test_points_are_the_nearest_to_the_exact_sum(
    spec: list[tuple[float, str, int]], data: st.DataObject
) -> None:
    """The sum anew, from the decimals as text."""
    groups, cases, reached, most = [], [], Fraction(), Fraction()
    for number, (points, scoring, count) in enumerate(spec):
        groups.append(group(scoring, points, f"g{number}"))
        verdicts = data.draw(st.lists(st.sampled_from([AC, WA]), min_size=count, max_size=count))
        cases += results(*verdicts, group=f"g{number}")
        written = Fraction(repr(points))
        most += written
        if scoring == "each":
            reached += written * verdicts.count(AC) / count
        elif WA not in verdicts:
            reached += written
    found = score(groups, cases, worst(cases))
    assert (found.points, found.max_points) == (float(reached), float(most))
    assert 0 <= found.share <= 1
    assert (found.share == 1) == (reached == most and (most > 0 or worst(cases) is AC))
    if most and reached < most:
        assert found.share == pytest.approx(float(reached / most), rel=1e-15)


@pytest.mark.parametrize(
    ("points", "total"),
    [([0.1, 0.2], 0.3), ([0.7, 0.1, 0.1, 0.1], 1.0), ([0.1] * 10, 1.0), ([1.1, 2.2], 3.3)],
)
def test_decimals_add_up_as_they_are_written(points: list[float], total: float) -> None:
    assert sum(points) != total, "or this row shows nothing"
    assert max_points([group(points=p) for p in points]) == total
    assert float(sum(map(exact, points))) == total


def test_parts_of_groups_add_up_too() -> None:
    """A third of each of three groups: as rounded numbers they would be 0.699999."""
    groups = [group(points=0.7, id=f"g{i}") for i in range(3)]
    cases = [c for i in range(3) for c in results(AC, WA, WA, group=f"g{i}")]
    assert score(groups, cases, WA).points == 0.7


def test_a_group_of_which_nothing_ran_gives_nothing_and_still_counts() -> None:
    found = score([group()], [], WA)
    assert (found.groups, found.points, found.max_points, found.share) == ((), 0, 10, 0)


@pytest.mark.parametrize(("verdict", "share"), [(AC, 1), (WA, 0)])
def test_without_points_the_verdict_is_the_share(verdict: Verdict, share: float) -> None:
    assert score([group(points=0)], results(verdict), verdict).share == share


def test_nearly_all_is_not_all() -> None:
    """A share that would be rounded to 1 is not 1."""
    groups = [group(points=1e6, id="a"), group(points=1e-12, id="b")]
    cases = [*results(AC, group="a"), *results(WA, group="b")]
    assert score(groups, cases, WA).share < 1
