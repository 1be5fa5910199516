"""Memory layouts: the same values, laid out so that code which assumes C order is found out.

A layout is one of the orders below, and any of the others joined to it with ``+``, such as
``F+readonly`` or ``strided+unaligned``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from grader.cases.case_errors import CaseError, near

Array: TypeAlias = npt.NDArray[Any]
Bytes: TypeAlias = npt.NDArray[np.uint8]

#: What lies between the elements of a strided array: about 1e306 as float64, so that code
#: which reads it does not go unnoticed.
_GAP = 0x7F

#: Axes from the one whose elements lie farthest apart to the one whose lie together.
ORDERS: dict[str, Callable[[int], list[int]]] = {
    "C": lambda ndim: list(range(ndim)),
    "F": lambda ndim: list(range(ndim))[::-1],
    # A view of a C array with its first and last axis swapped.
    "transposed": lambda ndim: [ndim - 1, *range(1, ndim - 1), 0] if ndim > 1 else [0] * ndim,
}
#: What may be added to an order.
EXTRAS: dict[str, str] = {
    "strided": "every second element of every axis of a larger array",
    "reversed": "every axis runs backwards through memory",
    "unaligned": "one byte beside where the processor wants it",
    "readonly": "cannot be written to",
}
NAMES: tuple[str, ...] = (*ORDERS, *EXTRAS)


@dataclass(frozen=True)
class Layout:
    """A layout that was read."""

    order: str = "C"
    extras: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Extent:
    """The memory that an array covers, gaps and all."""

    region: Bytes
    """A view from the array's lowest byte to its highest; empty for an empty array."""
    offset: int
    """Of element 0 of the array, in bytes from the start of the region."""
    strides: tuple[int, ...]
    """In bytes; may be negative."""


@lru_cache(maxsize=256)
def parse_layout(text: str) -> Layout:
    """Read a layout; a :class:`CaseError` says what is unknown or does not go together."""
    names = text.split("+")
    for name in names:
        if name not in NAMES:
            raise CaseError(f"unknown layout {name!r}{near(name, list(NAMES))}")
    if len(set(names)) != len(names):
        raise CaseError(f"the layout {text!r} names one thing twice")
    orders = [name for name in names if name in ORDERS]
    if len(orders) > 1:
        raise CaseError(f"{' and '.join(orders)} exclude each other")
    return Layout(orders[0] if orders else "C", frozenset(names) - set(orders))


def arrange(values: Array, layout: Layout) -> Array:
    """A plain array of these values in memory of this layout: fresh, or that of ``values``.

    Strides are set here and not by NumPy, whose choice for axes of length 0 and 1 varies.
    """
    itemsize, shape = values.dtype.itemsize, values.shape
    step = 2 if "strided" in layout.extras else 1
    strides, stride = [0] * values.ndim, itemsize
    for axis in reversed(ORDERS[layout.order](values.ndim)):
        strides[axis] = stride * step
        stride *= step * max(1, shape[axis])
    start = 1 if "unaligned" in layout.extras else 0
    if layout.order == "C" and layout.extras <= {"readonly"} and values.flags.c_contiguous:
        return _finish(np.ndarray(shape, values.dtype, values, 0, tuple(strides)), layout)
    memory = np.empty(start + stride, np.uint8)
    if step > 1 or start:
        memory.fill(_GAP)
    if "reversed" in layout.extras:
        start += sum(max(0, n - 1) * stride for n, stride in zip(shape, strides, strict=True))
        strides = [-stride for stride in strides]
    out: Array = np.ndarray(shape, values.dtype, memory, start, tuple(strides))
    out[...] = values
    return _finish(out, layout)


def memory_extent(array: Array) -> Extent:
    """Where an array lies in memory, for shipping it with its gaps.

    ``numpy.ndarray(array.shape, array.dtype, bytearray(region), offset, strides)`` is the same
    array again. A stride of 0, as in a broadcast array, is fine.
    """
    if not array.size:
        return Extent(np.empty(0, np.uint8), 0, array.strides)
    spans = [(n - 1) * stride for n, stride in zip(array.shape, array.strides, strict=True)]
    offset = -sum(span for span in spans if span < 0)
    length = sum(map(abs, spans)) + array.itemsize
    lowest = tuple(
        slice(n - 1, n) if s < 0 else slice(0, 1)
        for n, s in zip(array.shape, array.strides, strict=True)
    )
    as_strided = np.lib.stride_tricks.as_strided
    element = as_strided(array[(*lowest, ...)], (1,), (array.itemsize,)).view(np.uint8)
    return Extent(as_strided(element, (length,), (1,)), offset, array.strides)


def _finish(array: Array, layout: Layout) -> Array:
    if "readonly" in layout.extras:
        array.setflags(write=False)
    return array
