"""What must hold between the parts of a problem, and between it and the files around it.

Each check looks at one thing and yields what it finds. What shapes, recipes and layouts
mean is not looked at here: ``grader.cases`` knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from grader.errors import Finding, Location
from grader.problem.check_contract import check_contract, is_name
from grader.problem.check_starter import check_starter
from grader.problem.contract import (
    CONSTRUCTOR,
    Signature,
    anchors,
    parameters,
    signature_of,
    signatures,
    walk,
)
from grader.problem.files import is_below, is_file_below
from grader.problem.folders import PROBLEMS, problem_ids
from grader.problem.model import UNSET, CallSpec, CaseSpec, Example, Keys, Problem, ProblemSpec
from grader.problem.words import describe, did_you_mean

EVERY = "*"
_ID = re.compile(r"[a-z0-9_]+")
_BREAKS = re.compile(r"(requirements|constraints|pitfalls|hints)\[([0-9]{1,6})\]")


def check(problem: Problem) -> list[Finding]:
    """All that is wrong with a problem whose file can be read."""
    spec = problem.spec
    findings = [*_check_identity(problem), *_check_links(problem)]
    if (spec.function is None) == (spec.class_ is None):
        where = problem.locate() if spec.function is None else problem.locate_key("class")
        findings.append(
            Finding(where, "give either 'function' or 'class': what the student writes")
        )
        return findings
    contract = list(check_contract(problem))
    findings += contract
    if not contract:
        findings += check_starter(problem)
    for other in (_check_names, _check_examples, _check_cases, _check_relations):
        findings += other(problem)
    return findings


def _check_identity(problem: Problem) -> Iterator[Finding]:
    spec, folder = problem.spec, problem.folder.name
    if not _ID.fullmatch(spec.id):
        message = f"id {spec.id[:60]!r} may hold only small letters, digits and _"
        yield Finding(problem.locate("id"), message)
    elif spec.id != folder:
        message = f"id {spec.id!r} differs from the folder's name {folder!r}; make them equal"
        yield Finding(problem.locate("id"), message)
    for key in ("title", "summary", "statement"):
        if not getattr(spec, key).strip():
            yield Finding(problem.locate(key), f"{key} must not be empty")
    for index, module in enumerate(spec.policy.imports or ()):
        if not is_name(module):
            message = f"imports: {module[:40]!r} is not the name of a top-level module"
            yield Finding(problem.locate("policy", "imports", index), message)
    for index, dotted in enumerate(spec.policy.forbid_calls):
        if not all(is_name(part) for part in dotted.split(".")):
            message = f"forbid_calls: {dotted[:40]!r} is not a dotted name such as np.load"
            yield Finding(problem.locate("policy", "forbid_calls", index), message)
    compare = spec.compare
    if compare.rtol is None and compare.atol is not None:
        message = "atol is used with rtol only; add rtol, 0 if need be"
        yield Finding(problem.locate_key("compare", "atol"), message)


def _check_links(problem: Problem) -> Iterator[Finding]:
    """Prerequisites, misconceptions and what they point to."""
    spec = problem.spec
    others = _ids_beside(problem)
    for index, other in enumerate(spec.prerequisites):
        where = problem.locate("prerequisites", index)
        if other == spec.id:
            yield Finding(where, "a problem cannot come before itself")
        elif others is not None and other not in others:
            message = f"no problem {other!r} in this course{did_you_mean(other, others)}"
            yield Finding(where, message)
    headings = [heading.anchor for heading in anchors(problem.theory)] if problem.theory else None
    seen: set[str] = set()
    for index, entry in enumerate(spec.misconceptions):
        at: Keys = ("misconceptions", index)
        where = problem.locate(*at, "solution")
        if entry.solution in seen:
            yield Finding(where, f"solution {entry.solution!r} has a misconception already")
        seen.add(entry.solution)
        yield from _check_solution(problem, entry.solution, where)
        for number, part in enumerate(entry.breaks):
            yield from _check_breaks(problem, part, problem.locate(*at, "breaks", number))
        if entry.see is not None and headings is not None and entry.see not in headings:
            advice = did_you_mean(entry.see.removeprefix("theory#").lstrip("#"), headings)
            message = f"see: {spec.theory} has no heading with the anchor {entry.see!r}{advice}"
            yield Finding(problem.locate(*at, "see"), message)


def _ids_beside(problem: Problem) -> tuple[str, ...] | None:
    """Ids of the course's problems; None for a folder that stands alone."""
    parent = problem.folder.parent
    return problem_ids(parent.parent) if parent.name == PROBLEMS else None


