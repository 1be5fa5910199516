"""Whose a file is, by the way that a platform lays out and names what it exports.

Pure: from paths to owners. The patterns are those that the platforms' own programs write.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.collect.names import stem

Parts = tuple[str, ...]


@dataclass(frozen=True)
class Owner:
    """Who handed a file in, as far as names tell."""

    id: str
    """A platform's number, an e-mail address, or the name of a folder or file."""
    name: str = ""
    email: str = ""
    handle: str = ""
    """``Student.handle``."""
    late: bool = False
    order: int = 0
    """Grows with each submission, where the platform numbers them."""
    file: str = ""
    """What the student called the file, where the platform put something before it."""
    time: float | None = None
    """Where the platform says it better than the file does."""


#: doejane_LATE_12345_678901_feed_forward.py; the name has lost all that is no letter or digit.
_CANVAS = re.compile(
    r"(?:(?P<early>LATE_)?(?P<anonymous>anon)|(?P<name>[^/]*?)(?P<late>_LATE)?)"
    r"_(?P<user>\d+)_(?P<attachment>\d+)_(?P<file>.+)"
)
#: Jane Doe_12345_assignsubmission_file_feed_forward.py, or a folder with that beginning.
_MOODLE = re.compile(
    r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?"
)
_CLASSROOM = re.compile(r"(?P<assignment>.+)-submissions(?:-.*)?")
#: Folders that hold a class and are nobody.
_COLLECTIONS = {"submissions", "submitted", "assignment", "assignments", "export", "files"}


def owners(
    paths: Sequence[Parts],
    root: str,
    entries: frozenset[str],
    gradescope: Mapping[str, tuple[Owner, ...]],
) -> list[tuple[Owner, ...]]:
    """Who owns each path; a submission of a group has several owners.

    Args:
        paths: of all programs below what was given.
        root: the name of what was given, without what says its kind.
        entries: what a program that is an answer is called, such as ``feed_forward``.
        gradescope: from :func:`read_gradescope`, by the folder's name.
    """
    depth = _class_depth(paths, entries, gradescope)
    inner = [root, *(paths[0][:depth] if paths else ())]
    classroom = next((m for part in reversed(inner) if (m := _CLASSROOM.fullmatch(part))), None)
    prefix = f"{classroom['assignment']}-" if classroom else ""
    # A name such as week_1_2_x.py looks like one of Canvas: believe it of a class, not of a file.
    level = {path[depth] for path in paths}
    canvas = 2 * sum(bool(_CANVAS.fullmatch(part)) for part in level) > len(level)
    return [
        _by_platform(path[depth], gradescope, canvas)
        or (_by_place(path[depth:], inner[-1], prefix, entries),)
        for path in paths
    ]


def _class_depth(
    paths: Sequence[Parts], entries: frozenset[str], gradescope: Mapping[str, object]
) -> int:
    """How many folders lie around the whole class.

    Only what lies directly below them says who somebody is: deeper names are a student's own,
    who may have chosen them to be taken for somebody else.
    """
    common = _common([path[:-1] for path in paths])
    for index, part in enumerate(paths[0][:common] if paths else ()):
        if _MOODLE.fullmatch(part) or part in gradescope:
            return index
    inside = [path[common:] for path in paths]
    if common and all(len(path) == 1 for path in inside):
        # One folder with files only: a class of files, or one student's folder.
        answers = any(stem(path[-1]).casefold() in entries for path in inside)
        around = paths[0][common - 1]
        if (len(paths) == 1 or answers) and around.casefold() not in _COLLECTIONS:
            return common - 1
    return common


def _common(folders: Sequence[Parts]) -> int:
    """How many parts all folders begin with."""
    first, last = min(folders, default=()), max(folders, default=())
    pairs = zip(first, last, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(first), len(last)))


def _by_platform(
    part: str, gradescope: Mapping[str, tuple[Owner, ...]], canvas: bool
) -> tuple[Owner, ...]:
    """The owners of a folder or file that is named as a platform names it; none else."""
    if part in gradescope:
        return gradescope[part]
    if match := _MOODLE.fullmatch(part):
        name = match["name"].replace("_", " ").strip()
        participant = f"Participant {match['id']}"
        return (Owner(participant, name, handle=participant, file=match["file"] or ""),)
    if canvas and (match := _CANVAS.fullmatch(part)):
        return (
            Owner(
                match["user"],
                match["name"] or "",
                handle=match["user"],
                late=bool(match["late"] or match["early"]),
                order=int(match["attachment"]),
                file=match["file"],
            ),
        )
    return ()


def _by_place(path: Parts, around: str, prefix: str, entries: frozenset[str]) -> Owner:
    """A student's folder or archive, or a file named after the student."""
    if len(path) > 1:
        name = stem(path[0])
    elif stem(path[0]).casefold() in entries and around:
        name = stem(around)
    else:
        name = stem(path[0])
    return Owner(id=name.removeprefix(prefix) or name)


def is_online_text(part: str) -> bool:
    """Whether it is what a student typed into a form of the platform."""
    match = _MOODLE.fullmatch(part)
    if match:
        return match["kind"] == "onlinetext"
    return bool(re.fullmatch(r".+_\d+_text\.html", part))
