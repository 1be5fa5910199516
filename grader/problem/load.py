"""From a folder to a problem: every file read, every fault found at once.

problems/<id>/problem.yaml, theory.md      solutions/<id>/reference.py, accepted/, wrong/
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from grader.errors import Diagnostic, Keys, Location, ProblemError
from grader.problem.checks import check
from grader.problem.digest import digest
from grader.problem.files import display, is_below, is_file_below, read_text
from grader.problem.folders import PROBLEM_FILE, PUBLIC_CASES, SOLUTIONS, find_folder
from grader.problem.model import Problem, ProblemSpec
from grader.problem.wording import describe, diagnostics_of
from grader.problem.yaml import Document, read_yaml

VERSION = 1


def load_problem(where: str | Path, *, course: Path | None = None) -> Problem:
    """The problem in a folder, of a ``problem.yaml``, or with an id in a course.

    Without ``course`` an id is looked for in the course around the current folder. Raises
    UsageError if there is no such problem, ProblemError with every fault if it cannot be used.
    """
    problem, diagnostics = read_problem(find_folder(where, course))
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
    if problem is None or errors:
        raise ProblemError(errors)
    return problem


def read_problem(folder: Path) -> tuple[Problem | None, tuple[Diagnostic, ...]]:
    """The problem in a folder, and all that is wrong with it, in file order.

    The problem is None where the faults do not even leave something to look at; otherwise it
    may be looked at, but only used if no diagnostic is an error.
    """
    folder = folder.absolute()
    document, diagnostics = read_yaml(folder / PROBLEM_FILE, display(folder / PROBLEM_FILE))
    if document is None:
        return None, in_order(diagnostics)
    spec, faults = read_spec(document)
    diagnostics += faults
    if spec is None:
        return None, in_order(diagnostics)
    theory, faults = _read_theory(folder, spec, document)
    diagnostics += faults
    solutions = folder.parent.parent / SOLUTIONS / folder.name
    hash_, faults = _hash(spec, theory, solutions)
    diagnostics += faults
    public_cases = folder / PUBLIC_CASES
    problem = Problem(
        spec=spec,
        folder=folder,
        solutions=solutions,
        theory=theory,
        locations=document.locations,
        hash=hash_,
        key_locations=document.keys,
        text_locations=document.texts,
        public_cases=public_cases if public_cases.is_file() else None,
    )
    diagnostics += check(problem)
    return problem, in_order(diagnostics)


def read_spec(document: Document) -> tuple[ProblemSpec | None, list[Diagnostic]]:
    """The spec that a document holds, and what is wrong with it.

    Keys that the format does not know are reported and then left out, so that the rest can be
    looked at too.
    """
    if fault := _version_fault(document):
        return None, [fault]
    try:
        return _adapter().validate_python(document.value), []
    except ValidationError as error:
        errors = error.errors(include_url=False)
    diagnostics, unknown = diagnostics_of(errors, document, ProblemSpec)
    if len(unknown) < len(errors):
        return None, diagnostics
    try:
        return _adapter().validate_python(_without(document.value, unknown)), diagnostics
    except ValidationError:
        return None, diagnostics


@cache
def _adapter() -> TypeAdapter[ProblemSpec]:
    return TypeAdapter(ProblemSpec)


def _version_fault(document: Document) -> Diagnostic | None:
    value = document.value
    if not isinstance(value, dict):
        message = f"must be a mapping with the keys of a problem, not {describe(value)}"
        return Diagnostic(document.locate(()), message)
    version = value.get("spec", VERSION)
    if version == VERSION and not isinstance(version, bool):
        return None
    where = document.locate(("spec",))
    if isinstance(version, int) and version > VERSION:
        message = (
            f"spec {version} is a newer format than this grader reads ({VERSION}); "
            "install a newer grader"
        )
    else:
        message = f"spec must be {VERSION}, the version of the format, not {describe(version)}"
    return Diagnostic(where, message)


def _without(value: Any, unknown: Iterable[Keys]) -> Any:
    """A copy of a tree without some keys."""
    gone = set(unknown)

    def copy(part: Any, path: Keys) -> Any:
        if isinstance(part, dict):
            return {
                key: copy(inner, (*path, key))
                for key, inner in part.items()
                if (*path, key) not in gone
            }
        if isinstance(part, list):
            return [copy(inner, (*path, index)) for index, inner in enumerate(part)]
        return part

    return copy(value, ())


def _read_theory(
    folder: Path, spec: ProblemSpec, document: Document
) -> tuple[str, list[Diagnostic]]:
    where = document.locate(("theory",))
    if not is_below(spec.theory):
        return "", [Diagnostic(where, "theory must be a file in the problem's folder")]
    if not is_file_below(folder, spec.theory):
        message = f"theory: there is no file {spec.theory[:60]!r} beside this one"
        return "", [Diagnostic(where, message)]
    path = folder / spec.theory
    text = read_text(path)
    return ("", [text]) if isinstance(text, Diagnostic) else (text, [])


def _hash(spec: ProblemSpec, theory: str, solutions: Path) -> tuple[str, list[Diagnostic]]:
    try:
        return digest(spec, theory, solutions), []
    except OSError as error:
        where = Location(display(Path(error.filename or solutions)))
        return "", [Diagnostic(where, f"cannot be read: {error.strerror or error}")]


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each diagnostic once, by file, line and column."""
    return tuple(sorted(set(diagnostics)))
