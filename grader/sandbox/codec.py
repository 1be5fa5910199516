"""Values across the sandbox's boundary: a compact, self-describing encoding that is never a pickle.

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

The encoder is here; it runs beside the student's code, and calls no method that a student
can have replaced. The decoder is in ``wire_reader.py``.
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
#: By ``dtype.str``: all that may cross.
DTYPES = {np.dtype(order + kind).str: np.dtype(order + kind) for kind in _KINDS for order in "<>"}
_CODE_OF_DTYPE = {text: text.encode().ljust(4) for text in DTYPES}
_SCALAR_CODES = {dtype.type: _CODE_OF_DTYPE[dtype.str] for dtype in DTYPES.values()
                 if dtype.isnative}  # fmt: skip
#: These may be keys of a dict; NumPy's keys are written as Python's, which they are equal to.
_REAL_SCALARS = {cls for cls in _SCALAR_CODES if not issubclass(cls, np.complexfloating)}

_U32 = Struct("<BI")
_F64 = Struct("<Bd")
_C128 = Struct("<Bdd")
_ARRAY = [Struct(f"<B4sB{n}Q") for n in range(MAX_DIMENSIONS + 1)]
_PLACED = [Struct(f"<B4sBBQ{n}Q{n}q") for n in range(MAX_DIMENSIONS + 1)]

_ndarray = np.ndarray
_type_name = type.__dict__["__qualname__"].__get__
_type_module = type.__dict__["__module__"].__get__
_int_to_bytes = int.to_bytes
_dict_items = dict.items
_text_scalar = np.str_
_plain_text = str.__str__
_item = np.generic.item

#: Where an array lies in the inputs' memory: its offset.
Find = Callable[["np.ndarray[Any, Any]"], int]


class CodecError(Exception):
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
        elif cls is _text_scalar:
            self._write_text(_plain_text(value))
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
            self._write_foreign("int", f"{value.bit_length()} bits")
        else:
            self._put(_U32.pack(105, size) + _int_to_bytes(value, size, "little", signed=True))

    def _write_text(self, value: str) -> None:
        data = value[:MAX_TEXT_BYTES].encode("utf-8", "surrogatepass")
        if len(value) > MAX_TEXT_BYTES or len(data) > MAX_TEXT_BYTES:
            raise TooLarge
        self._put(_U32.pack(115, len(data)) + data)

    def _write_foreign(self, name: str, detail: str = "") -> None:
        if self._find is not None:
            raise CodecError(f"cannot send: {Foreign(name, detail).described}")
        self._put(b"?")
        self._write_text(name[:200])
        self._write_text(detail[:200])

    def _write_dict(self, value: dict[Any, Any], depth: int) -> None:
        items = []
        for key, item in list(_dict_items(value)):
            cls = type(key)
            if cls is _text_scalar:
                key = _plain_text(key)
            elif cls in _REAL_SCALARS:
                key = _item(key)
            elif cls is int and key.bit_length() // 8 >= MAX_INT_BYTES:
                self._write_foreign("dict", f"a key of {key.bit_length()} bits")
                return
            elif key is not None and cls not in (str, int, float, bool):
                self._write_foreign("dict", f"a key of type {type_name(cls)}")
                return
            items.append((key, item))
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
