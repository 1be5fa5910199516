"""Submissions that could not be loaded: verdict, reason, and a sentence that says what to do."""

from __future__ import annotations

import pytest

from grader.judge.load_failures import load_failure
from grader.problem.load import load_problem
from grader.sandbox.report import LoadFault, Raised, RunReport, Stop
from grader.verdict import Reason, Verdict
from tests.course import COURSE


def report(raised: Raised | None = None, fault: LoadFault | None = None) -> RunReport:
    return RunReport(Stop.LOAD_FAILED, "", (), raised, "", 0.1, 0.1, 0, "A", load_fault=fault)


MISSPELT = LoadFault("missing", "feed_forward", ("feedforward", "helper"))
OTHER = LoadFault("missing", "feed_forward", ("relu",))
NOTHING = LoadFault("missing", "feed_forward")
TOO_FEW = LoadFault("signature", "feed_forward", accepts=(2, 2), needs=5)
KEYWORD = LoadFault("signature", "feed_forward", accepts=(6, 5), needs=5)


@pytest.mark.parametrize(
    ("raised", "fault", "verdict", "reason", "words"),
    [
        (None, MISSPELT, Verdict.CE, Reason.MISSING, "found `feedforward`; did you mean"),
        (None, OTHER, Verdict.CE, Reason.MISSING, "no function `feed_forward`; found `relu`"),
        (None, NOTHING, Verdict.CE, Reason.MISSING, "there is no function `feed_forward`"),
        (None, TOO_FEW, Verdict.CE, Reason.SIGNATURE, "takes 2 arguments, and is called with 5"),
        (None, KEYWORD, Verdict.CE, Reason.SIGNATURE, "keyword-only"),
        (
            None,
            LoadFault("not callable", "feed_forward"),
            Verdict.CE,
            Reason.MISSING,
            "not a function",
        ),
        (
            Raised("SyntaxError", "'(' was never closed", 3),
            LoadFault("syntax"),
            Verdict.CE,
            Reason.SYNTAX,
            "line 3: not valid Python: '(' was never closed",
        ),
        (
            Raised("ModuleNotFoundError", "No module named 'scipy'", 2),
            LoadFault("raised"),
            Verdict.CE,
            Reason.IMPORT,
            "No module named 'scipy' (line 2)",
        ),
        (
            Raised("ZeroDivisionError", "division by zero", 4),
            LoadFault("raised"),
            Verdict.CE,
            Reason.EXCEPTION,
            "importing it raises ZeroDivisionError: division by zero (line 4)",
        ),
        (Raised("MemoryError", ""), LoadFault("raised"), Verdict.MLE, None, "more memory"),
    ],
)
def test_load_failures(
    raised: Raised | None,
    fault: LoadFault,
    verdict: Verdict,
    reason: Reason | None,
    words: str,
) -> None:
    problem = load_problem("feed_forward", course=COURSE)
    got = load_failure(problem, report(raised, fault))
    assert got[:2] == (verdict, reason)
    assert words in got[2]
