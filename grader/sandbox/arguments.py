"""The arguments of all cases: made once for a problem, inherited by every run.

They lie in a *block* of private memory, which is a copy of the sealed inputs. A run that keeps
to the rule never writes to its arguments, so the block is *guarded*: it cannot be written to,
though its arrays say they can, and who tries is killed. Such a run is done again with a block
that is a copy (``Inputs.unguard``), and what it has changed is found by comparing with the
sealed inputs. So the rule costs nothing to those who keep it, however large the arguments are.

Cases whose arrays are refilled lie behind the guarded part, and are always compared.
"""

from __future__ import annotations

import builtins
import contextlib
import ctypes
import mmap
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.sandbox.codec_reader import Reader
from grader.sandbox.exchange import InputsSpan
from grader.values import Ref, Value

globals()["__builtins__"] = dict(vars(builtins))

_ndarray = np.ndarray
_CHUNK = 1 << 18
#: ``mprotect`` of the C library; None where there is no such thing.
_mprotect: Any = None
if sys.platform != "win32":
    _mprotect = ctypes.CDLL(None, use_errno=True).mprotect
    _mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)

#: Shape, strides and dtype of an array: what can be changed without changing a byte.
_Form = tuple[tuple[int, ...], tuple[int, ...], Any]


@dataclass(slots=True)
class Placed:
    """An array of the inputs, how it was made, and the bytes it covers."""

    array: Any
    form: _Form
    low: int
    high: int


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
    """Of its memory in the block."""
    source: int
    """Of its memory in the inputs; not ``start`` where arrays are refilled."""
    size: int
    calls: list[Call] = field(default_factory=list)
    placed: dict[Any, Placed] = field(default_factory=dict)
    """By layout and place."""


class Inputs:
    """The arguments of all cases, in memory of this process."""

    def __init__(self, descriptor: int, span: InputsSpan) -> None:
        self._span = span
        self._sealed = _map_sealed(descriptor, span.size)
        self._block = _make_block(self._sealed, span.plan)
        self.whole = _ndarray(len(self._block), np.uint8, self._block)
        """The block as one array, to see what shares memory with it."""
        self._address: int = self.whole.__array_interface__["data"][0]
        self._guarded = 0
        self._reader = Reader(self._sealed, span.plan, span.plan_end, self._place)
        self._kept: dict[str, CaseCalls] = {}
        self._case: CaseCalls
        self._earlier: CaseCalls | None = None
        self.name: str
        self.parameters: int
        self.methods: dict[str, int] | None
        self.name, self.parameters, self.methods = self._reader.read()
        self.cases = [self._next_case() for _ in range(span.cases)]

    def restore(self) -> None:
        """Give arrays that cases have refilled their first values again."""
        start, end = self._span.guarded, self._span.plan
        self._block[start:end] = self._sealed[start:end]

    def guard(self) -> None:
        """Let nothing write to the arguments from here on; only where the system can."""
        if sys.platform != "win32" and _mprotect is not None and self._span.guarded:
            self._guarded = self._protect(mmap.PROT_READ)

    def unguard(self) -> None:
        """Let arguments be written to, in this process alone."""
        if sys.platform != "win32" and self._guarded:
            self._protect(mmap.PROT_READ | mmap.PROT_WRITE)
            self._guarded = 0

    def _protect(self, rights: int) -> int:
        if _mprotect(self._address, self._span.guarded, rights):
            raise OSError(ctypes.get_errno(), "protection of the arguments")
        return self._span.guarded

    def _next_case(self) -> CaseCalls:
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
            if self._earlier is not None:
                placed = self._earlier.placed[key]
            else:
                at = offset - case.source + case.start
                array = _ndarray(shape, dtype, self._block, at, strides)
                array.flags.writeable = writeable
                low, high = _span(shape, strides, dtype.itemsize, at)
                placed = Placed(array, (shape, strides, dtype), low, high)
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
        source, end = case.source, case.source + case.size
        self._block[case.start : case.start + case.size] = self._sealed[source:end]

    def changed(self, case: CaseCalls) -> tuple[tuple[int, int], ...]:
        """(call, argument) pairs that are not what they were: bytes, gaps, shape or parts."""
        if self._unchanged(case):
            return ()
        broken = {
            id(p.array)
            for p in case.placed.values()
            if _form(p.array) != p.form or not self._same(case, p.low, p.high)
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
            array, form = placed.array, placed.form
            if array.shape != form[0] or array.strides != form[1] or array.dtype != form[2]:
                return False
        for call in case.calls:
            for _, value, snapshot in call.containers:
                if _differs(snapshot, value):
                    return False
        return self._same(case, case.start, case.start + case.size)

    def _same(self, case: CaseCalls, low: int, high: int) -> bool:
        if high <= self._guarded:
            return True
        shift = case.source - case.start
        for at in range(low, high, _CHUNK):
            to = min(at + _CHUNK, high)
            if self._block[at:to] != self._sealed[at + shift : to + shift]:
                return False
        return True


def _map_sealed(descriptor: int, size: int) -> mmap.mmap:
    if sys.platform == "win32":
        return mmap.mmap(descriptor, size, access=mmap.ACCESS_READ)
    # Not shared: Linux before 6.7 refuses even a read-only shared mapping of a sealed file.
    return mmap.mmap(descriptor, size, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)


def _make_block(sealed: mmap.mmap, size: int) -> mmap.mmap:
    """Memory of our own with the same arrays at the same places."""
    if sys.platform == "win32":
        block = mmap.mmap(-1, max(size, 1))
    else:
        block = mmap.mmap(-1, max(size, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if sys.platform == "linux" and hasattr(mmap, "MADV_HUGEPAGE"):
        # Large pages are quicker to inherit; a kernel without them says so, which is fine.
        with contextlib.suppress(OSError):
            block.madvise(mmap.MADV_HUGEPAGE)
    memoryview(block)[:size] = memoryview(sealed)[:size]
    return block


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
