"""Mutants of the reference: how many the cases kill, and what survives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.authoring.checks.outcome import Outcome, count, outcome
from grader.authoring.evidence import Evidence, is_kill
from grader.authoring.locations import location_of_solution
from grader.authoring.mutants import Mutant
from grader.authoring.wide_search import WideCase, differences, wide_cases
from grader.errors import Diagnostic
from grader.problem import Problem
from grader.sandbox import Runner


@dataclass(frozen=True)
class Survivor:
    """A mutant that passes every case, and inputs that would show it."""

    mutant: Mutant
    shown_by: tuple[str, ...]
    """Names of inputs of the wide search on which it is wrong; none: probably equivalent."""

    @property
    def equivalent(self) -> bool:
        """Whether it probably computes the same."""
        return not self.shown_by


@dataclass(frozen=True)
class MutationReport:
    """What became of the mutants."""

    total: int
    killed: int
    survivors: tuple[Survivor, ...]
    tried: int
    """Inputs of the wide search on which the survivors were tried."""

    @property
    def equivalent(self) -> int:
        """How many probably compute the same as the reference."""
        return sum(survivor.equivalent for survivor in self.survivors)

    @property
    def score(self) -> float:
        """The share of killed mutants among those that are not equivalent; 1 if there are none."""
        wrong = self.total - self.equivalent
        return self.killed / wrong if wrong else 1.0


def find_survivors(
    evidence: Evidence, runner: Runner, wide: Sequence[WideCase] | None = None
) -> MutationReport:
    """Try the mutants that pass every case on the inputs of a wide search.

    Raises:
        JudgeError: the sandbox failed.
    """
    alive = [mutant for mutant, judged in evidence.mutants if judged.result.accepted]
    shown: Mapping[str, tuple[str, ...]] = {}
    tried = 0
    if alive:
        inputs = wide_cases(evidence.problem, runner) if wide is None else wide
        tried = len(inputs)
        sources = {mutant.id: mutant.source.encode() for mutant in alive}
        shown = {
            name: tuple(result.name for result in results if is_kill(result))
            for name, results in differences(evidence.context, sources, inputs, runner).items()
        }
    return MutationReport(
        total=len(evidence.mutants),
        killed=len(evidence.mutants) - len(alive),
        survivors=tuple(Survivor(mutant, shown[mutant.id]) for mutant in alive),
        tried=tried,
    )


def check_mutants(problem: Problem, report: MutationReport) -> Outcome:
    """A survivor that is wrong somewhere is a gap in the cases."""
    path = problem.solutions / "reference.py"
    diagnostics = []
    for survivor in report.survivors:
        if not survivor.equivalent:
            mutant = survivor.mutant
            message = (
                f"the mutant {mutant.id} ({mutant.description}) passes every case; "
                f"`grader suggest {problem.id} --kill {mutant.id}` shows cases that kill it"
            )
            diagnostics.append(
                Diagnostic(location_of_solution(path, mutant.line), message, "warning")
            )
    gone = report.equivalent
    summary = (
        f"{report.killed} of {count(report.total - gone, 'mutant')} killed: "
        f"mutation score {100 * report.score:.4g} %"
    )
    if gone:
        summary += f"; {gone} probably equivalent (the same on {count(report.tried, 'input')})"
    return outcome("mutants", summary, diagnostics)
