"""Wrong solutions of feed_forward are refused for the right reason, and nothing is left behind.

``test_every_solution.py`` sees to the verdicts.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.grading.judging import JudgingContext, judge_unexplained
from grader.sandbox.runner import Runner
from grader.submission.reading import read_submission
from grader.verdict import Reason, Verdict
from tests.course import SOLUTIONS

ACCEPTED = sorted((SOLUTIONS / "feed_forward" / "accepted").glob("*.py"))
WRONG = sorted((SOLUTIONS / "feed_forward" / "wrong").glob("*.py"))
#: What the beginning of a wrong solution's name says of the reason it must get.
REASONS = {
    "type_returns_complex": {Reason.DTYPE},
    "type_returns_float32": {Reason.DTYPE},
    "type_returns": {Reason.TYPE},
    "shape_extra_leading_axis": {Reason.SHAPE},
    "shape_flattens": {Reason.SHAPE},
    "shape_squeezes": {Reason.SHAPE},
    "stateful_first_call_only": {Reason.NOT_DETERMINISTIC, Reason.VALUE},
    "special_overflow_made_finite": {Reason.NON_FINITE},
    "precision_": {Reason.VALUE, Reason.NON_FINITE},
    "rounds_": {Reason.VALUE},
}


def test_there_is_something_to_judge() -> None:
    assert len(ACCEPTED) >= 17
    assert len(WRONG) >= 65


@pytest.mark.parametrize(
    "path",
    [path for path in WRONG if path.stem.startswith(tuple(REASONS))],
    ids=lambda path: path.stem,
)
def test_refused_for_the_reason_that_its_name_says(
    path: Path, feed_forward: JudgingContext, runner: Runner
) -> None:
    result, _ = judge_unexplained(feed_forward, read_submission(path), runner)
    reasons = {case.reason for case in result.cases if case.verdict is not Verdict.AC}
    allowed = next(REASONS[prefix] for prefix in REASONS if path.stem.startswith(prefix))
    assert reasons
    assert reasons <= allowed


@pytest.mark.parametrize("name", ["mutates_x", "mutates_b2_accumulates"])
def test_changed_arguments_are_named(
    name: str, feed_forward: JudgingContext, runner: Runner
) -> None:
    path = SOLUTIONS / "feed_forward" / "wrong" / f"{name}.py"
    result, _ = judge_unexplained(feed_forward, read_submission(path), runner)
    argument = name.split("_")[1]
    messages = [c.message for c in result.cases if c.reason is Reason.INPUT_CHANGED]
    assert messages
    assert all(f"`{argument}`" in message for message in messages)


def test_a_right_answer_is_right_twice(feed_forward: JudgingContext, runner: Runner) -> None:
    """Nothing of an earlier submission is left for the next one."""
    source = read_submission(ACCEPTED[0])
    bad = read_submission(SOLUTIONS / "feed_forward" / "wrong" / "stateful_cache_by_shape.py")
    verdicts = [
        judge_unexplained(feed_forward, submission, runner)[0].verdict
        for submission in (source, bad, source, bad, source)
    ]
    assert verdicts == [Verdict.AC, Verdict.WA, Verdict.AC, Verdict.WA, Verdict.AC]
