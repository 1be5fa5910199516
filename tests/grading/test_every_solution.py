"""Every solution of every problem gets the verdict that its folder says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grader.grading.judging import Bench, judge_unexplained, set_up
from grader.judge.results import SubmissionResult, Verdict
from grader.problem.load import load_problem
from grader.sandbox.runner import Runner
from grader.submission.reading import read_submission
from tests.course import COURSE, IDS


@pytest.fixture(scope="module", params=IDS)
def bench(request: pytest.FixtureRequest, runner: Runner) -> Iterator[Bench]:
    bench = set_up(load_problem(request.param, course=COURSE), runner)
    yield bench
    bench.prepared.close()


def results(bench: Bench, runner: Runner, folder: str) -> Iterator[tuple[str, SubmissionResult]]:
    """The verdicts alone: why a submission fails is for the tests of the explainer."""
    for path in sorted((bench.problem.solutions / folder).glob("*.py")):
        yield path.name, judge_unexplained(bench, read_submission(path), runner)[0]


def test_right_solutions_are_accepted_with_half_a_tolerance_to_spare(
    bench: Bench, runner: Runner
) -> None:
    refused = {}
    for name, result in results(bench, runner, "accepted"):
        failing = [f"{c.name}: {c.message}" for c in result.cases if c.verdict is not Verdict.AC]
        error = max((case.error for case in result.cases), default=0.0)
        if result.verdict is not Verdict.AC or error > 0.5:
            refused[name] = result.verdict, error, result.message, failing[:3]
    assert refused == {}


def test_wrong_solutions_are_refused_by_two_cases_or_more(bench: Bench, runner: Runner) -> None:
    alive = {}
    for name, result in results(bench, runner, "wrong"):
        failing = [case.name for case in result.cases if case.verdict is not Verdict.AC]
        if len(failing) < 2 or result.points == result.max_points:
            alive[name] = result.verdict, failing, result.message
    assert alive == {}
