"""``grader validate``: is the problem right, and are its cases good?

Checks run in stages. A stage that would only say the same again in other words is not reached: a
file that cannot be read has no cases, a reference that raises has no expected values. Within a
stage every fault is found at once.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from grader.authoring.checks.cases import check_cases
from grader.authoring.checks.limits import check_limits
from grader.authoring.checks.mutation import MutationReport, check_mutants, find_survivors
from grader.authoring.checks.outcome import Outcome, outcome
from grader.authoring.checks.properties import check_properties
from grader.authoring.checks.reference import check_examples, check_expressions, check_reference
from grader.authoring.checks.solutions import check_accepted, check_starter, check_wrong
from grader.authoring.checks.statements import check_statements
from grader.authoring.checks.tolerance import check_margin, check_tolerance
from grader.authoring.evidence import Progress, gather, run_reference_plainly
from grader.authoring.kill_matrix import KillMatrix, make_matrix
from grader.authoring.quality import Quality, quality_of
from grader.cases import Suite, build_suite
from grader.cases import check as check_suite
from grader.diagnosis import corpus, intermediate_values
from grader.errors import Diagnostic, Location, ProblemError
from grader.grading import JudgingContext, set_up
from grader.handout import check_text
from grader.problem import Problem, read_problem
from grader.sandbox import Runner

#: The spec, the texts and the reference; all solutions too; the mutants of the reference too.
Depth = Literal["reference", "solutions", "all"]
#: Sizes of small cases on which intermediate values are computed.
_EXPRESSIONS_ON = 4


@dataclass(frozen=True)
class Validation:
    """What all checks of a problem found."""

    problem_id: str
    checks: tuple[Outcome, ...]
    complete: bool
    """Whether every check that was asked for was reached."""
    mutation: MutationReport | None
    matrix: KillMatrix | None
    quality: Quality | None
    """Only where the mutants were looked at."""
    seconds: float

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All diagnostics, in the order of the checks."""
        return tuple(diagnostic for check in self.checks for diagnostic in check.diagnostics)

    @property
    def valid(self) -> bool:
        """Whether no check found a fault; warnings are none."""
        return not any(check.failed for check in self.checks)


def validate(folder: Path, runner: Runner, progress: Progress, depth: Depth = "all") -> Validation:
    """Check a problem.

    Args:
        folder: ``problems/<id>``.
        runner: the sandbox; two workers are twice as fast.
        progress: told how far the runs of solutions are.
        depth: how far to go.

    Raises:
        JudgeError: our own failure.
    """
    started = time.perf_counter()
    checks: list[Outcome] = []
    mutation: MutationReport | None = None
    matrix: KillMatrix | None = None
    quality: Quality | None = None
    complete = False
    problem, first = _read(folder)
    checks += first
    if problem is not None and not any(check.failed for check in first):
        context, second = _examine(problem, runner)
        checks += second
        complete = context is not None
        if context is not None and depth != "reference":
            evidence = gather(context, runner, progress, mutate=depth == "all")
            checks += [
                check_accepted(evidence),
                check_wrong(evidence),
                check_starter(evidence),
                check_limits(evidence),
                check_margin(evidence),
            ]
            matrix = make_matrix(evidence)
            if depth == "all":
                mutation = find_survivors(evidence, runner)
                checks.append(check_mutants(problem, mutation))
                quality = quality_of(evidence, mutation)
    return Validation(
        problem_id=folder.name,
        checks=tuple(checks),
        complete=complete,
        mutation=mutation,
        matrix=matrix,
        quality=quality,
        seconds=time.perf_counter() - started,
    )


def _read(folder: Path) -> tuple[Problem | None, list[Outcome]]:
    """The problem, and what is wrong with its files; nothing runs."""
    problem, diagnostics = read_problem(folder)
    if problem is None:
        return None, [outcome("problem file", "cannot be read", diagnostics)]
    checks = [outcome("problem file", f"{problem.id}, {problem.hash[:12]}", diagnostics)]
    checks.append(outcome("texts", "formulas, links, figures", check_text(problem)))
    if not checks[0].failed:
        checks.append(check_statements(problem))
        checks.append(outcome("contract and cases", "as written", check_suite(problem)))
    if not problem.solutions.is_dir():
        message = f"there is no folder {problem.solutions.name} of solutions beside the problems"
        place = Location(str(problem.solutions))
        checks.append(outcome("solutions", "none", [Diagnostic(place, message)]))
    return problem, checks


def _examine(problem: Problem, runner: Runner) -> tuple[JudgingContext | None, list[Outcome]]:
    """The reference alone, and with it what is expected; the bench only if all is right so far."""
    try:
        suite = build_suite(problem)
        runs = run_reference_plainly(problem, suite.cases, runner)
    except ProblemError as error:
        return None, [outcome("reference", "cannot be run", error.diagnostics)]
    checks = [check_reference(problem, runs)]
    if checks[0].failed:
        return None, checks
    try:
        context = set_up(problem, runner)
    except ProblemError as error:
        return None, [*checks, outcome("expected values", "cannot be computed", error.diagnostics)]
    checks += _with_suite(problem, suite, context, runner)
    return context, checks


def _with_suite(
    problem: Problem, suite: Suite, context: JudgingContext, runner: Runner
) -> Iterator[Outcome]:
    prepared_suite = context.suite
    yield check_examples(problem, prepared_suite)
    yield check_cases(problem, suite, prepared_suite.suite_hash)
    yield check_tolerance(problem, prepared_suite)
    yield check_properties(problem, prepared_suite, runner)
    small = corpus(problem, _EXPRESSIONS_ON) if problem.spec.intermediates else ()
    yield check_expressions(problem, intermediate_values(problem, small, runner))
