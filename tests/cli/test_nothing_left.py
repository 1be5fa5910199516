"""No process and no file outlives a command, whatever the submission did and however it ended.

Each is run below a *subreaper*: a process to which orphans come, as they come to process 1 of a
container, which may never wait for them.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from grader.sandbox.confine.probe import LEVEL_CHOICES
from tests.course import ROOT
from tests.runs.small_course import CRASHES, HANGS, RIGHT, WRONG, make_course

if sys.platform != "linux":
    pytest.skip("orphans are counted on Linux", allow_module_level=True)

#: Runs a command, and says how it ended and how many processes it has left, dead or alive.
SUBREAPER = """
import ctypes, json, os, signal, subprocess, sys, time
PR_SET_CHILD_SUBREAPER = 36
assert ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
process = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE)
if sys.argv[1].startswith("signal "):
    time.sleep(1.5)
    process.send_signal(int(sys.argv[1].split()[1]))
else:
    process.stdin.write(sys.argv[1].encode())
process.stdin.close()
code = process.wait()
# What lives on is no orphan yet if its parent does, so every descendant is looked for.
left = len(open(f"/proc/self/task/{os.getpid()}/children").read().split())
print(json.dumps([code, left]))
"""


def run_below_subreaper(folder: Path, command: list[str], given: str = "") -> tuple[int, int]:
    """Exit code, and processes left; no file is left in ``folder`` but its cache."""
    temporary = folder / "tmp"
    temporary.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", SUBREAPER, given, sys.executable, *command],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary),
             "XDG_CACHE_HOME": str(folder / "cache")},
    )  # fmt: skip
    assert list(temporary.iterdir()) == []
    code, left = json.loads(done.stdout.splitlines()[-1])
    return code, left


@pytest.fixture
def course(tmp_path: Path) -> Path:
    make_course(tmp_path / "course")
    handed_in = tmp_path / "class"
    handed_in.mkdir()
    for name, source in (("ann", RIGHT), ("bob", WRONG), ("eve", HANGS), ("tom", CRASHES)):
        (handed_in / f"{name}.py").write_bytes(source)
    return tmp_path


GRADER = ["-m", "grader", "--course", "course"]
WEAK = "--allow-weak-isolation"
LINES = "".join(
    json.dumps({"id": number, "source": source.decode()}) + "\n"
    for number, source in enumerate((RIGHT, HANGS, WRONG))
)


@pytest.mark.parametrize(
    ("command", "given", "code"),
    [
        (["check", "double", "class/bob.py", WEAK], "", 1),
        (["grade", "double", "class/eve.py", WEAK], "", 1),
        (["grade", "double", "class", "--workers", "2", WEAK], "", 0),
        (["stream", "double", "--workers", "2", WEAK], LINES, 0),
        (["doctor"], "", 0),
        (["validate", "double", "--no-mutants", WEAK], "", 0),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else "",
)
def test_a_command_leaves_nothing(course: Path, command: list[str], given: str, code: int) -> None:
    assert run_below_subreaper(course, [*GRADER, *command], given) == (code, 0)


def test_a_command_that_is_interrupted_leaves_nothing(course: Path) -> None:
    (course / "class" / "sleeps.py").write_text("import time\ntime.sleep(60)\n")
    problem = course / "course" / "problems" / "double" / "problem.yaml"
    problem.write_text(problem.read_text().replace("wall: 500ms", "wall: 50s"))
    command = [*GRADER, "grade", "double", "class/sleeps.py", WEAK]
    code, left = run_below_subreaper(course, command, f"signal {int(signal.SIGINT)}")
    assert code != 0
    assert left == 0


SCRIPT = """
import sys
from grader import load_problem
from grader.grading import grade
from grader.sandbox import IsolationPolicy, Runner
level, *sources = sys.argv[1:]
with Runner(policy=IsolationPolicy(at_least="D", at_most=level)) as runner:
    for source in sources:
        grade(load_problem("course/problems/double"), source, runner=runner)
"""


@pytest.mark.thorough
@pytest.mark.parametrize("level", LEVEL_CHOICES)
def test_no_level_of_isolation_leaves_anything(course: Path, level: str) -> None:
    sources = [source.decode() for source in (RIGHT, HANGS, CRASHES)]
    assert run_below_subreaper(course, ["-c", SCRIPT, level, *sources]) == (0, 0)
    (course / "tmp").rmdir()
    assert run_below_subreaper(course, ["-c", SCRIPT, level]) == (0, 0), "of one that never ran"
