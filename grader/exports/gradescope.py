"""Gradescope: a zip with ``setup.sh`` and ``run_autograder``; ``results/results.json``."""

from __future__ import annotations

from typing import Any

from grader.exports.parts import Bundle, Parts, script
from grader.exports.rows import rows_of, summary_of
from grader.judge import SubmissionResult
from grader.pages import Messages


def results(result: SubmissionResult, messages: Messages) -> dict[str, Any]:
    """The results file.

    No test is ``hidden``, since Gradescope then hides a student's total; what is secret is not
    in the file at all.
    """
    return {
        "score": result.points,
        "execution_time": round(result.wall, 3),
        "output": summary_of(result, messages),
        "output_format": "text",
        "test_output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {
            "verdict": result.verdict.name,
            "problem_hash": result.problem_hash,
            "suite_hash": result.suite_hash,
        },
        "tests": [
            {
                "name": row.name,
                "number": str(number),
                "score": row.points,
                "max_score": row.max_points,
                "status": "passed" if row.passed else "failed",
                "output": row.text,
                "visibility": "visible",
            }
            for number, row in enumerate(rows_of(result, messages), 1)
        ],
    }


def failure(messages: Messages) -> dict[str, Any]:
    """Of our own failure: without a score, which Gradescope reports as a failed autograder."""
    return {
        "output": messages["export_our_failure"],
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {"verdict": "JE"},
    }


def lay_out(parts: Parts) -> Bundle:
    """``instructor/autograder.zip`` is uploaded; nothing else of that folder is needed."""
    inside = {
        **parts.autograder,
        "setup.sh": script("gradescope_setup.sh"),
        "run_autograder": script("gradescope_run_autograder.sh"),
    }
    return Bundle({}, {"autograder.zip": inside})
