"""Read a zip file that anybody may have made: nothing is unpacked to disk."""

from __future__ import annotations

import calendar
import contextlib
import lzma
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from grader.collect.caps import MAX_RATIO, MAX_TABLE, RATIO_FROM, Budget
from grader.collect.model import LeftOut, Member, Refused
from grader.collect.names import clean_parts, printable

#: What zipfile raises on bytes that are no zip, or no longer one.
BROKEN = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError,
    NotImplementedError, RuntimeError, ValueError, IndexError,
)  # fmt: skip
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)
_ENCRYPTED = 0x1
_UTF8 = 0x800
_END = struct.Struct("<4s4H2LH")
_END64 = struct.Struct("<4sQ2H2L4Q")
_KINDS = {
    stat.S_IFLNK: "is a link",
    stat.S_IFCHR: "is a device",
    stat.S_IFBLK: "is a device",
    stat.S_IFIFO: "is a pipe",
    stat.S_IFSOCK: "is a socket",
}


def read_zip(file: BinaryIO, budget: Budget) -> Iterator[Member | LeftOut]:
    """The files of a zip in its own order, and what of it is refused.

    Raises:
        Refused: it is no zip, or more than may be read.
    """
    if _table_size(file) > MAX_TABLE:
        raise Refused("is a zip file with far too many entries")
    try:
        archive = zipfile.ZipFile(file)
    except BROKEN as error:
        raise Refused(f"is not a zip file that can be read: {error}") from error
    with archive:
        for info in archive.infolist():
            if info.is_dir():
                continue
            budget.take_file()
            name = _name(info)
            try:
                yield _member(archive, info, name, budget)
            except Refused as refused:
                yield LeftOut(printable(name), str(refused))


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, budget: Budget) -> Member:
    parts = clean_parts(name)
    kind = _KINDS.get(stat.S_IFMT(info.external_attr >> 16))
    if kind:
        raise Refused(kind)
    if info.flag_bits & _ENCRYPTED:
        raise Refused("is encrypted")
    if info.compress_type not in _METHODS:
        raise Refused("is compressed in a way that is not read; use an ordinary zip")

    def read(limit: int) -> bytes:
        if info.file_size > RATIO_FROM and info.file_size > MAX_RATIO * info.compress_size:
            raise Refused(f"is compressed more than {MAX_RATIO} times, as only a bomb is")
        try:
            with archive.open(info) as stream:
                data = stream.read(limit)
        except BROKEN as error:
            raise Refused(f"cannot be unpacked: {error}") from error
        budget.take_bytes(len(data))
        return data

    return Member(parts, _time(info), info.file_size, read)


def _name(info: zipfile.ZipInfo) -> str:
    """Without the flag for UTF-8, zipfile reads CP437; many programs write UTF-8 all the same."""
    if info.flag_bits & _UTF8:
        return info.filename
    with contextlib.suppress(UnicodeError):
        return info.filename.encode("cp437").decode("utf-8")
    return info.filename


def _time(info: zipfile.ZipInfo) -> float | None:
    """The clock of whoever wrote it, taken for UTC: good for an order, not for a deadline."""
    try:
        return float(calendar.timegm((*info.date_time, 0, 1, -1)))
    except ValueError:
        return None


def _table_size(file: BinaryIO) -> int:
    """Bytes of the table of contents as the file's end says, before anything reads it."""
    end = file.seek(0, 2)
    start = max(0, end - _END.size - 0xFFFF - 20)
    file.seek(start)
    tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or at + _END.size > len(tail):
        return 0  # no zip, as zipfile will say
    size: int = _END.unpack_from(tail, at)[5]
    if tail[at - 20 : at - 16] == b"PK\x06\x07":
        file.seek(max(0, start + at - 20 - _END64.size))
        record = file.read(_END64.size)
        if record[:4] == b"PK\x06\x06":
            size = max(size % 0xFFFFFFFF, _END64.unpack(record)[8])
    return size
