"""Test cases made ready to be run: all their array memory in one sealed, shared block.

Arrays keep their layout, byte for byte: gaps, negative strides, alignment, two arguments
that are one array or overlap. What lies in a gap is a fixed pattern, and never what lay in
our memory: a gap of the original may hold what a student must not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.cases import INIT, Call, Testcase
from grader.errors import JudgeError
from grader.sandbox.codec import CodecError, TooLarge, Writer
from grader.sandbox.exchange import PAGE, InputsSpan, Layout, round_up
from grader.sandbox.memory import SharedMemory
from grader.sandbox.modules import PRELOAD
from grader.values import arrays_in

#: What stands in gaps: about 1e306 as float64.
GAP = 0x7F
_ALIGN = 64
#: What NumPy's allocations are multiples of.
_OWN_ALIGN = 16
_PLAN_LIMIT = 1 << 26

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Entry:
    """What a submission must define, and how many positional arguments it is called with."""

    name: str
    parameters: int
    """Of the function, or of the constructor."""
    methods: Mapping[str, int] | None = None
    """For a class: positional arguments of each method, without ``self``."""
    imports: tuple[str, ...] = ()
    """Modules that a submission may import beside the usual ones (``modules``): they are loaded
    for it, each under its full name, such as ``scipy.linalg``."""


@dataclass(frozen=True, eq=False)
class PreparedInputs:
    """Cases in shared memory, to be run by any number of submissions. Close it after use."""

    cases: tuple[Testcase, ...]
    entry: Entry
    inputs: SharedMemory = field(repr=False)
    span: InputsSpan
    layout: Layout
    """Of the memory that each run gets for its results."""

    @property
    def imports(self) -> frozenset[str]:
        """Modules that have to be loaded beside the usual ones."""
        return frozenset(self.entry.imports) - frozenset(PRELOAD)

    @property
    def closed(self) -> bool:
        """Whether it cannot be run on any more."""
        return self.inputs.fd < 0

    def close(self) -> None:
        """Give the memory back; runs that have begun keep theirs."""
        self.inputs.close()


def prepare(cases: Sequence[Testcase], entry: Entry, capacity: int = 1 << 24) -> PreparedInputs:
    """Put cases into sealed memory.

    Args:
        cases: in the order in which they are to run; a case with ``reuse`` after the case
            it names, whose arrays must have the same layouts.
        entry: what is called.
        capacity: bytes for all results of a run together; what does not fit is "too large".

    Raises:
        JudgeError: a case cannot be run as it stands, or there is no memory for it.
    """
    placer = _Placer()
    reused = {case.reuse for case in cases}
    refilled = [case.reuse is not None or case.name in reused for case in cases]
    regions = [_NOWHERE] * len(cases)
    for wanted in (False, True):
        for number, case in enumerate(cases):
            if refilled[number] is wanted:
                regions[number] = placer.place(case)
        if not wanted:
            guarded = placer.end = round_up(placer.end, PAGE)
    _check_reuse(cases, regions)
    plan = _encode_plan(cases, entry, regions)
    start = round_up(placer.end, PAGE)
    memory = bytearray(round_up(start + len(plan), PAGE))
    placer.fill(memory)
    memory[start : start + len(plan)] = plan
    return PreparedInputs(
        cases=tuple(cases),
        entry=entry,
        inputs=SharedMemory.sealed("inputs", memory),
        span=InputsSpan(len(memory), guarded, start, start + len(plan), len(cases)),
        layout=Layout(len(cases), capacity),
    )


@dataclass(frozen=True)
class _Region:
    """The memory of one case, and where in it each array object lies."""

    start: int
    end: int
    places: Mapping[int, int]
    """Offset of element 0, by ``id`` of the array object."""
    shape: tuple[Any, ...]
    """Layout of all arrays relative to ``start``: equal for cases that can share objects."""


_NOWHERE = _Region(0, 0, {}, ())


class _Placer:
    """Gives every array of every case its place."""

    def __init__(self) -> None:
        self.end = 0
        self._arrays: list[tuple[Array, int]] = []

    def place(self, case: Testcase) -> _Region:
        """Places for the arrays of one case; those that overlap stay as they overlap."""
        arrays = list({id(array): array for array in _arrays(case)}.values())
        start = self.end = round_up(self.end, _ALIGN)
        places: dict[int, int] = {}
        for low, high, members in _blocks(arrays):
            # An unaligned array stays unaligned; nothing else depends on where ours lay.
            position = round_up(self.end, _ALIGN) + low % _OWN_ALIGN
            for array in members:
                place = places[id(array)] = position + _address(array) - low
                self._arrays.append((array, place))
            self.end = position + high - low
        outline = tuple(
            (a.dtype.str, a.shape, a.strides, a.flags.writeable, places[id(a)] - start)
            for a in arrays
        )
        return _Region(start, self.end, places, outline)

    def fill(self, memory: bytearray) -> None:
        """Copy the elements of all arrays to their places."""
        np.frombuffer(memory, np.uint8)[: self.end] = GAP
        for array, place in self._arrays:
            target: Array = np.ndarray(array.shape, array.dtype, memory, place, array.strides)
            target[...] = array


def _encode_plan(cases: Sequence[Testcase], entry: Entry, regions: Sequence[_Region]) -> bytes:
    places: dict[int, int] = {}
    reused = {case.reuse for case in cases}
    methods = None if entry.methods is None else dict(entry.methods)
    size = 1 << 16
    while True:
        buffer = bytearray(size)
        writer = Writer(buffer, 0, size, lambda array: places[id(array)])
        try:
            writer.write((entry.name, entry.parameters, methods))
            for case, region in zip(cases, regions, strict=True):
                places.clear()
                places.update(region.places)
                calls = tuple((c.target, tuple(c.args), dict(c.kwargs)) for c in case.calls)
                keep = case.name in reused
                writer.write((case.name, case.reuse, keep, region.start, region.end))
                writer.write(calls)
        except TooLarge:
            size *= 4
            if size > _PLAN_LIMIT:
                raise JudgeError("the arguments of the test cases are too large") from None
            continue
        except CodecError as error:
            raise JudgeError(f"a test case has an argument that is no value: {error}") from None
        return bytes(buffer[: writer.position])


def _check_reuse(cases: Sequence[Testcase], regions: Sequence[_Region]) -> None:
    seen: dict[str, _Region] = {}
    for case, region in zip(cases, regions, strict=True):
        if case.reuse is not None:
            source = seen.get(case.reuse)
            if source is None:
                raise JudgeError(f"case {case.name!r} reuses {case.reuse!r}, which is not before")
            if source.shape != region.shape:
                raise JudgeError(
                    f"case {case.name!r} reuses the arrays of {case.reuse!r},"
                    " but theirs have other shapes or layouts"
                )
        seen[case.name] = region


def _arrays(case: Testcase) -> Iterator[Array]:
    for call in case.calls:
        _check_call(case, call)
        yield from arrays_in((call.args, dict(call.kwargs)))


def _check_call(case: Testcase, call: Call) -> None:
    if call.target.startswith("_") and call.target != INIT:
        raise JudgeError(f"case {case.name!r} calls the private {call.target!r}")


def _blocks(arrays: Sequence[Array]) -> list[tuple[int, int, list[Array]]]:
    """(lowest byte, one past the highest, arrays) of memory that hangs together.

    In the order in which arrays were given, so that equal cases are laid out alike.
    """
    blocks: list[tuple[int, int, list[Array]]] = []
    for low, high, _, array in sorted((*_bounds(a), i, a) for i, a in enumerate(arrays)):
        if blocks and low < blocks[-1][1]:
            first, end, members = blocks[-1]
            blocks[-1] = (first, max(end, high), [*members, array])
        else:
            blocks.append((low, high, [array]))
    order = {id(array): i for i, array in enumerate(arrays)}
    return sorted(blocks, key=lambda block: min(order[id(a)] for a in block[2]))


def _address(array: Array) -> int:
    address: int = array.__array_interface__["data"][0]
    return address


def _bounds(array: Array) -> tuple[int, int]:
    """Lowest and one past the highest byte; nothing for an empty array."""
    address = _address(array)
    if not array.size:
        return address, address
    low, high = np.lib.array_utils.byte_bounds(array)
    return int(low), int(high)
