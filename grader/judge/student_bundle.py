"""What a student bundle needs to judge the public cases as the course does, without the course.

One file beside the public ``problem.yaml``: the public cases, what is expected of them and how
close, what known mistakes give on them, and the corpus of small cases. No program is in it:
neither the reference's nor a wrong solution's, whose files are not even named.

The values are in the sandbox's encoding behind their SHA-256, as in the cache: never a pickle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from grader.cases import Call, Testcase, memory_extent
from grader.errors import Diagnostic, Location, ProblemError
from grader.judge import cache
from grader.judge.mistake_catalogue import (
    MistakeCatalogue,
    pack_fingerprints,
    unpack_fingerprints,
)
from grader.judge.suite_source import SolvedCase
from grader.numerics import Expected
from grader.values import Ref, Value

VERSION = 1
_ALIGNMENT = 64


@dataclass(frozen=True)
class StudentBundle:
    """All that judging the public cases takes."""

    hash: str
    """Of the whole problem: results say which one they are of."""
    suite_hash: str
    cases: tuple[SolvedCase, ...]
    mistakes: MistakeCatalogue
    """Its names are kept out of the file: they are numbers when it has been read."""
    small_cases: tuple[SolvedCase, ...]


def write_bundle(bundle: StudentBundle) -> bytes:
    """The file's bytes; equal bundles give equal bytes."""
    return cache.encode(pack_bundle(bundle))


def pack_bundle(bundle: StudentBundle) -> list[Value]:
    """Values that :func:`unpack_bundle` makes the same bundle of."""
    mistakes = bundle.mistakes
    head = {
        "version": VERSION,
        "hash": bundle.hash,
        "suite": bundle.suite_hash,
        "mistakes": [mistakes.messages.get(name, "") for name in mistakes.names],
        "cases": len(bundle.cases),
        "prints": len(mistakes.fingerprints),
    }
    rows = pack_fingerprints(mistakes.fingerprints)
    return [head, *map(_pack_case, bundle.cases), *rows, *map(_pack_case, bundle.small_cases)]


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
        mistakes=MistakeCatalogue(
            tuple(map(str, range(len(head["mistakes"])))),
            unpack_fingerprints(rest[first:second]),
            {str(number): text for number, text in enumerate(head["mistakes"]) if text},
        ),
        small_cases=tuple(map(_unpack_case, rest[second:])),
    )


def _pack_case(solved: SolvedCase) -> Value:
    case = solved.case
    calls = [[call.target, _pack(call.args), _pack(dict(call.kwargs))] for call in case.calls]
    sizes = _pack(dict(case.sizes))
    facts = [case.name, case.group, calls, sizes, case.reuse, case.literal, case.note]
    answers = [[e.value, e.tolerance, e.kind, e.why, e.tie] for e in solved.expected]
    return [facts, answers, [list(pair) for pair in solved.intermediate_values]]


def _unpack_case(value: Value) -> SolvedCase:
    (name, group, calls, sizes, reuse, literal, note), answers, between = value
    made = tuple(Call(target, _unpack(args), _unpack(kwargs)) for target, args, kwargs in calls)
    case = Testcase(name, group, made, _unpack(sizes), reuse, literal, note)
    expected = tuple(Expected(*answer) for answer in answers)
    return SolvedCase(case, expected, tuple((key, text) for key, text in between))


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
