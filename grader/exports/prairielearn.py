"""PrairieLearn: a question with an external grader; ``/grade/results/results.json``."""

from __future__ import annotations

import json
import uuid
from typing import Any

from grader.exports.parts import DOCKERFILE, REQUIREMENTS, Bundle, Parts, prefixed, script
from grader.exports.rows import MAX_TEXT, clipped, rows_of, summary_of
from grader.judge import SubmissionResult
from grader.pages import Messages
from grader.verdict import Reason

#: Largest results file, in bytes, with room for what is one megabyte to whom.
MAX_BYTES = 900_000
#: No program was handed in: PrairieLearn gives the attempt back rather than no points.
_NO_PROGRAM = (Reason.FILE, Reason.ENCODING, Reason.SYNTAX)
#: Seconds; for loading and tracing, beside the time limit of the problem.
_GRACE = 60
_TIMEOUT_LIMIT = 600
_NAMESPACE = uuid.UUID("5b0a8a36-6a0e-4e55-9f0b-7b2b7a6f3a51")


def results(result: SubmissionResult, messages: Messages) -> dict[str, Any]:
    """The results file, with shorter texts where it would be too large."""
    if result.reason in _NO_PROGRAM and not result.cases:
        return {"gradable": False, "format_errors": [result.message], "output": ""}
    found = _results(result, messages)
    length = MAX_TEXT
    while len(json.dumps(found).encode()) > MAX_BYTES and length:
        length //= 2
        for part in (found, *found["tests"]):
            part["output"] = clipped(part["output"], length)
    return found


def _results(result: SubmissionResult, messages: Messages) -> dict[str, Any]:
    return {
        "gradable": True,
        "score": result.share,
        "message": _message(result, messages),
        "output": summary_of(result, messages),
        "tests": [
            {
                "name": row.name,
                "points": row.points,
                "max_points": row.max_points,
                "output": row.text,
            }
            for row in rows_of(result, messages)
        ],
    }


def _message(result: SubmissionResult, messages: Messages) -> str:
    points, most = messages.number(result.points), messages.number(result.max_points)
    said = messages.get("result_of_points", count=points, total=most)
    return f"{messages.verdict(result.verdict)}: {said}"


def failure(messages: Messages) -> dict[str, Any]:
    """Of our own failure: not gradable, so that neither points nor an attempt are lost."""
    return {"gradable": False, "format_errors": [messages["export_our_failure"]]}


def lay_out(parts: Parts) -> Bundle:
    """A part of a course's repository, and the image in which it grades.

    PrairieLearn shows a student neither ``serverFilesCourse`` nor a question's ``tests``.
    """
    name = parts.problem.id
    question = f"questions/{name}"
    framework = {"run.sh": script("prairielearn_run.sh"), **parts.package}
    files = {
        f"{question}/info.json": _info(parts),
        f"{question}/question.html": _page(parts).encode(),
        f"{question}/starter.py": parts.starter,
        **prefixed(f"{question}/tests", parts.secret),
        **prefixed("serverFilesCourse/grader", framework),
        "image/Dockerfile": DOCKERFILE.encode(),
        f"image/{REQUIREMENTS}": parts.requirements,
    }
    return Bundle(files, {})


def _info(parts: Parts) -> bytes:
    spec = parts.problem.spec
    info = {
        "uuid": str(uuid.uuid5(_NAMESPACE, parts.problem.id)),
        "title": spec.title,
        "topic": "NumPy",
        "tags": list(spec.tags),
        "type": "v3",
        "singleVariant": True,
        "gradingMethod": "External",
        "externalGradingOptions": {
            "enabled": True,
            "image": parts.image,
            "serverFilesCourse": ["grader"],
            "entrypoint": "/grade/serverFilesCourse/grader/run.sh",
            "timeout": int(min(_GRACE + 4 * spec.limits.wall, _TIMEOUT_LIMIT)),
            "enableNetworking": False,
        },
    }
    return (json.dumps(info, indent=2, ensure_ascii=False) + "\n").encode()


def _page(parts: Parts) -> str:
    """The statement, an editor with the starter code, and the results."""
    # PrairieLearn fills in Mustache's braces, which a formula or a program may have too.
    statement = parts.statement.replace("{", "&#123;").replace("}", "&#125;")
    return (
        "<pl-question-panel>\n"
        f"{statement}\n"
        "</pl-question-panel>\n\n"
        f'<pl-file-editor file-name="{parts.problem.id}.py" ace-mode="ace/mode/python"\n'
        '  source-file-name="starter.py"></pl-file-editor>\n\n'
        "<pl-submission-panel>\n"
        "  <pl-external-grader-results></pl-external-grader-results>\n"
        "</pl-submission-panel>\n"
    )
