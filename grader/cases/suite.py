"""All test cases of a problem, the same to the byte on every machine.

Every value is drawn from a stream of its own, named by the seed, the case's name, the number
of the call and the argument's dotted name; every size likewise. A case that is added, moved or
removed changes no other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from grader.cases.arguments import Scene, Table, make_arguments
from grader.cases.case_errors import CaseErrors
from grader.cases.contract import Contract, Entry, read_contract
from grader.cases.digest import case_digest, suite_digest
from grader.cases.given import Given, bind, read_literals
from grader.cases.names import check_layouts, check_recipes, read_sizes
from grader.cases.shapes import Size
from grader.cases.sizes import Spec, default_range, settle
from grader.cases.stream import Stream
from grader.cases.testcase import Call, Suite, Testcase
from grader.errors import Diagnostic, ProblemError
from grader.problem import CONSTRUCTOR, EXAMPLES, CaseSpec, Keys, Problem, case_names
from grader.values import Ref, arrays_in

#: Bytes of all arrays of a suite together.
MAX_BYTES = 2**29


@dataclass(frozen=True)
class Draft:
    """A case, or several by ``repeat``, as it is written: an example or a generated one."""

    spec: CaseSpec
    keys: Keys
    """Where it stands."""
    group: str
    literal: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Of the cases that it makes."""
        return case_names(self.spec)

    def calls(self) -> Iterator[tuple[str | None, dict[str, tuple[Any, Keys]], Keys]]:
        """The method, the literal arguments with their places, and the place of each call."""
        every = {
            name: (value, (*self.keys, "args", name)) for name, value in self.spec.args.items()
        }
        if self.spec.calls is None:
            yield None, every, self.keys
            return
        for number, call in enumerate(self.spec.calls):
            keys = (*self.keys, "calls", number)
            own = {name: (value, (*keys, "args", name)) for name, value in call.args.items()}
            yield call.method, {**every, **own}, keys


@dataclass(frozen=True)
class Step:
    """A call of a draft, its literals read."""

    entry: Entry
    given: Given

    @property
    def refers(self) -> bool:
        """Whether an argument is an earlier result, whose sizes nobody knows beforehand."""
        return any(isinstance(value, Ref) for value in self.given.leaves.values())


@dataclass
class Workshop:
    """What cases are made with, and those that are made so far."""

    problem: Problem
    contract: Contract
    faults: CaseErrors
    cases: dict[str, Testcase] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)
    """Name of the first case of each digest."""
    layouts: dict[str, Table] = field(default_factory=dict)
    """Of each case made, for those that reuse its arrays."""
    hashed: list[tuple[str, str]] = field(default_factory=list)
    """Name and digest of each case made."""
    nbytes: int = 0


def build_suite(problem: Problem, groups: Collection[str] | None = None) -> Suite:
    """All cases of a problem, or those of some groups, in the order in which they run.

    The hash is of the cases that are built. A case whose arrays are used again by one of the
    groups is built too.

    Raises:
        ProblemError: with every fault of the cases, at its place.
    """
    workshop = _build(problem, groups)
    if workshop.faults.errors:
        raise ProblemError(workshop.faults.diagnostics)
    return Suite(tuple(workshop.cases.values()), suite_digest(workshop.hashed))


def check(problem: Problem) -> tuple[Diagnostic, ...]:
    """Every fault and every doubt about the cases of a problem that the loader has let through."""
    return _build(problem).faults.diagnostics


def _build(problem: Problem, groups: Collection[str] | None = None) -> Workshop:
    faults = CaseErrors(problem)
    contract = read_contract(problem, faults)
    workshop = Workshop(problem, contract, faults)
    if not faults.errors:
        defaults = problem.spec.tests.values
        check_recipes(defaults, ("tests", "values"), contract.entries, contract, faults)
    if faults.errors:
        return workshop  # every case would only say the same again
    drafts = list(_drafts(problem))
    wanted = {draft.group for draft in drafts} if groups is None else set(groups)
    reused = {draft.spec.reuse for draft in drafts if draft.group in wanted}
    for draft in drafts:
        if draft.group in wanted or draft.spec.name in reused:
            _make_draft(workshop, draft)
    return workshop


def _drafts(problem: Problem) -> Iterator[Draft]:
    for number, example in enumerate(problem.spec.examples):
        spec = CaseSpec(name=example.name, args=example.args or {}, calls=example.calls)
        yield Draft(spec, ("examples", number), EXAMPLES, literal=True)
    for g, group in enumerate(problem.spec.tests.groups):
        for c, case in enumerate(group.cases):
            yield Draft(case, ("tests", "groups", g, "cases", c), group.id)


def _make_draft(workshop: Workshop, draft: Draft) -> None:
    """Make the cases of a draft, unless what it says is wrong already."""
    before = len(workshop.faults.errors)
    steps = _read_steps(workshop, draft)
    entries = [step.entry for step in steps]
    spec, keys, faults = draft.spec, draft.keys, workshop.faults
    check_recipes(spec.values, (*keys, "values"), entries, workshop.contract, faults)
    check_layouts(spec.layout, (*keys, "layout"), entries, faults)
    specs = read_sizes(spec.sizes, (*keys, "sizes"), workshop.contract, faults)
    if len(faults.errors) > before:
        return
    reuse = None if spec.reuse is None else _reused(workshop, spec.reuse)
    if spec.reuse is not None and reuse is None:
        return  # that case has faults of its own
    for name in draft.names:
        if name in workshop.cases:
            faults.add((*keys, "name"), f"{name!r} is the name of a repeated case, too")
            return
        case = _make_case(workshop, draft, name, steps, specs, reuse)
        if len(faults.errors) > before:
            return
        _keep(workshop, draft, case)


