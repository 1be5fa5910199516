"""Values across the wall: a compact, self-describing encoding that is never a pickle.

A value is one tag byte and what the tag says, all little-endian:

    N                      None                 T F                    bool
    i  u32 n, n bytes      int, signed          f  f64                 float
    c  2 f64               complex              s  u32 n, n bytes      str, UTF-8
    n  dtype, bytes        NumPy scalar         a  dtype, u8 ndim, ndim u64, padding, bytes
    ( u32 n, n values      tuple                [  u32 n, n values     list
    {  u32 n, 2n values    dict                 ?  2 str               Foreign
    r  u32, tuple          Ref                  @  dtype, u8 ndim, u8 writeable, u64 offset,
                                                   ndim u64 shape, ndim i64 strides

where dtype is ``dtype.str`` in four bytes. Elements of an array stand in C order and start
at a multiple of 16. ``r`` and ``@`` (an array that lies in the inputs' memory, in its own
layout) appear only in what we send in, never in what a submission sends out.

The encoder runs beside the student's code, and calls no method that a student can have
replaced. The decoder runs in the trusted process and is total: any bytes give a value or
a :class:`WireError`, nothing beyond the end is read, and what it allocates is bounded by
the bytes it was given.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from struct import Struct
from typing import Any

import numpy as np

from grader.values import Foreign, Ref, Value

# The functions below find their builtins here: a submission may replace those of the process.
globals()["__builtins__"] = dict(vars(builtins))

MAX_DEPTH = 32
MAX_NODES = 200_000
#: 2466 digits: Python itself refuses to print more than 4300.
MAX_INT_BYTES = 1024
MAX_TEXT_BYTES = 1 << 20
MAX_DIMENSIONS = 64
ALIGNMENT = 16

_KINDS = ("b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16")
_DTYPES = {np.dtype(order + kind).str: np.dtype(order + kind) for kind in _KINDS for order in "<>"}
_DTYPE_OF_CODE = {text.encode().ljust(4): dtype for text, dtype in _DTYPES.items()}
_CODE_OF_DTYPE = {text: text.encode().ljust(4) for text in _DTYPES}
_SCALAR_CODES = {dtype.type: _CODE_OF_DTYPE[dtype.str] for dtype in _DTYPES.values()
                 if dtype.isnative}  # fmt: skip

_U32 = Struct("<BI")
_F64 = Struct("<Bd")
_C128 = Struct("<Bdd")
_LENGTH = Struct("<I")
_DOUBLE = Struct("<d")
_PAIR = Struct("<dd")
_ARRAY = [Struct(f"<B4sB{n}Q") for n in range(MAX_DIMENSIONS + 1)]
_SHAPE = [Struct(f"<{n}Q") for n in range(MAX_DIMENSIONS + 1)]
_PLACED = [Struct(f"<B4sBBQ{n}Q{n}q") for n in range(MAX_DIMENSIONS + 1)]
_PLACE = [Struct(f"<BQ{n}Q{n}q") for n in range(MAX_DIMENSIONS + 1)]

_ndarray = np.ndarray
_type_name = type.__dict__["__qualname__"].__get__
_type_module = type.__dict__["__module__"].__get__
_int_to_bytes = int.to_bytes
_dict_items = dict.items

#: ``(dtype, shape, strides, offset, writeable)`` -> the array that lies there.
Place = Callable[["np.dtype[Any]", tuple[int, ...], tuple[int, ...], int, bool], Value]
#: Where an array lies in the inputs' memory: its offset.
Find = Callable[["np.ndarray[Any, Any]"], int]


class WireError(Exception):
    """Bytes that no encoder of ours has written."""


class TooLarge(Exception):
    """A value that does not fit into the memory it is to be written to, or is too deep."""


def type_name(cls: type) -> str:
    """``numpy.matrix``, ``generator``: read past any metaclass that lies about its name."""
    name: Any = _type_name(cls)
    try:
        module: Any = _type_module(cls)
    except AttributeError:
        module = ""
    if type(module) is not str or module in ("builtins", "submission", ""):
        return str(name)
    return f"{module}.{name}"


class Writer:
    """Encodes values into ``memory[position:end]``; ``position`` moves along.

    ``find`` gives the place of an array that lies in the inputs' memory; without it arrays
    are written out whole.
    """

    def __init__(self, memory: Any, position: int, end: int, find: Find | None = None) -> None:
        self.memory = memory
        self.position = position
        self.end = end
        self._find = find
        self._nodes = 0

    def _put(self, data: bytes) -> None:
        position = self.position
        if position + len(data) > self.end:
            raise TooLarge
        self.memory[position : position + len(data)] = data
        self.position = position + len(data)

    def open_tuple(self, count: int, at: int | None = None) -> None:
        """Start a tuple whose ``count`` values are written next, or change that ``at``."""
        if at is None:
            self._put(_U32.pack(40, count))
        else:
            _U32.pack_into(self.memory, at, 40, count)

    def write(self, value: Value, depth: int = 0) -> None:
        """Write one value.

        Raises:
            TooLarge: it does not fit, or is nested too deeply, or has too many parts.
        """
        self._nodes += 1
        if depth > MAX_DEPTH or self._nodes > MAX_NODES:
            raise TooLarge
        cls = type(value)
        if cls is _ndarray:
            self._write_array(value)
        elif value is None:
            self._put(b"N")
        elif cls is bool:
            self._put(b"T" if value else b"F")
        elif cls is float:
            self._put(_F64.pack(102, value))
        elif cls is int:
            self._write_int(value)
        elif cls is str:
            self._write_text(value)
        elif cls is complex:
            self._put(_C128.pack(99, value.real, value.imag))
        elif cls in _SCALAR_CODES:
            self._put(b"n" + _SCALAR_CODES[cls] + value.tobytes())
        elif cls is list:
            self._put(_U32.pack(91, len(value)))
            for item in list(value):
                self.write(item, depth + 1)
        elif issubclass(cls, tuple):
            # Named tuples (np.linalg.eigh returns one) are tuples.
            items = tuple.__getitem__(value, slice(None))
            self.open_tuple(len(items))
            for item in items:
                self.write(item, depth + 1)
        elif issubclass(cls, dict):
            self._write_dict(value, depth)
        elif self._find is not None and cls is Ref:
            self._put(_U32.pack(114, value.call))
            self.write(value.path, depth + 1)
        elif self._find is None and cls is Foreign and depth == 0:
            self._write_foreign(value.type_name, value.detail)
        else:
            self._write_foreign(type_name(cls))

    def _write_int(self, value: int) -> None:
        size = value.bit_length() // 8 + 1
        if size > MAX_INT_BYTES:
            self._write_foreign("int", f"of {value.bit_length()} bits")
        else:
            self._put(_U32.pack(105, size) + _int_to_bytes(value, size, "little", signed=True))

    def _write_text(self, value: str) -> None:
        data = value[:MAX_TEXT_BYTES].encode("utf-8", "surrogatepass")
        if len(value) > MAX_TEXT_BYTES or len(data) > MAX_TEXT_BYTES:
            raise TooLarge
        self._put(_U32.pack(115, len(data)) + data)

    def _write_foreign(self, name: str, detail: str = "") -> None:
        if self._find is not None:
            raise WireError(f"cannot send a {name} {detail}".rstrip())
        self._put(b"?")
        self._write_text(name[:200])
        self._write_text(detail[:200])

    def _write_dict(self, value: dict[Any, Any], depth: int) -> None:
        items = list(_dict_items(value))
        for key, _ in items:
            if key is not None and type(key) not in (str, int, float, bool):
                self._write_foreign("dict", f"with a key of type {type_name(type(key))}")
                return
        self._put(_U32.pack(123, len(items)))
        for key, item in items:
            self.write(key, depth + 1)
            self.write(item, depth + 1)

    def _write_array(self, value: np.ndarray[Any, Any]) -> None:
        code = _CODE_OF_DTYPE.get(value.dtype.str)
        if code is None:
            self._write_foreign("numpy.ndarray", f"dtype {value.dtype.name}")
            return
        shape = value.shape
        if self._find is not None:
            self._put(_PLACED[len(shape)].pack(
                64, code, len(shape), value.flags.writeable, self._find(value),
                *shape, *value.strides))  # fmt: skip
            return
        self._put(_ARRAY[len(shape)].pack(97, code, len(shape), *shape))
        start = -(-self.position // ALIGNMENT) * ALIGNMENT
        if start + value.nbytes > self.end:
            raise TooLarge
        _ndarray(shape, value.dtype, self.memory, start)[...] = value
        self.position = start + value.nbytes


class Reader:
    """Decodes values from ``data[position:end]``; ``position`` moves along.

    Arrays are views of ``data``, which must stay as it is: give it ``bytes`` of your own.
    ``place`` makes the arrays that lie elsewhere; without it they, and every ``Ref``, are
    refused.
    """

    def __init__(self, data: Any, position: int, end: int, place: Place | None = None) -> None:
        self._data = data
        self.position = position
        self._end = min(end, len(data))
        self._place = place
        self._nodes = 0

    def _take(self, count: int) -> int:
        """Where the next ``count`` bytes start; moves behind them."""
        start = self.position
        if count > self._end - start:
            raise WireError("it ends within a value")
        self.position = start + count
        return start

    def _length(self) -> int:
        length: int = _LENGTH.unpack_from(self._data, self._take(4))[0]
        return length

    def _items(self, count: int, depth: int) -> list[Value]:
        if count > self._end - self.position:
            raise WireError("more parts than bytes")
        return [self.read(depth + 1) for _ in range(count)]

    def read(self, depth: int = 0) -> Value:
        """Read one value.

        Raises:
            WireError: these bytes are not a value, or break a limit of this module.
        """
        self._nodes += 1
        if depth > MAX_DEPTH + 1 or self._nodes > MAX_NODES + 1:
            raise WireError("too many parts")
        reader = _READERS.get(self._data[self._take(1)])
        if reader is None:
            raise WireError("unknown tag")
        return reader(self, depth)

    def _read_int(self, _: int) -> int:
        size = self._length()
        if size > MAX_INT_BYTES:
            raise WireError("an integer too large")
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
            raise WireError("a text too long")
        start = self._take(size)
        try:
            return str(bytes(self._data[start : start + size]), "utf-8", "surrogatepass")
        except UnicodeDecodeError:
            raise WireError("a text that is not UTF-8") from None

    def _dtype(self) -> np.dtype[Any]:
        start = self._take(4)
        dtype = _DTYPE_OF_CODE.get(bytes(self._data[start : start + 4]))
        if dtype is None:
            raise WireError("an unknown dtype")
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
            raise WireError("too many dimensions")
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
            raise WireError("an array that lies elsewhere")
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
                raise WireError("a key that is no scalar")
        return dict(zip(keys, items[1::2], strict=True))

    def _read_ref(self, depth: int) -> Value:
        if self._place is None:
            raise WireError("a reference")
        call = self._length()
        path = self.read(depth + 1)
        return Ref(call, path)

    def _read_foreign(self, depth: int) -> Value:
        name, detail = self.read(depth + 1), self.read(depth + 1)
        if type(name) is not str or type(detail) is not str:
            raise WireError("a type without a name")
        return Foreign(name, detail)


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
            raise WireError("an array too large")
    return 0 if 0 in shape else total // itemsize
