"""The text files of a problem."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from grader.errors import Diagnostic, Location
from grader.problem.yaml import decode

MAX_TEXT_BYTES = 2 * 2**20


def display(path: Path) -> str:
    """A path as messages show it: from the current folder if it is below."""
    try:
        return str(path.absolute().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def is_below(name: str) -> bool:
    """Whether a relative path, as a problem file writes it, stays in its folder."""
    path = PurePosixPath(name)
    return (
        bool(path.parts) and not path.is_absolute() and ".." not in path.parts and "\0" not in name
    )


def is_file_below(folder: Path, name: str) -> bool:
    """Whether ``name`` is a file in a folder, and stays in it."""
    try:
        return is_below(name) and (folder / name).is_file()
    except OSError:  # a name that is too long
        return False


def read_text(path: Path) -> str | Diagnostic:
    """The text of a file in UTF-8, lines ended by ``\\n``; or what is wrong with it."""
    file = display(path)
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_TEXT_BYTES + 1)
    except OSError as error:
        return Diagnostic(Location(file), f"the file cannot be read: {error.strerror or error}")
    if len(data) > MAX_TEXT_BYTES:
        return Diagnostic(Location(file), f"the file is larger than {MAX_TEXT_BYTES // 2**20} MB")
    text = decode(data, file)
    if isinstance(text, Diagnostic):
        return text
    return text.replace("\r\n", "\n").replace("\r", "\n")