def _reused(workshop: Workshop, name: str) -> str | None:
    """The case that is meant by ``reuse``: of a repeated one, the first."""
    return next((known for known in (name, f"{name} 1") if known in workshop.cases), None)


def _read_steps(workshop: Workshop, draft: Draft) -> list[Step]:
    """The calls of a draft, their literals converted."""
    contract, faults = workshop.contract, workshop.faults
    steps: list[Step] = []
    for number, (method, literals, keys) in enumerate(draft.calls()):
        entry = contract.entry(method)
        if number == 0 and workshop.problem.spec.class_ is not None and method != CONSTRUCTOR:
            faults.add(keys, f"the first call has to be {CONSTRUCTOR!r}: it makes the object")
        own = {name: literal for name, literal in literals.items() if name in entry.params}
        earlier = tuple(step.entry.signature for step in steps)
        given = read_literals(contract, entry, own, earlier, faults, complete=draft.literal)
        steps.append(Step(entry, given))
    for name in draft.spec.args:
        if not any(name in step.entry.params for step in steps):
            faults.add((*draft.keys, "args", name), f"no argument {name!r} in these calls")
    return steps


def _make_case(
    workshop: Workshop,
    draft: Draft,
    name: str,
    steps: list[Step],
    specs: Mapping[str, Spec],
    reuse: str | None,
) -> Testcase:
    spec, problem, contract = draft.spec, workshop.problem, workshop.contract
    seed = problem.spec.tests.seed if spec.seed is None else spec.seed
    reused = None if reuse is None else workshop.cases[reuse]
    wanted: dict[str, Spec] = {
        symbol: default_range(symbol, symbol in contract.stars, contract.dims)
        for symbol in sorted(contract.symbols | contract.stars)
    }
    wanted.update(reused.sizes if reused is not None else {})
    wanted.update(specs)
    layouts = Table(spec.layout, (*draft.keys, "layout"))
    if reused is not None and not spec.layout:
        layouts = workshop.layouts[reused.name]
    workshop.layouts[name] = layouts
    recipes = (
        Table(spec.values, (*draft.keys, "values")),
        Table(problem.spec.tests.values, ("tests", "values")),
    )
    given_sizes = {symbol: size for symbol, size in specs.items() if isinstance(size, int | tuple)}
    calls: list[Call] = []
    told: dict[str, Size] = {}
    drawn: dict[str, Size] = {}
    for number, step in enumerate(steps):
        with workshop.faults.at(*draft.keys, "sizes"):
            known = bind(contract, step.entry, step.given, given_sizes)
            if step.entry.signature.name == CONSTRUCTOR:
                given_sizes = known  # what the object is made with holds for all of its calls
            settled = settle(wanted, known, partial(Stream, seed, name, "sizes"))
            told, drawn = {**known, **told}, {**settled, **drawn}
            scene = Scene(
                contract=contract,
                entry=step.entry,
                given=step.given,
                sizes=settled,
                recipes=recipes,
                layouts=layouts,
                seed=seed,
                case=name,
                call=number,
                faults=workshop.faults,
            )
            args, kwargs = make_arguments(scene)
            own = known if step.refers else settled
            calls.append(Call(step.entry.signature.python_name, args, kwargs, own))
    return Testcase(
        name=name,
        group=draft.group,
        calls=tuple(calls),
        sizes={**drawn, **told},
        reuse=reuse,
        literal=draft.literal,
        note=spec.note,
    )


def _keep(workshop: Workshop, draft: Draft, case: Testcase) -> None:
    """Add a case to those made, after a look at it beside the others."""
    faults = workshop.faults
    if case.reuse is not None:
        wrong = _differs(workshop.cases[case.reuse], case)
        if wrong:
            faults.add(
                (*draft.keys, "reuse"), f"cannot reuse the arrays of {case.reuse!r}: {wrong}"
            )
            return
    workshop.nbytes += sum(a.nbytes for c in case.calls for a in arrays_in([c.args, c.kwargs]))
    if workshop.nbytes > MAX_BYTES:
        faults.add(draft.keys, f"the arrays of all cases take more than {MAX_BYTES:,} bytes")
        return
    digest = case_digest(case)
    twin = workshop.digests.setdefault(digest, case.name)
    if twin != case.name:
        faults.add(draft.keys, f"the same inputs as the case {twin!r}", "warning")
    workshop.cases[case.name] = case
    workshop.hashed.append((case.name, digest))


def _differs(old: Testcase, new: Testcase) -> str:
    """Why the arrays of one case cannot hold the values of another; empty if they can."""
    if [call.target for call in old.calls] != [call.target for call in new.calls]:
        return "it makes other calls"
    for before, after in zip(old.calls, new.calls, strict=True):
        pairs = [arrays_in([call.args, call.kwargs]) for call in (before, after)]
        if len(pairs[0]) != len(pairs[1]):
            return f"it has {len(pairs[0])} arrays, and this case {len(pairs[1])}"
        for one, other in zip(*pairs, strict=True):
            if one.shape != other.shape or one.dtype != other.dtype:
                return f"{one.dtype} {one.shape} there, {other.dtype} {other.shape} here"
            if one.strides != other.strides or one.flags.aligned != other.flags.aligned:
                return "another layout there"
            if not (one.flags.writeable and other.flags.writeable):
                return "a read-only array cannot be filled again"
    return ""
