"""``grader hint``: the hints of a problem, one by one."""

from __future__ import annotations

import click

from grader.cli import exit_codes
from grader.cli.options import console, open_course
from grader.errors import UsageError


@click.command("hint")
@click.argument("problem_id", metavar="PROBLEM")
@click.argument("number", type=click.IntRange(min=1), default=1)
@click.pass_context
def command(ctx: click.Context, problem_id: str, number: int) -> int:
    """Read hint NUMBER of PROBLEM; the first one if none is named.

    Read one, try again, and only then read the next.
    """
    from grader.handout import render_hint
    from grader.pages import theme_of

    course = open_course(ctx)
    problem = course.problem(problem_id)
    count = len(problem.spec.hints)
    if number > count:
        have = {0: "no hints", 1: "one hint"}.get(count, f"{count} hints")
        raise UsageError(f"{problem_id} has {have}; there is no hint {number}")
    out = console()
    out.print(render_hint(problem, number, theme_of(course)))
    if number < count:
        out.print(f"[dim]The next one: grader hint {problem_id} {number + 1}[/dim]")
    return exit_codes.ACCEPTED
