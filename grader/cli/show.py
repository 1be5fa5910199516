"""``grader show``: read a problem in the terminal."""

from __future__ import annotations

import click

from grader.cli import exit_codes
from grader.cli.options import console, open_course


@click.command("show")
@click.argument("problem_id", metavar="PROBLEM")
@click.option("--theory", is_flag=True, help="The theory, instead of the statement.")
@click.pass_context
def command(ctx: click.Context, problem_id: str, theory: bool) -> int:
    """Read PROBLEM: what to do, its contract, examples and pitfalls."""
    from grader.handout import render_problem, render_theory
    from grader.pages import theme_of

    course = open_course(ctx)
    problem, theme = course.problem(problem_id), theme_of(course)
    console().print(render_theory(problem, theme) if theory else render_problem(problem, theme))
    return exit_codes.ACCEPTED
