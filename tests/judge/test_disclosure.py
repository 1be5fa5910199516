"""What a student may read of a secret case: kinds of error, never its contents."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from grader.judge.disclosure import for_student
from grader.judge.result_json import to_json
from grader.judge.results import CaseResult, Difference, Environment, GroupResult, SubmissionResult
from grader.problem.model import (
    CaseSpec,
    Function,
    Parameter,
    Problem,
    ProblemSpec,
    TestGroup,
    Tests,
    Visibility,
)
from grader.verdict import Reason, Verdict

SECRET = "XSECRETX"


def problem(visible: Visibility) -> Problem:
    spec = ProblemSpec(
        spec=1,
        id="double",
        title="Double",
        summary="Double it.",
        statement="Double x.",
        function=Function(
            name="double", params={"x": Parameter(shape="n")}, returns=Parameter(shape="n")
        ),
        starter="def double(x):\n    pass\n",
        tests=Tests(
            groups=(
                TestGroup(id="public", visible="full", cases=(CaseSpec(name="one"),)),
                TestGroup(id="secret", visible=visible, cases=(CaseSpec(name=SECRET),)),
            )
        ),
    )
    return Problem(
        spec=spec, folder=Path("p"), solutions=Path("s"), theory="", locations={}, hash="h"
    )


def case(group: str, reason: Reason) -> CaseResult:
    text = SECRET if group == "secret" else "open"
    return CaseResult(
        name=text,
        group=group,
        verdict=Verdict.RTE if reason is Reason.EXCEPTION else Verdict.WA,
        reason=reason,
        message=f"ValueError: {text}",
        error=float("inf"),
        difference=Difference("", text, text, ((text, text, text),), text),
        call=text,
        inputs=((text, text),),
        note=text,
        seconds=0.001234,
        memory=12345,
        likely="ReLU is applied after W2",
    )


def result(reason: Reason, groups: tuple[str, ...] = ("public", "secret")) -> SubmissionResult:
    return SubmissionResult(
        problem="double",
        problem_hash="h",
        suite_hash="s",
        seed=1,
        submission_hash="x",
        verdict=Verdict.WA,
        reason=reason,
        message=f"ValueError: {SECRET}" if "secret" in groups else "ValueError: mine",
        points=0,
        max_points=1,
        share=0.0,
        cases=tuple(case(group, reason) for group in groups),
        groups=tuple(GroupResult(g, g, "full", 0, 1, 0, 1) for g in groups),
        environment=Environment("1", "3", "2", "b", "c", "A"),
        output=SECRET if "secret" in groups else "hello",
    )


@pytest.mark.parametrize("visible", ["diagnosis", "verdict", "hidden"])
@pytest.mark.parametrize("reason", list(Reason))
def test_nothing_of_a_secret_case_is_left(visible: Visibility, reason: Reason) -> None:
    seen = for_student(result(reason), problem(visible))
    assert SECRET not in json.dumps(to_json(seen))


def test_public_cases_are_shown_whole() -> None:
    whole = dataclasses.replace(result(Reason.VALUE, groups=("public",)), scope="public")
    assert for_student(whole, problem("diagnosis")) == whole


@pytest.mark.parametrize(("visible", "names"), [("diagnosis", 2), ("verdict", 2), ("hidden", 1)])
def test_what_a_visibility_lists(visible: Visibility, names: int) -> None:
    assert len(for_student(result(Reason.VALUE), problem(visible)).cases) == names


def test_a_diagnosis_names_kind_and_likely_cause_and_a_verdict_does_not() -> None:
    seen = for_student(result(Reason.SHAPE), problem("diagnosis")).cases[1]
    assert seen.name == "secret 1"
    assert "shape" in seen.message
    assert seen.likely == "ReLU is applied after W2"
    less = for_student(result(Reason.SHAPE), problem("verdict")).cases[1]
    assert (less.message, less.likely, less.reason) == ("", "", None)


def test_what_public_cases_say_comes_from_the_public_run() -> None:
    """What the submission wrote into a public case beside secret inputs is not shown."""
    beside = result(Reason.VALUE)
    alone = dataclasses.replace(
        result(Reason.VALUE, groups=("public",)), scope="public", message="", output="mine"
    )
    shown = for_student(beside, problem("diagnosis"), alone)
    assert shown.cases[0] == alone.cases[0]
    assert shown.output == "mine"
    without = for_student(beside, problem("diagnosis"))
    assert without.cases[0].difference is None
    assert "open" not in without.cases[0].message
    assert without.output == ""


def test_a_public_case_that_fails_only_beside_others_says_so() -> None:
    alone = dataclasses.replace(
        result(Reason.VALUE, groups=("public",)),
        cases=(CaseResult("open", "public", Verdict.AC),),
    )
    shown = for_student(result(Reason.VALUE), problem("diagnosis"), alone).cases[0]
    assert shown.verdict is Verdict.WA
    assert "by itself the case passes" in shown.message


@pytest.mark.parametrize(
    "other",
    [
        {"reason": Reason.EXCEPTION, "verdict": Verdict.RTE},
        {"reason": Reason.SHAPE, "verdict": Verdict.WA},
    ],
)
def test_a_public_run_that_went_otherwise_says_nothing_of_this_one(
    other: dict[str, Reason | Verdict],
) -> None:
    """Its words belong to another failure than the one that is judged."""
    alone = dataclasses.replace(
        result(Reason.VALUE, groups=("public",)),
        verdict=other["verdict"],
        message="words of another failure",
        cases=(CaseResult("open", "public", message="another failure", **other),),
    )
    shown = for_student(result(Reason.VALUE), problem("diagnosis"), alone)
    assert (shown.cases[0].verdict, shown.cases[0].reason) == (Verdict.WA, Reason.VALUE)
    assert "another failure" not in shown.cases[0].message
    same = other["verdict"] is Verdict.WA
    assert ("words of another failure" in shown.message) is same
