"""From what a run gave to the verdict of each case. Pure: no process, no file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from grader.cases import Testcase, case_text, input_texts, signature_of_target
from grader.judge.results import CaseResult, Difference
from grader.numerics import Comparison, Expected, compare
from grader.problem import Parameter, Problem
from grader.sandbox import CaseRun, Raised, RunReport, Stop
from grader.verdict import Reason, Verdict

#: How the end of the process is judged; FINISHED leaves it to the cases.
STOP_VERDICTS: dict[Stop, tuple[Verdict, Reason | None]] = {
    Stop.WALL_TIME: (Verdict.TLE, Reason.WALL),
    Stop.CPU_TIME: (Verdict.TLE, Reason.CPU),
    Stop.MEMORY: (Verdict.MLE, None),
    Stop.OUTPUT: (Verdict.OLE, None),
    Stop.CRASHED: (Verdict.RTE, Reason.CRASH),
    Stop.EXITED: (Verdict.RTE, Reason.EARLY_EXIT),
    Stop.VIOLATION: (Verdict.SV, None),
    Stop.FORGED: (Verdict.SV, None),
    Stop.JUDGE_ERROR: (Verdict.JE, None),
}


@dataclass(frozen=True)
class PreparedCase:
    """A case with all that is needed to judge it: made once, used for every submission."""

    problem: Problem
    case: Testcase
    expected: Sequence[Expected]
    """By call."""

    @cached_property
    def call(self) -> str:
        """The calls as text."""
        return case_text(self.problem, self.case)

    @cached_property
    def returns(self) -> tuple[Parameter, ...]:
        """What each call returns by the contract."""
        calls = self.case.calls
        return tuple(signature_of_target(self.problem, call.target).returns for call in calls)

    @cached_property
    def inputs(self) -> tuple[tuple[str, str], ...]:
        """The arguments as text, if they are few numbers: only a failing case shows them."""
        return input_texts(self.problem, self.case)


def judge_cases(
    problem: Problem, prepared_cases: Sequence[PreparedCase], report: RunReport
) -> tuple[CaseResult, ...]:
    """The verdict of every case of a run; ``report`` may hold more cases at its end.

    Where the process was stopped, the case that was running gets the stop's verdict, and so
    do those that were not reached; cases that had finished keep their own.
    """
    results = []
    for prepared, run in zip(prepared_cases, report.cases, strict=False):
        if run.status in ("interrupted", "not reached"):
            results.append(_stopped(problem, prepared, run, report))
        else:
            results.append(judge_case(problem, prepared, run))
    return tuple(results)


def judge_case(problem: Problem, prepared: PreparedCase, run: CaseRun) -> CaseResult:
    """The verdict of a case that came to an end: returned, raised or gave too much."""
    if run.status == "raised":
        assert run.raised is not None, "a case that raised says what"
        memory = run.raised.type == "MemoryError"
        verdict = Verdict.MLE if memory else Verdict.RTE
        message = exception_text(run.raised)
        return _result(prepared, run, verdict, Reason.EXCEPTION, message)
    if run.status == "too large":
        message = "the result is far larger than any right one"
        return _result(prepared, run, Verdict.WA, Reason.TOO_LARGE, message)
    contract = problem.spec.contract
    worst = 0.0
    for number, (answer, got) in enumerate(zip(prepared.expected, run.results, strict=True)):
        comparison = compare(
            answer,
            got,
            contract=prepared.returns[number],
            strict_dtype=contract.strict_dtype,
            dtype=contract.dtype,
        )
        worst = max(worst, comparison.error)
        if not comparison.ok:
            return _wrong(prepared, run, number, comparison)
    side_effect = _side_effect(problem, prepared.case, run)
    if side_effect is not None:
        reason, message = side_effect
        return _result(prepared, run, Verdict.WA, reason, message, error=worst)
    return _result(prepared, run, Verdict.AC, None, "", error=worst)


def exception_text(raised: Raised) -> str:
    """``ValueError: shapes (2,3) and (2,3) not aligned (line 7)``."""
    place = f" (line {raised.line})" if raised.line else ""
    message = f": {raised.message}" if raised.message else ""
    return f"{raised.type}{message}{place}"


def _side_effect(problem: Problem, case: Testcase, run: CaseRun) -> tuple[Reason, str] | None:
    """What a right result does not excuse: changed arguments, shared memory."""
    if run.changed:
        call, argument = run.changed[0]
        names = list(signature_of_target(problem, case.calls[call].target).params)
        name = names[argument] if argument < len(names) else f"argument {argument + 1}"
        return (
            Reason.INPUT_CHANGED,
            f"`{name}` is not the same after the call; work on a copy instead of changing "
            "the arguments in place",
        )
    shared = run.sharing(views_allowed=problem.spec.contract.views)
    if shared:
        return Reason.SHARED_MEMORY, f"{shared[0]}; return an array of your own"
    return None


def _wrong(prepared: PreparedCase, run: CaseRun, number: int, comparison: Comparison) -> CaseResult:
    prefix = f"call {number + 1}: " if len(prepared.case.calls) > 1 else ""
    difference = None
    if comparison.samples or comparison.where:
        difference = Difference(
            path=comparison.path,
            summary=prefix + (comparison.detail or comparison.message),
            where=comparison.where,
            samples=comparison.samples,
            shape_note=comparison.shape_note,
        )
    return _result(
        prepared,
        run,
        Verdict.WA,
        Reason[comparison.reason or "VALUE"],
        prefix + comparison.message,
        error=comparison.error,
        difference=difference,
    )


def _stopped(
    problem: Problem, prepared: PreparedCase, run: CaseRun, report: RunReport
) -> CaseResult:
    """A case that did not come to an end, or was never begun."""
    verdict, reason = STOP_VERDICTS.get(report.stop, (Verdict.RTE, Reason.EARLY_EXIT))
    if run.status == "not reached":
        return _result(prepared, run, verdict, Reason.NOT_REACHED, "not reached")
    return _result(prepared, run, verdict, reason, stop_text(report, problem))


def stop_text(report: RunReport, problem: Problem) -> str:
    """Why the process was stopped, in one sentence for the student."""
    limits = problem.spec.limits
    detail = f": {report.detail}" if report.detail else ""
    if report.stop is Stop.JUDGE_ERROR:
        return f"our own failure{detail}"
    return {
        Stop.WALL_TIME: f"stopped after {limits.wall:g} s on the clock; is there an endless loop?",
        Stop.CPU_TIME: f"stopped after {limits.cpu:g} s of computing; is there an endless loop?",
        Stop.MEMORY: f"it needs more than the {limits.memory / 1e6:g} MB that are allowed",
        Stop.OUTPUT: f"it prints more than the {limits.output / 1000:g} kB that are allowed",
        Stop.CRASHED: f"the Python interpreter crashed{detail}",
        Stop.EXITED: f"the program ended the interpreter before all cases had run{detail}",
        Stop.VIOLATION: f"it asks the system for something that a submission may not do{detail}",
        Stop.FORGED: "it writes into the memory in which results are handed over",
    }.get(report.stop, f"{report.stop.value}{detail}")


def _result(
    prepared: PreparedCase,
    run: CaseRun,
    verdict: Verdict,
    reason: Reason | None,
    message: str,
    *,
    error: float = 0.0,
    difference: Difference | None = None,
) -> CaseResult:
    case = prepared.case
    return CaseResult(
        name=case.name,
        group=case.group,
        verdict=verdict,
        reason=reason,
        message=message,
        error=error,
        difference=difference,
        call=prepared.call,
        inputs=() if verdict is Verdict.AC else prepared.inputs,
        seconds=run.seconds,
        memory=run.memory,
        note=case.note,
    )
