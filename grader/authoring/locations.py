"""Where a test case, an example or a solution stands in the problem's files."""

from __future__ import annotations

from pathlib import Path

from grader.errors import Location
from grader.problem import Problem, case_names, display


def place_of_case(problem: Problem, name: str) -> Location:
    """Return where the case or example of a name is written."""
    for index, example in enumerate(problem.spec.examples):
        if example.name == name:
            return problem.locate_key("examples", index, "name")
    for g, group in enumerate(problem.spec.tests.groups):
        for c, case in enumerate(group.cases):
            if name in case_names(case):
                return problem.locate_key("tests", "groups", g, "cases", c, "name")
    return problem.locate("tests")


def location_of_solution(path: Path, line: int | None = None) -> Location:
    """Return a place in a solution's file, as the current folder sees it."""
    return Location(display(path), line or 0)


def location_of_misconception(problem: Problem, solution: str) -> Location | None:
    """Return where the words for a wrong solution are written, if there are any."""
    for index, entry in enumerate(problem.spec.misconceptions):
        if entry.solution == solution:
            return problem.locate("misconceptions", index, "solution")
    return None
