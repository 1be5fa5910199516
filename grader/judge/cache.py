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
from typing import Any

import numpy as np

from grader.problem import Problem
from grader.provenance import Artifact, code_digest
from grader.sandbox import CodecError, Reader, Writer
from grader.values import Value

_MAGIC = b"grader cache 1\n"
_DIGEST = 32
_ROOM = 1 << 16
#: Largest file: what is larger is made anew each time.
MAX_BYTES = 256 << 20


def cache_folder() -> Path:
    """``GRADER_CACHE``, or ``grader`` in the user's cache folder."""
    if own := os.environ.get("GRADER_CACHE"):
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "grader"


def cache_key(kind: str, artifact: Artifact, problem: Problem, *cases: str) -> str:
    """The key of what ``artifact``'s code makes of a problem; ``cases`` names those it is of."""
    made_from = (problem.id, problem.hash[:16], *cases, code_digest(artifact)[:16])
    return f"{'-'.join(made_from)}.{kind}"


def load_cached(key: str) -> list[Value] | None:
    """The values kept under a key, or None where there are none that can be trusted."""
    try:
        return decode((cache_folder() / key).read_bytes())
    except OSError:
        return None


def store_cached(key: str, values: Sequence[Value]) -> None:
    """Keep values under a key.

    A cache is a convenience: where the folder cannot be written, or the disk is full, the
    next run makes them again.
    """
    if sum(map(value_bytes, values)) > MAX_BYTES:
        return
    with contextlib.suppress(OSError):
        _write(cache_folder() / key, encode(values))


def encode(values: Sequence[Value]) -> bytes:
    """Values as the bytes of a file; equal values give equal bytes."""
    size = sum(map(value_bytes, values)) + _ROOM
    buffer = bytearray(size)
    position = 0
    for value in values:
        writer = Writer(buffer, position, size)
        writer.write(value)
        position = writer.position
    body = bytes(buffer[:position])
    return _MAGIC + hashlib.sha256(body).digest() + body


def decode(data: bytes) -> list[Value] | None:
    """The values in the bytes of a file; None where :func:`encode` has not written them."""
    start = len(_MAGIC) + _DIGEST
    # Arrays are aligned from the first byte of the values, so that is where reading starts.
    digest, body = data[len(_MAGIC) : start], data[start:]
    if not data.startswith(_MAGIC) or hashlib.sha256(body).digest() != digest:
        return None
    values = []
    position = 0
    try:
        while position < len(body):
            # A reader for each value: its limits on the number of parts are per value.
            reader = Reader(body, position, len(body))
            values.append(reader.read())
            position = reader.position
    except CodecError:
        return None
    return values


def value_bytes(value: Any) -> int:
    """Bytes of the arrays in a tree of values, and a little for everything else."""
    if isinstance(value, np.ndarray):
        return value.nbytes + 128
    if isinstance(value, dict):
        return 64 + sum(value_bytes(part) + len(str(key)) for key, part in value.items())
    if isinstance(value, (list, tuple)):
        return 64 + sum(value_bytes(part) for part in value)
    if isinstance(value, str):
        return 64 + 4 * len(value)
    return 64


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
