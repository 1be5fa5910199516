"""``grader suggest``: cases that kill what survives, and cases that could go."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grader.cli.options import console, json_option, open_course, weak_option
from grader.cli.output import say_json
from grader.cli.validate import progress_bar

if TYPE_CHECKING:
    from grader.sandbox import IsolationPolicy


@click.command("suggest")
@click.argument("problem_id", metavar="ID")
@click.option(
    "--kill",
    "only",
    metavar="NAME",
    help="Look for cases that kill this wrong solution or mutant alone.",
)
@json_option
@weak_option
@click.pass_context
def command(
    ctx: click.Context, problem_id: str, only: str | None, as_json: bool, policy: IsolationPolicy
) -> int:
    """Propose test cases for the problem ID.

    Cases that kill wrong solutions and mutants which are not killed twice, found among some
    hundred random inputs; and the fewest cases with the same kills.
    """
    from grader.authoring import gather, suggest
    from grader.grading import set_up
    from grader.report import print_suggestions, suggestions_json
    from grader.sandbox import Runner

    problem = open_course(ctx).problem(problem_id)
    with Runner(2, policy) as runner:
        context = set_up(problem, runner)
        with progress_bar(shown=not as_json) as advance:
            evidence = gather(context, runner, advance)
        found = suggest(evidence, runner, only)
    if as_json:
        say_json(suggestions_json(found, problem.id))
    else:
        print_suggestions(found, problem.id, console())
    return 0
