"""A run as JUnit XML, which every CI shows: a suite for each submission, a test for each case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TextIO
from xml.etree.ElementTree import Element, SubElement, tostring

from grader.gradebooks import moment, number
from grader.report.run_files import document_of
from grader.runs import Entry, Store
from grader.text import clean


def write_junit(store: Store, run: int, file: TextIO) -> None:
    """All submissions; names of secret cases are in it, as in the other files for programs."""
    found = store.run(run)
    file.write("<?xml version='1.0' encoding='utf-8'?>\n")
    file.write(f'<testsuites name="{found.problem} run {run}">\n')
    for entry in store.entries(run):
        suite = suite_of(entry, document_of(store, entry))
        file.write(tostring(suite, encoding="unicode") + "\n")
    file.write("</testsuites>\n")


def suite_of(entry: Entry, result: Mapping[str, Any] | None) -> Element:
    """The suite of one submission."""
    tests = list(_tests(result))
    kinds = [child.tag for test in tests for child in test]
    suite = Element(
        "testsuite",
        name=_clean(entry.student.id + (f" attempt {entry.attempt}" if entry.attempt > 1 else "")),
        tests=str(len(tests)),
        failures=str(kinds.count("failure")),
        errors=str(kinds.count("error")),
        skipped=str(kinds.count("skipped")),
        time=f"{result['wall'] if result else 0:.4f}",
    )
    if entry.time is not None:
        suite.set("timestamp", moment(entry.time).removesuffix("+00:00"))
    properties = SubElement(suite, "properties")
    for name, value in _properties(entry, result):
        SubElement(properties, "property", name=name, value=_clean(value))
    suite.extend(tests)
    if result and result["output"]:
        SubElement(suite, "system-out").text = _clean(result["output"])
    return suite


def _properties(entry: Entry, result: Mapping[str, Any] | None) -> Iterator[tuple[str, str]]:
    yield "student", entry.student.id
    yield "path", entry.path
    if result is not None:
        yield "verdict", result["verdict"]
        if entry.points is not None:
            yield "points", number(entry.points)
            yield "max_points", number(entry.max_points)
        yield "problem_hash", result["problem_hash"]
        yield "isolation", result["environment"]["isolation"]
        if result["likely"]:
            yield "likely", result["likely"]


def _tests(result: Mapping[str, Any] | None) -> Iterator[Element]:
    if result is None:
        test = Element("testcase", classname="submission", name="judged", time="0")
        SubElement(test, "skipped", message="not judged yet")
        yield test
        return
    if not result["cases"]:
        test = Element("testcase", classname=result["problem"], name="loads", time="0")
        kind = "error" if result["verdict"] == "JE" else "failure"
        if result["verdict"] != "AC":
            _complain(test, kind, result)
        yield test
    for case in result["cases"]:
        test = Element(
            "testcase",
            classname=_clean(f"{result['problem']}.{case['group']}"),
            name=_clean(case["name"]),
            time=f"{case['seconds']:.6f}",
        )
        if case["verdict"] != "AC":
            _complain(test, "failure", case)
        yield test


def _complain(test: Element, kind: str, about: Mapping[str, Any]) -> None:
    words = " ".join(filter(None, (about["verdict"], about["reason"])))
    found = SubElement(test, kind, message=_clean(about["message"]), type=words)
    difference = about.get("difference")
    lines = [about["message"]]
    if difference:
        lines += [difference["summary"], difference["where"]]
        lines += [
            f"{at} yours {yours} expected {right}" for at, yours, right in difference["samples"]
        ]
    found.text = _clean("\n".join(filter(None, lines)))


def _clean(text: str) -> str:
    """Also without what no XML document may hold, not even as a reference."""
    return clean(text, lines=True)
