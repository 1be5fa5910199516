"""A user's own script under ``mypy --strict``: ``import grader`` has types, and they help."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import grader
from tests.course import ROOT

SCRIPT = """\
import grader
from grader import Pool, check_cells, grade, load_problem

problem = load_problem("problems/softmax")
result = grade(problem, "def softmax(x, axis=-1): return x", reveal=True)
verdict: str = result.verdict.name
points: float = result.points
names: list[str] = [case.name for case in result.cases]
with Pool("softmax") as pool:
    reward: float | None = pool.grade("x").reward
print(grader.__version__, verdict, points, names, reward, check_cells)

result.nonsense
result.cases[0].seconds.upper()
grade("problems/softmax", "x")
grade(problem, "x", revael=True)
pool.grade(None)
pool.grade("x").rewrd
grader.load_problems
"""
#: What a type checker has to say of each wrong line: a word of it.
WRONG = {
    "result.nonsense": "nonsense",
    "result.cases[0].seconds.upper()": "upper",
    'grade("problems/softmax", "x")': "Argument 1",
    'grade(problem, "x", revael=True)': "revael",
    "pool.grade(None)": "Argument 1",
    'pool.grade("x").rewrd': "rewrd",
    "grader.load_problems": "load_problems",
}


@pytest.mark.thorough
def test_right_use_passes_and_each_mistake_is_found(tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text(SCRIPT, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "user.py"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, env={"MYPYPATH": str(ROOT)}
    )
    said = [line for line in done.stdout.splitlines() if ": error: " in line]
    lines = SCRIPT.splitlines()
    found = {lines[int(line.split(":")[1]) - 1]: line for line in said}
    assert set(found) == set(WRONG), done.stdout + done.stderr
    assert [found[line] for line, word in WRONG.items() if word not in found[line]] == []


def test_help_and_dir_show_the_public_names() -> None:
    assert set(grader.__all__) <= set(dir(grader))
    done = subprocess.run(
        [sys.executable, "-c", "import grader; help(grader)"],
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    for name in ("class Pool", "grade(problem", "load_problem(", "check_cells("):
        assert name in done.stdout