def _check_solution(problem: Problem, name: str, where: Location) -> Iterator[Finding]:
    folder = problem.solutions
    if not name.endswith(".py") or not is_below(name):
        yield Finding(where, "solution must be a .py file below the folder of solutions")
    elif folder.is_dir() and not is_file_below(folder, name):
        files = [path.relative_to(folder).as_posix() for path in folder.rglob("*.py")]
        message = f"no file solutions/{folder.name}/{name}{did_you_mean(name, files)}"
        yield Finding(where, message)


def _check_breaks(problem: Problem, text: str, where: Location) -> Iterator[Finding]:
    found = _BREAKS.fullmatch(text)
    if found is None:
        message = f"breaks: {text[:40]!r} must be like requirements[2], hints[0] or pitfalls[1]"
        yield Finding(where, message)
        return
    count = len(getattr(problem.spec, found[1]))
    if int(found[2]) >= count:
        message = f"breaks: there is no {text}; {found[1]} has {count} entries, counted from 0"
        yield Finding(where, message)


def _check_names(problem: Problem) -> Iterator[Finding]:
    """Groups, examples and cases each have a name of their own; the latter share one space."""
    spec = problem.spec
    groups = (
        (group.id, problem.locate("tests", "groups", index, "id"))
        for index, group in enumerate(spec.tests.groups)
    )
    yield from _duplicates("group", groups)
    examples = [
        (example.name, problem.locate("examples", index, "name"))
        for index, example in enumerate(spec.examples)
    ]
    cases = [(case.name, problem.locate(*at, "name")) for at, case in _cases(spec)]
    yield from _duplicates("example or case", examples + cases)
    earlier: list[str] = []
    for at, case in _cases(spec):
        if case.reuse is not None and case.reuse not in earlier:
            advice = did_you_mean(case.reuse, earlier)
            message = f"reuse: no earlier case is named {case.reuse!r}{advice}"
            yield Finding(problem.locate(*at, "reuse"), message)
        earlier.append(case.name)


def _duplicates(kind: str, named: Iterable[tuple[str, Location]]) -> Iterator[Finding]:
    first: dict[str, Location] = {}
    for name, where in named:
        if not name.strip():
            yield Finding(where, f"the name of a {kind} must not be empty")
        if name in first:
            message = f"another {kind} in line {first[name].line} is named {name!r} too"
            yield Finding(where, message)
        first.setdefault(name, where)


def _cases(spec: ProblemSpec) -> Iterator[tuple[Keys, CaseSpec]]:
    for number, group in enumerate(spec.tests.groups):
        for index, case in enumerate(group.cases):
            yield ("tests", "groups", number, "cases", index), case


def _check_examples(problem: Problem) -> Iterator[Finding]:
    spec = problem.spec
    for index, example in enumerate(spec.examples):
        at: Keys = ("examples", index)
        if example.calls is not None:
            if example.args is not None or example.returns is not UNSET:
                message = "with 'calls', each call has its own 'args' and 'returns'"
                yield Finding(problem.locate(*at), message)
            yield from _check_calls(problem, at, example.calls, complete=True)
        elif spec.function is None:
            yield Finding(problem.locate(*at), "an example of a class needs 'calls'")
        else:
            yield from _check_plain_example(problem, at, example)


def _check_plain_example(problem: Problem, at: Keys, example: Example) -> Iterator[Finding]:
    signature = signature_of(problem.spec)
    if example.returns is UNSET:
        yield Finding(problem.locate(*at), f"example {example.name!r}: key 'returns' is missing")
    yield from _check_args(problem, (*at, "args"), example.args or {}, signature, complete=True)


def _check_cases(problem: Problem) -> Iterator[Finding]:
    spec = problem.spec
    known = parameters(spec)
    parts = {part for name, param in known.items() for part, _ in walk(name, param)} | {EVERY}
    yield from _check_keys(problem, ("tests", "values"), spec.tests.values, parts)
    for at, case in _cases(spec):
        yield from _check_keys(problem, (*at, "values"), case.values, parts)
        yield from _check_keys(problem, (*at, "layout"), case.layout, parts)
        yield from _check_keys(problem, (*at, "args"), case.args, set(known))
        if case.calls is not None:
            yield from _check_calls(problem, at, case.calls, complete=False)
        elif spec.class_ is not None:
            yield Finding(problem.locate(*at), f"case {case.name!r} of a class needs 'calls'")


