"""``grader runs``: what was graded, kept in a store."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import exit_codes
from grader.cli.class_run import (
    EngineOptions,
    carry_out,
    engine_options,
    environment_of,
    make_engine,
    open_store,
    print_run,
    store_option,
)
from grader.cli.options import (
    console,
    json_option,
    open_messages,
    open_problem,
    print_submission,
    weak_option,
)
from grader.cli.output import say, say_json
from grader.cli.runs_report import command as report
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.runs import Change, Entry, Run, Store
    from grader.sandbox import IsolationPolicy


@click.group("runs")
def command() -> None:
    """List, show, compare and judge again what 'grader grade' has kept."""


@command.command("list")
@json_option
@store_option
@click.pass_context
def list_runs(ctx: click.Context, as_json: bool, store_path: Path | None) -> int:
    """List all runs, the latest first."""
    from grader.report import render_runs

    with open_store(ctx, store_path) as store:
        runs = store.runs()
    if as_json:
        rows = [dataclasses.asdict(run) | {"finished": run.finished} for run in runs]
        say_json(rows)
    else:
        console().print(render_runs(runs) if runs else "no runs yet", highlight=False)
    return exit_codes.ACCEPTED


@command.command("show")
@click.argument("number", metavar="RUN", type=int)
@click.argument("student", required=False)
@click.option("--all", "every", is_flag=True, help="All rows, however many.")
@json_option
@store_option
@click.pass_context
def show(
    ctx: click.Context,
    number: int,
    student: str | None,
    every: bool,
    as_json: bool,
    store_path: Path | None,
) -> int:
    """Show a run, or all that is known of one STUDENT's submission, secret cases included."""
    with open_store(ctx, store_path) as store:
        if student is None:
            print_run(store, number, as_json=as_json, every=every)
            return exit_codes.ACCEPTED
        entry = _entry(store, store.run(number), student)
        if entry.judgement is None:
            raise UsageError(f"{entry.path} is not judged yet: grader grade --resume {number}")
        result = store.result(entry.judgement)
    title = f"{result.problem} · {entry.path}"
    print_submission(result, title, open_messages(ctx), as_json=as_json)
    return exit_codes.ACCEPTED


def _entry(store: Store, run: Run, student: str) -> Entry:
    """The last submission of a student, by id, name, login or e-mail address."""
    wanted = student.casefold()
    entries = list(store.entries(run.id))
    for entry in reversed(entries):
        one = entry.student
        if wanted in (x.casefold() for x in (one.id, one.name, one.email, one.login, one.handle)):
            return entry
    import difflib

    known = [name for entry in entries for name in (entry.student.id, entry.student.name) if name]
    near = difflib.get_close_matches(student, known, 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise UsageError(f"run {run.id} has nobody called {student!r}{hint}")


@command.command("diff")
@click.argument("before", metavar="RUN", type=int)
@click.argument("after", metavar="LATER_RUN", type=int)
@json_option
@store_option
@click.pass_context
def diff(
    ctx: click.Context, before: int, after: int, as_json: bool, store_path: Path | None
) -> int:
    """Say whose verdict or score differs between two runs, and why."""
    from grader.runs import compare_runs

    with open_store(ctx, store_path) as store:
        old, new = store.run(before), store.run(after)
        if old.problem != new.problem:
            raise UsageError(f"run {before} is of {old.problem}, run {after} of {new.problem}")
        first, second = list(store.entries(before)), list(store.entries(after))
        if new.of == before:  # perhaps only some of them were judged again
            first = [entry for entry in first if entry.content in {e.content for e in second}]
        changes = list(compare_runs(first, second, store.result))
    if as_json:
        rows = [dataclasses.asdict(change) for change in changes]
        say_json(rows)
    else:
        _print_changes(old, new, changes)
    return exit_codes.ACCEPTED


def _print_changes(old: Run, new: Run, changes: list[Change]) -> None:
    versions = "the same version"
    if old.problem_hash != new.problem_hash:
        versions = f"{old.problem_hash[:12]} and {new.problem_hash[:12]}"
    say(f"{old.problem}, runs {old.id} and {new.id}, of {versions} of the problem")
    for change in changes:
        attempt = f" (attempt {change.attempt})" if change.attempt > 1 else ""
        say(f"\n{change.student}{attempt}: {change.before} -> {change.after}")
        for reason in change.why:
            say(f"  {reason}")
    say(f"\n{len(changes) or 'nothing'} changed of {new.total} submissions")


@command.command("rejudge")
@click.argument("number", metavar="RUN", type=int)
@click.option("--only", metavar="VERDICT", multiple=True, help="Those with this verdict: JE, TLE.")
@engine_options
@weak_option
@json_option
@store_option
@click.pass_context
def rejudge(
    ctx: click.Context,
    number: int,
    only: tuple[str, ...],
    workers: int | None,
    engine: str,
    scheduler: str | None,
    explain: bool,
    policy: IsolationPolicy,
    as_json: bool,
    store_path: Path | None,
) -> int:
    """Judge the submissions of a run again, on the problem as it is now, as a new run."""
    from grader.verdict import Verdict

    verdicts = [name.upper() for name in only]
    if unknown := set(verdicts) - set(Verdict.__members__):
        raise UsageError(f"no verdict {min(unknown)}; there are {', '.join(Verdict.__members__)}")
    options = EngineOptions(workers, engine, scheduler, explain, policy)
    with open_store(ctx, store_path) as store:
        old = store.run(number)
        problem = open_problem(ctx, old.problem)
        with make_engine(problem, options) as made:
            environment = environment_of(made, options, again=True)
            new = store.begin_again(problem, made.suite_hash, number, environment, verdicts)
            store.lock(new)
            code = carry_out(store, store.run(new), problem, made)
        print_run(store, new, as_json=as_json)
        if not as_json:
            say(f"what changed: grader runs diff {number} {new}")
    return code


command.add_command(report)
