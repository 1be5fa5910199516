"""How good a problem's cases are, in a few numbers: what a course is judged by."""

from __future__ import annotations

import math
from dataclasses import dataclass

from grader.authoring.checks.mutation import MutationReport
from grader.authoring.checks.tolerance import nearest_wrong, worst_right
from grader.authoring.evidence import Evidence


@dataclass(frozen=True)
class Quality:
    """Of one problem; margins are in tolerances."""

    problem: str
    cases: int
    accepted: int
    """Right solutions beside the reference."""
    right: float
    """The largest error of a right solution on any case; above 1 it would be refused."""
    wrong: int
    fewest_kills: int
    """Cases that refuse the wrong solution which is refused by fewest."""
    nearest: float
    """Of the wrong solutions, the least largest error; infinity if all are wrong otherwise."""
    nearest_name: str
    mutants: int
    """Those that are not equivalent to the reference."""
    killed: int
    equivalent: int
    """Mutants that give the same on every input that was tried."""

    @property
    def score(self) -> float:
        """The share of mutants that are killed."""
        return self.killed / self.mutants if self.mutants else 1.0


def quality_of(evidence: Evidence, mutation: MutationReport) -> Quality:
    """Sum up what a validation has seen."""
    nearest, name = nearest_wrong(evidence)
    return Quality(
        problem=evidence.problem.id,
        cases=len(evidence.context.suite.cases),
        accepted=len(evidence.accepted),
        right=worst_right(evidence),
        wrong=len(evidence.wrong),
        fewest_kills=min((len(judged.killers) for judged in evidence.wrong), default=0),
        nearest=nearest,
        nearest_name=name if math.isfinite(nearest) else "",
        mutants=mutation.total - mutation.equivalent,
        killed=mutation.killed,
        equivalent=mutation.equivalent,
    )
