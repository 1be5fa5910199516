"""A submission as it lies on disk: bytes, or why there are none."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from grader.submission.notebook import NotANotebook, extract
from grader.verdict import Reason

#: No hand-written solution comes near; a larger file is a mistake or an attack.
MAX_SOURCE_BYTES = 1 << 20
#: A notebook also holds its outputs, such as pictures.
MAX_NOTEBOOK_BYTES = 32 << 20
NOTEBOOK = ".ipynb"


@dataclass(frozen=True)
class Submission:
    """Source code to judge. ``fault`` says in one sentence why there is none."""

    name: str
    source: bytes
    fault: str = ""
    notes: tuple[str, ...] = ()
    """What of the file is not part of the program: of a notebook, the cells left out."""

    @property
    def hash(self) -> str:
        """SHA-256 of the source."""
        return hashlib.sha256(self.source).hexdigest()

    @property
    def reason(self) -> Reason | None:
        """Why it cannot be judged, if it cannot."""
        return Reason.FILE if self.fault else None


def read_submission(path: Path) -> Submission:
    """Read a submission; what is wrong with the file becomes its ``fault``, never an error."""
    name = str(path)

    def fault(sentence: str) -> Submission:
        return Submission(name, b"", sentence)

    try:
        if not path.exists():
            return fault(f"{name}: there is no such file{_neighbour(path)}")
        if path.is_dir():
            inside = sorted(p.name for p in path.glob("*.py"))[:3]
            hint = f"; name the file in it, such as {path / inside[0]}" if inside else ""
            return fault(f"{name} is a folder, not a Python file{hint}")
        if not path.is_file():
            return fault(f"{name} is not a regular file")
        return make_submission(name, path.stat().st_size, lambda _: path.read_bytes())
    except OSError as error:
        return fault(f"{name} cannot be read: {error.strerror}")


def make_submission(name: str, size: int, read: Callable[[int], bytes]) -> Submission:
    """From a file of ``size`` bytes: ``read`` gives at most so many, and raises what it likes."""
    notebook = name.lower().endswith(NOTEBOOK)
    limit = MAX_NOTEBOOK_BYTES if notebook else MAX_SOURCE_BYTES
    data = b"" if size > limit else read(limit + 1)
    size = max(size, len(data))
    if size > limit:
        of = "notebook" if notebook else "submission"
        sentence = f"{name} has {size:,} bytes; a {of} has at most {limit >> 20} MiB"
        return Submission(name, b"", sentence)
    return from_notebook(name, data) if notebook else Submission(name, data)


def from_notebook(name: str, data: bytes) -> Submission:
    """The program in a notebook; what is wrong with the notebook becomes the ``fault``."""
    try:
        found = extract(data)
    except NotANotebook as error:
        return Submission(name, b"", f"{name} is not a notebook: {error}")
    if not found.source:
        why = "".join(f"; {note}" for note in found.left_out[:3])
        return Submission(name, b"", f"{name} holds no definition in a code cell{why}")
    return Submission(name, found.source.encode("utf-8", "replace"), notes=found.left_out)


def _neighbour(path: Path) -> str:
    """A hint at a file of nearly the same name."""
    import difflib

    try:
        names = [p.name for p in path.parent.iterdir() if p.is_file()]
    except OSError:
        return f" (nor a folder {path.parent})"
    near = difflib.get_close_matches(path.name, names, 1)
    return f"; did you mean {path.parent / near[0]}?" if near else ""
