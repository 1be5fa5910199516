"""Options and helpers that several commands share."""

from __future__ import annotations

import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from grader.cli import exit_codes
from grader.cli.output import say_json
from grader.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console

    from grader.judge import SubmissionResult
    from grader.pages import Messages
    from grader.problem import Course, Problem
    from grader.sandbox import IsolationPolicy

_Command = TypeVar("_Command", bound=Callable[..., Any])


def json_option(command: _Command) -> _Command:
    """``--json``: the whole result for programs, instead of the report for people."""
    return click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")(
        command
    )


def weak_option(command: _Command) -> _Command:
    """``--allow-weak-isolation``, which the command gets as a ``policy``."""
    return click.option(
        "--allow-weak-isolation",
        "policy",
        is_flag=True,
        callback=lambda _ctx, _option, given: _isolation_policy(given),
        help="Run although this machine cannot stop a submission from reading or writing "
        "your files or using the network; only for code you have read.",
    )(command)


def _isolation_policy(allow_weak_isolation: bool) -> IsolationPolicy:
    from grader.sandbox import IsolationPolicy

    return IsolationPolicy.allowing_weak(allow_weak_isolation)


def open_course(ctx: click.Context) -> Course:
    """The course named by ``--course``, or the one around the current folder."""
    from grader.problem import Course

    root: Path | None = ctx.find_root().obj
    return Course(root) if root is not None else Course.find()


def open_messages(ctx: click.Context) -> Messages:
    """In the course's language; a store may be looked at where no course is."""
    from grader.pages import BASE, course_messages, messages_for

    try:
        course = open_course(ctx)
    except UsageError:
        return messages_for(BASE)
    return course_messages(course)


def open_problem(ctx: click.Context, problem_id: str) -> Problem:
    """A problem of the course, by its id."""
    return open_course(ctx).problem(problem_id)


def console() -> Console:
    """For reports on standard output; rich is loaded only where there is one."""
    from grader.report import report_console

    return report_console()


def judge_and_print(
    ctx: click.Context,
    problem_id: str,
    path: Path,
    *,
    scope: str,
    as_json: bool,
    reveal: bool,
    policy: IsolationPolicy,
) -> int:
    """The body of ``check`` and ``grade``: judge one file, print, give the exit code."""
    from grader.sandbox import Runner
    from grader.submission import read_submission

    if not path.is_file():
        # A path that was mistyped is no submission, and so no submission that failed.
        raise UsageError(read_submission(path).fault)
    # The zygote starts while the problem is being read and its cases are being made.
    with Runner(policy=policy) as runner:
        from grader.grading import grade
        from grader.pages import messages_of

        problem = open_problem(ctx, problem_id)
        messages = messages_of(problem)
        if not as_json:  # what prints the result is loaded while the submission runs
            threading.Thread(target=import_module, args=("grader.report.terminal",)).start()
        result = grade(problem, path, scope=scope, runner=runner, reveal=reveal)  # type: ignore[arg-type]  # click gives a str
    print_submission(result, f"{problem.id} · {path.name}", messages, as_json=as_json)
    return exit_codes.ACCEPTED if result.accepted else exit_codes.NOT_ACCEPTED


def print_submission(
    result: SubmissionResult, title: str, messages: Messages, *, as_json: bool
) -> None:
    """One result, as JSON or as a report."""
    if as_json:
        from grader.judge import to_json

        say_json(to_json(result))
        return
    from grader.report import print_result

    print_result(result, title, console(), messages)
