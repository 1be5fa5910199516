"""Where a prepared suite comes from, and what else is known of its problem beforehand.

There are two sources: a course (``grading/course_source.py``) has the reference and the wrong
solutions and runs them; a student bundle (``bundle_source.py``) has what they gave. Which one it
is follows from the problem as it was loaded: ``grading/suite_sources.py`` decides it, once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from grader.cases import Testcase
from grader.judge.mistake_catalogue import MistakeCatalogue
from grader.judge.prepared_suite import PreparedSuite, Scope
from grader.numerics import Expected
from grader.sandbox import PreparedInputs, Runner

#: Names and values, as text.
IntermediateValues = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class SolvedCase:
    """A test case with what the reference gives for each of its calls."""

    case: Testcase
    expected: tuple[Expected, ...]
    intermediate_values: IntermediateValues = ()
    """Of a small case: values between its arguments and its result."""


class SuiteSource(Protocol):
    """What is known of a problem."""

    @property
    def has_reference(self) -> bool:
        """Whether the reference can be asked about other inputs than those of the suite."""
        ...

    def public_case_names(self) -> tuple[str, ...]:
        """Names of the cases that are shown in full, in order; nothing is run for them.

        Raises:
            ProblemError: cases that cannot be made or read.
        """
        ...

    def prepare(self, runner: Runner, scope: Scope) -> PreparedSuite:
        """The suite in a scope, or the public one where there is no other.

        Raises:
            ProblemError: cases that cannot be made or read, or a reference that fails on one.
            JudgeError: the sandbox failed.
        """
        ...

    def mistakes(
        self, suite: PreparedSuite, inputs: PreparedInputs, runner: Runner
    ) -> MistakeCatalogue:
        """What the known mistakes give on a suite of this source, whose inputs are ``inputs``.

        Raises:
            JudgeError: the sandbox failed.
        """
        ...

    def small_cases(self, runner: Runner) -> tuple[SolvedCase, ...]:
        """The small-case corpus.

        Raises:
            JudgeError: the sandbox failed.
        """
        ...
