"""Examples as Python: readable, and true when pasted."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.handout.examples import WIDTH, code_of, example_code
from grader.problem.load import load_problem
from tests.handout.made import COURSE

ROOT = COURSE.parents[2]
FOLDERS = [*sorted(COURSE.glob("problems/*")), *sorted(ROOT.glob("problems/*"))]
EXAMPLES = [
    pytest.param(folder, number, id=f"{folder.name} {number}")
    for folder in FOLDERS
    if (folder / "problem.yaml").is_file()
    for number in range(len(load_problem(folder).spec.examples))
]


@pytest.mark.parametrize(("folder", "number"), EXAMPLES)
def test_a_pasted_example_gives_what_it_says(folder: Path, number: int) -> None:
    problem = load_problem(folder)
    code = example_code(problem.spec, problem.spec.examples[number])
    scope: dict[str, Any] = {"np": np}
    exec((problem.solutions / "reference.py").read_text("utf-8"), scope)
    tree = ast.parse(code)
    for node in tree.body:
        segment = ast.get_source_segment(code, node) or ""
        if not isinstance(node, ast.Expr):
            exec(segment, scope)
            continue
        said = _comment_after(code, node)
        given = eval(segment, scope)
        if said:
            _assert_equal(given, eval(said, vars(np)))


def _comment_after(code: str, node: ast.stmt) -> str:
    lines = code.split("\n")[node.end_lineno :]
    taken = []
    for line in lines:
        if not line.startswith("#"):
            break
        taken.append(line[2:])
    return "\n".join(taken)


def _assert_equal(given: Any, said: Any) -> None:
    if isinstance(said, tuple):
        for ours, theirs in zip(given, said, strict=True):
            _assert_equal(ours, theirs)
    elif isinstance(said, dict):
        for key in said:
            _assert_equal(given[key], said[key])
    elif isinstance(said, np.ndarray | float):
        np.testing.assert_allclose(given, said, rtol=1e-9, atol=1e-12)
    else:
        assert given == said


@pytest.mark.parametrize(("folder", "number"), EXAMPLES)
def test_lines_are_short(folder: Path, number: int) -> None:
    problem = load_problem(folder)
    code = example_code(problem.spec, problem.spec.examples[number])
    assert max(map(len, code.split("\n"))) <= WIDTH + 2  # "# " before a result


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (np.array([1.0, -2.5]), "np.array([ 1.0, -2.5])"),
        (np.array([5.0, 5.0000009999993615]), "np.array([5.0, 5.0000009999993615])"),
        (np.array([[1, 20], [300, 4]]), "np.array([[  1,  20],\n          [300,   4]])"),
        (np.array([True, False]), "np.array([ True, False])"),
        (np.array([1.5], np.float32), "np.array([1.5], dtype=np.float32)"),
        (np.zeros((0, 2)), "np.empty((0, 2))"),
        (np.zeros((0, 2), bool), "np.empty((0, 2), dtype=np.bool)"),
        (np.array([np.nan, -np.inf]), "np.array([ np.nan, -np.inf])"),
        (-np.inf, "-np.inf"),
        ((np.eye(2), 1), "(np.array([[1.0, 0.0],\n           [0.0, 1.0]]),\n 1)"),
        (np.array(2.0), "np.array(2.0)"),
        ((np.array([1]), None), "(np.array([1]), None)"),
        ((3,), "(3,)"),
        ({"a": [1, "b"]}, "{'a': [1, 'b']}"),
        (2.0, "2.0"),
    ],
)
def test_a_value_as_code(value: Any, code: str) -> None:
    assert code_of(value, indent=0) == code
