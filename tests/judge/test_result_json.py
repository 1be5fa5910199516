"""Results survive being written and read."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path

import numpy as np
import pytest

from grader.grading.judging import JudgingContext, judge
from grader.judge.result_json import from_json, to_bytes, to_json
from grader.judge.results import SubmissionResult
from grader.sandbox.runner import Runner
from grader.submission.reading import Submission

WRONG = ["bias_b1_after_relu", "type_returns_matrix", "shape_only_2d", "mutates_x"]


def written_and_read(result: SubmissionResult) -> SubmissionResult:
    return from_json(json.loads(json.dumps(to_json(result), allow_nan=False)))


@pytest.fixture
def results(
    feed_forward: JudgingContext, runner: Runner, solutions: Path
) -> list[SubmissionResult]:
    sources = [(solutions / "wrong" / f"{name}.py").read_bytes() for name in WRONG]
    sources += [(solutions / "accepted" / "matmul.py").read_bytes(), b"def feed_forward(:"]
    return [judge(feed_forward, Submission("s.py", source), runner) for source in sources]


def test_every_field_comes_back(results: list[SubmissionResult]) -> None:
    assert {result.verdict.name for result in results} >= {"AC", "WA", "CE"}
    assert any(result.counterexample for result in results)
    assert any(case.difference for result in results for case in result.cases)
    for result in results:
        assert written_and_read(result) == result


def test_the_short_form_says_the_same(results: list[SubmissionResult]) -> None:
    assert any(math.isinf(case.error) for result in results for case in result.cases)
    for result in results:
        assert json.loads(to_bytes(result)) == json.loads(json.dumps(to_json(result)))


def test_errors_that_are_no_numbers_come_back(results: list[SubmissionResult]) -> None:
    first, *others = results[0].cases
    for error in (math.inf, -math.inf, np.float64(2.5)):
        cases = (dataclasses.replace(first, error=error), *others)
        changed = dataclasses.replace(results[0], cases=cases)
        assert written_and_read(changed).cases[0].error == error


def test_fields_of_a_later_version_are_passed_over(results: list[SubmissionResult]) -> None:
    data = to_json(results[0])
    data["later"] = 1
    data["cases"][0]["later"] = {"x": 1}
    assert from_json(data) == results[0]


@pytest.mark.parametrize(
    "data",
    [{}, {"schema": "grader/result/3"}, {"schema": "grader/result/1"}],
    ids=["nothing", "another version", "without fields"],
)
def test_what_is_no_result_is_refused(data: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"schema|not a result"):
        from_json(data)


@pytest.mark.parametrize(
    ("points", "most", "verdict", "share"),
    [(10.0, 10.0, "AC", 1.0), (2.5, 10.0, "WA", 0.25), (0.0, 0.0, "AC", 1.0), (0.0, 0.0, "WA", 0)],
)
def test_results_of_the_first_schema_are_still_read(
    results: list[SubmissionResult], points: float, most: float, verdict: str, share: float
) -> None:
    """A store is only added to: it keeps what earlier versions wrote."""
    data = to_json(results[0]) | {"points": points, "max_points": most, "verdict": verdict}
    data["schema"] = "grader/result/1"
    del data["share"]
    assert from_json(data).share == share


def test_no_field_is_lost_silently(results: list[SubmissionResult]) -> None:
    """A field of another kind of value is refused when it is written, not when it is read."""
    odd = dataclasses.replace(results[0], message=object())  # type: ignore[arg-type]  # on purpose
    for write in (to_json, to_bytes):
        with pytest.raises(TypeError, match="object has no place"):
            write(odd)
