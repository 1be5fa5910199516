"""``grader course``: the whole course at a glance."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click

from grader.cli import exit_codes
from grader.cli.options import console, json_option, open_course
from grader.cli.output import say, say_json
from grader.errors import UsageError


@click.command("course")
@click.option(
    "--page",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the course as a page, to this HTML file.",
)
@json_option
@click.pass_context
def command(ctx: click.Context, page: Path | None, as_json: bool) -> int:
    """Show the course: its order, and each problem's difficulty, points and prerequisites.

    A page that also leads to every handout is made by `grader handout`.
    """
    from grader.handout import course_table, overview, render_course_page

    course = open_course(ctx)
    if page is not None:
        text = render_course_page(course)
        try:
            page.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise UsageError(f"{page} cannot be written: {error.strerror}") from error
        say(f"wrote {page}", err=as_json)
    if as_json:
        found = dataclasses.asdict(overview(course))
        for entry in found["entries"]:
            entry["prerequisites"] = [name for name, _ in entry["prerequisites"]]
        say_json(found)
    elif page is None:
        console().print(course_table(course))
    return exit_codes.ACCEPTED
