"""Hashes of test cases: equal where the submission gets equal inputs, on every machine."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.cases.testcase import Testcase
from grader.values import Ref, Value

if TYPE_CHECKING:
    from hashlib import _Hash


def case_digest(case: Testcase) -> str:
    """SHA-256 over everything that a submission gets: calls, values, dtypes, layouts, reuse."""
    digest = hashlib.sha256()
    _feed(digest, case.reuse)
    for call in case.calls:
        _feed(digest, call.target)
        _feed(digest, call.args)
        _feed(digest, call.kwargs)
    return digest.hexdigest()


def suite_digest(cases: Iterable[tuple[str, str]]) -> str:
    """SHA-256 over the (name, digest) of all cases, in order."""
    digest = hashlib.sha256()
    for name, case in cases:
        _feed(digest, (name, case))
    return digest.hexdigest()


def _feed(digest: _Hash, value: Value) -> None:
    """Add a value with its type, so that no two different values look alike."""
    if isinstance(value, np.ndarray):
        _feed_array(digest, value)
    elif isinstance(value, Mapping):
        digest.update(b"dict %d\n" % len(value))
        for key, part in value.items():
            _feed(digest, key)
            _feed(digest, part)
    elif isinstance(value, tuple | list):
        digest.update(b"%s %d\n" % (type(value).__name__.encode(), len(value)))
        for part in value:
            _feed(digest, part)
    elif isinstance(value, Ref):
        digest.update(b"result\n")
        _feed(digest, (value.call, *value.path))
    elif isinstance(value, float):
        _feed(digest, ("float", value.hex()))
    elif isinstance(value, complex):
        _feed(digest, ("complex", value.real, value.imag))
    else:
        text = f"{type(value).__name__} {value!r}".encode()
        digest.update(b"%d:%s\n" % (len(text), text))


def _feed_array(digest: _Hash, array: np.ndarray[Any, np.dtype[Any]]) -> None:
    flags = array.flags
    head = (array.dtype.name, array.shape, array.strides, flags.writeable, flags.aligned)
    _feed(digest, ("array", *map(str, head)))
    values = np.ascontiguousarray(array)
    if sys.byteorder == "big":
        values = values.byteswap()
    digest.update(values.reshape(-1).view(np.uint8).data)
