"""Grading inside a bundle: from the files that a tool laid out to its results file."""

from __future__ import annotations

import json
import os
import traceback
from pathlib import Path

from grader.errors import GraderError
from grader.exports.find import find_submission
from grader.exports.parts import SETTINGS
from grader.exports.tools import TOOLS, Json, Tool
from grader.grading import grade
from grader.pages import BASE, Messages, course_messages, messages_for
from grader.problem import Course, entry_name

GRADED = 0
FAILED = 3


def write_results(name: str, bundle: Path, submission: Path, results: Path) -> int:
    """Grade, and write the results file whatever happens.

    What is in it may be read by the student. Why we failed is said on standard error only.

    Args:
        name: of the tool.
        bundle: the folder with ``bundle.json``.
        submission: a file, or a folder with what was handed in.
        results: the file to write.

    Returns:
        0 where the submission was judged, 3 where we failed.
    """
    tool = TOOLS[name]
    code, messages = GRADED, _messages(bundle)
    try:
        data = _graded(tool, bundle, submission, messages)
    except Exception:
        traceback.print_exc()
        data, code = tool.failure(messages), FAILED
    _replace(results, json.dumps(data, allow_nan=False) + "\n")
    tool.publish(data)
    return code


def _graded(tool: Tool, bundle: Path, submission: Path, messages: Messages) -> Json:
    settings = json.loads((bundle / SETTINGS).read_text("utf-8"))
    problem = Course(bundle / settings["course"]).problem(settings["problem"])
    names = tuple(dict.fromkeys((problem.id, entry_name(problem.spec))))
    found = find_submission(submission, names, bundle)
    result = grade(problem, found, scope=settings["scope"])
    return tool.results(result, messages)


def _messages(bundle: Path) -> Messages:
    """In the course's language; in English where a bundle is so broken that nothing says which."""
    try:
        settings = json.loads((bundle / SETTINGS).read_text("utf-8"))
        return course_messages(Course(bundle / settings["course"]))
    except (OSError, ValueError, KeyError, GraderError):
        traceback.print_exc()
        return messages_for(BASE)


def _replace(path: Path, text: str) -> None:
    """Write a file at once: a reader sees the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.new")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, path)
