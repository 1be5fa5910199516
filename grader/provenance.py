"""What each thing that we keep was made from: which of our code, which libraries, which files.

Whatever outlives the process that made it (a cached suite, a handout beside its stamp) is kept
under a digest from here, so that it is made again when something changes on which it depends.

==============  =====================================  ==========================================
kept            where                                  the files that decide on it
==============  =====================================  ==========================================
``SUITE``       ``judge/cache.py``                     the problem's: ``problem/digest.py``
``JUDGEMENT``   ``judge/cache.py``                     the problem's
``HANDOUT``     ``handout/build.py``                   the problem's, its pictures, the theme's
``BUNDLE``      ``handout/build.py``                   the same
==============  =====================================  ==========================================

Code counts by its content and not by its time: a checkout, an image of a container and a cluster's
worker agree. Whole packages are named and not what they import, since some of it is imported by
nobody: the sandbox starts its child from a file, and the tracer is sent into it as text.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NoReturn

from grader import __version__

PACKAGE = Path(__file__).parent


@dataclass(frozen=True)
class Artifact:
    """A kind of thing that is kept."""

    code: tuple[str, ...]
    """Packages and modules of ``grader``."""
    libraries: tuple[str, ...]
    """Distributions by the names under which they are installed."""


_BASE = ("errors.py", "values.py", "verdict.py", "problem", "cases")
_PAGES = (
    "jinja2", "markdown-it-py", "markupsafe", "math-core", "mdit-py-plugins", "numpy", "pygments",
    "typst",
)  # fmt: skip

#: What is expected of the cases of a problem, and how close.
SUITE = Artifact((*_BASE, "text.py", "numerics", "sandbox", "judge"), ("numpy",))
#: What is said of a submission: verdicts, known mistakes, small cases, the public suite.
JUDGEMENT = Artifact((*SUITE.code, "submission", "diagnosis", "grading"), SUITE.libraries)
#: Page, PDF, notebook, Markdown, starter file.
HANDOUT = Artifact((*_BASE, "pages", "handout"), _PAGES)
#: A student bundle: both.
BUNDLE = Artifact(
    tuple(dict.fromkeys(JUDGEMENT.code + HANDOUT.code)),
    (*_PAGES, "PyYAML"),
)


@cache
def code_digest(artifact: Artifact) -> str:
    """SHA-256, in hexadecimal, of the code and the versions of libraries that make an artifact."""
    digest = hashlib.sha256(f"{__version__}\n".encode())
    for part in sorted(artifact.code):
        for path in files_below(PACKAGE / part):
            content = path.read_bytes()
            name = path.relative_to(PACKAGE).as_posix()
            digest.update(f"{name} {len(content)}\n".encode() + content)
    for library in sorted(artifact.libraries):
        digest.update(f"{library} {_version(library)}\n".encode())
    return digest.hexdigest()


def files_below(path: Path) -> list[Path]:
    """Every file below a folder, in the order of their names; none if it is absent.

    Hidden files and what Python caches are left out. A file is the only one of itself.

    Raises:
        OSError: at a folder that cannot be read.
    """
    if path.is_file():
        return [path]
    found = _walk(path) if path.is_dir() else ()
    return sorted(found, key=lambda file: file.relative_to(path).as_posix())


def _walk(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder, onerror=_raise):
        folders[:] = [name for name in folders if _counts(name)]
        for name in files:
            path = Path(parent, name)
            if _counts(name) and path.is_file():
                yield path


def _raise(error: OSError) -> NoReturn:
    raise error


def _counts(name: str) -> bool:
    return not name.startswith(".") and name != "__pycache__"


def _version(distribution: str) -> str:
    """The version of a library; ``none`` if it is not installed, as an extra may be."""
    if distribution == "numpy":  # loaded wherever anything is judged; metadata takes 20 ms to load
        import numpy as np

        return np.__version__
    from importlib import metadata

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "none"
