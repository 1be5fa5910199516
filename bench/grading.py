"""How fast one submission is graded, in ratios against what the machine does in the same run.

    python -m bench.grading

Two questions a user has: what does a submission cost once the grader stands (a class, a
training run), and how long does a student wait from the shell to the verdict.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from grader.grading.judging import judge, set_up
from grader.problem.load import load_problem
from grader.sandbox.runner import Runner
from grader.submission.reading import Submission

ROOT = Path(__file__).parent.parent
SOLUTION = ROOT / "solutions" / "feed_forward" / "accepted" / "matmul.py"
ROUNDS = 15
#: Submissions that are graded in a row: an interpreter that starts in between leaves caches cold.
BLOCK = 20


def seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def in_turn(*actions: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """The median of each, measured in turns so that a slow spell of the machine hits all."""
    times: list[list[float]] = [[] for _ in actions]
    for round_number in range(rounds + 1):
        for action, kept in zip(actions, times, strict=True):
            taken = seconds(action)
            if round_number:  # the first round warms caches
                kept.append(taken)
    return [statistics.median(kept) for kept in times]


def run(*arguments: str) -> None:
    subprocess.run(arguments, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)


def fresh_interpreter() -> None:
    run(sys.executable, "-c", "import numpy")


def grading() -> list[tuple[str, float, float]]:
    """One submission of the whole suite, after start-up, against a fresh interpreter."""
    problem = load_problem("feed_forward", course=ROOT)
    submission = Submission(SOLUTION.name, SOLUTION.read_bytes())
    with Runner() as runner:
        bench = set_up(problem, runner)

        def some() -> None:
            for _ in range(BLOCK):
                result = judge(bench, submission, runner)
                assert result.accepted, result.message

        graded, interpreter = in_turn(some, fresh_interpreter)
    return [("grade one submission, all cases", graded / BLOCK, interpreter)]


def checking() -> list[tuple[str, float, float]]:
    """From the shell to the verdict, with and without what an earlier run kept."""

    def check() -> None:
        run(sys.executable, "-m", "grader", "check", "feed_forward", str(SOLUTION))

    def check_cold() -> None:
        with tempfile.TemporaryDirectory() as cache:
            subprocess.run(
                [sys.executable, "-m", "grader", "check", "feed_forward", str(SOLUTION)],
                check=True,
                cwd=ROOT,
                stdout=subprocess.DEVNULL,
                env={**os.environ, "GRADER_CACHE": cache},
            )

    warm, cold, interpreter = in_turn(check, check_cold, fresh_interpreter)
    return [
        ("grader check, shell to verdict", warm, interpreter),
        ("grader check, the first time", cold, interpreter),
    ]


def main() -> None:
    rows = grading() + checking()
    print(f"{'what':36}{'ms':>9}{'import numpy':>14}{'ratio':>9}{'difference':>12}")
    for what, ours, floor in rows:
        print(
            f"{what:36}{ours * 1e3:9.1f}{floor * 1e3:14.1f}{ours / floor:9.3f}"
            f"{(ours - floor) * 1e3:10.0f} ms"
        )


if __name__ == "__main__":
    main()
