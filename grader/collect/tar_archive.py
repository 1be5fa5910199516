"""Read a tar file that anybody may have made, front to back: nothing is unpacked to disk."""

from __future__ import annotations

import bz2
import gzip
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, BinaryIO, cast

from grader.collect import names
from grader.collect.caps import MAX_TAR_RECORD, Budget
from grader.collect.model import LeftOut, Member, Refused

#: What tarfile and the decompressors raise on bytes that are no archive, or no longer one.
_BROKEN = (
    tarfile.TarError, zlib.error, EOFError, OSError, ValueError, IndexError, OverflowError,
    RecursionError,
)  # fmt: skip
_STEP = 1 << 16


def read_tar(file: BinaryIO, budget: Budget) -> Iterator[Member | LeftOut]:
    """The files of a tar, plain or compressed by gzip or bzip2, and what of it is refused.

    Raises:
        Refused: it is no tar, breaks off, or is more than may be read.
    """
    stream = _Forward(_unpacked(file), budget)
    try:
        with tarfile.open(fileobj=cast("IO[bytes]", stream), mode="r:") as archive:
            for info in archive:
                if info.isdir():
                    continue
                budget.take_file()
                name = names.decoded(info.name)
                try:
                    yield _member(archive, info, name, stream)
                except Refused as refused:
                    yield LeftOut(names.printable(name), str(refused))
    except _BROKEN as error:
        raise Refused(f"is not a tar file that can be read to its end: {error}") from error


def _unpacked(file: BinaryIO) -> Any:
    magic = file.read(6)
    file.seek(0)
    if magic.startswith(b"\x1f\x8b"):
        return gzip.GzipFile(fileobj=file)
    if magic.startswith(b"BZh"):
        return bz2.BZ2File(file)
    return file


def _member(archive: tarfile.TarFile, info: tarfile.TarInfo, name: str, stream: _Forward) -> Member:
    parts = names.clean_parts(name)
    if info.issym() or info.islnk():
        raise Refused("is a link")
    if not info.isreg():
        raise Refused("is a device or a pipe")
    if info.issparse():
        raise Refused("is a file with holes")

    def read(limit: int) -> bytes:
        content = archive.extractfile(info)
        assert content is not None, "a regular file has content"
        try:
            with stream.of_member(limit):
                return content.read(limit)
        except _BROKEN as error:
            raise Refused(f"cannot be unpacked: {error}") from error

    return Member(parts, float(info.mtime), info.size, read)


class _Forward:
    """A file that only goes forward, and counts what it gives.

    tarfile asks for as many bytes at once as a record says it has: no more than
    ``MAX_TAR_RECORD`` are given, except for the content of a member.
    """

    def __init__(self, file: Any, budget: Budget) -> None:
        self._file = file
        self._budget = budget
        self._position = 0
        self._limit = MAX_TAR_RECORD

    def tell(self) -> int:
        """Bytes that were passed."""
        return self._position

    def read(self, size: int) -> bytes:
        """The next bytes."""
        if size > self._limit:
            raise tarfile.ReadError("a record in it is far too large")
        data: bytes = self._file.read(size)
        self._count(len(data))
        return data

    def seek(self, position: int) -> int:
        """Pass over what comes before ``position``."""
        if position < self._position:
            raise tarfile.ReadError("its records do not follow each other")
        while self._position < position:
            passed = len(self._file.read(min(_STEP, position - self._position)))
            if not passed:
                break
            self._count(passed)
        return self._position

    @contextmanager
    def of_member(self, limit: int) -> Iterator[None]:
        """While the content of a member is read, at most ``limit`` bytes of it."""
        self._limit = max(limit, MAX_TAR_RECORD)
        try:
            yield
        finally:
            self._limit = MAX_TAR_RECORD

    def _count(self, size: int) -> None:
        self._position += size
        self._budget.take_bytes(size)
