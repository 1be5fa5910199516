"""``grader new``: a problem that is valid from its first second."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.output import say


@click.command("new")
@click.argument("problem_id", metavar="ID")
@click.option(
    "--function",
    "function",
    metavar="TEXT",
    help="The contract, such as \"softmax(x: '*batch n') -> '*batch n'\": shapes in quotes, "
    "int64['n'] for another dtype, int, float or bool for a number.",
)
@click.pass_context
def command(ctx: click.Context, problem_id: str, function: str | None) -> int:
    """Write a new problem ID with its theory, reference, one accepted and two wrong solutions.

    It is valid at once and computes a placeholder: put your own formula in, file by file, and run
    `grader validate ID --watch` beside it.
    """
    from grader.authoring import scaffold
    from grader.errors import UsageError
    from grader.problem import course_root

    root: Path | None = ctx.find_root().obj
    if root is None:
        try:
            root = course_root()
        except UsageError:
            root = Path.cwd()  # the first problem makes the course
    for path in scaffold(root, problem_id, function):
        say(f"wrote {_shown(path)}")
    say(f"next: grader validate {problem_id}")
    return 0


def _shown(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
