"""Judge many submissions from the command line: what ``grade`` and ``runs rejudge`` share."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from grader import __version__
from grader.cli import exit_codes
from grader.cli.options import console, open_course
from grader.cli.output import say, say_json
from grader.errors import UsageError
from grader.sandbox import available_processors

if TYPE_CHECKING:
    from grader.collect import Collected
    from grader.problem import Problem
    from grader.runs import Engine, Run, Store
    from grader.sandbox import IsolationPolicy

_Command = TypeVar("_Command", bound=Callable[..., object])
STORE = Path(".grader", "runs.sqlite")


@dataclass(frozen=True)
class EngineOptions:
    """Where and how submissions are judged."""

    workers: int | None
    engine: str
    scheduler: str | None
    explain: bool
    policy: IsolationPolicy


def store_option(command: _Command) -> _Command:
    """``--store FILE``."""
    return click.option(
        "--store",
        "store_path",
        type=click.Path(path_type=Path, dir_okay=False),
        envvar="GRADER_STORE",
        help=f"Where results are kept; {STORE} in the course by default.",
    )(command)


def engine_options(command: _Command) -> _Command:
    """Options that make an :class:`EngineOptions`."""
    for option in (
        click.option("--workers", type=click.IntRange(1, 1024), help="As many as cores."),
        click.option("--engine", type=click.Choice(["local", "dask"]), default="local"),
        click.option("--scheduler", metavar="ADDRESS", help="Of the Dask cluster."),
        click.option(
            "--explain",
            is_flag=True,
            help="Also look for the smallest input that shows each mistake (takes longer).",
        ),
    ):
        command = option(command)
    return command


def open_store(ctx: click.Context, path: Path | None) -> Store:
    """The store of the course, or the file that was named."""
    from grader.runs import Store

    if path is None:
        path = open_course(ctx).root / STORE
        path.parent.mkdir(mode=0o700, exist_ok=True)
        ignore = path.parent / ".gitignore"
        if not ignore.exists():
            text = "# What students handed in belongs in no repository.\n*\n"
            ignore.write_text(text, encoding="utf-8")
    return Store(path)


@contextmanager
def make_engine(problem: Problem, options: EngineOptions) -> Iterator[Engine]:
    """The engine that was asked for."""
    if (options.engine == "dask") != (options.scheduler is not None):
        raise UsageError("--engine dask and --scheduler ADDRESS belong together")
    if options.scheduler is not None:
        from grader.runs import dask_engine

        with dask_engine(
            problem, options.scheduler, policy=options.policy, explain=options.explain
        ) as cluster:
            yield cluster
        return
    from grader.runs import local_engine

    workers = options.workers or available_processors()
    with local_engine(problem, workers, policy=options.policy, explain=options.explain) as engine:
        yield engine


def environment_of(engine: Engine, options: EngineOptions, *, again: bool) -> dict[str, str]:
    """What is stored with a run: the machine, and what going on with the run needs to know."""
    from grader.judge import environment

    return {
        **dataclasses.asdict(environment(engine.isolation)),
        "engine": options.engine,
        "again": "yes" if again else "no",
        "explain": "yes" if options.explain else "no",
    }


def begin_and_print(
    ctx: click.Context,
    problem: Problem,
    collected: Collected,
    options: EngineOptions,
    store_path: Path | None,
    *,
    again: bool,
    as_json: bool,
) -> int:
    """A new run of what was collected; gives the exit code."""
    with open_store(ctx, store_path) as store, make_engine(problem, options) as engine:
        environment = environment_of(engine, options, again=again)
        run = store.run(store.begin(problem, engine.suite_hash, collected, environment))
        store.lock(run.id)
        code = carry_out(store, run, problem, engine)
        print_run(store, run.id, as_json=as_json)
    return code


def carry_on_and_print(
    store: Store, run: Run, problem: Problem, options: EngineOptions, *, as_json: bool
) -> int:
    """Go on with a run that was cut short; gives the exit code."""
    store.lock(run.id)
    explain = run.environment.get("explain") == "yes"
    with make_engine(problem, dataclasses.replace(options, explain=explain)) as engine:
        code = carry_out(store, run, problem, engine)
    print_run(store, run.id, as_json=as_json)
    return code


def carry_out(store: Store, run: Run, problem: Problem, engine: Engine) -> int:
    """Judge what a run still lacks, with progress; gives the exit code."""
    from grader.cli.progress import progress
    from grader.runs import check_unchanged, execute

    check_unchanged(run, problem, engine.suite_hash)
    adopted = 0 if run.environment.get("again") == "yes" else store.adopt(run, __version__)
    run = store.run(run.id)
    if adopted:
        say(f"{adopted} of {run.total} were judged before and are not again", err=True)
    try:
        with progress(run.total, run.done) as heard:
            execute(store, run, engine, heard)
    except KeyboardInterrupt:
        done = store.run(run.id).done
        say(
            f"\nstopped; {done} of {run.total} results are kept. To go on:\n"
            f"  grader grade {problem.id} --resume {run.id}",
            err=True,
        )
        return exit_codes.INTERRUPTED
    failed = any(entry.points is None for entry in store.entries(run.id))
    return exit_codes.JUDGE_ERROR if failed else exit_codes.ACCEPTED


def print_run(store: Store, number: int, *, as_json: bool, every: bool = False) -> None:
    """A run on standard output, for people or for programs."""
    if as_json:
        from grader.report import run_json

        say_json(run_json(store, number))
        return
    from grader.report import render_run

    console().print(render_run(store, number, every=every), highlight=False)
