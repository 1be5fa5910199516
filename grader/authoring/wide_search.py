"""A wide random search for inputs on which two programs differ.

What passes all cases of a suite may compute the same in another way. It is tried on several
hundred inputs of other sizes, magnitudes and layouts; what differs nowhere is *probably*
equivalent. The inputs are written like cases of a problem file, so that one that shows a
difference can be added to it as it is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.cases import (
    CaseError,
    CaseErrors,
    Contract,
    Size,
    Testcase,
    count_numbers,
    read_contract,
)
from grader.diagnosis import expect, make, planned_numbers
from grader.grading import JudgingContext
from grader.judge import REFERENCE_LIMITS, CaseResult, PreparedCase, judge_case
from grader.numerics import Expected
from grader.problem import ArrayType, CaseSpec, Problem
from grader.sandbox import Job, Runner

#: How many inputs are tried, and how many numbers one may hold.
_INPUTS = 320
_LARGEST = 20_000
_STARS: tuple[tuple[int, ...], ...] = (
    (), (), (1,), (2,), (3,), (5,), (1, 1), (2, 3), (3, 2), (4, 4), (2, 1, 3), (0,), (2, 0),
)  # fmt: skip
_SIZES = (1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 9, 12, 17, 33, 70)
#: For arrays of floats that no recipe of the problem speaks of; nothing is the problem's own way.
_VALUES: tuple[dict[str, str], ...] = (
    {}, {}, {"*": "ints -3 3"}, {"*": "ints -3 3"}, {"*": "normal 1e-6"}, {"*": "normal 1e6"},
    {"*": "uniform 0 1"}, {"*": "uniform -1 0"}, {"*": "powers10 -6 6"}, {"*": "ones"},
    {"*": "sparse 0.3"},
)  # fmt: skip
_LAYOUTS: tuple[dict[str, str], ...] = (
    {},
    {},
    {},
    {"*": "F"},
    {"*": "strided"},
    {"*": "transposed"},
    {"*": "reversed"},
)
_CAPACITY = 1 << 26


@dataclass(frozen=True)
class WideCase:
    """An input, how it is written in a problem file, and what is expected of it."""

    spec: CaseSpec
    case: Testcase
    expected: tuple[Expected, ...]


def wide_cases(problem: Problem, runner: Runner) -> tuple[WideCase, ...]:
    """Make the inputs of the search; the same for the same problem.

    Raises:
        JudgeError: the sandbox failed.
    """
    contract = read_contract(problem, CaseErrors(problem))
    specs = {s.name: s for s in _specs(problem, contract) if _is_worth_making(contract, s.sizes)}
    cases = [case for case in make(problem, specs.values()) if count_numbers(case) <= _LARGEST]
    answers = expect(problem, cases, runner, REFERENCE_LIMITS)
    return tuple(
        WideCase(specs[case.name], case, answer)
        for case, answer in zip(cases, answers, strict=True)
        if answer is not None
    )


def differences(
    context: JudgingContext, sources: Mapping[str, bytes], wide: Sequence[WideCase], runner: Runner
) -> dict[str, tuple[CaseResult, ...]]:
    """Judge programs on the inputs of the search: a result for each input, by program.

    Raises:
        JudgeError: the sandbox failed.
    """
    problem = context.problem
    prepared = runner.prepare([one.case for one in wide], context.suite.entry, _CAPACITY)
    prepared_cases = [PreparedCase(problem, one.case, one.expected) for one in wide]
    jobs = (Job(name, source, prepared, problem.spec.limits) for name, source in sources.items())
    try:
        return {
            name: tuple(
                judge_case(problem, prepared_case, run)
                for prepared_case, run in zip(prepared_cases, report.cases, strict=True)
                if run.status in ("returned", "raised", "too large")
            )
            for name, report in runner.run_many(jobs)
        }
    finally:
        prepared.close()


def _is_worth_making(contract: Contract, sizes: Mapping[str, Size]) -> bool:
    """Not if it is far too large: eight matrices of 4900 rows take a gigabyte and a half."""
    try:
        return planned_numbers(contract, sizes) <= 2 * _LARGEST
    except CaseError:  # no array has these sizes: making the case tells
        return True


def _specs(problem: Problem, contract: Contract) -> Iterator[CaseSpec]:
    chance = random.Random(problem.id)
    calls = next(
        (case.calls for group in problem.spec.tests.groups for case in group.cases if case.calls),
        None,
    )
    for number in range(_INPUTS):
        yield CaseSpec(
            name=f"extra {number + 1}",
            sizes=_sizes(contract, chance, equal=number % 5 == 0),
            values=chance.choice(_VALUES) if _takes_floats(problem) else {},
            layout=chance.choice(_LAYOUTS),
            calls=calls,
        )


def _sizes(contract: Contract, chance: random.Random, *, equal: bool) -> dict[str, Size]:
    """Random sizes; all the same where ``equal``, since that hides and shows other mistakes."""
    stars: dict[str, Size] = {name: chance.choice(_STARS) for name in sorted(contract.stars)}
    same = chance.choice(_SIZES[:9])
    plain: dict[str, Size] = {
        name: same if equal else chance.choice(_SIZES) for name in sorted(contract.symbols)
    }
    if equal:
        stars = {name: (same,) * chance.choice((0, 1, 2)) for name in stars}
    return {**stars, **plain}


def _takes_floats(problem: Problem) -> bool:
    contract = problem.spec.contract
    function = problem.spec.function
    params = function.params.values() if function is not None else ()
    kinds = (parameter.value_type for parameter in params)
    return any(
        isinstance(kind, ArrayType) and (kind.dtype or contract.dtype) == "float64"
        for kind in kinds
    )
