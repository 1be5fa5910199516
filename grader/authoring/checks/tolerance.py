"""The tolerance: traced or estimated, how wide, and how much room on both sides of it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from grader.authoring.checks.outcome import Outcome, outcome
from grader.authoring.checks.solutions import best_margin, largest_error
from grader.authoring.evidence import Evidence
from grader.authoring.locations import place_of_case
from grader.errors import Diagnostic
from grader.judge import PreparedSuite
from grader.numerics import ROUNDOFF, Expected, worst_relative
from grader.problem import Problem

#: A tolerance that is wider, as a share of the largest value, lets mistakes through.
_WIDE = 1e-6


def check_tolerance(problem: Problem, prepared_suite: PreparedSuite) -> Outcome:
    """Look at the tolerance of every expected result."""
    diagnostics = list(_given(problem))
    kinds: Counter[str] = Counter()
    widest = (0.0, "")
    for case, answers in zip(prepared_suite.cases, prepared_suite.expected, strict=True):
        for answer in answers:
            kinds[answer.kind] += 1
            diagnostics += _case_diagnostics(problem, case.name, answer)
            wide = worst_relative(answer)
            widest = max(widest, (wide if math.isfinite(wide) else 0.0, case.name))
    found = ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
    summary = f"{found}; widest {widest[0]:.1e} of the largest value"
    if widest[1]:
        summary += f" ({widest[1]})"
    return outcome("tolerance", summary, diagnostics)


def _case_diagnostics(problem: Problem, name: str, answer: Expected) -> Iterator[Diagnostic]:
    place = place_of_case(problem, name)
    if answer.tie:
        message = (
            f"the case {name!r}: rounding decides ({answer.why}), so that another right solution "
            "may give another answer; use other values"
        )
        yield Diagnostic(place, message)
    elif answer.kind == "estimated":
        message = f"the case {name!r}: the tolerance is estimated, since {answer.why}"
        yield Diagnostic(place, message, "warning")
    wide = worst_relative(answer)
    if wide > _WIDE and not answer.tie and math.isfinite(wide):
        message = f"the case {name!r}: the tolerance is {wide:.1e} of the largest value; so "
        message += "ill-conditioned a case lets mistakes through"
        yield Diagnostic(place, message, "warning")


def _given(problem: Problem) -> Iterator[Diagnostic]:
    """Tolerances of the problem file that no correct program can meet, or any can."""
    rule = problem.spec.compare
    if rule.rtol is None:
        return
    place = problem.locate("compare", "rtol")
    if rule.rtol < ROUNDOFF and (rule.atol or 0.0) < ROUNDOFF:
        message = (
            f"a relative error of {rule.rtol:g} is less than one rounding of float64 "
            f"({ROUNDOFF:.1e}): no other right solution can reach it; remove `rtol`, so that the "
            "tolerance is traced"
        )
        yield Diagnostic(place, message)
    elif rule.rtol > _WIDE:
        message = f"a relative error of {rule.rtol:g} is wide: float32 and rounding pass"
        yield Diagnostic(place, message, "warning")


def worst_right(evidence: Evidence) -> float:
    """The largest error of a right solution, in tolerances."""
    return max((largest_error(judged) for judged in evidence.accepted), default=0.0)


def nearest_wrong(evidence: Evidence) -> tuple[float, str]:
    """The wrong solution whose largest error is least: in tolerances, and its name.

    Infinity where none is wrong by its values alone.
    """
    margins = [(best_margin(judged.killers), judged.name) for judged in evidence.wrong]
    return min(margins, default=(math.inf, ""))


def check_margin(evidence: Evidence) -> Outcome:
    """The distance between the worst right and the nearest wrong solution."""
    right, nearest = worst_right(evidence), nearest_wrong(evidence)
    diagnostics = []
    if right > 0.5:
        message = f"an accepted solution comes within {right:.2g} tolerances of being refused"
        diagnostics.append(Diagnostic(evidence.problem.locate("compare"), message, "warning"))
    wrong = f"{nearest[0]:.2g} ({nearest[1]})" if math.isfinite(nearest[0]) else "of another kind"
    return outcome(
        "margin", f"worst right {right:.2g} tolerances, nearest wrong {wrong}", diagnostics
    )
