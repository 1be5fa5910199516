"""Whatever bytes are handed in, a verdict comes out: never a traceback of ours."""

from __future__ import annotations

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.grading.judging import JudgingContext, judge
from grader.judge.disclosure import for_student
from grader.judge.result_json import to_json
from grader.sandbox.runner import Runner
from grader.submission.reading import Submission
from grader.verdict import Verdict
from tests.course import SOLUTIONS

SOURCE = (SOLUTIONS / "feed_forward" / "accepted" / "matmul.py").read_text()
PIECES = st.sampled_from(
    ["", "(", ")", ":", "\n", "    ", "\t", "x", "W1", "0", "1e999", "None", "return", "yield",
     "lambda", "raise", "import os", "\\", "'", '"""', "@", "[::-1]", ".T", "del x", "async ",
     "global feed_forward\n", "\x00", "é", "\u202e", "\ufeff", "print(", "exit()", "breakpoint()"]
)  # fmt: skip


@st.composite
def spoiled_sources(draw: st.DrawFn) -> bytes:
    """A right solution in which some places were replaced by other pieces of Python."""
    text = SOURCE
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 12))
        text = text[:start] + draw(PIECES) + text[start + length :]
    return text.encode()


def check(source: bytes, context: JudgingContext, runner: Runner) -> None:
    result = for_student(judge(context, Submission("mine.py", source), runner), context.problem)
    assert result.verdict is not Verdict.JE
    assert 0 <= result.points <= result.max_points
    text = json.dumps(to_json(result), allow_nan=False)
    assert "Traceback" not in text
    if not result.accepted:
        assert result.message or any(case.verdict is not Verdict.AC for case in result.cases)


SETTINGS = settings(
    max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True
)


@SETTINGS
@given(source=st.binary(max_size=400))
def test_random_bytes(source: bytes, feed_forward: JudgingContext, runner: Runner) -> None:
    check(source, feed_forward, runner)


@SETTINGS
@given(source=st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_random_text(source: bytes, feed_forward: JudgingContext, runner: Runner) -> None:
    check(source, feed_forward, runner)


@SETTINGS
@given(source=spoiled_sources())
def test_spoiled_solutions(source: bytes, feed_forward: JudgingContext, runner: Runner) -> None:
    check(source, feed_forward, runner)
