"""When a program is wrong: the property of the inputs that its wrong cases, and no others, have.

Such a sentence is a fact about the cases that ran, not a guess: all cases with the property are
wrong and all others are right. It tells of sizes, memory layouts and magnitudes, never of a value.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from grader.cases import Testcase

#: Magnitudes and sizes that are worth a sentence differ by this factor.
_APART = 3.0


@dataclass(frozen=True)
class Features:
    """What can be said of the inputs of each case, aligned with the cases."""

    flags: Mapping[str, tuple[bool, ...]]
    """``d_model = d_ff`` -> for each case whether it is so."""
    numbers: Mapping[str, tuple[float | None, ...]]
    """``the number of positions`` -> for each case, None where there is none."""


def features(cases: Sequence[Testcase], names: Mapping[str, Sequence[str]]) -> Features:
    """Look at all cases; ``names`` gives the parameters of each call's target."""
    flags: dict[str, list[bool]] = {}
    numbers: dict[str, list[float | None]] = {}
    seen: set[object] = set()
    for index, case in enumerate(cases):
        for phrase, value in _flags(case, names, seen):
            row = flags.setdefault(phrase, [False] * len(cases))
            row[index] = row[index] or value
        for phrase, number in _numbers(case, names):
            line = numbers.setdefault(phrase, [None] * len(cases))
            line[index] = number
    return Features(
        {phrase: tuple(row) for phrase, row in flags.items()},
        {phrase: tuple(line) for phrase, line in numbers.items()},
    )


def exactly_when(known: Features, wrong: Sequence[bool | None]) -> str:
    """Return a sentence on when a program is wrong, or an empty text.

    Args:
        known: of the cases.
        wrong: of each case whether it is wrong; None where that is not known.
    """
    used = [i for i, value in enumerate(wrong) if value is not None]
    bad = {i for i in used if wrong[i]}
    good = set(used) - bad
    if len(bad) < _SOME or len(good) < _SOME:
        return ""
    for phrase, row in known.flags.items():
        having = {i for i in used if row[i]}
        if having == bad:
            return (
                f"wrong exactly where {phrase} ({len(bad)} cases), right in the other {len(good)}"
            )
        if having == good and len(good) <= len(bad):
            return f"right only where {phrase} ({len(good)} cases), wrong in the other {len(bad)}"
    for phrase, line in known.numbers.items():
        sentence = _threshold(phrase, line, bad, good)
        if sentence:
            return sentence
    return ""


#: Of fewer cases on either side, too many things are true.
_SOME = 2


def _threshold(phrase: str, line: Sequence[float | None], bad: set[int], good: set[int]) -> str:
    wrong = [number for i in bad if (number := line[i]) is not None]
    right = [number for i in good if (number := line[i]) is not None]
    if len(wrong) < len(bad) or len(right) < len(good):
        return ""
    magnitude = phrase.startswith(("the largest", "the smallest"))
    counts = f"{len(bad)} cases", f"{len(good)} cases"
    if max(right) < min(wrong):
        if magnitude and min(wrong) < _APART * max(right):
            return ""
        limit, other = _number(min(wrong)), _number(max(right))
        return (
            f"wrong where {phrase} is {limit} or more ({counts[0]}), "
            f"right where it is {other} or less ({counts[1]})"
        )
    if max(wrong) < min(right):
        if magnitude and min(right) < _APART * max(wrong):
            return ""
        limit, other = _number(max(wrong)), _number(min(right))
        return (
            f"wrong where {phrase} is {limit} or less ({counts[0]}), "
            f"right where it is {other} or more ({counts[1]})"
        )
    return ""


def _number(value: float) -> str:
    return f"{value:.3g}" if 1e-3 < value < 1e6 else f"{value:.1g}"


def _flags(
    case: Testcase, names: Mapping[str, Sequence[str]], seen: set[object]
) -> Iterator[tuple[str, bool]]:
    """Yield properties that a case has, the most telling first."""
    arrays = list(_arrays(case, names))
    for name, array in arrays:
        strided = array.size > 1 and not array.flags.c_contiguous
        yield "an argument is not C-contiguous", strided
        yield f"`{name}` is not C-contiguous", strided
        yield "an argument is read-only", not array.flags.writeable
    for name, array in arrays:
        yield "an axis has length 0", array.size == 0
        yield f"`{name}` has {array.ndim} {'axis' if array.ndim == 1 else 'axes'}", True
    sizes = {name: size for name, size in case.sizes.items() if isinstance(size, int)}
    for one, other in itertools.combinations(sizes, 2):
        yield f"{one} = {other}", sizes[one] == sizes[other]
        yield f"{one} > {other}", sizes[one] > sizes[other]
        yield f"{one} < {other}", sizes[one] < sizes[other]
    for name, size in case.sizes.items():
        axes = (size,) if isinstance(size, int) else size
        yield f"{name} is 1" if isinstance(size, int) else f"an axis of {name} is 1", 1 in axes
    yield "the arrays of an earlier call hold other values", case.reuse is not None
    shapes = tuple((name, array.shape) for name, array in arrays)
    yield "a call with the same shapes came before", shapes in seen
    yield "other calls came before", bool(seen)
    seen.add(shapes)
    for name, array in arrays:
        if array.dtype.kind == "f" and array.size:
            yield f"`{name}` is all zeros", not array.any()
            yield f"`{name}` has negative values", bool((array < 0).any())
            yield f"`{name}` has fractions", bool((array != np.trunc(array)).any())


def _numbers(
    case: Testcase, names: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, float | None]]:
    sizes = {name: size for name, size in case.sizes.items() if isinstance(size, int)}
    for name, array in _arrays(case, names):
        yield f"the number of axes of `{name}`", array.ndim
    for name, size in sizes.items():
        yield name, size
    for name, axes in case.sizes.items():
        if not isinstance(axes, int):
            yield f"the product of {name}", prod(axes)
    for one, other in itertools.permutations(sizes, 2):
        yield f"{one} / {other}", sizes[one] / sizes[other] if sizes[other] else None
    for name, array in _arrays(case, names):
        if array.dtype.kind == "f":
            sized = np.abs(array[np.isfinite(array) & (array != 0)])
            yield f"the largest magnitude in `{name}`", float(sized.max(initial=0.0))
            yield f"the smallest magnitude in `{name}`", float(sized.min()) if sized.size else 0.0


def _arrays(
    case: Testcase, names: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
    for call in case.calls:
        parameters = names.get(call.target, ())
        for name, value in (*zip(parameters, call.args, strict=False), *call.kwargs.items()):
            if isinstance(value, np.ndarray):
                yield name, value
