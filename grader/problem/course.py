"""A course: the folder whose ``problems/`` and ``solutions/`` one works in.

course.yaml (may be absent)    problems/<id>/problem.yaml    solutions/<id>/reference.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from grader.errors import Diagnostic, ProblemError
from grader.problem.fields import Bool
from grader.problem.files import display, is_file_below
from grader.problem.folders import (
    COURSE_FILE,
    PROBLEM_FILE,
    check_course,
    course_root,
    problem_folder,
    problem_ids,
)
from grader.problem.load import in_order, load_problem
from grader.problem.model import Problem
from grader.problem.parameters import strict
from grader.problem.wording import describe, diagnostics_of, did_you_mean
from grader.problem.yaml import Document, read_yaml

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{1,8})*")
_COLOR = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


@dataclass(frozen=True, kw_only=True)
class Branding:
    """How the handouts of a course look."""

    __pydantic_config__ = strict()
    logo: str | None = None
    """A picture, from the course's folder."""
    colors: Mapping[str, str] = field(default_factory=dict)
    """``#rrggbb`` by the name of what is coloured."""


@dataclass(frozen=True, kw_only=True)
class CourseSpec:
    """``course.yaml``, key for key; every key may be absent."""

    __pydantic_config__ = strict()
    title: str = ""
    """For people."""
    order: tuple[str, ...] = ()
    """Ids of problems in teaching order; the rest follows, prerequisites first."""
    language: str = "en"
    """Of the handouts' own words, as a tag such as ``de`` or ``pt-BR``."""
    branding: Branding = field(default_factory=Branding)
    """Logo and colours."""
    allow_html: Bool = False
    """Whether HTML in the Markdown of this course reaches a page as it is."""


class Course:
    """The problems of one folder."""

    def __init__(self, root: Path) -> None:
        """UsageError if the folder holds no ``problems``."""
        self.root = check_course(root)

    @classmethod
    def find(cls, start: Path | None = None) -> Course:
        """The course around a folder, by default the current one; UsageError if there is none."""
        return cls(course_root(start))

    @cached_property
    def spec(self) -> CourseSpec:
        """``course.yaml``, or the defaults; ProblemError with every fault in it."""
        spec, diagnostics = read_course(self.root)
        if diagnostics or spec is None:
            raise ProblemError(diagnostics)
        return spec

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The problems in teaching order: as ``course.yaml`` says, the rest prerequisites first."""
        first = self.spec.order
        rest = [name for name in problem_ids(self.root) if name not in first]
        if len(rest) < 2:
            return (*first, *rest)
        return teaching_order({name: _prerequisites(self.folder(name)) for name in rest}, first)

    def folder(self, problem_id: str) -> Path:
        """The folder of a problem; UsageError, with a suggestion, if there is none."""
        return problem_folder(self.root, problem_id)

    def problem(self, problem_id: str) -> Problem:
        """A problem; UsageError if there is none, ProblemError if it cannot be used."""
        return load_problem(self.folder(problem_id))


def read_course(root: Path) -> tuple[CourseSpec | None, list[Diagnostic]]:
    """The settings of a course, and all that is wrong with them."""
    path = root / COURSE_FILE
    if not path.exists():
        return CourseSpec(), []
    document, diagnostics = read_yaml(path, display(path))
    if document is None:
        return None, diagnostics
    if not isinstance(document.value, dict):
        message = f"must be a mapping, not {describe(document.value)}"
        return None, [*diagnostics, Diagnostic(document.locate(()), message)]
    try:
        spec = TypeAdapter(CourseSpec).validate_python(document.value)
    except ValidationError as error:
        faults, _ = diagnostics_of(error.errors(include_url=False), document, CourseSpec)
        return None, list(in_order(diagnostics + faults))
    diagnostics += _check(spec, document, root)
    return spec, list(in_order(diagnostics))


def teaching_order(
    prerequisites: Mapping[str, tuple[str, ...]], first: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Some ids in the order given, then the others: prerequisites first, then by name.

    Prerequisites that are not among the ids count for nothing; ids that wait for each other in a
    circle come last, by name.
    """
    done = list(first)
    waiting = sorted(prerequisites)
    while waiting:
        ready = [
            name
            for name in waiting
            if not any(other in waiting and other != name for other in prerequisites[name])
        ]
        chosen = ready[0] if ready else waiting[0]
        done.append(chosen)
        waiting.remove(chosen)
    return tuple(done)


def _prerequisites(folder: Path) -> tuple[str, ...]:
    """What a problem's file names, as far as it can be read; its faults are told elsewhere."""
    file = folder / PROBLEM_FILE
    document, _ = read_yaml(file, display(file))
    if document is None or not isinstance(document.value, dict):
        return ()
    value = document.value.get("prerequisites")
    return tuple(str(entry) for entry in value) if isinstance(value, list) else ()


def _check(spec: CourseSpec, document: Document, root: Path) -> Iterator[Diagnostic]:
    ids = problem_ids(root)
    for index, name in enumerate(spec.order):
        where = document.locate(("order", index))
        if name not in ids:
            message = f"no problem {name[:60]!r} in this course{did_you_mean(name, ids)}"
            yield Diagnostic(where, message)
        elif name in spec.order[:index]:
            yield Diagnostic(where, f"{name!r} is in the order already")
    if not _LANGUAGE.fullmatch(spec.language):
        where = document.locate(("language",))
        yield Diagnostic(where, "language must be a tag such as en, de or pt-BR")
    for name, color in spec.branding.colors.items():
        if not _COLOR.fullmatch(color):
            where = document.locate(("branding", "colors", name))
            yield Diagnostic(where, f"{name} must be a colour such as '#1f6feb', in quotes")
    if (logo := spec.branding.logo) is not None and not is_file_below(root, logo):
        where = document.locate(("branding", "logo"))
        yield Diagnostic(where, f"logo {logo[:60]!r} is not a file in the course's folder")