def _check_calls(
    problem: Problem, at: Keys, calls: tuple[CallSpec, ...], *, complete: bool
) -> Iterator[Finding]:
    """Several calls in a row; ``complete`` in examples, where nothing is made by recipes."""
    spec = problem.spec
    names = [signature.name for signature in signatures(spec)]
    if not calls:
        yield Finding(problem.locate_key(*at, "calls"), "calls must not be empty")
    for index, call in enumerate(calls):
        path: Keys = (*at, "calls", index)
        if spec.function is not None and call.method is not None:
            where = problem.locate_key(*path, "method")
            yield Finding(where, "method is for classes; a function needs none")
            continue
        if spec.class_ is not None and call.method not in names:
            what = "a call needs a method" if call.method is None else f"no method {call.method!r}"
            advice = did_you_mean(call.method, names) or f"; there are {', '.join(names)}"
            yield Finding(problem.locate(*path, "method"), what + advice)
            continue
        if call.method == CONSTRUCTOR and index > 0:
            yield Finding(problem.locate(*path), "only the first call can be the constructor")
        if not complete and call.returns is not UNSET:
            message = "returns is for examples; what a case returns is computed"
            yield Finding(problem.locate_key(*path, "returns"), message)
        signature = signature_of(spec, call.method)
        args: Keys = (*path, "args")
        yield from _check_args(problem, args, call.args, signature, complete=complete)
        yield from _check_references(problem, args, call.args, index)


def _check_args(
    problem: Problem,
    at: Keys,
    args: Mapping[str, Any],
    signature: Signature,
    *,
    complete: bool,
) -> Iterator[Finding]:
    yield from _check_keys(problem, at, args, set(signature.params))
    missing = [name for name in signature.required if name not in args]
    if complete and missing:
        message = f"args: no value for {', '.join(missing)}"
        yield Finding(problem.locate_key(*at), message)


def _check_keys(
    problem: Problem, at: Keys, given: Mapping[str, Any], known: set[str]
) -> Iterator[Finding]:
    for name in given:
        if name not in known:
            advice = did_you_mean(name, known)
            message = f"{at[-1]}: no parameter is named {name!r}{advice}"
            yield Finding(problem.locate_key(*at, name), message)


def _check_references(
    problem: Problem, at: Keys, args: Mapping[str, Any], index: int
) -> Iterator[Finding]:
    """``{result: [0, m]}`` is a part of what an earlier call returned."""
    for name, value in args.items():
        if not (isinstance(value, dict) and set(value) == {"result"}):
            continue
        target = value["result"]
        call = target[0] if isinstance(target, list) and target else target
        if isinstance(call, bool) or not isinstance(call, int):
            message = (
                "result must be the number of a call, or a list that starts with one, "
                f"not {describe(target)}"
            )
            yield Finding(problem.locate(*at, name), message)
        elif not 0 <= call < index:
            message = f"result: call {call} is not before this one, which is call {index}"
            yield Finding(problem.locate(*at, name), message)


def _check_relations(problem: Problem) -> Iterator[Finding]:
    """Properties and intermediate values speak of arguments."""
    spec = problem.spec
    known = parameters(spec)
    for index, relation in enumerate(spec.properties):
        if relation.arg not in known:
            message = f"no parameter is named {relation.arg!r}{did_you_mean(relation.arg, known)}"
            yield Finding(problem.locate("properties", index, "arg"), message)
    seen: dict[str, None] = {}
    for index, value in enumerate(spec.intermediates):
        at: Keys = ("intermediates", index)
        if value.name in seen or value.name in known:
            yield Finding(problem.locate(*at, "name"), f"{value.name!r} is taken already")
        seen[value.name] = None
        yield from _check_expression(problem, value.expression, (*at, "expression"))


def _check_expression(problem: Problem, source: str, at: Keys) -> Iterator[Finding]:
    try:
        compile(source, "expression", "eval", dont_inherit=True)
    except (SyntaxError, ValueError, MemoryError, RecursionError, OverflowError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        yield Finding(problem.locate(*at), f"is not a Python expression: {reason}")
