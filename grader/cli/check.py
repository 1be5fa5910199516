"""``grader check``: a student runs the public cases."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.options import json_option, judge_and_print, weak_option

if TYPE_CHECKING:
    from grader.sandbox import IsolationPolicy


@click.command("check")
@click.argument("problem_id", metavar="PROBLEM")
@click.argument("solution", type=click.Path(path_type=Path))
@json_option
@weak_option
@click.pass_context
def command(
    ctx: click.Context, problem_id: str, solution: Path, as_json: bool, policy: IsolationPolicy
) -> int:
    """Run the public cases of PROBLEM on the file SOLUTION.

    Exit code 0: all pass. 1: some do not. 2: the command or the problem is not right.
    3: our own failure, which says nothing about the solution.
    """
    return judge_and_print(
        ctx,
        problem_id,
        solution,
        scope="public",
        as_json=as_json,
        reveal=False,
        policy=policy,
    )
