"""``grader runs report``: a run for every other tool, and for people."""

from __future__ import annotations

import contextlib
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from grader.cli import exit_codes
from grader.cli.class_run import open_store, store_option
from grader.cli.options import open_course, open_problem, weak_option
from grader.cli.output import say
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.gradebooks import Filled
    from grader.runs import Store
    from grader.sandbox import IsolationPolicy

_FORMATS = ("html", "csv", "jsonl", "junit", "nbgrader", "canvas", "moodle", "feedback")


@click.command("report")
@click.argument("number", metavar="RUN", type=int)
@click.option(
    "--as",
    "form",
    type=click.Choice(_FORMATS),
    required=True,
    help="html: a page about the class. feedback: a page for each student, into a folder or .zip. "
    "The others are files for programs, secret cases included.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="Where to write it."
)
@click.option(
    "--into",
    type=click.Path(path_type=Path, dir_okay=False),
    help="canvas, moodle: the gradebook or worksheet that was exported there.",
)
@click.option("--column", help="canvas, moodle: the column to fill, where it is not clear.")
@click.option("--anonymous", is_flag=True, help="html: nothing about single students.")
@weak_option
@store_option
@click.pass_context
def command(
    ctx: click.Context,
    number: int,
    form: str,
    output: Path,
    into: Path | None,
    column: str | None,
    anonymous: bool,
    policy: IsolationPolicy,
    store_path: Path | None,
) -> int:
    """Write a run as a file for people or for another tool."""
    if (into is not None) != (form in ("canvas", "moodle")):
        raise UsageError(
            f"--as {form} takes no --into"
            if into
            else f"--as {form} needs --into with the file that was exported there"
        )
    with open_store(ctx, store_path) as store:
        run = store.run(number)
        if not run.finished:
            missing = run.total - run.done
            say(f"note: {missing} of {run.total} are not judged yet", err=True)
        if form == "html":
            _html(ctx, store, number, output, names=not anonymous)
        elif form == "feedback":
            _feedback(ctx, store, number, output, policy=policy)
        elif form in ("nbgrader", "canvas", "moodle"):
            _gradebook(ctx, store, number, form, output, into, column)
        else:
            _write(output, lambda file: _plain(form)(store, number, file))
    say(f"wrote {output}")
    return exit_codes.ACCEPTED


def _plain(form: str) -> Callable[[Store, int, TextIO], None]:
    from grader.report import write_csv, write_json_lines, write_junit

    return {"csv": write_csv, "jsonl": write_json_lines, "junit": write_junit}[form]


def _html(ctx: click.Context, store: Store, number: int, output: Path, *, names: bool) -> None:
    from grader.pages import theme_of
    from grader.report import class_data, render_class_report

    course = open_course(ctx)
    problem = course.problem(store.run(number).problem)
    data = class_data(store, number, problem)
    page = render_class_report(data, theme_of(course), names=names)
    _write(output, lambda file: file.write(page))


def _gradebook(
    ctx: click.Context,
    store: Store,
    number: int,
    form: str,
    output: Path,
    into: Path | None,
    column: str | None,
) -> None:
    from grader.collect import read_table
    from grader.gradebooks import write_rows

    if into is None:
        from grader.gradebooks import nbgrader_rows

        filled = nbgrader_rows(store, number)
        _say(filled)
        _write(output, lambda file: write_rows(file, filled.rows))
        return
    table = read_table(into)
    if form == "canvas":
        from grader.gradebooks import canvas_rows

        problem = open_problem(ctx, store.run(number).problem)
        titles = (column,) if column else (problem.spec.title, problem.id)
        filled = canvas_rows(store, number, table, into, titles)
    else:
        from grader.gradebooks import moodle_rows

        filled = moodle_rows(store, number, table, into, column)
    _say(filled)
    _write(
        output,
        lambda file: write_rows(file, filled.rows, table.delimiter, table.newline),
        table.encoding,
    )


def _say(filled: Filled) -> None:
    for note in filled.notes:
        say(f"note: {note}", err=True)


def _feedback(
    ctx: click.Context, store: Store, number: int, output: Path, *, policy: IsolationPolicy
) -> None:
    from grader.pages import theme_of
    from grader.report import feedback_files
    from grader.sandbox import Runner, available_processors

    run = store.run(number)
    course = open_course(ctx)
    problem = course.problem(run.problem)
    if problem.hash != run.problem_hash:
        raise UsageError(
            f"{problem.id} has changed since run {number}, and with it what may be said; "
            f"'grader runs rejudge {number}' first"
        )
    with Runner(available_processors(), policy) as runner:
        files = feedback_files(store, number, problem, theme_of(course), runner)
        if output.suffix == ".zip":
            _write_zip(output, files)
        else:
            for name, page in files:
                _write(output / name, lambda file, page=page: file.write(page))  # type: ignore[misc]  # the default binds now


def _write_zip(output: Path, files: Iterable[tuple[str, str]]) -> None:
    try:
        with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, page in files:
                archive.writestr(name, page)
    except OSError as error:
        raise UsageError(f"{output} cannot be written: {error.strerror}") from error


def _write(path: Path, write: Callable[[TextIO], object], encoding: str = "utf-8") -> None:
    """Write a file as a whole: what was there before is replaced at the end, or stays."""
    aside = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with aside.open("w", encoding=encoding, newline="") as file:
            write(file)
        aside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):  # it may not be there, and why is said below
            aside.unlink()
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
