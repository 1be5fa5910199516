"""How much is read at most, so that no archive can fill the memory or take all day.

A class of a thousand with notebooks full of pictures stays far below each of these.
"""

from __future__ import annotations

from grader.collect.model import Refused

#: Files in all that is collected.
MAX_FILES = 100_000
#: Bytes that are unpacked in all.
MAX_BYTES = 4 << 30
#: Bytes of programs that are kept.
MAX_KEPT = 256 << 20
#: Bytes of an archive inside an archive.
MAX_NESTED_BYTES = 64 << 20
#: Archives inside archives inside archives: a student's archive in the class's is one.
MAX_DEPTH = 2
#: How far something may be compressed; deflate reaches 1032, real notebooks some 20.
MAX_RATIO = 200
#: What is smaller than this when unpacked may be compressed as far as it likes.
RATIO_FROM = 1 << 20
#: Bytes of a zip's table of contents: about 100,000 entries.
MAX_TABLE = 16 << 20
#: Bytes of the records about a tar's member (long names, attributes).
MAX_TAR_RECORD = 1 << 20


class Budget:
    """What is still allowed; one for a whole collection."""

    def __init__(self, files: int = MAX_FILES, size: int = MAX_BYTES, kept: int = MAX_KEPT) -> None:
        self._left = {"files": files, "bytes": size, "bytes of programs": kept}
        self._whole = dict(self._left)

    def take_file(self) -> None:
        """Count a file."""
        self._take("files", 1)

    def take_bytes(self, count: int) -> None:
        """Count bytes that were unpacked."""
        self._take("bytes", count)

    def keep_bytes(self, count: int) -> None:
        """Count bytes of a program that is kept."""
        self._take("bytes of programs", count)

    def _take(self, kind: str, count: int) -> None:
        self._left[kind] -= count
        if self._left[kind] < 0:
            raise Exhausted(f"more than {self._whole[kind]:,} {kind} in all")


class Exhausted(Refused):
    """More than is read of one collection: nothing more is read."""
