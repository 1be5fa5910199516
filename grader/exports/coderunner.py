"""CodeRunner, in Moodle: a question with a combinator that prints its result as JSON."""

from __future__ import annotations

import base64
import html
import json
from typing import Any
from xml.etree import ElementTree as ET

from grader.exports.parts import DOCKERFILE_JOBE, REQUIREMENTS, Bundle, Parts, script
from grader.exports.rows import rows_of, summary_of
from grader.handout import zipped
from grader.judge import SubmissionResult
from grader.pages import Messages
from grader.problem import max_points

#: A support file of the question: Moodle gives it to the sandbox, never to a student.
SUPPORT_FILE = "grader.zip"
#: Columns of the table, by their messages.
_HEADS = ("export_test", "points_column", "export_result")
#: Seconds and MiB; for loading and tracing, beside the limits of the problem.
_GRACE = 60
_ROOM = 1024
#: Processes: the grader's own, its zygotes and the submission.
_PROCESSES = 50


def results(result: SubmissionResult, messages: Messages) -> dict[str, Any]:
    """What the combinator prints."""
    heads = ["iscorrect", *(messages[key] for key in _HEADS)]
    rows = [
        [int(row.passed), row.name, messages.out_of(row.points, row.max_points), row.text]
        for row in rows_of(result, messages)
    ]
    return {
        "fraction": result.share,
        "prologuehtml": _preformatted(summary_of(result, messages)),
        "testresults": [heads, *rows],
        "columnformats": ["%s"] * (len(heads) - 1),
    }


def failure(messages: Messages) -> dict[str, Any]:
    """Of our own failure: without a fraction, for which CodeRunner gives no mark."""
    return {"prologuehtml": _preformatted(messages["export_our_failure"])}


def _preformatted(text: str) -> str:
    return f"<pre>{html.escape(text)}</pre>"


def lay_out(parts: Parts) -> Bundle:
    """A question to import, and the image of a Jobe server that has what it needs."""
    files = {
        "question.xml": _question(parts),
        "image/Dockerfile": DOCKERFILE_JOBE.encode(),
        f"image/{REQUIREMENTS}": parts.requirements,
    }
    return Bundle(files, {})


def _question(parts: Parts) -> bytes:
    """The question in Moodle's XML, with the grader as its support file."""
    spec = parts.problem.spec
    quiz = ET.Element("quiz")
    question = ET.SubElement(quiz, "question", type="coderunner")
    _text(question, "name", spec.title)
    _text(question, "questiontext", parts.statement).set("format", "html")
    fields = {
        "defaultgrade": f"{max_points(spec.tests.groups):.10g}",
        "penalty": "0",
        "hidden": "0",
        "coderunnertype": "python3",
        "prototypetype": "0",
        "allornothing": "0",
        "penaltyregime": "0",
        "answerpreload": parts.starter.decode(),
        "template": script("coderunner_template.twig").decode(),
        "iscombinatortemplate": "1",
        "grader": "TemplateGrader",
        "cputimelimitsecs": f"{_GRACE + 4 * spec.limits.wall:.0f}",
        "memlimitmb": f"{_ROOM + spec.limits.memory / 2**20:.0f}",
        "sandboxparams": json.dumps({"numprocs": _PROCESSES}),
    }
    for name, value in fields.items():
        ET.SubElement(question, name).text = value
    cases = ET.SubElement(question, "testcases")
    case = ET.SubElement(
        cases, "testcase", testtype="0", useasexample="0", hiderestiffail="0", mark="1.0000000"
    )
    for name, value in {
        "testcode": parts.problem.id,
        "stdin": "",
        "expected": "",
        "extra": "",
        "display": "SHOW",
    }.items():
        _text(case, name, value)
    support = ET.SubElement(cases, "file", name=SUPPORT_FILE, path="/", encoding="base64")
    support.text = base64.b64encode(zipped(parts.autograder)).decode()
    ET.indent(quiz)
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(quiz, "unicode").encode()


def _text(parent: ET.Element, name: str, value: str) -> ET.Element:
    element = ET.SubElement(parent, name)
    ET.SubElement(element, "text").text = value
    return element
