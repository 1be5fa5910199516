"""``grader list``: the problems of the course."""

from __future__ import annotations

import click

from grader.cli.options import console, json_option, open_course
from grader.cli.output import say_json
from grader.problem import max_points


@click.command("list")
@json_option
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> int:
    """List the problems of the course, in teaching order."""
    course = open_course(ctx)
    problems = [course.problem(problem_id) for problem_id in course.ids]
    rows = [
        {
            "id": problem.id,
            "title": problem.spec.title,
            "difficulty": problem.spec.difficulty,
            "points": max_points(problem.spec.tests.groups),
            "summary": problem.spec.summary.strip(),
        }
        for problem in problems
    ]
    if as_json:
        say_json(rows)
        return 0
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("problem", style="bold", no_wrap=True)
    table.add_column("title")
    table.add_column("difficulty")
    table.add_column("points", justify="right")
    for row in rows:
        table.add_row(
            str(row["id"]), str(row["title"]), str(row["difficulty"]), f"{row['points']:g}"
        )
    console().print(table)
    return 0
