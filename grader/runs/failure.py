"""What a run of many keeps of a submission that we failed to judge."""

from __future__ import annotations

from grader.judge import SubmissionResult, environment
from grader.problem import Problem, max_points
from grader.submission import Submission
from grader.verdict import Verdict


def our_failure(
    problem: Problem, suite_hash: str, submission: Submission, message: str, isolation: str
) -> SubmissionResult:
    """A judge error: it says nothing about the submission, and its points are never a score."""
    tests = problem.spec.tests
    return SubmissionResult(
        problem=problem.id,
        problem_hash=problem.hash,
        suite_hash=suite_hash,
        seed=tests.seed,
        submission_hash=submission.hash,
        verdict=Verdict.JE,
        reason=None,
        message=message,
        points=0.0,
        max_points=max_points(tests.groups),
        share=0.0,
        cases=(),
        groups=(),
        environment=environment(isolation),
    )
