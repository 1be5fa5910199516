"""What may be said of a result, by the visibility of its test group.

A student never reads a secret case's inputs, expected values, the text of its
exception, or what the code printed while it ran; the kind of error, the shape and
a likely cause may be said where the group allows it.
"""

from __future__ import annotations

import dataclasses

from grader.judge.results import CaseResult, SubmissionResult
from grader.problem import EXAMPLES, Problem, Visibility
from grader.verdict import Reason, Verdict

#: What a secret case may say about a verdict: the kind, never the text.
SECRET_WORDS: dict[Reason, str] = {
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


def has_secrets(problem: Problem) -> bool:
    """Whether some group is not shown in full."""
    return any(group.visible != "full" for group in problem.spec.tests.groups)


def for_student(
    result: SubmissionResult, problem: Problem, public_run: SubmissionResult | None = None
) -> SubmissionResult:
    """The result with everything taken out that its groups keep secret.

    A submission that ran on secret cases has seen their inputs, and could write them into the
    text of an exception, into what it prints, or into the answer of a public case. So what it
    says of public cases is taken from ``public_run``: the result of a process of its own that
    was given the public cases only. Without one, no text or number of the submission is kept.
    """
    if result.scope == "public" or not has_secrets(problem):
        return result
    counters: dict[str, int] = {}
    seen = {case.name: case for case in public_run.cases} if public_run else {}
    cases = []
    for case in result.cases:
        visible = visibility(problem, case.group)
        counters[case.group] = counters.get(case.group, 0) + 1
        if visible == "full":
            cases.append(_public(case, seen.get(case.name)))
        elif visible != "hidden":
            cases.append(_redacted(case, visible, counters[case.group]))
    return dataclasses.replace(
        result,
        cases=tuple(cases),
        output=public_run.output if public_run else "",
        message=_message(result, public_run),
    )


def _public(case: CaseResult, seen: CaseResult | None) -> CaseResult:
    """A public case, as it went where no secret case was."""
    if case.verdict is Verdict.AC:
        return case
    if seen is not None and (seen.verdict, seen.reason) == (case.verdict, case.reason):
        return dataclasses.replace(seen, likely=case.likely)
    message = SECRET_WORDS.get(case.reason, case.verdict.value) if case.reason else ""
    if seen is not None and seen.verdict is Verdict.AC:
        message += "; by itself the case passes, so the answer depends on earlier calls"
    return dataclasses.replace(case, message=message, difference=None)


def _redacted(case: CaseResult, visible: Visibility, number: int) -> CaseResult:
    """A secret case: a number for its name, the kind of error for its message."""
    message = ""
    likely = ""
    if visible == "diagnosis" and case.verdict is not Verdict.AC:
        message = SECRET_WORDS.get(case.reason, case.verdict.value) if case.reason else ""
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


def _message(result: SubmissionResult, public_run: SubmissionResult | None) -> str:
    """The submission's own message: from the public run if it ended in the same way."""
    if public_run is not None and public_run.verdict is result.verdict:
        return public_run.message
    never_ran = result.verdict is Verdict.CE and result.wall == 0
    if not result.message or never_ran or result.verdict in (Verdict.AC, Verdict.JE):
        return result.message
    if result.reason is None:
        return ""
    return SECRET_WORDS.get(result.reason, str(result.verdict.value))
