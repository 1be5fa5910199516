"""``grader export``: bundles with which other tools grade a problem."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import exit_codes
from grader.cli.options import open_course, weak_option
from grader.cli.output import say

_TOOLS = ("gradescope", "github", "prairielearn", "coderunner")

if TYPE_CHECKING:
    from grader.sandbox import IsolationPolicy


@click.command("export")
@click.argument("problem_id", metavar="PROBLEM")
@click.option("--to", "tool", type=click.Choice(_TOOLS), required=True, help="The tool.")
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="A folder that is empty or not there yet.",
)
@click.option(
    "--image",
    default="grader",
    show_default=True,
    help="What you call the container image that you build; for PrairieLearn.",
)
@weak_option
@click.pass_context
def command(
    ctx: click.Context,
    problem_id: str,
    tool: str,
    output: Path,
    image: str,
    policy: IsolationPolicy,
) -> int:
    """Write a bundle with which another tool grades PROBLEM, without a network.

    In it, 'instructor' holds the solutions and the secret cases; 'students' is what students may
    have. README.md says what to do with them.
    """
    from grader.exports import export
    from grader.sandbox import Runner

    course = open_course(ctx)
    with Runner(policy=policy) as runner:
        export(course, problem_id, tool, output, image=image, runner=runner)
    say(f"{problem_id}: a bundle for {tool} is in {output}; read {output / 'README.md'}")
    return exit_codes.ACCEPTED
