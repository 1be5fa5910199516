"""How far a run is: a bar where there is a terminal, plain lines where there is none."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli import progress as module
from grader.cli.progress import Tally, clock, progress
from grader.verdict import Verdict
from tests.collect.archives import lay_out
from tests.course import ROOT
from tests.runs.small_course import RIGHT, WRONG, make_course


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (59.6, "1:00"), (75, "1:15"), (3723, "1:02:03")]
)
def test_clock(seconds: float, text: str) -> None:
    assert clock(seconds) == text


def test_what_was_done_before_says_nothing_about_the_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(module.time, "monotonic", lambda: now)
    tally = Tally(total=100, done=40)
    now = 5.0
    assert tally.left == "?"
    tally.add(Verdict.WA, 4)
    tally.add(Verdict.AC, 6)
    assert tally.rate == 2
    assert tally.left == "0:25"
    assert tally.counts == "AC 6  WA 4"


def test_lines_come_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At least five seconds and a tenth of all apart; and one at the end."""
    now = 0.0
    monkeypatch.setattr(module.time, "monotonic", lambda: now)
    with progress(100, 0) as heard:
        for _ in range(95):
            now += 1.0
            heard(Verdict.AC, 1)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "10 of 100 (10 %), 1/s, 1:30 left, AC 10"
    assert lines[-1] == "95 of 100 (95 %), 1/s, 0:05 left, AC 95"
    assert len(lines) == 10


def test_a_bar_in_a_terminal(tmp_path: Path) -> None:
    course = make_course(tmp_path)
    files = {f"s{i}/double.py": (RIGHT if i % 2 else WRONG) + b"#%d" % i for i in range(20)}
    folder = lay_out(tmp_path / "class", files)
    ours, theirs = pty.openpty()
    words = ["--course", course, "grade", "double", folder, "--allow-weak-isolation"]
    with subprocess.Popen(
        [sys.executable, "-m", "grader", *map(str, words)],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120", "PYTHONPATH": str(ROOT)},
    ) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # Linux's end of a terminal
                break
            if not part:
                break
            shown += part
    os.close(ours)
    assert process.returncode == 0
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    assert re.search(r"judging .* 20/20 [\d.]+/s +\S+ left +AC 10  WA 10", text)
