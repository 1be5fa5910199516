"""The prepared suite of a problem: its cases, and what is expected of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from grader.cases import Testcase
from grader.judge.cache import value_bytes
from grader.judge.outcomes import PreparedCase
from grader.numerics import Expected
from grader.problem import EXAMPLES, Problem, TestGroup, entry_name, signatures
from grader.sandbox import Entry

Scope = Literal["all", "public"]

#: Room for results: a wrong one may well be larger than a right one, and is still looked at.
_RESULT_FACTOR = 8
_RESULT_ROOM = 1 << 20
#: A case with more bytes of inputs is not run twice.
_REPEATED_BYTES = 1 << 18


@dataclass(frozen=True)
class PreparedSuite:
    """The cases of a problem in one scope, with what is expected, case by case and call by call."""

    problem: Problem
    scope: Scope
    cases: tuple[Testcase, ...]
    expected: tuple[tuple[Expected, ...], ...]
    suite_hash: str
    repeats: tuple[int, ...]
    """Indices of the cases that run once more at the end."""
    entry: Entry

    @property
    def run_list(self) -> tuple[Testcase, ...]:
        """What a submission is run on: the cases, then the repeats."""
        again = (replace(self.cases[i], name=f"{self.cases[i].name} (again)") for i in self.repeats)
        return self.cases + tuple(again)

    @cached_property
    def prepared_cases(self) -> tuple[PreparedCase, ...]:
        """The cases ready to be judged."""
        return tuple(
            PreparedCase(self.problem, case, answers)
            for case, answers in zip(self.cases, self.expected, strict=True)
        )

    @property
    def groups(self) -> tuple[TestGroup, ...]:
        """The test groups in this scope."""
        groups = self.problem.spec.tests.groups
        if self.scope == "public":
            shown = public_groups(self.problem)
            return tuple(group for group in groups if group.id in shown)
        return groups

    @property
    def result_bytes(self) -> int:
        """Room that a submission gets for its results, in bytes."""
        total = sum(value_bytes(e.value) for answers in self.expected for e in answers)
        return _RESULT_FACTOR * total + _RESULT_ROOM


def public_groups(problem: Problem) -> tuple[str, ...]:
    """The examples, and the groups whose cases are shown in full."""
    shown = (group.id for group in problem.spec.tests.groups if group.visible == "full")
    return (EXAMPLES, *shown)


def assemble(
    problem: Problem,
    scope: Scope,
    cases: Sequence[Testcase],
    expected: Sequence[tuple[Expected, ...]],
    suite_hash: str,
) -> PreparedSuite:
    """The suite of some cases with what is expected of each."""
    return PreparedSuite(
        problem=problem,
        scope=scope,
        cases=tuple(cases),
        expected=tuple(expected),
        suite_hash=suite_hash,
        repeats=_repeats(cases),
        entry=entry_of(problem),
    )


def entry_of(problem: Problem) -> Entry:
    """What the child looks up in a submission, and how many arguments it must take."""
    first, *methods = signatures(problem.spec)
    return Entry(
        name=entry_name(problem.spec),
        parameters=len(first.params),
        methods={method.python_name: len(method.params) for method in methods}
        if problem.spec.class_ is not None
        else None,
        imports=problem.spec.policy.imports or (),
    )


def _repeats(cases: Sequence[Testcase]) -> tuple[int, ...]:
    """The smallest case of each group, unless it is large: enough to see an answer that
    depends on earlier calls, and cheap."""
    smallest: dict[str, tuple[int, int]] = {}
    for index, case in enumerate(cases):
        size = case_bytes(case)
        known = smallest.get(case.group)
        if case.reuse is None and size <= _REPEATED_BYTES and (known is None or size < known[0]):
            smallest[case.group] = (size, index)
    return tuple(index for _, index in smallest.values())


def case_bytes(case: Testcase) -> int:
    """Bytes of a case's arguments."""
    return sum(value_bytes(arg) for call in case.calls for arg in call.args)
