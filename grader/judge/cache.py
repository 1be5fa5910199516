"""What is dear to make and never changes for a problem hash, kept between runs.

A file holds values in the wire's encoding, behind the SHA-256 of its bytes: a file that was
cut short, or written by another version, is made again and not believed. Never a pickle.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from grader.sandbox.wire import Reader, WireError, Writer
from grader.values import Value

_MAGIC = b"grader cache 1\n"
_DIGEST = 32
#: Largest file: what is larger is made anew each time.
MAX_BYTES = 256 << 20


def cache_folder() -> Path:
    """``GRADER_CACHE``, or ``grader`` in the user's cache folder."""
    if own := os.environ.get("GRADER_CACHE"):
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "grader"


def load(key: str) -> list[Value] | None:
    """The values kept under a key, or None where there are none that can be trusted."""
    try:
        data = (cache_folder() / key).read_bytes()
    except OSError:
        return None
    start = len(_MAGIC) + _DIGEST
    digest = data[len(_MAGIC) : start]
    if not data.startswith(_MAGIC) or hashlib.sha256(data[start:]).digest() != digest:
        return None
    values = []
    position = start
    try:
        while position < len(data):
            # A reader for each value: its limits on the number of parts are per value.
            reader = Reader(data, position, len(data))
            values.append(reader.read())
            position = reader.position
    except WireError:
        return None
    return values


def store(key: str, values: Sequence[Value], size: int) -> None:
    """Keep values whose encoding takes at most ``size`` bytes.

    A cache is a convenience: where the folder cannot be written, or the disk is full, the
    next run makes them again.
    """
    if size > MAX_BYTES:
        return
    buffer = bytearray(size)
    position = 0
    for value in values:
        writer = Writer(buffer, position, size)
        writer.write(value)
        position = writer.position
    body = bytes(buffer[:position])
    with contextlib.suppress(OSError):
        _write(cache_folder() / key, _MAGIC + hashlib.sha256(body).digest() + body)


def _write(path: Path, data: bytes) -> None:
    """All or nothing: readers never see half a file."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except OSError:
        os.unlink(name)
        raise
