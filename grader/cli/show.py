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
    from grader.handout.terminal import render_problem, render_theory
    from grader.handout.theme import look_of

    course = open_course(ctx)
    problem, look = course.problem(problem_id), look_of(course)
    console().print(render_theory(problem, look) if theory else render_problem(problem, look))
    return exit_codes.ACCEPTED
