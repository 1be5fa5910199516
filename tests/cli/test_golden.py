"""Golden folders: a submission, and the report that a student reads about it.

A folder of ``tests/golden/check`` holds ``submission.py`` and ``report.txt``, the output of the
real command with its exit code in the last line. ``UPDATE_GOLDEN=1`` writes the reports anew;
read the difference before you commit it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.calling import grader
from tests.course import ROOT

FOLDERS = sorted((ROOT / "tests" / "golden" / "check").iterdir())


def report(submission: Path) -> str:
    arguments = ("--course", ROOT, "check", "feed_forward", submission.name)
    done = grader(*arguments, cwd=submission.parent)
    lines = [line.rstrip() for line in (done.stdout + done.stderr).splitlines()]
    return "\n".join([*lines, f"exit code {done.returncode}", ""])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_report(folder: Path) -> None:
    golden = folder / "report.txt"
    got = report(folder / "submission.py")
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(got, encoding="utf-8")
    assert got == golden.read_text(encoding="utf-8")
