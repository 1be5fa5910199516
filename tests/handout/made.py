"""Problems made for a test: the small course's, with one text replaced."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

from grader.problem.load import load_problem
from grader.problem.model import Problem

COURSE = Path(__file__).parent / "course"


def copy_course(target: Path) -> Path:
    """The small course, to be changed."""
    return Path(shutil.copytree(COURSE, target / "course"))


def with_theory(problem: Problem, theory: str) -> Problem:
    """The problem with another theory, as the loader would have read it."""
    return dataclasses.replace(problem, theory=theory)


def edited(target: Path, problem_id: str, old: str, new: str) -> Problem:
    """A problem of a copied course after one replacement in its file."""
    file = copy_course(target) / "problems" / problem_id / "problem.yaml"
    text = file.read_text("utf-8")
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new), encoding="utf-8")
    return load_problem(file.parent)
