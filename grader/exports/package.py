"""This package as it is here, and the versions of all it needs: what grades here grades there."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import grader
from grader.errors import DISTRIBUTION, UsageError
from grader.exports.parts import PYTHON

_ROOT = Path(grader.__file__).parent


def package_files() -> dict[str, bytes]:
    """The package's files by their path, ``grader/...``."""
    files = sorted(path for path in _ROOT.rglob("*") if path.is_file())
    return {
        f"grader/{path.relative_to(_ROOT).as_posix()}": path.read_bytes()
        for path in files
        if "__pycache__" not in path.parts
    }


def pinned_requirements() -> bytes:
    """A requirements file: every library that grading loads, in the version that is installed.

    Raises:
        UsageError: one of them is not installed.
    """
    found: dict[str, str] = {}
    waiting = [Requirement(text) for text in _own_requirements()]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name in found or not _applies(wanted):
            continue
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            raise UsageError(f"{name} is not installed here; a bundle needs its version") from None
        waiting += [Requirement(text) for text in requires(name) or ()]
    lines = [f"{name}=={found[name]}" for name in sorted(found)]
    return "\n".join([f"# For Python {PYTHON}.", *lines, ""]).encode()


def _applies(wanted: Requirement) -> bool:
    """Whether it is needed here, without any extra."""
    return wanted.marker is None or wanted.marker.evaluate({"extra": ""})


def _own_requirements() -> Iterator[str]:
    """From pyproject.toml in a checkout, or else from what the installer wrote."""
    project = _ROOT.parent / "pyproject.toml"
    if project.is_file():
        yield from tomllib.loads(project.read_text("utf-8"))["project"]["dependencies"]
    else:
        yield from requires(DISTRIBUTION) or ()
