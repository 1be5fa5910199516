"""Pictures of a problem: files in its folder, and nothing else."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

from grader.handout.texts import texts
from grader.pages import MEDIA_TYPES, parse, walk
from grader.problem import Problem

#: A picture is part of every page that shows it.
MAX_BYTES = 4 << 20


def figure_fault(folder: Path, source: str) -> str:
    """What is wrong with a picture's address in Markdown; empty if nothing is."""
    if urlsplit(source).scheme or source.startswith("//"):
        return f"the picture {source!r} is not in the problem's folder; handouts work offline"
    path = figure_path(folder, source)
    if not path.resolve().is_relative_to(folder.resolve()):
        # Beside the folder lie the solutions.
        return f"the picture {source!r} is outside of the problem's folder"
    if path.suffix.lower() not in MEDIA_TYPES:
        return f"the picture {source!r} is of no known kind ({', '.join(sorted(MEDIA_TYPES))})"
    if not path.is_file():
        return f"the picture {source!r} is not there"
    if path.stat().st_size > MAX_BYTES:
        return f"the picture {source!r} is larger than {MAX_BYTES >> 20} MB; make it smaller"
    return ""


def figure_path(folder: Path, source: str) -> Path:
    """The file of a picture; spaces are %20 in Markdown."""
    return folder / unquote(source)


def figures_of(problem: Problem) -> dict[str, bytes]:
    """The pictures that a student sees, by their address in the Markdown, in order.

    Those with a fault are left out: ``check.py`` reports them.
    """
    found: dict[str, bytes] = {}
    for prose in texts(problem):
        if prose.keys[:1] == ("misconceptions",) or "![" not in prose.source:
            continue
        for token in walk(parse(prose.source)):
            source = str(token.attrs.get("src", ""))
            if token.type == "image" and not figure_fault(problem.folder, source):
                found[source] = figure_path(problem.folder, source).read_bytes()
    return found
