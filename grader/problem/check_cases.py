"""Whether names and arguments of examples and cases fit each other and the contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from grader.errors import Diagnostic, Keys, Location
from grader.problem.contract import (
    CONSTRUCTOR,
    Signature,
    case_names,
    parameters_of,
    signature_of,
    signatures,
    walk,
)
from grader.problem.model import UNSET, CallSpec, CaseSpec, Example, Problem, ProblemSpec
from grader.problem.testing import EXAMPLES
from grader.problem.wording import did_you_mean

#: Stands for every argument that is not named, in ``values`` and ``layout``.
EVERY = "*"


def check_cases(problem: Problem) -> Iterator[Diagnostic]:
    """Names, the arguments that are given, recipes and layouts by argument, calls in a row."""
    yield from _check_names(problem)
    yield from _check_examples(problem)
    yield from _check_cases(problem)


def _check_names(problem: Problem) -> Iterator[Diagnostic]:
    """Groups, examples and cases each have a name of their own; the latter share one space."""
    spec = problem.spec
    groups = (
        (group.id, problem.locate("tests", "groups", index, "id"))
        for index, group in enumerate(spec.tests.groups)
    )
    yield from _duplicates("group", groups)
    for index, group in enumerate(spec.tests.groups):
        if group.id == EXAMPLES:
            where = problem.locate("tests", "groups", index, "id")
            yield Diagnostic(
                where, f"{EXAMPLES!r} is the group of the literal examples; choose another id"
            )
    examples = [
        (example.name, problem.locate("examples", index, "name"))
        for index, example in enumerate(spec.examples)
    ]
    cases = [
        (name, problem.locate(*at, "name"))
        for at, case in _cases(spec)
        for name in dict.fromkeys((case.name, *case_names(case)))
    ]
    yield from _duplicates("example or case", examples + cases)
    earlier: list[str] = []
    for at, case in _cases(spec):
        if case.reuse is not None and case.reuse not in earlier:
            advice = did_you_mean(case.reuse, earlier)
            message = f"reuse: no earlier case is named {case.reuse!r}{advice}"
            yield Diagnostic(problem.locate(*at, "reuse"), message)
        earlier.append(case.name)


def _duplicates(kind: str, named: Iterable[tuple[str, Location]]) -> Iterator[Diagnostic]:
    first: dict[str, Location] = {}
    for name, where in named:
        if not name.strip():
            yield Diagnostic(where, f"every {kind} needs a name that is not empty")
        elif "\n" in name:
            yield Diagnostic(where, f"the name of {kind} {name.split()[0]!r} must be one line")
        elif name in first:
            message = f"another {kind} in line {first[name].line} is named {name!r} too"
            yield Diagnostic(where, message)
        first.setdefault(name, where)


def _cases(spec: ProblemSpec) -> Iterator[tuple[Keys, CaseSpec]]:
    for number, group in enumerate(spec.tests.groups):
        for index, case in enumerate(group.cases):
            yield ("tests", "groups", number, "cases", index), case


def _check_examples(problem: Problem) -> Iterator[Diagnostic]:
    spec = problem.spec
    for index, example in enumerate(spec.examples):
        at: Keys = ("examples", index)
        if example.calls is not None:
            if example.args is not None or example.returns is not UNSET:
                message = "with 'calls', each call has its own 'args' and 'returns'"
                yield Diagnostic(problem.locate(*at), message)
            yield from _check_calls(problem, at, example.calls, complete=True)
        elif spec.function is None:
            yield Diagnostic(problem.locate(*at), "an example of a class needs 'calls'")
        else:
            yield from _check_plain_example(problem, at, example)


def _check_plain_example(problem: Problem, at: Keys, example: Example) -> Iterator[Diagnostic]:
    signature = signature_of(problem.spec)
    if example.returns is UNSET:
        yield Diagnostic(problem.locate(*at), f"example {example.name!r}: key 'returns' is missing")
    yield from _check_args(problem, (*at, "args"), example.args or {}, signature, complete=True)


def _check_cases(problem: Problem) -> Iterator[Diagnostic]:
    spec = problem.spec
    known = parameters_of(spec)
    parts = {part for name, param in known.items() for part, _ in walk(name, param)} | {EVERY}
    yield from _check_keys(problem, ("tests", "values"), spec.tests.values, parts)
    for at, case in _cases(spec):
        yield from _check_keys(problem, (*at, "values"), case.values, parts)
        yield from _check_keys(problem, (*at, "layout"), case.layout, parts)
        yield from _check_keys(problem, (*at, "args"), case.args, set(known))
        if case.calls is not None:
            yield from _check_calls(problem, at, case.calls, complete=False)
        elif spec.class_ is not None:
            yield Diagnostic(problem.locate(*at), f"case {case.name!r} of a class needs 'calls'")


def _check_calls(
    problem: Problem, at: Keys, calls: tuple[CallSpec, ...], *, complete: bool
) -> Iterator[Diagnostic]:
    """Several calls in a row; ``complete`` in examples, where nothing is made by recipes."""
    spec = problem.spec
    names = [signature.name for signature in signatures(spec)]
    if not calls:
        yield Diagnostic(problem.locate_key(*at, "calls"), "calls must not be empty")
    for index, call in enumerate(calls):
        path: Keys = (*at, "calls", index)
        if spec.function is not None and call.method is not None:
            where = problem.locate_key(*path, "method")
            yield Diagnostic(where, "method is for classes; a function needs none")
            continue
        if spec.class_ is not None and call.method not in names:
            what = "a call needs a method" if call.method is None else f"no method {call.method!r}"
            advice = did_you_mean(call.method, names) or f"; there are {', '.join(names)}"
            yield Diagnostic(problem.locate(*path, "method"), what + advice)
            continue
        if call.method == CONSTRUCTOR and index > 0:
            yield Diagnostic(problem.locate(*path), "only the first call can be the constructor")
        if not complete and call.returns is not UNSET:
            message = "returns is for examples; what a case returns is computed"
            yield Diagnostic(problem.locate_key(*path, "returns"), message)
        signature = signature_of(spec, call.method)
        args: Keys = (*path, "args")
        yield from _check_args(problem, args, call.args, signature, complete=complete)


def _check_args(
    problem: Problem,
    at: Keys,
    args: Mapping[str, Any],
    signature: Signature,
    *,
    complete: bool,
) -> Iterator[Diagnostic]:
    yield from _check_keys(problem, at, args, set(signature.params))
    missing = [name for name in signature.required if name not in args]
    if complete and missing:
        message = f"args: no value for {', '.join(missing)}"
        yield Diagnostic(problem.locate_key(*at), message)


def _check_keys(
    problem: Problem, at: Keys, given: Mapping[str, Any], known: set[str]
) -> Iterator[Diagnostic]:
    for name in given:
        if name not in known:
            advice = did_you_mean(name, known)
            message = f"{at[-1]}: no parameter is named {name!r}{advice}"
            yield Diagnostic(problem.locate_key(*at, name), message)
