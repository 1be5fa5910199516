"""The starter file: the starter code, behind comments."""

from __future__ import annotations

import ast

import pytest

from grader.handout.content import handout_of
from grader.handout.starter_file import WIDTH, render_starter
from grader.pages.theme import default_theme
from grader.problem.model import Problem
from tests.handout import golden


@pytest.mark.parametrize("name", ["attention", "counter"])
def test_the_starter_file_is_the_golden_one(name: str, request: pytest.FixtureRequest) -> None:
    problem: Problem = request.getfixturevalue(name)
    golden.check(f"{name}.py", render_starter(handout_of(problem, default_theme())))


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_comments_change_no_code(attention: Problem, language: str) -> None:
    text = render_starter(handout_of(attention, default_theme(language)))
    assert ast.dump(ast.parse(text)) == ast.dump(ast.parse(attention.spec.starter))
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert max(map(len, comments)) <= WIDTH
