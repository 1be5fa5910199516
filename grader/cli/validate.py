"""``grader validate``: is the problem right, and are its cases good?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import exit_codes
from grader.cli.options import console, json_option, open_course, weak_option
from grader.cli.output import say, say_json
from grader.sandbox import available_processors

if TYPE_CHECKING:
    from grader.authoring import Depth, Validation
    from grader.problem import Course
    from grader.sandbox import IsolationPolicy, Runner

#: Seconds between two looks at the files with ``--watch``.
_POLL_SECONDS = 0.1


@click.command("validate")
@click.argument("problem_ids", metavar="[ID]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Every problem of the course, as without IDs.")
@click.option("--watch", is_flag=True, help="Check spec, texts and reference again on each save.")
@click.option("--no-mutants", is_flag=True, help="Leave the mutants of the reference out.")
@click.option(
    "--matrix",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write which case kills which solution to a file ending in .txt, .csv or .html.",
)
@click.option(
    "--table",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write how good the problems are to a table in a Markdown file.",
)
@json_option
@weak_option
@click.pass_context
def command(
    ctx: click.Context,
    problem_ids: tuple[str, ...],
    every: bool,
    watch: bool,
    no_mutants: bool,
    matrix: Path | None,
    table: Path | None,
    as_json: bool,
    policy: IsolationPolicy,
) -> int:
    """Check problems: every one of the course, or those named.

    Exit code 0: valid, perhaps with warnings. 1: a fault was found. 2: the command is not right.
    3: our own failure.
    """
    from grader.errors import UsageError
    from grader.sandbox import Runner

    if every and problem_ids:
        raise UsageError("--all is for every problem of the course; leave the ids away")
    course = open_course(ctx)
    ids = problem_ids or course.ids
    folders = [course.folder(problem_id) for problem_id in ids]
    if matrix is not None and len(folders) != 1:
        raise UsageError("--matrix is for one problem: name it")
    if table is not None and no_mutants:
        raise UsageError("--table counts mutants: leave --no-mutants away")
    with Runner(_workers(), policy) as runner:
        if watch:
            return _watch(folders, runner)
        found = []
        for folder in folders:
            depth: Depth = "solutions" if no_mutants else "all"
            found.append(_validate(folder, runner, depth, quiet=as_json))
            if matrix is not None:
                _write(found[-1], matrix, course)
    if table is not None:
        _write_table(found, table)
    if as_json:
        from grader.report import validation_json

        data = [validation_json(one) for one in found]
        say_json(data)
    return exit_codes.ACCEPTED if all(one.valid for one in found) else exit_codes.NOT_ACCEPTED


def _workers() -> int:
    return min(available_processors(), 4)


def _validate(folder: Path, runner: Runner, depth: Depth, *, quiet: bool) -> Validation:
    from grader.authoring import validate
    from grader.report import print_validation

    with progress_bar(shown=not quiet and depth != "reference") as advance:
        found = validate(folder, runner, advance, depth)
    if not quiet:
        print_validation(found, console())
    return found


@contextmanager
def progress_bar(*, shown: bool) -> Iterator[Callable[[int, int, str], None]]:
    """A bar on standard error while solutions run, if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    err = Console(stderr=True)
    if not shown or not err.is_terminal:
        yield _no_bar
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, console=err, transient=True) as progress:
        task = progress.add_task("reading")
        yield lambda done, total, what: progress.update(
            task, completed=done, total=total, description=what
        )


def _no_bar(done: int, total: int, what: str) -> None:
    """Told of progress that nobody looks at."""
    del done, total, what


def _write(found: Validation, path: Path, course: Course) -> None:
    from grader.authoring import write_matrix
    from grader.pages import theme_of

    if found.matrix is not None:
        write_matrix(found.matrix, path, theme_of(course))
        say(f"wrote {path}", err=True)


def _write_table(found: list[Validation], path: Path) -> None:
    from grader.report import write_quality_table

    write_quality_table([one.quality for one in found if one.quality is not None], path)
    say(f"wrote {path}", err=True)


def _watch(folders: list[Path], runner: Runner) -> int:
    """Check again whenever a file is saved, until Ctrl-C."""
    seen: dict[Path, object] = {}
    while True:
        for folder in folders:
            state = _state(folder)
            if seen.get(folder) != state:
                seen[folder] = state
                _validate(folder, runner, "reference", quiet=False)
                say("watching; Ctrl-C ends", err=True)
        time.sleep(_POLL_SECONDS)


def _state(folder: Path) -> dict[str, tuple[int, int]]:
    """Time and size of every file of a problem and its solutions."""
    from grader.problem import SOLUTIONS

    solutions = folder.parent.parent / SOLUTIONS / folder.name
    found = {}
    for root in (folder, solutions):
        for path in root.rglob("*"):
            try:
                stat = path.stat()
            except OSError:
                continue  # it is being replaced: the next look sees it
            found[str(path)] = (stat.st_mtime_ns, stat.st_size)
    return found
