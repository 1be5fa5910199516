"""The decoder of values that came across the sandbox's boundary; ``codec.py`` says how they are
encoded.

It runs in the trusted process and is total: any bytes give a value or a :class:`CodecError`,
nothing beyond the end is read, and what it allocates is bounded by the bytes it was given.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from struct import Struct
from typing import Any

import numpy as np

from grader.sandbox.codec import (
    ALIGNMENT,
    DTYPES,
    MAX_DEPTH,
    MAX_DIMENSIONS,
    MAX_INT_BYTES,
    MAX_NODES,
    MAX_TEXT_BYTES,
    CodecError,
)
from grader.values import Foreign, Ref, Value

# A submission may replace the builtins of the process in which inputs are read.
globals()["__builtins__"] = dict(vars(builtins))

_LENGTH = Struct("<I")
_DOUBLE = Struct("<d")
_PAIR = Struct("<dd")
_SHAPE = [Struct(f"<{n}Q") for n in range(MAX_DIMENSIONS + 1)]
_PLACE = [Struct(f"<BQ{n}Q{n}q") for n in range(MAX_DIMENSIONS + 1)]
_DTYPE_OF_CODE = {text.encode().ljust(4): dtype for text, dtype in DTYPES.items()}

#: ``(dtype, shape, strides, offset, writeable)`` -> the array that lies there.
Place = Callable[["np.dtype[Any]", tuple[int, ...], tuple[int, ...], int, bool], Value]


class Reader:
    """Decodes values from ``data[position:end]``; ``position`` moves along.

    Arrays are views of ``data``, which must stay as it is: give it ``bytes`` of your own.
    ``place`` makes the arrays that lie elsewhere; without it they, and every ``Ref``, are
    refused. ``foreign`` makes the stand-ins of what is no value, from texts of the submission.
    """

    def __init__(
        self,
        data: Any,
        position: int,
        end: int,
        place: Place | None = None,
        foreign: Callable[[str, str], Foreign] = Foreign,
    ) -> None:
        self._data = data
        self.position = position
        self._end = min(end, len(data))
        self._place = place
        self._foreign = foreign
        self._nodes = 0

    def _take(self, count: int) -> int:
        """Where the next ``count`` bytes start; moves behind them."""
        start = self.position
        if count > self._end - start:
            raise CodecError("it ends within a value")
        self.position = start + count
        return start

    def _length(self) -> int:
        length: int = _LENGTH.unpack_from(self._data, self._take(4))[0]
        return length

    def _items(self, count: int, depth: int) -> list[Value]:
        if count > self._end - self.position:
            raise CodecError("more parts than bytes")
        return [self.read(depth + 1) for _ in range(count)]

    def read(self, depth: int = 0) -> Value:
        """Read one value.

        Raises:
            CodecError: these bytes are not a value, or break a limit of this module.
        """
        self._nodes += 1
        if depth > MAX_DEPTH + 1 or self._nodes > MAX_NODES + 1:
            raise CodecError("too many parts")
        reader = _READERS.get(self._data[self._take(1)])
        if reader is None:
            raise CodecError("unknown tag")
        return reader(self, depth)

    def _read_int(self, _: int) -> int:
        size = self._length()
        if size > MAX_INT_BYTES:
            raise CodecError("an integer too large")
        start = self._take(size)
        return int.from_bytes(self._data[start : start + size], "little", signed=True)

    def _read_float(self, _: int) -> float:
        value: float = _DOUBLE.unpack_from(self._data, self._take(8))[0]
        return value

    def _read_complex(self, _: int) -> complex:
        return complex(*_PAIR.unpack_from(self._data, self._take(16)))

    def _read_text(self, _: int) -> str:
        size = self._length()
        if size > MAX_TEXT_BYTES:
            raise CodecError("a text too long")
        start = self._take(size)
        try:
            return str(bytes(self._data[start : start + size]), "utf-8", "surrogatepass")
        except UnicodeDecodeError:
            raise CodecError("a text that is not UTF-8") from None

    def _dtype(self) -> np.dtype[Any]:
        start = self._take(4)
        dtype = _DTYPE_OF_CODE.get(bytes(self._data[start : start + 4]))
        if dtype is None:
            raise CodecError("an unknown dtype")
        return dtype

    def _elements(self, dtype: np.dtype[Any], count: int) -> np.ndarray[Any, Any]:
        start = self._take(count * dtype.itemsize)
        if dtype.kind == "b":
            # Memory of a bool array may hold other bytes than 0 and 1.
            truth: np.ndarray[Any, Any] = np.frombuffer(self._data, np.uint8, count, start) != 0
            return truth
        return np.frombuffer(self._data, dtype, count, start)

    def _read_scalar(self, _: int) -> Value:
        return self._elements(self._dtype(), 1)[0]

    def _dimensions(self) -> int:
        count: int = self._data[self._take(1)]
        if count > MAX_DIMENSIONS:
            raise CodecError("too many dimensions")
        return count

    def _read_array(self, _: int) -> Value:
        dtype = self._dtype()
        ndim = self._dimensions()
        shape = _SHAPE[ndim].unpack_from(self._data, self._take(8 * ndim))
        count = _count(shape, dtype.itemsize)
        self._take(-self.position % ALIGNMENT)
        return self._elements(dtype, count).reshape(shape)

    def _read_placed(self, _: int) -> Value:
        if self._place is None:
            raise CodecError("an array that lies elsewhere")
        dtype = self._dtype()
        ndim = self._dimensions()
        layout = _PLACE[ndim]
        writeable, offset, *rest = layout.unpack_from(self._data, self._take(layout.size))
        shape, strides = tuple(rest[:ndim]), tuple(rest[ndim:])
        return self._place(dtype, shape, strides, offset, bool(writeable))

    def _read_tuple(self, depth: int) -> Value:
        return tuple(self._items(self._length(), depth))

    def _read_list(self, depth: int) -> Value:
        return self._items(self._length(), depth)

    def _read_dict(self, depth: int) -> Value:
        items = self._items(2 * self._length(), depth)
        keys = items[::2]
        for key in keys:
            if key is not None and type(key) not in (str, int, float, bool):
                raise CodecError("a key that is no scalar")
        return dict(zip(keys, items[1::2], strict=True))

    def _read_ref(self, depth: int) -> Value:
        if self._place is None:
            raise CodecError("a reference")
        call = self._length()
        path = self.read(depth + 1)
        return Ref(call, path)

    def _read_foreign(self, depth: int) -> Value:
        name, detail = self.read(depth + 1), self.read(depth + 1)
        if type(name) is not str or type(detail) is not str:
            raise CodecError("a type without a name")
        return self._foreign(name, detail)


_READERS: dict[int, Callable[[Reader, int], Value]] = {
    ord("N"): lambda _reader, _depth: None,
    ord("T"): lambda _reader, _depth: True,
    ord("F"): lambda _reader, _depth: False,
    ord("i"): Reader._read_int,
    ord("f"): Reader._read_float,
    ord("c"): Reader._read_complex,
    ord("s"): Reader._read_text,
    ord("n"): Reader._read_scalar,
    ord("a"): Reader._read_array,
    ord("@"): Reader._read_placed,
    ord("("): Reader._read_tuple,
    ord("["): Reader._read_list,
    ord("{"): Reader._read_dict,
    ord("r"): Reader._read_ref,
    ord("?"): Reader._read_foreign,
}


def _count(shape: tuple[int, ...], itemsize: int) -> int:
    """Number of elements; refuses what NumPy would refuse, an empty array of huge axes too."""
    total = itemsize
    for length in shape:
        total *= max(length, 1)
        if total > 1 << 62:
            raise CodecError("an array too large")
    return 0 if 0 in shape else total // itemsize
