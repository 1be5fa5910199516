"""What a student bundle needs to judge the public cases as the course does, without the course.

One file beside the public ``problem.yaml``: the public cases, what is expected of them and how
close, what known mistakes give on them, and the corpus of small cases. No program is in it:
neither the reference's nor a wrong solution's, whose files are not even named.

The values are in the wire's encoding behind their SHA-256, as in the cache: never a pickle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from grader.cases import Call, Testcase, memory_extent
from grader.errors import Diagnostic, Location, ProblemError
from grader.judge import cache
from grader.judge.fingerprints import Fingerprint
from grader.numerics import Expected
from grader.problem import Problem
from grader.values import Ref, Value

FILE = "kit.cases"
VERSION = 1
_ALIGNMENT = 64


@dataclass(frozen=True)
class BundleCase:
    """A test case with what is expected of each of its calls."""

    case: Testcase
    expected: tuple[Expected, ...]
    way: tuple[tuple[str, str], ...] = ()
    """Of the corpus's cases: names and texts of values in between."""


@dataclass(frozen=True)
class StudentBundle:
    """All that judging the public cases takes."""

    hash: str
    """Of the whole problem: results say which one they are of."""
    suite_hash: str
    cases: tuple[BundleCase, ...]
    mistakes: tuple[str, ...]
    """What is said to a student who made each mistake; empty where nothing is."""
    prints: Mapping[str, tuple[Fingerprint | None, ...]]
    """What each mistake gives, by case."""
    corpus: tuple[BundleCase, ...]


def write_bundle(bundle: StudentBundle) -> bytes:
    """The file's bytes; equal kits give equal bytes."""
    return cache.encode(pack_bundle(bundle))


def pack_bundle(bundle: StudentBundle) -> list[Value]:
    """Values that :func:`unpack_bundle` makes the same bundle of."""
    head = {
        "version": VERSION,
        "hash": bundle.hash,
        "suite": bundle.suite_hash,
        "mistakes": list(bundle.mistakes),
        "cases": len(bundle.cases),
        "prints": len(bundle.prints),
    }
    rows = [
        [name, *([] if p is None else [p.text, p.numbers] for p in row)]
        for name, row in bundle.prints.items()
    ]
    return [head, *map(_pack_case, bundle.cases), *rows, *map(_pack_case, bundle.corpus)]


def bundle_of(problem: Problem) -> StudentBundle | None:
    """The bundle in a problem's folder; None where the problem is whole.

    Raises:
        ProblemError: at a file that is damaged, or of another version.
    """
    path = problem.folder / FILE
    try:
        state = path.stat()
    except OSError:
        return None
    return _read_once(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=4)
def _read_once(path: Path, _changed: int, _size: int) -> StudentBundle:
    return read_bundle(path)


def read_bundle(path: Path) -> StudentBundle:
    """Read a bundle's file.

    Raises:
        ProblemError: at a file that is damaged, or of another version.
    """
    values = cache.decode(path.read_bytes())
    try:
        if values is None or values[0]["version"] != VERSION:
            raise ValueError
        return unpack_bundle(values)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        message = "the public cases of this student bundle cannot be read; get the bundle again"
        raise ProblemError([Diagnostic(Location(str(path)), message)]) from None


def unpack_bundle(values: Sequence[Value]) -> StudentBundle:
    """The bundle of :func:`pack_bundle`."""
    head, rest = values[0], values[1:]
    first, second = head["cases"], head["cases"] + head["prints"]
    return StudentBundle(
        hash=head["hash"],
        suite_hash=head["suite"],
        cases=tuple(map(_unpack_case, rest[:first])),
        mistakes=tuple(head["mistakes"]),
        prints={
            name: tuple(Fingerprint(*p) if p else None for p in row)
            for name, *row in rest[first:second]
        },
        corpus=tuple(map(_unpack_case, rest[second:])),
    )


def _pack_case(entry: BundleCase) -> Value:
    case = entry.case
    calls = [[call.target, _pack(call.args), _pack(dict(call.kwargs))] for call in case.calls]
    sizes = _pack(dict(case.sizes))
    facts = [case.name, case.group, calls, sizes, case.reuse, case.literal, case.note]
    answers = [[e.value, e.tolerance, e.kind, e.why, e.tie] for e in entry.expected]
    return [facts, answers, [list(pair) for pair in entry.way]]


def _unpack_case(value: Value) -> BundleCase:
    (name, group, calls, sizes, reuse, literal, note), answers, way = value
    made = tuple(Call(target, _unpack(args), _unpack(kwargs)) for target, args, kwargs in calls)
    case = Testcase(name, group, made, _unpack(sizes), reuse, literal, note)
    expected = tuple(Expected(*answer) for answer in answers)
    return BundleCase(case, expected, tuple((key, text) for key, text in way))


def _pack(value: Value) -> Value:
    """A tree with its arrays as they lie in memory, gaps and all."""
    if isinstance(value, np.ndarray):
        extent = memory_extent(value)
        flags = (value.flags.writeable, value.flags.aligned)
        place = [extent.region, extent.offset, _numbers(extent.strides), *flags]
        return ["array", value.dtype.str, _numbers(value.shape), *place]
    if isinstance(value, Ref):
        return ["result", value.call, list(value.path)]
    if isinstance(value, Mapping):
        return ["dict", list(value), [_pack(part) for part in value.values()]]
    if isinstance(value, tuple | list):
        return [type(value).__name__, [_pack(part) for part in value]]
    return ["value", value]


def _unpack(packed: Value) -> Any:
    kind, *rest = packed
    if kind == "array":
        return _array(*rest)
    if kind == "result":
        return Ref(rest[0], tuple(rest[1]))
    if kind == "dict":
        return dict(zip(rest[0], map(_unpack, rest[1]), strict=True))
    if kind in ("tuple", "list"):
        parts = [_unpack(part) for part in rest[0]]
        return tuple(parts) if kind == "tuple" else parts
    return rest[0]


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _array(
    dtype: str,
    shape: str,
    region: np.ndarray[Any, Any],
    offset: int,
    strides: str,
    writeable: bool,
    aligned: bool,
) -> np.ndarray[Any, Any]:
    """An array in fresh memory of the same layout."""
    memory = np.zeros(region.size + 2 * _ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % _ALIGNMENT
    start += (-offset) % np.dtype(dtype).alignment + (0 if aligned else 1)
    memory[start : start + region.size] = region
    sizes, steps = (tuple(map(int, text.split())) for text in (shape, strides))
    array: np.ndarray[Any, Any] = np.ndarray(sizes, dtype, memory, start + offset, steps)
    array.setflags(write=writeable)
    return array
