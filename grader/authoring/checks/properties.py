"""Metamorphic properties: relations between calls that hold for every right answer.

``equivariant``: permuting an argument along an axis permutes the result along the same axis.
``invariant``: it leaves the result as it is.
``batchwise``: an entry of the argument along the axis gives that entry of the result.
``homogeneous``: twice the argument gives twice the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from grader.authoring.checks.outcome import Outcome, count, outcome
from grader.authoring.evidence import generous
from grader.authoring.locations import place_of_case
from grader.cases import Star, Testcase, parse_shape
from grader.errors import Diagnostic
from grader.judge import PreparedSuite, entry_of, reference_source
from grader.problem import Problem, parameters_of
from grader.sandbox import Runner
from grader.values import Value

Array = np.ndarray[Any, Any]
#: Cases on which a property is tried.
_TRIED = 8
_LARGEST = 100_000
#: The expected result and the other one each carry an error.
_TOLERANCES = 2.0
_CAPACITY = 1 << 24


@dataclass(frozen=True)
class Relation:
    """A changed case, and what the change must do to the result."""

    index: int
    """Of the property in the problem file."""
    name: str
    """Of the case that was changed."""
    case: Testcase
    expected: Array
    allowed: Array


def check_properties(problem: Problem, prepared_suite: PreparedSuite, runner: Runner) -> Outcome:
    """Run the reference on changed cases, and compare with the changed results."""
    entries = problem.spec.properties
    if not entries or problem.spec.function is None:
        return outcome("properties", count(0, "property").replace("propertys", "properties"))
    relations = [
        r for index in range(len(entries)) for r in _relations(problem, prepared_suite, index)
    ]
    diagnostics = list(_untried(problem, relations))
    if relations:
        cases = [replace(r.case, name=f"property {i}") for i, r in enumerate(relations)]
        prepared = runner.prepare(cases, entry_of(problem), _CAPACITY)
        try:
            report = runner.run(reference_source(problem), prepared, generous(problem.spec.limits))
        finally:
            prepared.close()
        failing: dict[int, list[Relation]] = {}
        for relation, run in zip(relations, report.cases, strict=True):
            result = run.results[0] if run.status == "returned" else None
            if not _holds(relation, result):
                failing.setdefault(relation.index, []).append(relation)
        diagnostics += [_broken(problem, found) for found in failing.values()]
    number = len(entries)
    noun = "property" if number == 1 else "properties"
    return outcome("properties", f"{number} {noun} on {count(len(relations), 'case')}", diagnostics)


def _relations(problem: Problem, prepared_suite: PreparedSuite, index: int) -> Iterator[Relation]:
    entry = problem.spec.properties[index]
    position = list(parameters_of(problem.spec)).index(entry.arg)
    shape = parse_shape(parameters_of(problem.spec)[entry.arg].shape or "")
    fixed = sum(not isinstance(axis, Star) for axis in shape.axes)
    made = 0
    for case, answers in zip(prepared_suite.cases, prepared_suite.expected, strict=True):
        call, answer = case.calls[0], answers[0]
        usable = len(case.calls) == 1 and position < len(call.args)
        if made == _TRIED or not usable or answer.tie:
            continue
        argument, right, allowed = call.args[position], answer.value, answer.tolerance
        if not (isinstance(argument, np.ndarray) and isinstance(right, np.ndarray)):
            continue
        if not 0 < argument.size <= _LARGEST or not isinstance(allowed, np.ndarray):
            continue
        changes = _CHANGES[entry.kind](Subject(argument, right, entry.axis, fixed))
        if changes is None:
            continue
        changed, result, tolerance = changes[0], changes[1](right), changes[1](allowed)
        args = (*call.args[:position], changed, *call.args[position + 1 :])
        fresh = replace(case, calls=(replace(call, args=args),), reuse=None)
        made += 1
        yield Relation(index, case.name, fresh, result, tolerance)


@dataclass(frozen=True)
class Subject:
    """An argument, the result that belongs to it, and the axis that a property speaks of."""

    argument: Array
    right: Array
    axis: int
    fixed: int
    """Axes of the argument that must stay: those of no starred symbol."""

    def has_axis(self, array: Array) -> bool:
        """Whether an array has the axis."""
        return -array.ndim <= self.axis < array.ndim


Change = tuple[Array, Callable[[Array], Array]]


def _permuted(subject: Subject) -> Change | None:
    """Another order along the axis; the result in the same order."""
    argument, right, axis = subject.argument, subject.right, subject.axis
    if not (subject.has_axis(argument) and subject.has_axis(right)):
        return None
    if argument.shape[axis] < 2 or argument.shape[axis] != right.shape[axis]:
        return None
    order = np.roll(np.arange(argument.shape[axis]), 1)
    return np.take(argument, order, axis), lambda result: np.take(result, order, axis)


def _unmoved(subject: Subject) -> Change | None:
    """Another order along the axis; the same result."""
    if not subject.has_axis(subject.argument) or subject.argument.shape[subject.axis] < 2:
        return None
    return np.flip(subject.argument, subject.axis).copy(), lambda result: result


def _one_entry(subject: Subject) -> Change | None:
    """One entry along an axis that may be left out: one of a starred symbol."""
    argument, right, axis = subject.argument, subject.right, subject.axis
    if argument.ndim <= subject.fixed or not (
        subject.has_axis(argument) and subject.has_axis(right)
    ):
        return None
    last = argument.shape[axis] - 1
    return np.take(argument, last, axis), lambda result: np.take(result, last, axis)


def _doubled(subject: Subject) -> Change | None:
    """Twice the argument; twice the result."""
    if subject.argument.dtype.kind not in "fc" or not np.isfinite(subject.right).all():
        return None
    return subject.argument * 2, lambda result: result * 2


_CHANGES = {
    "equivariant": _permuted,
    "invariant": _unmoved,
    "batchwise": _one_entry,
    "homogeneous": _doubled,
}


def _holds(relation: Relation, result: Value) -> bool:
    if not isinstance(result, np.ndarray | np.generic):
        return False
    if np.shape(result) != relation.expected.shape:
        return False
    with np.errstate(all="ignore"):
        near = np.abs(result - relation.expected) <= _TOLERANCES * relation.allowed
        return bool((near | (result == relation.expected)).all())


def _broken(problem: Problem, failing: Sequence[Relation]) -> Diagnostic:
    relation, more = failing[0], len(failing) - 1
    others = f" and {count(more, 'other')}" if more else ""
    entry = problem.spec.properties[relation.index]
    words = f" ({entry.doc.strip()})" if entry.doc else ""
    message = (
        f"the reference is not {entry.kind} in `{entry.arg}` along axis {entry.axis}{words}: it "
        f"fails on the case {relation.name!r} of {place_of_case(problem, relation.name)}{others}"
    )
    return Diagnostic(problem.locate("properties", relation.index), message)


def _untried(problem: Problem, relations: Sequence[Relation]) -> Iterator[Diagnostic]:
    for index, entry in enumerate(problem.spec.properties):
        if not any(relation.index == index for relation in relations):
            message = f"no case has an axis {entry.axis} of `{entry.arg}` to try this on"
            yield Diagnostic(problem.locate("properties", index), message, "warning")
