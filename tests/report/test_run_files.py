"""A run for programs: JSON Lines, a table, JUnit XML; each says what it is told and no zero
where nothing is known."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

from grader.collect.model import Student
from grader.grading.judging import JudgingContext, judge
from grader.judge.results import SubmissionResult
from grader.report.junit import write_junit
from grader.report.run_files import write_csv, write_json_lines
from grader.runs.store import Store
from grader.sandbox.runner import Runner
from grader.submission.reading import Submission
from tests.course import ROOT
from tests.report.kept import failed, keep
from tests.runs.classes import NOT_PYTHON, RIGHT, WRONG

ODD = "Ann \x00\x1b[31m <&\">' \ud83d\ude00 =1".encode("utf-16", "surrogatepass").decode("utf-16")


def judged(context: JudgingContext, runner: Runner, source: bytes) -> SubmissionResult:
    return judge(context, Submission("x.py", source), runner)


@pytest.fixture
def run(store: Store, feed_forward: JudgingContext, runner: Runner) -> int:
    wrong = judged(feed_forward, runner, WRONG)
    first = dataclasses.replace(wrong.cases[0], message=f"{ODD}\x0b\ufffe")
    return keep(
        store,
        feed_forward,
        {
            Student("=1+1", ODD): dataclasses.replace(
                wrong, cases=(first, *wrong.cases[1:]), output="\x00 printed"
            ),
            Student("2"): judged(feed_forward, runner, RIGHT),
            Student("3"): judged(feed_forward, runner, NOT_PYTHON),
            Student("4"): failed(feed_forward),
            Student("5"): None,
        },
    )


def test_json_lines_hold_whole_results(store: Store, run: int) -> None:
    file = io.StringIO()
    write_json_lines(store, run, file)
    lines = [json.loads(line) for line in file.getvalue().splitlines()]
    schema = json.loads((ROOT / "docs" / "result.schema.json").read_text())
    for line in lines:
        if line["result"] is not None:
            jsonschema.validate(line["result"], schema)
    told = {line["student"]["id"]: (line["verdict"], line["points"]) for line in lines}
    assert told.pop("=1+1")[0] == "WA"
    assert told == {"2": ("AC", 100), "3": ("CE", 0), "4": ("JE", None), "5": (None, None)}


def test_the_table_is_one_for_spreadsheets(store: Store, run: int) -> None:
    file = io.StringIO(newline="")
    write_csv(store, run, file)
    rows = {row["student"]: row for row in csv.DictReader(io.StringIO(file.getvalue()))}
    assert rows["2"]["points"] == "100"
    assert rows["4"]["points"] == rows["5"]["points"] == ""
    assert rows["'=1+1"]["verdict"] == "WA"
    assert rows["'=1+1"]["submitted"] == "1970-01-02T00:00:00+00:00"
    assert int(rows["'=1+1"]["failing_cases"]) > 0


def test_junit_is_xml_whatever_was_printed(store: Store, run: int, tmp_path: Path) -> None:
    file = io.StringIO()
    write_junit(store, run, file)
    suites = {suite.get("name"): suite for suite in ElementTree.fromstring(file.getvalue())}
    for suite in suites.values():
        tests = suite.findall("testcase")
        assert int(suite.get("tests", "")) == len(tests) > 0
        for kind, attribute in (("failure", "failures"), ("error", "errors")):
            assert int(suite.get(attribute, "")) == len(suite.findall(f"testcase/{kind}"))
    right, wrong = suites["2"], suites["=1+1"]
    assert right.find("testcase/failure") is None
    assert {p.get("name"): p.get("value") for p in right.iter("property")}["points"] == "100"
    failure = wrong.find("testcase/failure")
    assert failure is not None
    assert failure.get("type", "").startswith("WA")
    assert wrong.findtext("system-out") == r"\x00 printed"
    assert suites["3"].find("testcase/failure") is not None
    assert suites["4"].find("testcase/error") is not None, "our failure is an error, not a failure"
    assert "points" not in {p.get("name") for p in suites["4"].iter("property")}
    assert suites["5"].find("testcase/skipped") is not None
