"""Accepted solutions pass, wrong ones are killed, starter code is neither."""

from __future__ import annotations

import math
from collections.abc import Iterator

from grader.authoring.checks.outcome import Outcome, count, outcome
from grader.authoring.evidence import Evidence, Judged
from grader.authoring.locations import (
    location_of_misconception,
    location_of_solution,
    place_of_case,
)
from grader.errors import Diagnostic
from grader.judge import CaseResult
from grader.problem import Problem
from grader.verdict import Verdict

#: A wrong answer closer than this, in tolerances, may be right: the tolerance is too small.
_NEAR = 1000.0
#: A kill by less than this, in tolerances, is worth a look.
_WEAK = 10.0


def check_accepted(evidence: Evidence) -> Outcome:
    """Every accepted solution passes; the largest error is told in tolerances."""
    diagnostics = [
        f for judged in evidence.accepted for f in _not_accepted(evidence.problem, judged)
    ]
    worst = max(
        ((largest_error(judged), judged.name) for judged in evidence.accepted), default=(0.0, "")
    )
    summary = count(len(evidence.accepted), "solution")
    if evidence.accepted:
        summary += f"; largest error {worst[0]:.2g} tolerances ({worst[1]})"
    else:
        place = evidence.problem.locate()
        message = (
            f"there is no accepted solution in {evidence.problem.solutions.name}/accepted; without "
            "one nobody knows whether right code passes"
        )
        diagnostics.append(Diagnostic(place, message, "warning"))
    return outcome("accepted solutions", summary, diagnostics)


def largest_error(judged: Judged) -> float:
    """Return the largest error of a solution in tolerances, over the cases that are accepted."""
    return max((c.error for c in judged.result.cases if c.verdict is Verdict.AC), default=0.0)


def _not_accepted(problem: Problem, judged: Judged) -> Iterator[Diagnostic]:
    if judged.result.accepted:
        return
    place = location_of_solution(problem.solutions / judged.name)
    if judged.refused or not judged.killers:
        words = judged.result.message or judged.result.verdict.value
        yield Diagnostic(place, f"this solution should be accepted, but {words}")
        return
    case = judged.killers[0]
    more = len(judged.killers) - 1
    others = f" (and {count(more, 'other case')})" if more else ""
    message = (
        f"this solution should be accepted, but gets {case.verdict.name} on the case "
        f"{case.name!r} of {place_of_case(problem, case.name)}{others}: {case.message}"
    )
    if 1 < case.error < _NEAR:
        given = problem.spec.compare.rtol is not None
        message += f"; its error is only {case.error:.3g} tolerances: is " + (
            "`compare` too strict?" if given else "the case ill-conditioned?"
        )
    yield Diagnostic(place, message)


def check_wrong(evidence: Evidence) -> Outcome:
    """Every wrong solution is killed, and by two cases where that is possible."""
    problem = evidence.problem
    diagnostics: list[Diagnostic] = []
    for judged in evidence.wrong:
        diagnostics += _wrong_diagnostics(problem, judged)
    if not evidence.wrong:
        message = "there is no wrong solution: nobody knows what the cases catch"
        diagnostics.append(Diagnostic(problem.locate(), message, "warning"))
    once = sum(len(judged.killers) == 1 for judged in evidence.wrong)
    killed = sum(not judged.result.accepted for judged in evidence.wrong)
    summary = f"{killed} of {len(evidence.wrong)} killed" + (f", {once} once" if once else "")
    return outcome("wrong solutions", summary, diagnostics)


def _wrong_diagnostics(problem: Problem, judged: Judged) -> Iterator[Diagnostic]:
    place = location_of_solution(problem.solutions / judged.name)
    if judged.result.accepted:
        told = location_of_misconception(problem, judged.name)
        says = f" ({told} says what is wrong with it)" if told else ""
        yield Diagnostic(
            place,
            f"this wrong solution passes every case{says}: add a case that shows its mistake "
            f"(`grader suggest {problem.id}` looks for one), or move it to accepted",
        )
        return
    if judged.refused:
        message = f"this wrong solution is refused before it runs: {judged.result.message}"
        yield Diagnostic(place, message, "warning")
        return
    if len(judged.killers) == 1:
        case = judged.killers[0]
        yield Diagnostic(
            place,
            f"killed by the case {case.name!r} of {place_of_case(problem, case.name)} alone",
            "warning",
        )
    margin = best_margin(judged.killers)
    if margin < _WEAK:
        message = f"killed by no more than {margin:.2g} tolerances: hardly wrong"
        yield Diagnostic(place, message, "warning")
    if location_of_misconception(problem, judged.name) is None:
        message = "a student who makes this mistake gets no words: add a misconception"
        yield Diagnostic(place, message, "warning")


def best_margin(killers: tuple[CaseResult, ...]) -> float:
    """Return by how many tolerances a solution is wrong at most; infinity if not by its values."""
    return max((case.error if case.error > 1 else math.inf for case in killers), default=math.inf)


def check_starter(evidence: Evidence) -> Outcome:
    """The starter code can be imported, and is not accepted as it stands."""
    problem, starter = evidence.problem, evidence.starter
    diagnostics = []
    if starter is not None:
        place = problem.locate_key("starter")
        if starter.result.accepted:
            message = "the starter code is accepted as it stands: a student has nothing to do"
            diagnostics.append(Diagnostic(place, message))
        elif starter.result.verdict is Verdict.CE:
            message = f"the starter code cannot be imported: {starter.result.message}"
            diagnostics.append(Diagnostic(place, message))
    verdict = starter.result.verdict.name if starter else "not run"
    return outcome("starter code", f"imported, then {verdict}", diagnostics)
