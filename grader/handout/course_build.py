"""Handouts of a whole course: several problems at a time, and a page that leads to them."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing.util import Finalize
from pathlib import Path

from grader.errors import Diagnostic, IsolationError, ProblemError, UsageError
from grader.grading import make_bundle
from grader.handout.build import FORMATS, Plan, build, states
from grader.handout.course_page import render_course_page
from grader.judge import StudentBundle
from grader.pages import Theme, theme_of
from grader.problem import Course, Problem
from grader.sandbox import IsolationPolicy, Runner

INDEX = "index.html"


@dataclass(frozen=True)
class Built:
    """What became of one problem."""

    id: str
    made: tuple[str, ...] = ()
    """Formats that were rendered; the others were fresh."""
    diagnostics: tuple[Diagnostic, ...] = ()
    error: str = ""
    """Any other fault, in one sentence."""


def build_problems(
    course: Course, ids: Sequence[str], plan: Plan, *, jobs: int = 1, policy: IsolationPolicy
) -> Iterator[Built]:
    """Make the handouts of some problems, each yielded when it is done; no order is promised.

    Args:
        course: that they belong to.
        ids: of the problems.
        plan: the formats, and where they go.
        jobs: processes that work at a time.
        policy: which isolation is good enough for the references.

    Raises:
        ProblemError: the settings of the course cannot be used.
    """
    theme = theme_of(course)
    if jobs == 1 or len(ids) == 1:
        with Workshop(course, theme, plan, policy) as shop:
            for name in ids:
                yield shop.build(name)
        return
    with ProcessPoolExecutor(
        max_workers=min(jobs, len(ids)),
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_open_workshop,
        initargs=(course.root, plan, policy),
    ) as pool:
        for done in as_completed([pool.submit(_build, name) for name in ids]):
            yield done.result()


class Workshop:
    """What one process works with; the sandbox is opened for the first kit."""

    def __init__(self, course: Course, theme: Theme, plan: Plan, policy: IsolationPolicy) -> None:
        self._course, self._theme, self._plan, self._policy = course, theme, plan, policy
        self._stack = ExitStack()
        self._runner: Runner | None = None

    def __enter__(self) -> Workshop:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the sandbox."""
        self._stack.close()

    def build(self, name: str) -> Built:
        """Make one problem's handouts; its faults are part of the answer.

        Raises:
            JudgeError: our own failure.
        """
        try:
            problem = self._course.problem(name)
            return Built(name, build(problem, self._theme, self._plan, self._make_bundle))
        except ProblemError as error:
            return Built(name, diagnostics=error.diagnostics)
        except (UsageError, IsolationError) as error:
            return Built(name, error=str(error))

    def _make_bundle(self, problem: Problem) -> StudentBundle:
        return make_bundle(problem, self._wall)

    def _wall(self) -> Runner:
        if self._runner is None:
            self._runner = self._stack.enter_context(Runner(policy=self._policy))
        return self._runner


#: The workshop of a process that was started for it.
_workshops: list[Workshop] = []


def _open_workshop(root: Path, plan: Plan, policy: IsolationPolicy) -> None:
    course = Course(root)
    shop = Workshop(course, theme_of(course), plan, policy)
    _workshops.append(shop)
    Finalize(None, shop.close, exitpriority=1)


def _build(name: str) -> Built:
    return _workshops[0].build(name)


def render_index(course: Course, plan: Plan) -> str:
    """The page of a course, with links to every handout that the plan makes."""
    links = {
        name: [(format_, f"{name}/{_link(name, format_, plan)}") for format_ in plan.formats]
        for name in course.ids
    }
    return render_course_page(course, links)


def _link(name: str, format_: str, plan: Plan) -> str:
    if format_ != "kit":
        return f"{name}.{format_}"
    return f"{name}-kit.zip" if plan.zip_bundle else f"{name}-kit/README.md"


def stale_handouts(
    course: Course, ids: Sequence[str], plan: Plan
) -> Iterator[tuple[str, str, str]]:
    """(id, format, state) of each handout that is not what it would be if made now."""
    theme = theme_of(course)
    for name in ids:
        for format_, state in states(course.problem(name), theme, plan).items():
            if state != "fresh":
                yield name, format_, state


def formats_of(chosen: Sequence[str]) -> tuple[str, ...]:
    """The formats that are meant, in the order of :data:`FORMATS`."""
    wanted = FORMATS if "all" in chosen else chosen
    return tuple(name for name in FORMATS if name in wanted)
