"""Every program in a folder, an archive or a file, read as submissions, and what is refused."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from grader.collect import names
from grader.collect.caps import MAX_DEPTH, MAX_NESTED_BYTES, Budget, Exhausted
from grader.collect.model import LeftOut, Member, Refused
from grader.collect.tar_archive import read_tar
from grader.collect.zip_archive import read_zip
from grader.submission import Submission, make_submission

#: Gradescope's table of who handed in which folder.
METADATA = "submission_metadata.yml"
_MAX_METADATA = 16 << 20


@dataclass(frozen=True)
class Found:
    """A program, not yet anybody's."""

    parts: tuple[str, ...]
    """Its path below what was given; an archive inside counts as a folder."""
    path: str
    """The whole path, to be shown."""
    time: float | None
    submission: Submission


@dataclass(frozen=True)
class Metadata:
    """Gradescope's table, not read yet."""

    parts: tuple[str, ...]
    path: str
    text: bytes


Thing = Found | LeftOut | Metadata


def walk(path: Path, budget: Budget) -> Iterator[Thing]:
    """All that ``path`` holds.

    Raises:
        Exhausted: more than may be read; what was given until then counts.
    """
    shown = names.printable(str(path))
    try:
        if path.is_dir():
            yield from _sift(_folder(path, budget), f"{shown}/", (), budget)
        elif not path.is_file():
            what = "is not a file" if path.exists() else "is not there"
            yield LeftOut(shown, what)
        else:
            yield from _file(path, shown, budget)
    except Exhausted:
        raise
    except Refused as refused:
        yield LeftOut(shown, str(refused))
    except OSError as error:
        yield LeftOut(shown, f"cannot be read: {error.strerror}")


def _file(path: Path, shown: str, budget: Budget) -> Iterator[Thing]:
    with path.open("rb") as file:
        kind = _kind(file)
        if kind or names.is_archive(path.name):
            members = _archive(file, budget)
            yield from _sift(members, f"{shown}!", (), budget)
            return
    info = path.stat()
    member = Member((path.name,), info.st_mtime, info.st_size, _reader(path, budget))
    budget.take_file()
    yield from _sift(iter([member]), shown[: -len(path.name)], (), budget)


def _kind(file: BinaryIO) -> bool:
    """Whether its first bytes are those of an archive, whatever its name."""
    start = file.read(512)
    file.seek(0)
    return start.startswith((b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"BZh")) or (
        start[257:262] == b"ustar"
    )


def _archive(file: BinaryIO, budget: Budget) -> Iterator[Member | LeftOut]:
    start = file.read(4)
    file.seek(0)
    if start.startswith(b"PK"):
        return read_zip(file, budget)
    return read_tar(file, budget)


def _sift(
    members: Iterator[Member | LeftOut],
    prefix: str,
    parents: tuple[str, ...],
    budget: Budget,
    depth: int = 1,
) -> Iterator[Thing]:
    """What of a folder's or an archive's members is a program, a table, an archive."""
    for member in members:
        if isinstance(member, LeftOut):
            if names.is_handed_in(tuple(member.path.split("/"))):
                yield LeftOut(prefix + member.path, member.reason)
            continue
        if not names.is_handed_in(member.parts):
            continue
        path = prefix + names.printable("/".join(member.parts))
        parts = parents + member.parts
        try:
            if names.is_archive(parts[-1]):
                yield from _nested(member, path, parts, budget, depth)
            else:
                yield _sort_out(member, path, parts, budget)
        except Exhausted:
            raise
        except Refused as refused:
            yield LeftOut(path, str(refused))


def _sort_out(member: Member, path: str, parts: tuple[str, ...], budget: Budget) -> Thing:
    name = parts[-1]
    if name == METADATA:
        return Metadata(parts, path, member.read(_MAX_METADATA))
    if names.is_other_archive(name):
        raise Refused("is an archive that is not read; ask for a zip or a tar.gz")
    if not names.is_program(name):
        raise Refused("is neither a Python file nor a notebook")
    submission = make_submission(path, member.size, member.read)
    budget.keep_bytes(len(submission.source))
    return Found(parts, path, member.time, submission)


def _nested(
    member: Member, path: str, parts: tuple[str, ...], budget: Budget, depth: int
) -> Iterator[Thing]:
    """An archive inside: its members belong to whom it belongs."""
    if depth > MAX_DEPTH:
        raise Refused("is an archive in an archive in an archive")
    if member.size > MAX_NESTED_BYTES:
        raise Refused(f"is an archive of more than {MAX_NESTED_BYTES >> 20} MiB")
    data = member.read(MAX_NESTED_BYTES + 1)
    if len(data) > MAX_NESTED_BYTES:
        raise Refused("is larger than its archive says")
    inside = _archive(BytesIO(data), budget)
    yield from _sift(inside, f"{path}!", parts, budget, depth + 1)


def _folder(folder: Path, budget: Budget) -> Iterator[Member | LeftOut]:
    """All files below a folder, in order; links are named and not followed."""
    failed: list[OSError] = []
    for place, folders, files in os.walk(folder, onerror=failed.append):
        for name in list(folders):
            here = Path(place, name).relative_to(folder)
            if Path(place, name).is_symlink():
                yield LeftOut(names.printable(here.as_posix()), "is a link")
            if not names.is_handed_in((name,)):
                folders.remove(name)
        folders.sort()
        for name in sorted(files):
            path = Path(place, name)
            yield _folder_member(path, path.relative_to(folder), budget)
    for error in failed:
        here = Path(error.filename).relative_to(folder)
        yield LeftOut(names.printable(here.as_posix()), f"cannot be read: {error.strerror}")


def _folder_member(path: Path, here: Path, budget: Budget) -> Member | LeftOut:
    budget.take_file()
    name = names.decoded(here.as_posix())
    try:
        info = path.lstat()
        if stat.S_ISLNK(info.st_mode):
            raise Refused("is a link")
        if not stat.S_ISREG(info.st_mode):
            raise Refused("is a device, a pipe or a socket")
        parts = names.clean_parts(name)
        return Member(parts, info.st_mtime, info.st_size, _reader(path, budget))
    except (Refused, OSError) as error:
        reason = f"cannot be read: {error.strerror}" if isinstance(error, OSError) else str(error)
        return LeftOut(names.printable(name), reason)


def _reader(path: Path, budget: Budget) -> Callable[[int], bytes]:
    def read(limit: int) -> bytes:
        try:
            with path.open("rb") as file:
                data = file.read(limit)
        except OSError as error:
            raise Refused(f"cannot be read: {error.strerror}") from error
        budget.take_bytes(len(data))
        return data

    return read
