"""What ``grader validate`` and ``grader suggest`` found, for a terminal and as JSON."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.text import Text

from grader.authoring import (
    MutationReport,
    Outcome,
    Quality,
    Suggestions,
    Survivor,
    Validation,
    count,
)
from grader.errors import Diagnostic

#: Survivors that are probably equivalent: more are only counted.
_SHOWN = 5


def print_validation(found: Validation, console: Console) -> None:
    """A line a check, its diagnostics below it, then the mutants that survive."""
    for line in _lines(found):
        console.print(line, highlight=False, soft_wrap=True)


def _lines(found: Validation) -> Iterator[Text]:
    yield Text(found.problem_id, style="bold")
    width = max((len(check.title) for check in found.checks), default=0)
    for check in found.checks:
        yield _headline(check, width)
        for diagnostic in check.diagnostics:
            yield _diagnostic(diagnostic)
    if found.mutation is not None:
        yield from _survivors(found.problem_id, found.mutation)
    yield _verdict(found)


def _headline(check: Outcome, width: int) -> Text:
    if check.failed:
        mark, style = "✗", "bold red"
    elif check.diagnostics:
        mark, style = "!", "bold yellow"
    else:
        mark, style = "✓", "bold green"
    return Text.assemble((f"{mark} ", style), f"{check.title:{width}}  ", (check.summary, "dim"))


def _diagnostic(diagnostic: Diagnostic) -> Text:
    warning = diagnostic.severity == "warning"
    return Text.assemble(
        "  ",
        (f"{diagnostic.where}: ", "bold"),
        ("warning: " if warning else "", "yellow"),
        (diagnostic.message, "" if warning else "red"),
    )


def _survivors(problem_id: str, report: MutationReport) -> Iterator[Text]:
    shown = [s for s in report.survivors if not s.equivalent]
    shown += [s for s in report.survivors if s.equivalent][:_SHOWN]
    for survivor in shown:
        yield Text()
        yield from _diff(problem_id, survivor)
    hidden = len(report.survivors) - len(shown)
    if hidden:
        yield Text(f"  and {count(hidden, 'mutant')} more, probably equivalent", style="dim")


def _diff(problem_id: str, survivor: Survivor) -> Iterator[Text]:
    mutant = survivor.mutant
    if survivor.equivalent:
        said = "probably equivalent: the same on every input that was tried"
    else:
        said = f"survives: grader suggest {problem_id} --kill {mutant.id}"
    yield Text.assemble(
        (f"  {mutant.id}", "bold"), f"  line {mutant.line}, {mutant.description}; ", (said, "dim")
    )
    yield Text(f"  - {mutant.before}", style="red")
    yield Text(f"  + {mutant.after}", style="green")


def _verdict(found: Validation) -> Text:
    faults = sum(diagnostic.severity == "error" for diagnostic in found.diagnostics)
    warnings = len(found.diagnostics) - faults
    counts = [count(faults, "fault")] if faults else []
    counts += [count(warnings, "warning")] if warnings else []
    words = ", ".join(counts) or "no diagnostics"
    if found.valid:
        verdict = Text("valid", style="bold green")
    else:
        verdict = Text("not valid", style="bold red")
        if not found.complete:
            words += "; the checks that follow need these to be right"
    return Text.assemble("\n", verdict, f": {words} ", (f"({found.seconds:.1f} s)", "dim"))


def validation_json(found: Validation) -> dict[str, Any]:
    """Everything, as plain data for :mod:`json`."""
    return {
        "problem": found.problem_id,
        "valid": found.valid,
        "complete": found.complete,
        "seconds": round(found.seconds, 3),
        "checks": [
            {
                "title": check.title,
                "summary": check.summary,
                "failed": check.failed,
                "diagnostics": [_diagnostic_json(diagnostic) for diagnostic in check.diagnostics],
            }
            for check in found.checks
        ],
        "mutation": None if found.mutation is None else _mutation_json(found.mutation),
        "quality": None if found.quality is None else quality_json(found.quality),
    }


def quality_json(quality: Quality) -> dict[str, Any]:
    """JSON has no infinity: where no wrong solution is wrong by its values, there is no margin."""
    data = dataclasses.asdict(quality)
    if not math.isfinite(quality.nearest):
        data |= {"nearest": None, "nearest_name": None}
    return data


def _diagnostic_json(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "file": diagnostic.where.file,
        "line": diagnostic.where.line,
        "column": diagnostic.where.column,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
    }


def _mutation_json(report: MutationReport) -> dict[str, Any]:
    return {
        "total": report.total,
        "killed": report.killed,
        "probably_equivalent": report.equivalent,
        "score": report.score,
        "survivors": [
            {
                "id": s.mutant.id,
                "line": s.mutant.line,
                "description": s.mutant.description,
                "before": s.mutant.before,
                "after": s.mutant.after,
                "probably_equivalent": s.equivalent,
            }
            for s in report.survivors
        ],
    }


def print_suggestions(found: Suggestions, problem_id: str, console: Console) -> None:
    """Cases to add as lines of ``problem.yaml``, and cases that could go."""
    for line in _suggestion_lines(found, problem_id):
        console.print(line, highlight=False, soft_wrap=True)


def _suggestion_lines(found: Suggestions, problem_id: str) -> Iterator[Text]:
    helped = {name for suggestion in found.add for name in suggestion.kills}
    if not found.lacking:
        yield Text(f"{problem_id}: every wrong solution and mutant is killed twice.")
    for name, kills in found.lacking.items():
        words = {0: "passes every case", 1: "is killed by one case alone"}.get(kills, "")
        more = ""
        if name in found.stateful:
            more = "; it is wrong only after other calls: try `reuse`, or two cases of equal sizes"
        elif name not in helped:
            more = "; no input was found that shows more: probably equivalent"
        yield Text(f"{name} {words}{more}")
        if name in found.mutants:
            yield Text(f"  - {found.mutants[name].before}", style="red")
            yield Text(f"  + {found.mutants[name].after}", style="green")
    if found.add:
        yield Text()
        yield Text("Add to a group of problem.yaml:", style="bold")
        for suggestion in found.add:
            yield Text(f"        {suggestion.yaml}")
            yield Text(f"          # kills {', '.join(suggestion.kills)}", style="dim")
    yield Text()
    yield Text(
        f"{len(found.keep)} of {len(found.keep) + len(found.drop)} cases kill as much "
        "(each solution at least twice where all do)"
    )
    if found.drop:
        yield Text(f"  not needed for that: {', '.join(found.drop)}", style="dim")


def suggestions_json(found: Suggestions, problem_id: str) -> dict[str, Any]:
    """The same as plain data."""
    return {
        "problem": problem_id,
        "lacking": dict(found.lacking),
        "stateful": sorted(found.stateful),
        "add": [{"yaml": s.yaml, "kills": list(s.kills)} for s in found.add],
        "keep": list(found.keep),
        "drop": list(found.drop),
        "mutation": _mutation_json(found.report),
    }
