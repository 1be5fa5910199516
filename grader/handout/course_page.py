"""A course at a glance, as a page and in the terminal: order, prerequisites, points, difficulty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grader.handout.content import TEMPLATES
from grader.pages import Context, Theme, inline_markup, render_page, theme_of
from grader.problem import Course, Difficulty, Problem, exact, max_points

#: By id, (format, address) of each handout.
Links = Mapping[str, Sequence[tuple[str, str]]]


@dataclass(frozen=True)
class Entry:
    """One problem of a course."""

    number: int
    """Its place in the teaching order, counted from 1."""
    id: str
    title: str
    summary: str
    """Markdown."""
    section: str
    """Of the work that it comes from, or empty."""
    difficulty: Difficulty
    points: float
    prerequisites: tuple[tuple[str, str], ...]
    """Id and title of each problem to do first."""


@dataclass(frozen=True)
class Overview:
    """All problems of a course, in teaching order."""

    title: str
    entries: tuple[Entry, ...]

    @property
    def points(self) -> float:
        """Of all problems together."""
        return float(sum(exact(entry.points) for entry in self.entries))


def overview(course: Course) -> Overview:
    """Read a course. ProblemError if its settings or a problem cannot be used."""
    problems = [course.problem(name) for name in course.ids]
    titles = {problem.id: problem.spec.title for problem in problems}
    entries = (_entry(number, problem, titles) for number, problem in enumerate(problems, 1))
    return Overview(course.spec.title or course.root.name, tuple(entries))


def _entry(number: int, problem: Problem, titles: Mapping[str, str]) -> Entry:
    spec = problem.spec
    return Entry(
        number=number,
        id=problem.id,
        title=spec.title,
        summary=spec.summary.strip(),
        section=(spec.source.section if spec.source else None) or "",
        difficulty=spec.difficulty,
        points=max_points(spec.tests.groups),
        prerequisites=tuple((name, titles.get(name, name)) for name in spec.prerequisites),
    )


def render_course_page(course: Course, links: Links | None = None) -> str:
    """The page of a course: one HTML file without anything from elsewhere.

    Args:
        course: what to show.
        links: where the handouts of each problem are, relative to the page; none by default.
    """
    theme, found = theme_of(course), overview(course)
    context = Context({}, theme)
    return render_page(
        TEMPLATES / "course.html.j2",
        theme,
        typeset=True,
        course=found,
        links=links or {},
        total=_total(found, theme),
        points=lambda value: _points(value, theme),
        inline=lambda text: Markup(inline_markup(text, context)),
    )


def course_table(course: Course) -> RenderableType:
    """The course for the terminal: a row for each problem; prerequisites by their numbers."""
    theme, found = theme_of(course), overview(course)
    heading = Text(found.title, style="bold")
    if not found.entries:
        return Group(heading, Text(theme.messages["course_empty"]))
    messages = theme.messages
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column(messages["course_order"], justify="right", style="dim")
    table.add_column(messages["problem"], min_width=max(len(entry.id) for entry in found.entries))
    table.add_column(messages["difficulty"])
    table.add_column(messages["points_column"], justify="right")
    table.add_column(messages["prerequisites"])
    numbers = {entry.id: str(entry.number) for entry in found.entries}
    for entry in found.entries:
        name = Text.assemble((entry.id, "bold"), "\n", (entry.title, "dim"))
        first = ", ".join(numbers.get(name, name) for name, _ in entry.prerequisites)
        difficulty = messages[f"difficulty_{entry.difficulty}"]
        table.add_row(str(entry.number), name, difficulty, f"{entry.points:g}", first)
    return Group(heading, Text(), table, Text(), Text(_total(found, theme)))


def _points(value: float, theme: Theme) -> str:
    return (
        theme.messages["points_one"]
        if value == 1
        else theme.messages.get("points", points=f"{value:g}")
    )


def _total(found: Overview, theme: Theme) -> str:
    """``19 problems, 1900 points``."""
    if not found.entries:
        return theme.messages["course_empty"]
    count = len(found.entries)
    problems = theme.messages["problems_one" if count == 1 else "problems"].format(count=count)
    return f"{problems}, {_points(found.points, theme)}"
