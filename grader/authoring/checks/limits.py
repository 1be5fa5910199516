"""Time and memory limits leave room for slow but right solutions."""

from __future__ import annotations

from grader.authoring.checks.outcome import Outcome, outcome
from grader.authoring.evidence import Evidence
from grader.errors import Diagnostic

#: A limit is at least this many times what the most demanding accepted solution needs.
_ROOM = 3.0


def check_limits(evidence: Evidence) -> Outcome:
    """Compare the limits with what the accepted solutions used."""
    limits = evidence.problem.spec.limits
    right = [judged for judged in evidence.accepted if judged.result.accepted]
    if not right:
        return outcome("limits", "no accepted solution to compare them with")
    needs = {
        "wall": max((j.result.wall, j.name) for j in right),
        "cpu": max((j.result.cpu, j.name) for j in right),
        "memory": max((float(j.result.memory), j.name) for j in right),
    }
    given = {"wall": limits.wall, "cpu": limits.cpu, "memory": float(limits.memory)}
    diagnostics = []
    for key, (used, name) in needs.items():
        if given[key] < _ROOM * used:
            message = (
                f"{key}: {name} uses {_shown(key, used)}, and the limit of "
                f"{_shown(key, given[key])} is less than {_ROOM:g} times as much; allow at least "
                f"{_shown(key, _ROOM * used)}"
            )
            diagnostics.append(Diagnostic(evidence.problem.locate("limits", key), message))
    slowest, name = needs["wall"]
    summary = (
        f"slowest accepted solution {slowest:.2f} s of {limits.wall:g} s ({name}), "
        f"memory {needs['memory'][0] / 1e6:.0f} of {limits.memory / 1e6:.0f} MB"
    )
    return outcome("limits", summary, diagnostics)


def _shown(key: str, amount: float) -> str:
    return f"{amount / 1e6:.0f} MB" if key == "memory" else f"{amount:.2g} s"
