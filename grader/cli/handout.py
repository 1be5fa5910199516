"""``grader handout``: pages, PDFs, notebooks and kits from the problem files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import exit_codes
from grader.cli.options import console, open_course, weak_option
from grader.cli.output import say
from grader.errors import ProblemError, UsageError
from grader.sandbox import available_processors

if TYPE_CHECKING:
    from grader.errors import Diagnostic
    from grader.handout import Built, Plan
    from grader.problem import Course
    from grader.sandbox import IsolationPolicy

_FORMATS = ("html", "pdf", "ipynb", "md", "py", "kit", "all")


@click.command("handout")
@click.argument("problem_ids", metavar="[PROBLEM]...", nargs=-1)
@click.option(
    "--format",
    "-f",
    "chosen",
    type=click.Choice(_FORMATS),
    multiple=True,
    default=("html",),
    show_default=True,
    help="May be given several times.",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("handouts"),
    show_default=True,
    help="A folder; each problem gets one in it.",
)
@click.option("--unzipped", is_flag=True, help="Leave a student bundle a folder.")
@click.option("--check", is_flag=True, help="Only say which handouts are stale; exit code 1.")
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), help="Problems at a time; one a processor."
)
@weak_option
@click.pass_context
def command(
    ctx: click.Context,
    problem_ids: Sequence[str],
    chosen: Sequence[str],
    output: Path,
    unzipped: bool,
    check: bool,
    jobs: int | None,
    policy: IsolationPolicy,
) -> int:
    """Render handouts of each PROBLEM, or of the whole course with a page that leads to them.

    What is unchanged is not rendered again. The formats: a self-contained page (html), a
    tagged PDF, a notebook (ipynb), Markdown (md), the starter file (py), a student bundle of
    all of them with the public cases (bundle), or all.
    """
    from grader.handout import Plan, formats_of

    course = open_course(ctx)
    plan = Plan(output, formats_of(chosen), zip_bundle=not unzipped)
    ids = tuple(problem_ids) or course.ids
    for name in ids:
        course.folder(name)  # a misspelt name is said before anything is made
    if check:
        return _check(course, ids, plan, whole=not problem_ids)
    processors = jobs or available_processors()
    _build(course, ids, plan, processors, policy)
    if not problem_ids:
        _write_index(course, plan)
    return exit_codes.ACCEPTED


def _build(
    course: Course, ids: Sequence[str], plan: Plan, jobs: int, policy: IsolationPolicy
) -> None:
    """Make everything, showing how far it is; all faults together at the end."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from grader.handout import build_problems

    out = console()
    diagnostics: list[Diagnostic] = []
    errors: list[str] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task("handouts", total=len(ids))
        for built in build_problems(course, ids, plan, jobs=jobs, policy=policy):
            diagnostics += built.diagnostics
            errors += [f"{built.id}: {built.error}"] if built.error else []
            bar.console.print(_line(built), markup=False)
            bar.advance(task)
    if diagnostics:
        raise ProblemError(diagnostics)
    if errors:
        raise UsageError("\n".join(errors))


def _line(built: Built) -> str:
    if built.diagnostics or built.error:
        return f"{built.id}: not made"
    return f"{built.id}: {', '.join(built.made) or 'unchanged'}"


def _write_index(course: Course, plan: Plan) -> None:
    from grader.handout import INDEX, render_index

    page = render_index(course, plan)
    plan.folder.mkdir(parents=True, exist_ok=True)
    (plan.folder / INDEX).write_text(page, encoding="utf-8", newline="\n")


def _check(course: Course, ids: Sequence[str], plan: Plan, *, whole: bool) -> int:
    """Say which handouts are not what they would be if they were made now."""
    from grader.handout import INDEX, render_index, stale_handouts

    stale = [
        f"{name}: {kind} is {state}" for name, kind, state in stale_handouts(course, ids, plan)
    ]
    if whole:
        page = render_index(course, plan)
        index = plan.folder / INDEX
        if not index.is_file() or index.read_text("utf-8") != page:
            stale.append(f"{INDEX} is {'stale' if index.is_file() else 'missing'}")
    for line in stale:
        say(line)
    if not stale:
        say("all handouts are fresh")
    return exit_codes.NOT_ACCEPTED if stale else exit_codes.ACCEPTED
