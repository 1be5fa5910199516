"""A problem as bytes that another machine can make it of: nothing there but grader is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.errors import JudgeError, UsageError
from grader.problem import PROBLEMS, SOLUTIONS, Problem, load_problem
from grader.provenance import files_below

#: Bytes of all files: a problem has some tens of kB, and pictures.
_MOST = 64 << 20


@dataclass(frozen=True)
class Payload:
    """The files of a problem and its solutions. Secret: for machines of the instructor's."""

    id: str
    hash: str
    files: tuple[tuple[str, bytes], ...]
    """Paths below the course."""


def pack(problem: Problem) -> Payload:
    """Take a problem along.

    Raises:
        UsageError: it is too large, or was loaded from a student bundle.
    """
    if not problem.solutions.is_dir():
        raise UsageError(f"{problem.id} has no folder of solutions to take along")
    roots = ((PROBLEMS, problem.folder), (SOLUTIONS, problem.solutions))
    files = tuple(_read(roots, problem.id))
    size = sum(len(content) for _, content in files)
    if size > _MOST:
        raise UsageError(
            f"the files of {problem.id} have {size:,} bytes; {_MOST >> 20} MiB go along"
        )
    return Payload(problem.id, problem.hash, files)


def _read(roots: Iterable[tuple[str, Path]], name: str) -> Iterator[tuple[str, bytes]]:
    for part, root in roots:
        for path in files_below(root):
            yield f"{part}/{name}/{path.relative_to(root).as_posix()}", path.read_bytes()


def unpack(payload: Payload, folder: Path) -> Problem:
    """The problem, from files written below an empty folder.

    Raises:
        JudgeError: it is not the same problem there: the versions of grader differ.
    """
    for name, content in payload.files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    problem = load_problem(payload.id, course=folder)
    if problem.hash != payload.hash:
        raise JudgeError(f"{payload.id} became another problem on the way: other software is there")
    return problem
