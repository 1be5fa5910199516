"""What must hold between the parts of a problem, and between it and the files around it.

Each check looks at one thing and yields what it finds. What shapes, recipes and layouts
mean is not looked at here: ``grader.cases`` knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.errors import Diagnostic, Keys, Location
from grader.problem.check_cases import check_cases
from grader.problem.check_contract import check_contract, is_name
from grader.problem.check_starter import check_starter
from grader.problem.contract import (
    anchors,
    parameters_of,
)
from grader.problem.files import is_below, is_file_below
from grader.problem.folders import PROBLEMS, problem_ids
from grader.problem.model import Problem
from grader.problem.wording import did_you_mean

_ID = re.compile(r"[a-z0-9_]+")
_BREAKS = re.compile(r"(requirements|constraints|pitfalls|hints)\[([0-9]{1,6})\]")


def check(problem: Problem) -> list[Diagnostic]:
    """All that is wrong with a problem whose file can be read."""
    spec = problem.spec
    diagnostics = [*_check_identity(problem), *_check_links(problem)]
    if (spec.function is None) == (spec.class_ is None):
        where = problem.locate() if spec.function is None else problem.locate_key("class")
        diagnostics.append(
            Diagnostic(where, "give either 'function' or 'class': what the student writes")
        )
        return diagnostics
    contract = list(check_contract(problem))
    diagnostics += contract
    if not contract:
        diagnostics += check_starter(problem)
    diagnostics += check_cases(problem)
    diagnostics += _check_relations(problem)
    return diagnostics


def _check_identity(problem: Problem) -> Iterator[Diagnostic]:
    spec, folder = problem.spec, problem.folder.name
    if not _ID.fullmatch(spec.id):
        message = f"id {spec.id[:60]!r} may hold only small letters, digits and _"
        yield Diagnostic(problem.locate("id"), message)
    elif spec.id != folder and problem.folder.parent.name == PROBLEMS:
        message = f"id {spec.id!r} differs from the folder's name {folder!r}; make them equal"
        yield Diagnostic(problem.locate("id"), message)
    for key in ("title", "summary", "statement"):
        if not getattr(spec, key).strip():
            yield Diagnostic(problem.locate(key), f"{key} must not be empty")
    if "\n" in spec.title.strip():
        yield Diagnostic(problem.locate("title"), "title must be one line")
    for index, module in enumerate(spec.policy.imports or ()):
        if not is_name(module):
            message = f"imports: {module[:40]!r} is not the name of a top-level module"
            yield Diagnostic(problem.locate("policy", "imports", index), message)
    for index, dotted in enumerate(spec.policy.forbid_calls):
        if not all(is_name(part) for part in dotted.split(".")):
            message = f"forbid_calls: {dotted[:40]!r} is not a dotted name such as np.load"
            yield Diagnostic(problem.locate("policy", "forbid_calls", index), message)
    compare = spec.compare
    if compare.rtol is None and compare.atol is not None:
        message = "atol is used with rtol only; add rtol, 0 if need be"
        yield Diagnostic(problem.locate_key("compare", "atol"), message)


def _check_links(problem: Problem) -> Iterator[Diagnostic]:
    """Prerequisites, misconceptions and what they point to."""
    spec = problem.spec
    others = _ids_beside(problem)
    for index, other in enumerate(spec.prerequisites):
        where = problem.locate("prerequisites", index)
        if other == spec.id:
            yield Diagnostic(where, "a problem cannot come before itself")
        elif others is not None and other not in others:
            message = f"no problem {other!r} in this course{did_you_mean(other, others)}"
            yield Diagnostic(where, message)
    headings = [heading.anchor for heading in anchors(problem.theory)] if problem.theory else None
    seen: set[str] = set()
    for index, entry in enumerate(spec.misconceptions):
        at: Keys = ("misconceptions", index)
        where = problem.locate(*at, "solution")
        if entry.solution in seen:
            yield Diagnostic(where, f"solution {entry.solution!r} has a misconception already")
        seen.add(entry.solution)
        yield from _check_solution(problem, entry.solution, where)
        for number, part in enumerate(entry.breaks):
            yield from _check_breaks(problem, part, problem.locate(*at, "breaks", number))
        if entry.see is not None and headings is not None and entry.see not in headings:
            advice = did_you_mean(entry.see.removeprefix("theory#").lstrip("#"), headings)
            message = f"see: {spec.theory} has no heading with the anchor {entry.see!r}{advice}"
            yield Diagnostic(problem.locate(*at, "see"), message)


def _ids_beside(problem: Problem) -> tuple[str, ...] | None:
    """Ids of the course's problems; None for a folder that stands alone."""
    parent = problem.folder.parent
    return problem_ids(parent.parent) if parent.name == PROBLEMS else None


def _check_solution(problem: Problem, name: str, where: Location) -> Iterator[Diagnostic]:
    folder = problem.solutions
    if not name.endswith(".py") or not is_below(name):
        yield Diagnostic(where, "solution must be a .py file below the folder of solutions")
    elif folder.is_dir() and not is_file_below(folder, name):
        files = [path.relative_to(folder).as_posix() for path in folder.rglob("*.py")]
        message = f"no file solutions/{folder.name}/{name}{did_you_mean(name, files)}"
        yield Diagnostic(where, message)


def _check_breaks(problem: Problem, text: str, where: Location) -> Iterator[Diagnostic]:
    found = _BREAKS.fullmatch(text)
    if found is None:
        message = f"breaks: {text[:40]!r} must be like requirements[2], hints[0] or pitfalls[1]"
        yield Diagnostic(where, message)
        return
    count = len(getattr(problem.spec, found[1]))
    if int(found[2]) >= count:
        message = f"breaks: there is no {text}; {found[1]} has {count} entries, counted from 0"
        yield Diagnostic(where, message)


def _check_relations(problem: Problem) -> Iterator[Diagnostic]:
    """Properties and intermediate values speak of arguments."""
    spec = problem.spec
    known = parameters_of(spec)
    for index, relation in enumerate(spec.properties):
        if relation.arg not in known:
            message = f"no parameter is named {relation.arg!r}{did_you_mean(relation.arg, known)}"
            yield Diagnostic(problem.locate("properties", index, "arg"), message)
    seen: dict[str, None] = {}
    for index, value in enumerate(spec.intermediates):
        at: Keys = ("intermediates", index)
        if value.name in seen or value.name in known:
            yield Diagnostic(problem.locate(*at, "name"), f"{value.name!r} is taken already")
        seen[value.name] = None
        yield from _check_expression(problem, value.expression, (*at, "expression"))


def _check_expression(problem: Problem, source: str, at: Keys) -> Iterator[Diagnostic]:
    try:
        compile(source, "expression", "eval", dont_inherit=True)
    except (SyntaxError, ValueError, MemoryError, RecursionError, OverflowError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        yield Diagnostic(problem.locate(*at), f"is not a Python expression: {reason}")
