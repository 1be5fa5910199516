"""What may be said of a result, by the visibility of its test group.

A student never reads a secret case's inputs, expected values, the text of its
exception, or what the code printed while it ran; the kind of error, the shape and
a likely cause may be said where the group allows it.
"""

from __future__ import annotations

import dataclasses

from grader.judge.verdict import CaseResult, Reason, SubmissionResult, Verdict
from grader.problem.model import Problem, Visibility
from grader.problem.testing import EXAMPLES

#: What a secret case may say about a verdict: the kind, never the text.
_SECRET_WORDS: dict[Reason, str] = {
    Reason.TYPE: "the result has the wrong type",
    Reason.SHAPE: "the result has the wrong shape",
    Reason.DTYPE: "the result has the wrong dtype",
    Reason.NON_FINITE: "the result has NaN or infinity where a number belongs, or the reverse",
    Reason.VALUE: "values differ by more than rounding explains",
    Reason.STRUCTURE: "the result is not built as the statement says",
    Reason.INPUT_CHANGED: "an argument is changed in place",
    Reason.SHARED_MEMORY: "the result shares memory with an argument or an earlier result",
    Reason.NOT_DETERMINISTIC: "calling it again with equal arguments gives another answer",
    Reason.EXCEPTION: "the program raises an exception",
    Reason.CRASH: "the interpreter crashes",
    Reason.EARLY_EXIT: "the program ends the interpreter",
    Reason.CPU: "it takes too much processor time",
    Reason.WALL: "it takes too long",
    Reason.TOO_LARGE: "the result is far too large",
    Reason.NOT_REACHED: "not reached",
}


def visibility(problem: Problem, group: str) -> Visibility:
    """Of a group by its id; examples are public."""
    if group == EXAMPLES:
        return "full"
    for candidate in problem.spec.tests.groups:
        if candidate.id == group:
            return candidate.visible
    return "hidden"


def for_student(result: SubmissionResult, problem: Problem) -> SubmissionResult:
    """The result with everything taken out that its groups keep secret."""
    counters: dict[str, int] = {}
    cases = []
    secret_ran = False
    for case in result.cases:
        visible = visibility(problem, case.group)
        counters[case.group] = counters.get(case.group, 0) + 1
        if visible == "full":
            cases.append(case)
            continue
        secret_ran = True
        if visible != "hidden":
            cases.append(_redacted(case, visible, counters[case.group]))
    output = "" if secret_ran else result.output
    warnings = result.warnings
    if secret_ran and result.output.strip():
        warnings += ("what your program printed is not shown, since secret cases ran too",)
    return dataclasses.replace(
        result,
        cases=tuple(cases),
        output=output,
        warnings=warnings,
        message=_message(result, secret_ran),
    )


def _redacted(case: CaseResult, visible: Visibility, number: int) -> CaseResult:
    """A secret case: a number for its name, the kind of error for its message."""
    message = ""
    likely = ""
    if visible == "diagnosis" and case.verdict is not Verdict.AC:
        message = _SECRET_WORDS.get(case.reason, case.verdict.value) if case.reason else ""
        likely = case.likely
    return CaseResult(
        name=f"{case.group} {number}",
        group=case.group,
        verdict=case.verdict,
        reason=case.reason if visible == "diagnosis" else None,
        message=message,
        likely=likely,
        seconds=round(case.seconds, 3),
    )


def _message(result: SubmissionResult, secret_ran: bool) -> str:
    """The submission's own message; built from a secret case it is only its kind."""
    if not secret_ran or result.verdict in (Verdict.CE, Verdict.JE, Verdict.AC):
        return result.message
    if not result.message or result.reason is None:
        return ""
    return _SECRET_WORDS.get(result.reason, str(result.verdict.value))
