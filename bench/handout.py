"""How fast handouts are made: one page, one PDF, a course of a hundred problems.

    python -m bench.handout

The goals: a page in 30 ms and a PDF in 0.3 s, both in a warm process, and a course of 100
problems in all formats but PDF in 10 s on two cores. CPU time is that of all processes: on two
cores with nothing else to do, a course takes half of it on the clock.
"""

from __future__ import annotations

import dataclasses
import os
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from grader.handout.build import Plan
from grader.handout.content import handout_of
from grader.handout.course_build import build_problems
from grader.handout.html import render_html
from grader.handout.pdf import render_pdf
from grader.pages import highlighting, markdown, tex
from grader.pages.theme import default_theme
from grader.problem.course import Course
from grader.problem.load import load_problem
from grader.problem.model import Problem
from grader.sandbox.runner import IsolationPolicy

ROOT = Path(__file__).parent.parent
WITHOUT_PDF = ("html", "ipynb", "md", "py", "kit")
PROBLEMS = 100
ROUNDS = 15


def cpu_seconds() -> float:
    """Of this process and of all that have ended below it."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def timed(action: Callable[[], object]) -> tuple[float, float]:
    """(seconds on the clock, seconds of CPU)."""
    wall, cpu = time.perf_counter(), cpu_seconds()
    action()
    return time.perf_counter() - wall, cpu_seconds() - cpu


def median(action: Callable[[], object], rounds: int = ROUNDS) -> tuple[float, float]:
    """Of both times, after one round that warms up."""
    action()
    times = [timed(action) for _ in range(rounds)]
    return statistics.median(w for w, _ in times), statistics.median(c for _, c in times)


def forget() -> None:
    """Empty every cache of what a text says, as if it had just been written."""
    for cache in (
        markdown.parse,
        markdown.inline_tokens,
        tex.mathml,
        tex.tree,
        highlighting.highlight,
    ):
        cache.cache_clear()


def page(problem: Problem) -> None:
    render_html(handout_of(problem, default_theme()))


def new_page(problem: Problem) -> None:
    forget()
    page(problem)


def pdf_of_changed_text(problem: Problem) -> Callable[[], None]:
    """A PDF of a text that Typst has not seen before: it remembers what it has laid out."""
    count = 0

    def render() -> None:
        nonlocal count
        count += 1
        theory = problem.theory.replace("\n\n", f"\n\n({count}) ", 40)
        render_pdf(handout_of(dataclasses.replace(problem, theory=theory), default_theme()))

    return render


def make_course(folder: Path) -> Course:
    """A hundred problems: those of the course, again and again under other names."""
    own = Course(ROOT)
    for number in range(PROBLEMS):
        name = own.ids[number % len(own.ids)]
        copy = f"{name}_{number}"
        target = folder / "problems" / copy
        shutil.copytree(own.folder(name), target)
        shutil.copytree(ROOT / "solutions" / name, folder / "solutions" / copy)
        file = target / "problem.yaml"
        text = file.read_text("utf-8")
        prerequisites = text.find("\nprerequisites:")
        if prerequisites >= 0:
            end = text.index("\n", prerequisites + 1)
            text = text[:prerequisites] + text[end:]
        file.write_text(text.replace(f"\nid: {name}\n", f"\nid: {copy}\n"), encoding="utf-8")
    return Course(folder)


def build_all(course: Course, plan: Plan) -> None:
    for built in build_problems(course, course.ids, plan, jobs=2, policy=IsolationPolicy("D")):
        if built.diagnostics or built.error:
            raise SystemExit(f"{built.id}: {built.diagnostics or built.error}")


def line(what: str, wall: float, cpu: float, goal: str = "") -> None:
    print(f"{what:<48}{wall * 1e3:10.1f}{cpu * 1e3:10.1f}   {goal}", flush=True)


def main() -> int:
    """Measure, print a line each."""
    print(f"{'':48}{'wall ms':>10}{'CPU ms':>10}   goal")
    problem = load_problem("feed_forward", course=ROOT)
    line("page of feed_forward, warm", *median(lambda: page(problem)), "30 ms")
    line("page of feed_forward, every text new", *median(lambda: new_page(problem)))
    line("PDF of feed_forward, text changed", *median(pdf_of_changed_text(problem)), "300 ms")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GRADER_CACHE"] = f"{folder}/cache"
        course = make_course(Path(folder) / "course")
        texts = Plan(Path(folder) / "texts", WITHOUT_PDF[:-1])
        line("100 problems, no kits", *timed(partial(build_all, course, texts)))
        first = Plan(Path(folder) / "first", WITHOUT_PDF)
        line(
            "100 problems, no PDF, judged for the first time",
            *timed(partial(build_all, course, first)),
        )
        again = Plan(Path(folder) / "again", WITHOUT_PDF)
        line("100 problems, no PDF", *timed(partial(build_all, course, again)), "10,000 ms")
        line("100 problems, unchanged", *timed(partial(build_all, course, again)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
