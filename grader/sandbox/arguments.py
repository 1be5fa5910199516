"""The arguments of all cases, as the child builds them in its mappings of the inputs.

``private`` is a copy-on-write mapping, where arguments lie; ``pristine`` maps the same
memory without the right to write: read-only arguments lie there, and after each case the
two are compared to see whether it changed its inputs.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.sandbox.wire import Reader
from grader.values import Ref, Value

globals()["__builtins__"] = dict(vars(builtins))

_ndarray = np.ndarray
_CHUNK = 1 << 18

#: Shape, strides and dtype of an array: what can be changed without changing a byte.
_Form = tuple[tuple[int, ...], tuple[int, ...], Any]


@dataclass(slots=True)
class Placed:
    """An array of the inputs, how it was made, and the bytes it covers."""

    array: Any
    form: _Form
    low: int
    high: int
    private: bool


@dataclass(slots=True)
class Call:
    """One call, and what its lists and dicts held before it."""

    target: str
    args: tuple[Value, ...]
    kwargs: dict[str, Value]
    containers: list[tuple[int, Value, Any]]
    """(argument, value, snapshot)."""
    refers: bool
    """Whether an argument is (a part of) an earlier result."""


@dataclass(slots=True)
class CaseCalls:
    """One case, ready to run."""

    name: str
    position: int
    """Of its calls in the plan."""
    start: int
    """Of its memory in ``private``."""
    source: int
    """Of its memory in ``pristine``; not ``start`` where arrays are refilled."""
    size: int
    calls: list[Call] = field(default_factory=list)
    placed: dict[Any, Placed] = field(default_factory=dict)
    """By layout and place."""


class Inputs:
    """The mappings of the inputs, and the cases that lie in them."""

    def __init__(self, private: Any, pristine: Any, plan: tuple[int, int]) -> None:
        self._private = private
        self._pristine = pristine
        self._reader = Reader(pristine, *plan, self._place)
        self._kept: dict[str, CaseCalls] = {}
        self._case: CaseCalls
        self._earlier: CaseCalls | None = None
        self.wholes = tuple(_ndarray(len(m), np.uint8, m) for m in (private, pristine))
        """All memory of the inputs as arrays, to see what shares memory with them."""
        self.name: str
        self.parameters: int
        self.methods: dict[str, int] | None
        self.name, self.parameters, self.methods = self._reader.read()

    def next_case(self) -> CaseCalls:
        """The next case, in the order in which they were prepared."""
        name, reuse, keep, start, end = self._reader.read()
        earlier = self._earlier = self._kept[reuse] if reuse is not None else None
        own = start if earlier is None else earlier.start
        case = CaseCalls(name, self._reader.position, own, start, end - start)
        self._read_calls(case)
        if keep:
            self._kept[name] = case
        return case

    def _read_calls(self, case: CaseCalls) -> None:
        self._case = case
        for target, args, kwargs in self._reader.read():
            values = (*args, *kwargs.values()) if kwargs else args
            containers = [
                (i, value, _snapshot(value))
                for i, value in enumerate(values)
                if type(value) in (list, dict, tuple)
            ]
            refers = any(_refers(value) for value in values)
            case.calls.append(Call(target, args, kwargs, containers, refers))

    def _place(
        self,
        dtype: Any,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        offset: int,
        writeable: bool,
    ) -> Value:
        case = self._case
        key = (shape, strides, dtype, offset - case.source, writeable)
        placed = case.placed.get(key)
        if placed is None:
            if self._earlier is not None and writeable:
                placed = self._earlier.placed[key]
            else:
                at = offset - case.source + case.start if writeable else offset
                memory = self._private if writeable else self._pristine
                array = _ndarray(shape, dtype, memory, at, strides)
                low, high = _span(shape, strides, dtype.itemsize, at)
                placed = Placed(array, (shape, strides, dtype), low, high, writeable)
            case.placed[key] = placed
        return placed.array

    def refill(self, case: CaseCalls) -> None:
        """Give arrays that an earlier case has used the values of this one."""
        if case.source == case.start:
            return
        if any(_form(placed.array) != placed.form for placed in case.placed.values()):
            # An earlier call gave an array another shape: this case gets new objects.
            self._reader.position = case.position
            self._earlier = None
            case.calls.clear()
            case.placed.clear()
            self._read_calls(case)
        for low in range(0, case.size, _CHUNK):
            n = min(_CHUNK, case.size - low)
            data = self._pristine[case.source + low : case.source + low + n]
            self._private[case.start + low : case.start + low + n] = data

    def changed(self, case: CaseCalls) -> tuple[tuple[int, int], ...]:
        """(call, argument) pairs that are not what they were: bytes, gaps, shape or parts."""
        if self._unchanged(case):
            return ()
        broken = {
            id(p.array)
            for p in case.placed.values()
            if _form(p.array) != p.form or (p.private and not self._same(case, p.low, p.high))
        }
        found = []
        for number, call in enumerate(case.calls):
            snapshots = {i: snapshot for i, _, snapshot in call.containers}
            for i, value in enumerate((*call.args, *call.kwargs.values())):
                parts = list(_leaves(value, snapshots.get(i)))
                if any(id(part) in broken for part in parts) or (
                    i in snapshots and _differs(snapshots[i], value)
                ):
                    found.append((number, i))
        return tuple(found)

    def _unchanged(self, case: CaseCalls) -> bool:
        for placed in case.placed.values():
            if _form(placed.array) != placed.form:
                return False
        for call in case.calls:
            for _, value, snapshot in call.containers:
                if _differs(snapshot, value):
                    return False
        return self._same(case, case.start, case.start + case.size)

    def _same(self, case: CaseCalls, low: int, high: int) -> bool:
        shift = case.source - case.start
        for at in range(low, high, _CHUNK):
            to = min(at + _CHUNK, high)
            if self._private[at:to] != self._pristine[at + shift : to + shift]:
                return False
        return True


def _form(array: Any) -> _Form:
    return (array.shape, array.strides, array.dtype)


def _span(
    shape: tuple[int, ...], strides: tuple[int, ...], itemsize: int, offset: int
) -> tuple[int, int]:
    """Lowest and one past the highest byte of an array."""
    if 0 in shape:
        return offset, offset
    low, high = offset, offset + itemsize
    for length, stride in zip(shape, strides, strict=True):
        if stride < 0:
            low += (length - 1) * stride
        else:
            high += (length - 1) * stride
    return low, high


def _snapshot(value: Value) -> Any:
    """The parts of a list, tuple or dict, to be compared by identity later."""
    if type(value) is list or type(value) is tuple:
        return [_snapshot(item) for item in value]
    if type(value) is dict:
        return {key: _snapshot(item) for key, item in value.items()}
    return value


def _differs(snapshot: Any, value: Value) -> bool:
    if type(value) is list or type(value) is tuple:
        return (
            type(snapshot) is not list
            or len(snapshot) != len(value)
            or any(_differs(s, v) for s, v in zip(snapshot, value, strict=True))
        )
    if type(value) is dict:
        return (
            type(snapshot) is not dict
            or list(snapshot) != list(value)
            or any(_differs(snapshot[key], item) for key, item in value.items())
        )
    return snapshot is not value


def _leaves(value: Value, snapshot: Any) -> Iterator[Any]:
    """The arrays of an argument as it was."""
    if snapshot is None:
        yield value
    elif type(snapshot) is list:
        for item in snapshot:
            yield from _leaves(item, item)
    elif type(snapshot) is dict:
        for item in snapshot.values():
            yield from _leaves(item, item)
    else:
        yield snapshot


def _refers(value: Value) -> bool:
    cls = type(value)
    if cls is tuple or cls is list:
        return any(_refers(item) for item in value)
    if cls is dict:
        return any(_refers(item) for item in value.values())
    return cls is Ref
