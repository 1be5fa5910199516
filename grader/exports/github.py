"""GitHub Classroom: a step's output ``result``, which is JSON in base64.

Whoever can push to a repository can change its workflow, and read all that the workflow can.
So a student's repository checks the public cases, with the kit; all cases are graded by a
workflow of the instructor's own repository, which no student can read.
"""

from __future__ import annotations

import base64
import json
import os
import secrets
import sys
from typing import Any

from grader.exports.parts import SETTINGS, Bundle, Parts, prefixed, script
from grader.exports.rows import rows_of, summary_of
from grader.judge import SubmissionResult
from grader.pages import Messages

_VERSION = 1


def results(result: SubmissionResult, messages: Messages) -> dict[str, Any]:
    """The decoded output; the scores of its tests add up to what the student gets."""
    return {
        "version": _VERSION,
        "status": "pass" if result.accepted else "fail",
        "message": summary_of(result, messages),
        "max_score": result.max_points,
        "tests": [
            {
                "name": row.name,
                "status": "pass" if row.passed else "fail",
                "score": row.points,
                "message": row.text,
                "test_code": f"grader {_command(result)} {result.problem}",
                "filename": "",
                "line_no": 0,
            }
            for row in rows_of(result, messages)
        ],
    }


def _command(result: SubmissionResult) -> str:
    return "check" if result.scope == "public" else "grade"


def failure(messages: Messages) -> dict[str, Any]:
    """Of our own failure: a maximum of 0, with which the reporter sends no score."""
    return {
        "version": _VERSION,
        "status": "error",
        "message": messages["export_our_failure"],
        "max_score": 0,
        "tests": [],
    }


def publish(data: dict[str, Any]) -> None:
    """Set the step's output, and say the results in its log."""
    if path := os.environ.get("GITHUB_OUTPUT"):
        with open(path, "a", encoding="utf-8") as file:
            file.write(output_line(data))
    sys.stdout.write(log_text(data, secrets.token_hex(16)))


def output_line(data: dict[str, Any]) -> str:
    """The line for the file that ``GITHUB_OUTPUT`` names."""
    return f"result={base64.b64encode(json.dumps(data).encode()).decode()}\n"


def log_text(data: dict[str, Any], token: str) -> str:
    """The report for the step's log.

    A submission may print what reads like a command to the runner: nothing between the two
    lines with the token, which cannot be guessed, is taken for one.
    """
    texts = [str(data["message"]), *(f"{t['name']}\n{t['message']}" for t in data["tests"])]
    return f"::stop-commands::{token}\n" + "\n\n".join(texts) + f"\n::{token}::\n"


def lay_out(parts: Parts) -> Bundle:
    """``instructor/`` is a private repository; ``students/`` is the template of theirs."""
    files = {
        **parts.autograder,
        "run.sh": script("github_run.sh"),
        ".github/workflows/grade.yml": script("github_grade.yml"),
    }
    settings = json.dumps({"problem": parts.problem.id, "scope": "public", "course": ".."})
    checker = {**parts.package, SETTINGS: settings.encode(), "run.sh": script("github_run.sh")}
    students = {
        **prefixed("autograding", checker),
        ".github/workflows/classroom.yml": script("github_classroom.yml"),
    }
    return Bundle(files, {}, students)
