"""The program among the files that a tool laid out: never one that a link leads to.

A student may hand in a link to the reference, which lies in the same container.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterator
from pathlib import Path

from grader.submission import NOTEBOOK, Submission, make_submission

_PROGRAMS = (".py", NOTEBOOK)


def find_submission(where: Path, names: Collection[str], apart: Path) -> Submission:
    """What was handed in; where that is not one program, its ``fault`` says so.

    Args:
        where: a file, or a folder with any files in it.
        names: what the program is called or defines; the first is recommended.
        apart: a folder that is not part of what was handed in, such as the bundle.
    """
    best = next(iter(names))
    if not where.is_dir():
        found = [where] if _is_program(where) else []
        where = where.parent
    else:
        found = sorted(_programs(where, apart), key=lambda path: (len(path.parts), path))
    named = [path for path in found if path.stem in names]
    nearest = [path for path in named if len(path.parts) == len(named[0].parts)]
    chosen = nearest or found
    if not chosen:
        return _fault(f"no Python file or notebook was handed in; hand in {best}.py")
    if len(chosen) > 1:
        listed = ", ".join(path.relative_to(where).as_posix()[:80] for path in chosen[:5])
        return _fault(f"{len(chosen)} programs were handed in ({listed}); hand in {best}.py alone")
    return _read(chosen[0], chosen[0].relative_to(where).as_posix())


def _programs(folder: Path, apart: Path) -> Iterator[Path]:
    """Regular files that may be a program, not counting hidden ones."""
    kept_apart = apart.resolve()
    for here, folders, files in os.walk(folder):
        folders[:] = [
            name
            for name in folders
            if not name.startswith((".", "__")) and Path(here, name).resolve() != kept_apart
        ]
        yield from (Path(here, name) for name in files if _is_program(Path(here, name)))


def _is_program(path: Path) -> bool:
    if path.name.startswith(".") or path.suffix.lower() not in _PROGRAMS:
        return False
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _read(path: Path, name: str) -> Submission:
    try:
        return make_submission(name, path.stat().st_size, lambda _: path.read_bytes())
    except OSError as error:
        return _fault(f"{name} cannot be read: {error.strerror}")


def _fault(sentence: str) -> Submission:
    return Submission("submission", b"", sentence)
