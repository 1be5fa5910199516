"""Which source the suite of a problem comes from."""

from __future__ import annotations

from grader.grading.course_source import CourseSource
from grader.judge import BundleSource, SuiteSource
from grader.problem import Problem


def suite_source(problem: Problem) -> SuiteSource:
    """The student bundle that the problem lies in, or else its course."""
    if problem.public_cases is not None:
        return BundleSource(problem, problem.public_cases)
    return CourseSource(problem)
