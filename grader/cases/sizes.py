"""The sizes of a test case: given, following from literal arrays, or drawn.

A size is given as a number, as a list (a starred symbol), as a sum of products of other sizes
(``"4*d_model"``), or as a range to draw from: ``{min: 2, max: 9}``; for a starred symbol
``{ndim: [0, 3], min: 1, max: 4}``, of which any part may be left out. What is not given is
drawn from the contract's range; a starred symbol gets 0 to 3 axes of 1 to 4, or of its range.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from grader.cases.case_errors import CaseError, near
from grader.cases.shapes import Expression, Size, parse_expression
from grader.cases.stream import Stream
from grader.problem import Dim

#: How many axes a starred symbol gets when nothing is said.
DEFAULT_NDIM = (0, 3)
#: Sizes of these axes when nothing is said.
DEFAULT_AXIS = Dim(min=1, max=4)
_MAX_SIZE = 2**31 - 1
_MAX_AXES = 16


@dataclass(frozen=True)
class Range:
    """Sizes to draw from, both ends included; ``ndim`` for a starred symbol only."""

    low: int
    high: int
    ndim: tuple[int, int] | None = None


Spec: TypeAlias = Size | Expression | Range


def read_size(name: str, given: Any, starred: bool, default: Range) -> Spec:
    """A size as it is given in a problem file; :class:`CaseError` says how it is written."""
    if isinstance(given, str):
        if starred:
            raise CaseError(_star_help(name))
        return parse_expression(given)
    if isinstance(given, Mapping):
        return _read_range(given, starred, default)
    if isinstance(given, list | tuple):
        if not starred:
            raise CaseError(f"{name!r} is one axis: give one number")
        if len(given) > _MAX_AXES:
            raise CaseError(f"at most {_MAX_AXES} axes are possible")
        return tuple(_number(size, (i,)) for i, size in enumerate(given))
    if starred:
        raise CaseError(_star_help(name))
    return _number(given, ())


def default_range(name: str, starred: bool, dims: Mapping[str, Dim]) -> Range:
    """What a size is drawn from when a case does not say."""
    dim = dims.get(name, DEFAULT_AXIS if starred else Dim())
    return Range(dim.min, dim.max, DEFAULT_NDIM if starred else None)


def draw(size: Range, stream: Stream) -> Size:
    """A size of the range."""
    if size.ndim is None:
        return int(stream.integers(size.low, size.high, ()))
    ndim = int(stream.integers(*size.ndim, ()))
    return tuple(stream.integers(size.low, size.high, (ndim,)).tolist())


def settle(
    specs: Mapping[str, Spec], known: Mapping[str, Size], stream: Callable[[str], Stream]
) -> dict[str, Size]:
    """Every size, by name: first what is known, then ranges drawn, then expressions computed.

    ``stream`` gives a stream by name, so that no size depends on which others are drawn.
    :class:`CaseError` for expressions that need each other, come out negative, or contradict
    what is known.
    """
    sizes: dict[str, Size] = dict(known)
    formulas = {name: spec for name, spec in specs.items() if isinstance(spec, Expression)}
    for name, spec in specs.items():
        if name not in sizes and not isinstance(spec, Expression):
            sizes[name] = draw(spec, stream(name)) if isinstance(spec, Range) else spec
    waiting = {name: spec for name, spec in formulas.items() if name not in sizes}
    while waiting:
        ready = [n for n, spec in waiting.items() if not set(spec.symbols) & set(waiting)]
        if not ready:
            raise CaseError(f"the sizes of {' and '.join(sorted(waiting))} need each other")
        for name in ready:
            size = waiting.pop(name).value(sizes)
            if not 0 <= size <= _MAX_SIZE:
                raise CaseError(f"a size of {size} is impossible", (name,))
            sizes[name] = size
    for name, formula in formulas.items():
        if sizes[name] != formula.value(sizes):
            message = f"{name} is {sizes[name]} by a literal argument, not {formula.text}"
            raise CaseError(message, (name,))
    return sizes


def _read_range(given: Mapping[str, Any], starred: bool, default: Range) -> Range:
    keys = ["min", "max", *(["ndim"] if starred else [])]
    for key in given:
        if key not in keys:
            raise CaseError(f"unknown key {key!r}{near(str(key), keys)}", (key,))
    low, high = default.low, default.high
    if "min" in given:
        low = _number(given["min"], ("min",))
        high = max(low, high)
    if "max" in given:
        high = _number(given["max"], ("max",))
        low = low if "min" in given else min(low, high)
    if low > high:
        raise CaseError(f"the range from {low} to {high} is empty")
    if not starred:
        return Range(low, high)
    return Range(low, high, _read_ndim(given.get("ndim", default.ndim)))


def _read_ndim(given: Any) -> tuple[int, int]:
    if isinstance(given, list | tuple) and len(given) == 2:
        least, most = (_number(number, ("ndim", i)) for i, number in enumerate(given))
    else:
        least = most = _number(given, ("ndim",))
    if not least <= most <= _MAX_AXES:
        raise CaseError(f"'ndim' is a number of axes up to {_MAX_AXES}, or a range", ("ndim",))
    return least, most


def _number(given: Any, path: tuple[str | int, ...]) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= _MAX_SIZE:
        raise CaseError(f"a size is a whole number from 0, not {given!r}", path)
    return given


def _star_help(name: str) -> str:
    return f"{name!r} stands for any number of axes: give a list, such as [2, 3] or []"
