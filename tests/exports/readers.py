"""Each tool's results file, read by the tool's own rules; what breaks a rule is an error here.

Written from the tools' documents and sources, without a look at how we write the files.
"""

from __future__ import annotations

import base64
import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Read:
    """What a tool makes of a results file: the share of the points, None where it gives none."""

    share: float | None
    text: str
    """All that a student may read."""
    rows: int = 0


def load(text: str) -> dict[str, Any]:
    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    found = json.loads(text, parse_constant=refuse)
    assert isinstance(found, dict)
    return found


def only(data: dict[str, Any], keys: str) -> None:
    assert set(data) <= set(keys.split()), set(data) - set(keys.split())


def number(value: object) -> float:
    assert isinstance(value, (int, float))
    assert not isinstance(value, bool)
    assert math.isfinite(value)
    return float(value)


def read_gradescope(path: Path) -> Read:
    """``score`` is required unless tests carry scores; without either the autograder failed."""
    visible = {"hidden", "after_due_date", "after_published", "visible"}
    formats = {"text", "html", "simple_format", "md", "ansi"}
    data = load(path.read_text("utf-8"))
    only(
        data,
        "score execution_time output output_format test_output_format test_name_format "
        "visibility stdout_visibility extra_data tests leaderboard",
    )
    assert data.get("visibility", "visible") in visible
    assert data.get("stdout_visibility", "hidden") in visible
    assert data.get("output_format", "text") in formats
    assert data.get("test_output_format", "text") in formats
    tests = data.get("tests", [])
    for test in tests:
        only(
            test,
            "score max_score status name name_format number output output_format tags "
            "visibility extra_data",
        )
        assert test.get("status", "passed") in ("passed", "failed")
        assert test["visibility"] == "visible", "a hidden test hides the student's total"
        assert 0 <= number(test["score"]) <= number(test["max_score"])
        assert isinstance(test["number"], str)
    text = "\n".join([data.get("output", ""), *(f"{t['name']}\n{t['output']}" for t in tests)])
    if "score" not in data and not tests:
        return Read(None, text)
    total = sum(test["max_score"] for test in tests)
    assert math.isclose(sum(test["score"] for test in tests), number(data["score"]), abs_tol=1e-5)
    assert number(data["execution_time"]) >= 0
    return Read(data["score"] / total, text, len(tests))


def read_github(path: Path) -> Read:
    """The step's output: of two lines with one name the later counts."""
    lines = [line.partition("=") for line in path.read_text("utf-8").splitlines()]
    assert lines
    assert all(name == "result" for name, _, _ in lines)
    data = load(base64.b64decode(lines[-1][2], validate=True).decode())
    only(data, "version status message max_score tests")
    assert data["status"] in ("pass", "fail", "error")
    for test in data["tests"]:  # the reporter reads them of every result
        only(test, "name status score message test_code filename line_no")
        assert test["status"] in ("pass", "fail", "error")
        number(test["score"])
    text = "\n".join([data["message"], *(f"{t['name']}\n{t['message']}" for t in data["tests"])])
    if not number(data["max_score"]):
        assert data["status"] == "error"
        return Read(None, text)
    share = sum(test["score"] for test in data["tests"]) / data["max_score"]
    assert (data["status"] == "pass") == (share == 1)
    return Read(share, text, len(data["tests"]))


def read_prairielearn(path: Path) -> Read:
    """``score`` in [0, 1], or ``gradable: false`` with ``format_errors``; at most 1 MB."""
    raw = path.read_bytes()
    assert len(raw) <= 1_000_000
    data = load(raw.decode())
    if not data.get("gradable", True):
        errors = data.get("format_errors", [])
        assert isinstance(errors, (str, list))
        return Read(None, errors if isinstance(errors, str) else "\n".join(errors))
    assert 0 <= number(data["score"]) <= 1
    for test in data.get("tests", []):
        only(test, "name description points max_points message output images")
        assert 0 <= number(test["points"]) <= number(test["max_points"])
        assert test["max_points"] > 0
    parts = [data["message"], data["output"]]
    parts += [f"{test['name']}\n{test['output']}" for test in data["tests"]]
    return Read(data["score"], "\n".join(parts), len(data["tests"]))


def read_coderunner(printed: str, errors: str, exit_code: int) -> Read:
    """What a combinator printed; with any word on standard error, the run has crashed."""
    assert errors == ""
    assert exit_code == 0
    data = load(printed)
    only(
        data,
        "fraction prologuehtml testresults epiloguehtml feedbackhtml columnformats "
        "showdifferences showoutputonly graderstate instructorhtml",
    )
    if "fraction" not in data:
        return Read(None, data["prologuehtml"])  # "ungradable": no mark is given
    assert 0 <= number(data["fraction"]) <= 1
    head, *rows = data["testresults"]
    assert all(len(row) == len(head) for row in rows)
    shown = [name for name in head if name not in ("iscorrect", "ishidden")]
    assert len(data["columnformats"]) == len(shown)
    assert set(data["columnformats"]) <= {"%s", "%h"}
    assert all(row[head.index("iscorrect")] in (0, 1) for row in rows)
    text = "\n".join([data["prologuehtml"], *(str(cell) for row in rows for cell in row)])
    return Read(data["fraction"], text, len(rows))
