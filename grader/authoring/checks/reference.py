"""The reference: it comes to an end, keeps the contract, is deterministic, agrees with examples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grader.authoring.checks.call_sizes import sizes_of_call
from grader.authoring.checks.contract_fault import contract_fault
from grader.authoring.checks.outcome import Outcome, count, outcome
from grader.authoring.evidence import ReferenceRuns, generous
from grader.authoring.locations import location_of_solution, place_of_case
from grader.cases import (
    CaseError,
    Testcase,
    convert,
    literal_text,
    signature_of_target,
)
from grader.errors import Diagnostic, Location
from grader.judge import PreparedSuite, exception_text
from grader.numerics import Expected, compare
from grader.problem import UNSET, Example, Parameter, Problem, parameters_of
from grader.sandbox import CaseRun, RunReport, Stop


def check_reference(problem: Problem, runs: ReferenceRuns) -> Outcome:
    """Look at the three plain runs of the reference."""
    path = problem.solutions / "reference.py"
    report = runs.reports[0]
    diagnostics: list[Diagnostic] = []
    if report.load_error is not None or report.load_fault is not None:
        error = report.load_error
        words = exception_text(error) if error else report.detail
        place = location_of_solution(path, error.line if error else None)
        diagnostics.append(Diagnostic(place, f"the reference cannot be loaded: {words}"))
    elif report.stop is not Stop.FINISHED:
        diagnostics.append(
            Diagnostic(location_of_solution(path), _stopped(problem, report, runs.cases))
        )
    else:
        for case, run in zip(runs.cases, report.cases, strict=True):
            diagnostics += _case_diagnostics(problem, case, run)
        if not diagnostics:
            diagnostics += _not_deterministic(problem, runs)
    summary = f"{count(len(runs.cases), 'case')}, each three times, in {report.wall:.2f} s"
    return outcome("reference", summary, diagnostics)


def _stopped(problem: Problem, report: RunReport, cases: tuple[Testcase, ...]) -> str:
    """Why the reference did not come to an end, and in which case."""
    limits = generous(problem.spec.limits)
    where = next(
        (
            f" in the case {case.name!r}"
            for case, run in zip(cases, report.cases, strict=True)
            if run.status == "interrupted"
        ),
        "",
    )
    reasons = {
        Stop.WALL_TIME: f"does not come to an end within {limits.wall:g} s",
        Stop.CPU_TIME: f"does not come to an end within {limits.cpu:g} s of computing",
        Stop.MEMORY: f"needs more than {limits.memory / 1e6:g} MB",
        Stop.OUTPUT: f"prints more than {limits.output / 1000:g} kB",
        Stop.EXITED: "ends the interpreter",
        Stop.VIOLATION: f"asks the system for what a solution may not do ({report.detail})",
    }
    reason = reasons.get(report.stop, f"stops: {report.stop.value} {report.detail}".rstrip())
    return f"the reference {reason}{where}"


def _case_diagnostics(problem: Problem, case: Testcase, run: CaseRun) -> Iterator[Diagnostic]:
    path = problem.solutions / "reference.py"
    at = f"on the case {case.name!r} ({place_of_case(problem, case.name)})"
    if run.status == "raised" and run.raised is not None:
        place = location_of_solution(path, run.raised.line)
        yield Diagnostic(place, f"the reference raises {exception_text(run.raised)} {at}")
        return
    if run.status != "returned":
        yield Diagnostic(location_of_solution(path), f"the reference returns far too much {at}")
        return
    for number, value in enumerate(run.results):
        signature = signature_of_target(problem, case.calls[number].target)
        sizes = sizes_of_call(signature, case.calls[number], run.results)
        wanted, dtype = signature.returns.value_type, problem.spec.contract.dtype
        fault = contract_fault(wanted, value, dtype, sizes)
        if fault:
            yield Diagnostic(location_of_solution(path), f"the reference {fault} {at}")
            return
    for number, argument in run.changed:
        names = list(signature_of_target(problem, case.calls[number].target).params)
        message = f"the reference changes its argument `{names[argument]}` {at}; work on a copy"
        yield Diagnostic(location_of_solution(path), message)
    for words in run.sharing(views_allowed=problem.spec.contract.views)[:1]:
        yield Diagnostic(
            location_of_solution(path), f"the reference: {words} {at}; return a new array"
        )


def _not_deterministic(problem: Problem, runs: ReferenceRuns) -> Iterator[Diagnostic]:
    """Compare the runs bit for bit."""
    path = location_of_solution(problem.solutions / "reference.py")
    reasons = (
        "gives another result when it is run again; does it read a clock or draw random numbers?",
        "gives another result when the cases run in another order; does it keep something between "
        "calls, or draw from a global random generator?",
    )
    first = runs.prints[0]
    for other, reason in zip(runs.prints[1:], reasons, strict=False):
        for name, one in first.items():
            two = other[name]
            same = one is not None and two is not None and one.text == two.text
            if not (same and _bits(one) == _bits(two)):
                yield Diagnostic(path, f"the reference {reason} (first on the case {name!r})")
                return


def _bits(found: Any) -> bytes:
    numbers: bytes = found.numbers.tobytes()
    return numbers


def check_examples(problem: Problem, prepared_suite: PreparedSuite) -> Outcome:
    """Compare the literal results of the examples with what the reference returns."""
    diagnostics: list[Diagnostic] = []
    expected = {
        c.name: answers
        for c, answers in zip(prepared_suite.cases, prepared_suite.expected, strict=True)
    }
    for index, example in enumerate(problem.spec.examples):
        for call, literal, place in _literals(problem, index, example):
            answer = expected[example.name][call]
            target = (
                next(c for c in prepared_suite.cases if c.name == example.name).calls[call].target
            )
            contract = signature_of_target(problem, target).returns
            fault = _example_fault(problem, answer, contract, literal)
            if fault:
                diagnostics.append(Diagnostic(place, f"the example {example.name!r}: {fault}"))
    summary = count(len(problem.spec.examples), "example") + " as computed by the reference"
    return outcome("examples", summary, diagnostics)


def _literals(
    problem: Problem, index: int, example: Example
) -> Iterator[tuple[int, Any, Location]]:
    """The literal results of an example: (number of the call, literal, place)."""
    if example.calls is None:
        if example.returns is not UNSET:
            yield 0, example.returns, problem.locate("examples", index, "returns")
        return
    for number, call in enumerate(example.calls):
        if call.returns is not UNSET:
            place = problem.locate("examples", index, "calls", number, "returns")
            yield number, call.returns, place


def _example_fault(problem: Problem, answer: Expected, contract: Parameter, literal: Any) -> str:
    spec = problem.spec.contract
    try:
        value = convert(contract.value_type, spec.dtype, literal)
    except CaseError as error:
        return f"its result cannot be read: {error}"
    comparison = compare(answer, value, contract=contract, dtype=spec.dtype)
    if comparison.ok:
        return ""
    computed = literal_text(answer.value)
    if len(computed) <= _SHOWN:
        return f"the reference returns {computed}"
    return f"{comparison.message}: {comparison.detail}, compared with the reference"


_SHOWN = 120


def check_expressions(problem: Problem, ways: list[tuple[tuple[str, str], ...]]) -> Outcome:
    """Whether the intermediate values can be computed on at least one small case."""
    entries = problem.spec.intermediates
    diagnostics = []
    if entries and problem.spec.function is not None and not any(ways):
        names = ", ".join(parameters_of(problem.spec))
        message = f"these expressions raise on every small case; they may use np and {names}"
        diagnostics.append(Diagnostic(problem.locate("intermediates"), message))
    return outcome("intermediate values", count(len(entries), "expression"), diagnostics)
