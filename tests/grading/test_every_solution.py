"""Every solution of every problem gets the verdict that its folder says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grader.grading.judging import JudgingContext, judge_unexplained, set_up
from grader.judge.results import SubmissionResult
from grader.problem.load import load_problem
from grader.sandbox.runner import Runner
from grader.submission.reading import read_submission
from grader.verdict import Verdict
from tests.course import COURSE, IDS


@pytest.fixture(scope="module", params=IDS)
def context(request: pytest.FixtureRequest, runner: Runner) -> Iterator[JudgingContext]:
    context = set_up(load_problem(request.param, course=COURSE), runner)
    yield context
    context.inputs.close()


def results(
    context: JudgingContext, runner: Runner, folder: str
) -> Iterator[tuple[str, SubmissionResult]]:
    """The verdicts alone: why a submission fails is for the tests of the explainer."""
    for path in sorted((context.problem.solutions / folder).glob("*.py")):
        yield path.name, judge_unexplained(context, read_submission(path), runner)[0]


def test_right_solutions_are_accepted_with_half_a_tolerance_to_spare(
    context: JudgingContext, runner: Runner
) -> None:
    refused = {}
    for name, result in results(context, runner, "accepted"):
        failing = [f"{c.name}: {c.message}" for c in result.cases if c.verdict is not Verdict.AC]
        error = max((case.error for case in result.cases), default=0.0)
        if result.verdict is not Verdict.AC or error > 0.5:
            refused[name] = result.verdict, error, result.message, failing[:3]
    assert refused == {}


def test_wrong_solutions_are_refused_by_two_cases_or_more(
    context: JudgingContext, runner: Runner
) -> None:
    alive = {}
    for name, result in results(context, runner, "wrong"):
        failing = [case.name for case in result.cases if case.verdict is not Verdict.AC]
        if len(failing) < 2 or result.points == result.max_points:
            alive[name] = result.verdict, failing, result.message
    assert alive == {}
