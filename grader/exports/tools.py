"""The tools that a problem can be exported to, by their names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from grader.exports import coderunner, github, gradescope, prairielearn
from grader.exports.parts import Bundle, Parts
from grader.judge import SubmissionResult
from grader.pages import Messages

Json = dict[str, Any]


def _nothing(_data: Json) -> None:
    """A tool that reads its results file and nothing else."""


@dataclass(frozen=True)
class Tool:
    """What there is to know of a tool."""

    results: Callable[[SubmissionResult, Messages], Json]
    """Its results file; of a result that was made for a student's eyes."""
    failure: Callable[[Messages], Json]
    """Its results file of our own failure, which is never a score."""
    lay_out: Callable[[Parts], Bundle]
    publish: Callable[[Json], None] = _nothing
    """Says the results where the tool looks for them beside the file."""


TOOLS: dict[str, Tool] = {
    "gradescope": Tool(gradescope.results, gradescope.failure, gradescope.lay_out),
    "github": Tool(github.results, github.failure, github.lay_out, github.publish),
    "prairielearn": Tool(prairielearn.results, prairielearn.failure, prairielearn.lay_out),
    "coderunner": Tool(coderunner.results, coderunner.failure, coderunner.lay_out),
}
