"""A wrong solution breaks every requirement, constraint, pitfall and hint, or it says why not."""

from __future__ import annotations

from grader.authoring.checks.outcome import Outcome, count, outcome
from grader.errors import Diagnostic, Severity
from grader.problem import Problem

_LISTS: dict[str, Severity] = {
    "requirements": "error",
    "pitfalls": "error",
    "hints": "error",
    "constraints": "warning",
}


def check_statements(problem: Problem) -> Outcome:
    """Compare the lists of the problem file with what its misconceptions break."""
    broken = {part for entry in problem.spec.misconceptions for part in entry.breaks}
    diagnostics = []
    total = untested = 0
    for name, severity in _LISTS.items():
        for index, statement in enumerate(getattr(problem.spec, name)):
            total += 1
            place = problem.locate(name, index)
            if statement.untested is not None:
                untested += 1
                if not statement.untested.strip():
                    diagnostics.append(Diagnostic(place, "`untested` has to say why", severity))
                elif f"{name}[{index}]" in broken:
                    message = "`untested`, and yet a misconception breaks it; remove one of the two"
                    diagnostics.append(Diagnostic(place, message, "warning"))
            elif f"{name}[{index}]" not in broken:
                message = (
                    f"no wrong solution breaks {name}[{index}]: add `breaks: {name}[{index}]` to a "
                    "misconception, or `untested:` with the reason"
                )
                diagnostics.append(Diagnostic(place, message, severity))
    tested = f"{total - untested} of {count(total, 'sentence')} tested"
    return outcome(
        "statements", tested + (f", {untested} untested" if untested else ""), diagnostics
    )
