"""What ``grader show`` and ``grader hint`` print."""

from __future__ import annotations

import pytest
from rich.console import Console, RenderableType

from grader.handout.terminal import render_hint, render_problem, render_theory
from grader.pages.theme import default_theme
from grader.problem.load import load_problem
from grader.problem.model import Problem
from tests.course import COURSE
from tests.handout import golden


def printed(*parts: RenderableType, width: int = 80) -> str:
    console = Console(width=width, color_system=None, force_terminal=False)
    with console.capture() as capture:
        console.print(*parts, highlight=False)
    return "\n".join(line.rstrip() for line in capture.get().splitlines()) + "\n"


@pytest.mark.parametrize("name", ["attention", "counter"])
def test_the_problem_in_the_terminal(name: str, request: pytest.FixtureRequest) -> None:
    problem: Problem = request.getfixturevalue(name)
    golden.check(f"{name}.txt", printed(render_problem(problem), render_theory(problem)))


@pytest.mark.parametrize("width", [40, 80, 100])
def test_no_line_is_wider_than_the_terminal(attention: Problem, width: int) -> None:
    text = printed(render_problem(attention), width=width)
    assert max(map(len, text.splitlines())) <= width


def test_a_hint_and_its_cost(attention: Problem) -> None:
    assert printed(render_hint(attention, 2)) == (
        "Hint 2 of 2  costs 10 % of the points\n"
        "  A mask is applied before the softmax: −∞ becomes 0.\n"
    )
    assert printed(render_hint(attention, 1, default_theme("de"))).startswith("Hinweis 1 von 2\n")


@pytest.mark.parametrize("number", [0, 3, -1])
def test_a_hint_that_is_not_there(attention: Problem, number: int) -> None:
    with pytest.raises(IndexError):
        render_hint(attention, number)


def test_names_with_brackets_are_no_styles(counter: Problem) -> None:
    assert "list[str]" in printed(render_problem(counter))


def test_a_constructor_without_parameters_has_no_table() -> None:
    problem = load_problem("simple_tokenizer", course=COURSE)
    lines = printed(render_problem(problem)).splitlines()
    constructor = lines.index("SimpleTokenizer()")
    assert lines[constructor + 1].strip() == "A vocabulary of words, learnt from texts."
    assert lines[constructor + 2 : constructor + 4] == ["", "build_vocab(texts)"]
