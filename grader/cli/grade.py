"""``grader grade``: judge on all cases, one file or a class."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.class_run import (
    EngineOptions,
    begin_and_print,
    carry_on_and_print,
    engine_options,
    open_store,
    store_option,
)
from grader.cli.options import json_option, judge_and_print, open_problem, weak_option
from grader.cli.output import say
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.collect import Collected
    from grader.problem import Problem
    from grader.runs import Store
    from grader.sandbox import IsolationPolicy


@click.command("grade")
@click.argument("problem_id", metavar="PROBLEM")
@click.argument("paths", metavar="PATH...", nargs=-1, type=click.Path(path_type=Path))
@json_option
@weak_option
@click.option(
    "--reveal",
    is_flag=True,
    help="Also show what is secret (names, inputs, expected values of secret cases); "
    "for instructors, with one file.",
)
@click.option(
    "--roster",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The class: a CSV with ids, logins, e-mail addresses or names.",
)
@click.option("--all-attempts", is_flag=True, help="Not only the latest of each student.")
@click.option("--again", is_flag=True, help="Also what was judged before on the same problem.")
@click.option("--resume", metavar="RUN", help="Go on with a run that was stopped; or 'last'.")
@engine_options
@store_option
@click.pass_context
def command(
    ctx: click.Context,
    problem_id: str,
    paths: tuple[Path, ...],
    as_json: bool,
    policy: IsolationPolicy,
    reveal: bool,
    roster: Path | None,
    all_attempts: bool,
    again: bool,
    resume: str | None,
    store_path: Path | None,
    workers: int | None,
    engine: str,
    scheduler: str | None,
    explain: bool,
) -> int:
    """Judge solutions on all cases of PROBLEM.

    One file gets a report. Several files, folders and archives (as Canvas, Moodle, Gradescope and
    GitHub Classroom export them, or a folder for each student) are a class: each submission's
    result is kept, see 'grader runs'.

    Exit code 0: accepted; a class: all are judged. 1: not accepted. 2: the command or the problem
    is not right. 3: our own failure, which says nothing about the solution.
    """
    class_options = (roster, all_attempts, again, resume, store_path, workers, scheduler, explain)
    if len(paths) == 1 and not any(class_options) and engine == "local" and _is_one(paths[0]):
        return judge_and_print(
            ctx,
            problem_id,
            paths[0],
            scope="all",
            as_json=as_json,
            reveal=reveal,
            policy=policy,
        )
    if reveal:
        raise UsageError("--reveal is for one file; 'grader runs show RUN STUDENT' shows all")
    options = EngineOptions(workers, engine, scheduler, explain, policy)
    if resume is not None:
        if paths or roster or all_attempts:
            raise UsageError("--resume goes on with what was collected then: name no PATH")
        return _resume(ctx, problem_id, resume, options, store_path, as_json=as_json)
    if not paths:
        raise UsageError("name the files, folders or archives to grade")
    problem = open_problem(ctx, problem_id)
    collected = _collect(problem, paths, roster, all_attempts=all_attempts)
    return begin_and_print(
        ctx, problem, collected, options, store_path, again=again, as_json=as_json
    )


def _collect(
    problem: Problem, paths: tuple[Path, ...], roster: Path | None, *, all_attempts: bool
) -> Collected:
    """What was handed in; refuses to go on with nothing."""
    from grader.collect import collect, read_roster
    from grader.problem import entry_name

    entries = (problem.id, entry_name(problem.spec))
    known = read_roster(roster) if roster else None
    collected = collect(paths, known, all_attempts, entries=entries)
    for remark in collected.remarks:
        say(f"note: {remark}", err=True)
    if not collected.taken:
        reasons = "".join(f"\n  {item.path} {item.reason}" for item in collected.left_out[:10])
        where = ", ".join(map(str, paths))
        raise UsageError(f"{where}: there is nothing to grade{reasons or ', no file at all'}")
    return collected


def _is_one(path: Path) -> bool:
    """Whether it is a single solution rather than a folder or an archive."""
    from grader.collect import is_archive

    return not path.is_dir() and not is_archive(path.name)


def _resume(
    ctx: click.Context,
    problem_id: str,
    which: str,
    options: EngineOptions,
    store_path: Path | None,
    *,
    as_json: bool,
) -> int:
    problem = open_problem(ctx, problem_id)
    with open_store(ctx, store_path) as store:
        run = store.run(_number(store, which, problem.id))
        if run.problem != problem.id:
            raise UsageError(f"run {run.id} is of {run.problem}, not of {problem.id}")
        return carry_on_and_print(store, run, problem, options, as_json=as_json)


def _number(store: Store, which: str, problem_id: str) -> int:
    """A run by its number, or the last one of the problem that was cut short."""
    if which.isdecimal():
        return int(which)
    if which != "last":
        raise UsageError(f"--resume takes the number of a run, or 'last', not {which!r}")
    for run in store.runs():
        if run.problem == problem_id and not run.finished:
            return run.id
    raise UsageError(f"no run of {problem_id} was cut short")
