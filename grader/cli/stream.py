"""``grader stream``: JSON Lines in, JSON Lines out."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from grader.cli import exit_codes
from grader.cli.options import open_course, weak_option

if TYPE_CHECKING:
    from grader.sandbox import IsolationPolicy


@click.command("stream")
@click.argument("problem_ids", metavar="PROBLEM...", nargs=-1, required=True)
@click.option("--workers", type=click.IntRange(1, 1024), help="As many as cores.")
@click.option("--full", "whole", is_flag=True, help="The whole result in every line.")
@click.option("--reveal", is_flag=True, help="With --full: also what is secret.")
@weak_option
@click.pass_context
def command(
    ctx: click.Context,
    problem_ids: tuple[str, ...],
    workers: int | None,
    whole: bool,
    reveal: bool,
    policy: IsolationPolicy,
) -> int:
    """Judge sources as they come on standard input, and answer each as it is done.

    A line is {"id": ..., "problem": ..., "source": ...}; an answer has the same id, in any order.
    `reward` is the share of the points, and null where nothing is known: a line that cannot be
    read, or our own failure. docs/streaming.md says more.

    Exit code 0: the input ended. 3: it did, and some of it we failed to judge.
    """
    from grader.runs import Pool, full, short, stream

    course = open_course(ctx)
    problems = [course.problem(problem_id) for problem_id in problem_ids]
    pool = Pool(*problems, workers=workers, allow_weak_isolation=policy.allows_weak)
    shape = full(pool, reveal=reveal) if whole or reveal else short
    # Not sys.stdin itself: a thread that waits for it would keep the interpreter from ending.
    source = os.fdopen(os.dup(sys.stdin.fileno()), "rb", closefd=False)
    try:
        judged_all = stream(pool, source, sys.stdout, shape)
        pool.close()
    except BrokenPipeError:  # nobody wants the rest
        pool.close(cancel=True)
        _silence_output()
        return exit_codes.ACCEPTED
    except BaseException:
        pool.close(cancel=True)
        raise
    return exit_codes.ACCEPTED if judged_all else exit_codes.JUDGE_ERROR


def _silence_output() -> None:
    """What is still buffered for a reader that went away would fail once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
