"""A suite that is made in a course, where the reference and the wrong solutions can be run."""

from __future__ import annotations

from dataclasses import dataclass

from grader.judge import (
    MistakeCatalogue,
    PreparedSuite,
    Scope,
    SolvedCase,
    public_case_names,
    suite_from_reference,
)
from grader.problem import Problem
from grader.sandbox import PreparedInputs, Runner


@dataclass(frozen=True)
class CourseSource:
    """See :class:`~grader.judge.suite_source.SuiteSource`; what it makes is cached."""

    problem: Problem
    has_reference = True

    def public_case_names(self) -> tuple[str, ...]:
        """Names of the cases that the problem file asks for."""
        return public_case_names(self.problem)

    def prepare(self, runner: Runner, scope: Scope) -> PreparedSuite:
        """The cases, and what the reference gives on them."""
        return suite_from_reference(self.problem, runner, scope)

    def mistakes(
        self, suite: PreparedSuite, inputs: PreparedInputs, runner: Runner
    ) -> MistakeCatalogue:
        """What the wrong solutions give."""
        from grader.diagnosis import make_catalogue  # only a submission that fails needs it

        cases_hash = f"{suite.suite_hash[:16]}-{suite.scope}"
        return make_catalogue(self.problem, cases_hash, inputs, runner)

    def small_cases(self, runner: Runner) -> tuple[SolvedCase, ...]:
        """What the reference gives on them."""
        from grader.diagnosis import solve_small_cases

        return solve_small_cases(self.problem, runner)
