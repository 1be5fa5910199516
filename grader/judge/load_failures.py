"""Why a submission could not be loaded, in one sentence that says what to do."""

from __future__ import annotations

import difflib

from grader.judge.outcomes import exception_text
from grader.problem import Problem, signature_text
from grader.sandbox import LoadFault, Raised, RunReport
from grader.verdict import Reason, Verdict

_REASONS = {
    "syntax": Reason.SYNTAX,
    "raised": Reason.EXCEPTION,
    "missing": Reason.MISSING,
    "not callable": Reason.MISSING,
    "not a class": Reason.MISSING,
    "method missing": Reason.MISSING,
    "signature": Reason.SIGNATURE,
}


def load_failure(problem: Problem, report: RunReport) -> tuple[Verdict, Reason | None, str]:
    """Verdict, reason and sentence of a run that ended while it was being loaded."""
    raised, fault = report.load_error, report.load_fault
    if raised is not None:
        if raised.type == "MemoryError":
            return Verdict.MLE, None, "importing it needs more memory than is allowed"
        return Verdict.CE, _reason(raised, fault), _raised_text(raised, fault)
    if fault is not None:
        return Verdict.CE, _REASONS[fault.problem], fault_text(problem, fault)
    return Verdict.CE, Reason.IMPORT, f"it could not be imported: {report.detail}"


def _reason(raised: Raised, fault: LoadFault | None) -> Reason:
    if raised.type in ("ImportError", "ModuleNotFoundError"):
        return Reason.IMPORT
    return _REASONS[fault.problem] if fault is not None else Reason.EXCEPTION


def _raised_text(raised: Raised, fault: LoadFault | None) -> str:
    if fault is not None and fault.problem == "syntax":
        place = f"line {raised.line}: " if raised.line else ""
        return f"{place}not valid Python: {raised.message}"
    return f"importing it raises {exception_text(raised)}"


def fault_text(problem: Problem, fault: LoadFault) -> str:
    """A function, class or method that is missing or takes other arguments."""
    if fault.problem == "signature":
        return (
            f"`{fault.name}` takes {_accepts(fault)}, and is called with {fault.needs}: "
            f"`{signature_text(problem.spec)}`"
        )
    if fault.problem == "not callable":
        return f"`{fault.name}` is there, but it is not a function"
    if fault.problem == "not a class":
        return f"`{fault.name}` is there, but it is not a class"
    kind = "method" if fault.problem == "method missing" else "function"
    if problem.spec.class_ is not None and kind == "function":
        kind = "class"
    near = difflib.get_close_matches(fault.name.rpartition(".")[2], fault.names, 1, 0.6)
    if near:
        return f"there is no {kind} `{fault.name}`: found `{near[0]}`; did you mean `{fault.name}`?"
    found = ", ".join(f"`{name}`" for name in fault.names[:4])
    return f"there is no {kind} `{fault.name}`" + (f"; found {found}" if found else "")


def _accepts(fault: LoadFault) -> str:
    fewest, most = fault.accepts or (0, None)
    if most is None:
        return f"at least {fewest} arguments"
    if fewest > most:
        return "a keyword-only argument that the grader does not pass"
    if fewest == most:
        return f"{most} argument{'s' if most != 1 else ''}"
    return f"{fewest} to {most} arguments"
