"""Classes that hand in, for tests."""

from __future__ import annotations

from collections.abc import Mapping

from grader.collect.model import Collected, LeftOut, Student, Taken
from grader.grading.judging import JudgingContext
from grader.judge.results import SubmissionResult
from grader.runs.failure import our_failure
from grader.submission.reading import Submission
from tests.course import SOLUTIONS

RIGHT = (SOLUTIONS / "feed_forward" / "accepted" / "matmul.py").read_bytes()
WRONG = (SOLUTIONS / "feed_forward" / "wrong" / "bias_b1_after_relu.py").read_bytes()
HANGS = b"def feed_forward(x, W1, b1, W2, b2):\n    while True:\n        pass\n"
CRASHES = b"import os\ndef feed_forward(x, W1, b1, W2, b2):\n    os.abort()\n"
NOT_PYTHON = b"def feed_forward(:\n"


def numbered(source: bytes, count: int) -> list[bytes]:
    """As many sources that differ and do the same."""
    return [source + f"\n# {number}\n".encode() for number in range(count)]


def a_class(sources: Mapping[str, bytes]) -> Collected:
    """A class with a submission each, somebody absent, and something left out."""
    return Collected(
        taken=tuple(
            Taken(Student(name, name.title(), handle=f"h-{name}"), Submission(f"{name}.py", source),
                  f"class.zip!{name}.py", 1.5, False, 1)
            for name, source in sources.items()
        ),
        left_out=(LeftOut("class.zip!x.pdf", "is neither a Python file nor a notebook"),),
        without=(Student("zoe", "Zoe"),),
    )  # fmt: skip


def failure(context: JudgingContext, submission: Submission, message: str) -> SubmissionResult:
    """A judge error."""
    return our_failure(context.problem, context.suite.suite_hash, submission, message, "A")
