"""A small course on disk, and its problems as handouts."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.handout.content import Handout, handout_of
from grader.pages.theme import default_theme
from grader.problem.load import load_problem
from grader.problem.model import Problem

COURSE = Path(__file__).parent / "course"
PROBLEMS = ("attention", "counter")


@pytest.fixture(scope="session")
def attention() -> Problem:
    """Formulas, a picture, a tuple, an optional argument; secrets beside them."""
    return load_problem(COURSE / "problems" / "attention")


@pytest.fixture(scope="session")
def counter() -> Problem:
    """A class, and tags where none belong."""
    return load_problem(COURSE / "problems" / "counter")


@pytest.fixture(scope="session")
def handout(attention: Problem) -> Handout:
    return handout_of(attention, default_theme())
