"""The cases: the same each time, none twice, all sizes that the texts name are reached."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from grader.authoring.checks.outcome import Outcome, count, outcome
from grader.cases import Suite, signature_of_target
from grader.errors import Diagnostic
from grader.problem import Problem

_SYMBOL = re.compile(r"`([A-Za-z_]\w*)`")
_NUMBER = re.compile(r"(?<![\w.])(\d{1,6})(?![\w.]*\w)")


def check_cases(problem: Problem, suite: Suite, again: str) -> Outcome:
    """Look at the sizes in a suite, and at its hash when it was made ``again``."""
    diagnostics: list[Diagnostic] = []
    if again != suite.hash:
        message = "the cases differ when they are made a second time; this is our fault"
        diagnostics.append(Diagnostic(problem.locate("tests"), message))
    diagnostics += _ranges(problem, suite)
    diagnostics += _named_sizes(problem, suite)
    numbers = sum(_sizes(suite, name) != set() for name in problem.spec.contract.dims)
    summary = (
        f"{count(len(suite.cases), 'case')}, {count(numbers, 'size')}, suite {suite.hash[:12]}"
    )
    return outcome("test cases", summary, diagnostics)


def _ranges(problem: Problem, suite: Suite) -> Iterator[Diagnostic]:
    """Both ends of the range of every declared size occur, or more extreme ones."""
    top = "function" if problem.spec.function is not None else "class"
    for name, dim in problem.spec.contract.dims.items():
        reached = _sizes(suite, name)
        if not reached:
            continue
        for end, missed in (("min", min(reached) > dim.min), ("max", max(reached) < dim.max)):
            if missed:
                extreme = min(reached) if end == "min" else max(reached)
                message = (
                    f"no case reaches {name} = {getattr(dim, end)}; the "
                    f"{'smallest' if end == 'min' else 'largest'} is {extreme}"
                )
                place = problem.locate(top, "dims", name, end)
                yield Diagnostic(place, message, "warning")


def _named_sizes(problem: Problem, suite: Suite) -> Iterator[Diagnostic]:
    """A constraint that names a size and a number has a case where they meet."""
    arrays = _axes_of_arguments(problem, suite)
    for index, statement in enumerate(problem.spec.constraints):
        for name in dict.fromkeys(_SYMBOL.findall(statement.text)):
            reached = _sizes(suite, name) or arrays.get(name, set())
            if not reached:
                continue
            for number in dict.fromkeys(map(int, _NUMBER.findall(statement.text))):
                if number not in reached:
                    message = f"no case has the size {number} of `{name}` that is named here"
                    yield Diagnostic(problem.locate("constraints", index), message, "warning")


def _sizes(suite: Suite, name: str) -> set[int]:
    """All values that a size has; those of every axis for a starred symbol."""
    found: set[int] = set()
    for case in suite.cases:
        size = case.sizes.get(name, ())
        found |= {size} if isinstance(size, int) else set(size)
    return found


def _axes_of_arguments(problem: Problem, suite: Suite) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for case in suite.cases:
        for call in case.calls:
            names = signature_of_target(problem, call.target).params
            for name, value in zip(names, call.args, strict=False):
                if isinstance(value, np.ndarray):
                    found.setdefault(name, set()).update(value.shape)
    return found
