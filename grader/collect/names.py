"""Names of files in folders and archives, which anybody may have chosen."""

from __future__ import annotations

import re
import unicodedata

from grader.collect.model import Refused
from grader.text import clean

#: Written by systems, editors and tools, never by a student as an answer.
_NOT_HANDED_IN = {"__MACOSX", "__pycache__", "node_modules", "site-packages", "venv", "env"}
_ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tbz")
_OTHER_ARCHIVES = (".7z", ".gz", ".bz2", ".rar", ".xz", ".zst")
_PROGRAMS = (".py", ".ipynb")
_MAX_LENGTH = 4096
_MAX_DEPTH = 64
#: Characters of a name that are shown.
_LONGEST = 199
_DRIVE = re.compile(r"[A-Za-z]:")


def clean_parts(name: str) -> tuple[str, ...]:
    """The path of an archive's member, part for part.

    Raises:
        Refused: it leads out of the archive, or hides what it is.
    """
    path = name.replace("\\", "/")
    if path.startswith("/") or _DRIVE.match(path):
        raise Refused("has an absolute path")
    parts = tuple(part for part in path.split("/") if part not in ("", "."))
    if ".." in parts:
        raise Refused("has a path that leads out of the archive")
    if len(path) > _MAX_LENGTH or len(parts) > _MAX_DEPTH:
        raise Refused("has a path that is too long")
    if not parts:
        raise Refused("has no name")
    if any(_misleads(character) for character in path):
        raise Refused("has control characters in its name")
    return tuple(unicodedata.normalize("NFC", part) for part in parts)


def _misleads(character: str) -> bool:
    """Whether it moves a cursor, turns the direction of writing, or is no character."""
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in (
        "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\ufeff"
    )


def decoded(name: str) -> str:
    """A name that was read as UTF-8; other bytes are taken for those of an old Windows."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return name.encode("utf-8", "surrogateescape").decode("cp1252", "replace")
    return name


def printable(name: str) -> str:
    """A name that can be shown on any terminal, however it was made."""
    return clean(name, _LONGEST)


def is_handed_in(parts: tuple[str, ...]) -> bool:
    """Whether a student may have meant it: not a hidden file, a cache or a backup."""
    return not any(
        (part.startswith(".") and part != "..") or part in _NOT_HANDED_IN or part.endswith("~")
        for part in parts
    )


def is_program(name: str) -> bool:
    """Whether it is a Python file or a notebook, by its name."""
    return name.lower().endswith(_PROGRAMS)


def is_archive(name: str) -> bool:
    """Whether it is an archive that is looked into, by its name."""
    return name.lower().endswith(_ARCHIVES)


def is_other_archive(name: str) -> bool:
    """Whether it is an archive that is not looked into, by its name."""
    return not is_archive(name) and name.lower().endswith(_OTHER_ARCHIVES)


def stem(name: str) -> str:
    """A file's name without what says its kind: ``alice.tar.gz`` is ``alice``."""
    for suffix in sorted((*_ARCHIVES, *_PROGRAMS), key=len, reverse=True):
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return name
