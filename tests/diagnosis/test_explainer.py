"""Diagnosis and counterexamples on feed_forward, in the sandbox."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from grader.cases.digest import case_digest
from grader.diagnosis.known_causes import Diagnosis, Knowledge, diagnose
from grader.diagnosis.small_case_corpus import intermediate_values
from grader.diagnosis.small_cases import GROUP, corpus, count_numbers
from grader.errors import IsolationError
from grader.grading.judging import JudgingContext, conclude, judge, set_up
from grader.judge.disclosure import for_student, visibility
from grader.judge.results import SubmissionResult
from grader.problem.load import load_problem
from grader.sandbox.report import RunReport
from grader.sandbox.runner import IsolationPolicy, Runner
from grader.submission.reading import Submission
from grader.submission.static_check import SourceCheck
from tests.course import PROBLEMS

FEED_FORWARD = load_problem(PROBLEMS / "feed_forward")
WRONG = sorted(path.name for path in (FEED_FORWARD.solutions / "wrong").glob("*.py"))


class Hall(NamedTuple):
    context: JudgingContext
    runner: Runner

    def run(self, source: bytes) -> tuple[RunReport, SubmissionResult]:
        limits = self.context.problem.spec.limits
        report = self.runner.run(source, self.context.inputs, limits)
        return report, conclude(self.context, Submission("s.py", source), SourceCheck(), report)

    @property
    def known(self) -> Knowledge:
        return self.context.explainer.knowledge(self.runner)

    def diagnose(self, source: bytes) -> Diagnosis:
        report, result = self.run(source)
        return diagnose(self.known, report.cases, result.cases)

    def judge(self, source: str) -> SubmissionResult:
        return judge(self.context, Submission("s.py", source.encode()), self.runner)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRADER_CACHE", str(tmp_path_factory.mktemp("cache")))
        with Runner(policy=IsolationPolicy("D")) as runner:
            try:
                context = set_up(FEED_FORWARD, runner)
                context.explainer.budget = 60.0  # a busy machine must not make a test fail
                yield Hall(context, runner)
            except IsolationError as error:
                pytest.skip(str(error))


def wrong(name: str) -> bytes:
    return (FEED_FORWARD.solutions / "wrong" / name).read_bytes()


@pytest.mark.parametrize("name", WRONG)
def test_each_wrong_solution_is_named_and_by_no_other_name(hall: Hall, name: str) -> None:
    report, result = hall.run(wrong(name))
    found = diagnose(hall.known, report.cases, result.cases)
    assert found.solutions == (f"wrong/{name}",)
    assert found.likely.startswith("Your results are exactly those of this mistake: ")
    others = hall.known.catalogue.without(found.solutions)
    known = dataclasses.replace(hall.known, catalogue=others)
    assert diagnose(known, report.cases, result.cases).solutions == ()


HEAD = "import numpy as np\ndef feed_forward(x, W1, b1, W2, b2):\n"
#: The same mistakes in other words: other functions, another order of summation.
REWRITTEN = {
    "act_none": "    return np.tensordot(np.tensordot(x, W1, 1) + b1, W2, 1) + b2",
    "act_relu_after_second_layer": (
        "    y = np.einsum('...f,fd->...d', np.einsum('...d,df->...f', x, W1) + b1, W2) + b2\n"
        "    return np.where(y > 0, y, 0.0)"
    ),
    "bias_no_b1": (
        "    h = np.einsum('...d,df->...f', x, W1).clip(0)\n"
        "    return np.einsum('...f,fd->...d', h, W2) + b2"
    ),
    "bias_no_b2": (
        "    h = np.tensordot(x, W1, 1) + b1\n    return np.tensordot(h * (h > 0), W2, 1)"
    ),
    "bias_b1_after_relu": (
        "    h = np.tensordot(x, W1, 1)\n"
        "    return np.tensordot((h + np.abs(h)) / 2 + b1, W2, 1) + b2"
    ),
    "bias_b2_twice": (
        "    y = b2 + np.tensordot(np.clip(np.tensordot(x, W1, 1) + b1, 0, None), W2, 1)\n"
        "    return b2 + y"
    ),
    "struct_residual": (
        "    h = np.fmax(np.einsum('...i,ij->...j', x, W1) + b1, 0)\n"
        "    return x + (np.einsum('...i,ij->...j', h, W2) + b2)"
    ),
    "rounds_6_decimals": (
        "    h = np.fmax(np.tensordot(x, W1, 1) + b1, 0)\n"
        "    return np.around(np.tensordot(h, W2, 1) + b2, decimals=6)"
    ),
    "type_returns_float32": (
        "    h = np.fmax(np.tensordot(x, W1, 1) + b1, 0)\n"
        "    return (np.tensordot(h, W2, 1) + b2).astype('float32')"
    ),
    "act_abs": (
        "    h = np.tensordot(x, W1, 1) + b1\n"
        "    return np.tensordot(np.where(h < 0, -h, h), W2, 1) + b2"
    ),
    "shape_squeezes_result": (
        "    h = np.fmax(np.einsum('...i,ij->...j', x, W1) + b1, 0)\n"
        "    y = np.einsum('...i,ij->...j', h, W2) + b2\n"
        "    return y.reshape([n for n in y.shape if n != 1])"
    ),
    "loop_skips_last_hidden_unit": (
        "    y = np.zeros(x.shape) + b2\n"
        "    for k in range(W1.shape[1] - 1):\n"
        "        y = y + np.fmax(x @ W1[:, k] + b1[k], 0)[..., None] * W2[k]\n"
        "    return y"
    ),
}


@pytest.mark.parametrize("name", REWRITTEN)
def test_a_mistake_written_anew_is_named_rightly(hall: Hall, name: str) -> None:
    found = hall.diagnose((HEAD + REWRITTEN[name] + "\n").encode())
    assert found.solutions == (f"wrong/{name}.py",)


UNKNOWN = {
    "    return np.sin(x @ W1 + b1) @ W2 + b2": "",
    "    return np.maximum(x @ W1 + b1, 0) @ W2 + b2 + 0.25": "off by the same amount",
    "    return 1.5 * (np.maximum(x @ W1 + b1, 0) @ W2 + b2)": "by the same factor",
    "    return -(np.maximum(x @ W1 + b1, 0) @ W2 + b2)": "Every value has the wrong sign",
    "    y = np.maximum(x @ W1 + b1, 0) @ W2 + b2\n    return y if x.ndim > 1 else y + 1": (
        "wrong exactly where `x` has 1 axis"
    ),
    "    return (np.maximum(x @ W1 + b1, 0) @ W2 + b2)[..., None]": "one axis too many at the end",
}


@pytest.mark.parametrize("body", UNKNOWN)
def test_an_unknown_mistake_gets_no_name_but_what_shows(hall: Hall, body: str) -> None:
    found = hall.diagnose((HEAD + body + "\n").encode())
    assert found.solutions == ()
    assert UNKNOWN[body] in found.likely


def test_an_accepted_submission_is_not_explained(hall: Hall) -> None:
    result = hall.judge(HEAD + "    return np.maximum(x @ W1 + b1, 0) @ W2 + b2\n")
    assert result.accepted
    assert result.likely == ""
    assert result.counterexample is None


def pasted(text: str) -> Any:
    return np.asarray(eval(text.split("  (")[0], {"np": np}), dtype=float)


@pytest.mark.parametrize(
    "name", ["act_relu_after_second_layer", "bias_no_b1", "rounds_6_decimals", "shape_only_2d"]
)
def test_the_counterexample_can_be_tried_by_hand(hall: Hall, name: str) -> None:
    source = wrong(f"{name}.py").decode()
    shown = hall.judge(source).counterexample
    assert shown is not None
    space: dict[str, Any] = {}
    exec(source, space)
    arguments = [pasted(text) for text in shown.arguments.values()]
    assert list(shown.arguments) == ["x", "W1", "b1", "W2", "b2"]
    assert sum(argument.size for argument in arguments) <= 14
    x, W1, b1, W2, b2 = arguments
    hidden = x @ W1 + b1
    np.testing.assert_allclose(np.maximum(hidden, 0) @ W2 + b2, pasted(shown.expected))
    assert [name for name, _ in shown.intermediate_values] == [
        entry.name for entry in FEED_FORWARD.spec.intermediates
    ]
    np.testing.assert_allclose(hidden, pasted(shown.intermediate_values[0][1]))
    if name == "shape_only_2d":
        assert "ValueError" in shown.given
    else:
        np.testing.assert_allclose(space["feed_forward"](*arguments), pasted(shown.given))
        assert not np.allclose(pasted(shown.given), pasted(shown.expected), rtol=1e-9, atol=1e-9)


def test_values_on_the_way_are_computed_where_an_argument_is_left_out(runner: Runner) -> None:
    softmax = load_problem(PROBLEMS / "softmax")
    case = corpus(softmax)[0]
    assert len(case.calls[0].args) == 1
    (way,) = intermediate_values(softmax, [case], runner)
    assert [name for name, _ in way] == [entry.name for entry in softmax.spec.intermediates]


def test_a_threshold_is_found_by_its_smallest_size(hall: Hall) -> None:
    source = HEAD + (
        "    W2 = W2 * (np.arange(len(W2)) < 40)[:, None]\n"
        "    return np.maximum(x @ W1 + b1, 0) @ W2 + b2\n"
    )
    shown = hall.judge(source).counterexample
    assert shown is not None
    assert 41 <= pasted(shown.arguments["b1"]).size <= 48


def test_a_layout_is_shown_with_the_counterexample(hall: Hall) -> None:
    source = HEAD + (
        "    W1 = W1.ravel(order='K').reshape(W1.shape)\n"
        "    return np.maximum(x @ W1 + b1, 0) @ W2 + b2\n"
    )
    shown = hall.judge(source).counterexample
    assert shown is not None
    assert shown.arguments["W1"].endswith(("(column-major)", "(not contiguous in memory)"))


def test_a_mistake_that_needs_an_earlier_call_has_no_counterexample(hall: Hall) -> None:
    result = hall.judge(wrong("stateful_cache_by_shape.py").decode())
    assert result.counterexample is None
    assert "remembered" in result.likely


def test_the_ladder_shares_no_input_with_the_suite() -> None:
    small = corpus(FEED_FORWARD)
    assert all(case.group == GROUP for case in small)
    assert [count_numbers(c) for c in small] == sorted(count_numbers(c) for c in small)
    assert count_numbers(small[0]) == 5


SECRET_ONLY = HEAD + (
    "    y = np.maximum(x @ W1 + b1, 0) @ W2 + b2\n    return y + 1 if W1.shape[1] > 15 else y\n"
)


def test_of_secret_groups_only_fresh_inputs_are_shown(hall: Hall) -> None:
    result = for_student(hall.judge(SECRET_ONLY), FEED_FORWARD)
    assert result.counterexample is not None
    shown = {name: pasted(text) for name, text in result.counterexample.arguments.items()}
    for case in hall.context.suite.cases:
        if visibility(FEED_FORWARD, case.group) != "full":
            same = zip(shown.values(), case.calls[0].args, strict=True)
            assert not all(np.array_equal(one, other) for one, other in same), case_digest(case)


def test_nothing_is_said_of_groups_that_say_nothing(tmp_path: Path) -> None:
    groups = tuple(
        dataclasses.replace(g, visible="verdict") if g.visible != "full" else g
        for g in FEED_FORWARD.spec.tests.groups
    )
    tests = dataclasses.replace(FEED_FORWARD.spec.tests, groups=groups)
    spec = dataclasses.replace(FEED_FORWARD.spec, tests=tests)
    problem = dataclasses.replace(FEED_FORWARD, spec=spec, hash="0" * 64)
    with pytest.MonkeyPatch.context() as patch, Runner(policy=IsolationPolicy("D")) as runner:
        patch.setenv("GRADER_CACHE", str(tmp_path))
        context = set_up(problem, runner)
        result = judge(context, Submission("s.py", SECRET_ONLY.encode()), runner)
    assert not result.accepted
    assert result.likely == ""
    assert result.counterexample is None


def test_of_a_class_every_call_is_shown_and_no_result_of_the_constructor(runner: Runner) -> None:
    problem = load_problem(PROBLEMS / "split_heads")
    context = set_up(problem, runner, scope="public")
    source = (problem.solutions / "wrong" / "merge_by_reshape.py").read_bytes()
    result = judge(context, Submission("merge_by_reshape.py", source), runner)
    (case,) = [case for case in result.cases if case.name == "back again"]
    assert [name for name, _ in case.inputs] == ["call 1, Heads: num_heads", "call 2, merge: heads"]
    shown = result.counterexample
    assert shown is not None
    assert next(iter(shown.arguments)) == "call 1, Heads: num_heads"
    assert "None" not in shown.expected + shown.given
