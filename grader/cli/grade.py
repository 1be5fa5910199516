"""``grader grade``: judge on all cases."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.options import json_option, judge_and_print, weak_option


@click.command("grade")
@click.argument("problem_id", metavar="PROBLEM")
@click.argument("solution", type=click.Path(path_type=Path))
@json_option
@weak_option
@click.option(
    "--reveal",
    is_flag=True,
    help="Also show what is secret (names, inputs, expected values of secret cases); "
    "for instructors.",
)
@click.pass_context
def command(
    ctx: click.Context,
    problem_id: str,
    solution: Path,
    as_json: bool,
    allow_weak_isolation: bool,
    reveal: bool,
) -> int:
    """Judge the file SOLUTION on all cases of PROBLEM.

    Exit code 0: accepted. 1: not accepted. 2: the command or the problem is not right.
    3: our own failure, which says nothing about the solution.
    """
    return judge_and_print(
        ctx,
        problem_id,
        solution,
        scope="all",
        as_json=as_json,
        reveal=reveal,
        allow_weak_isolation=allow_weak_isolation,
    )
