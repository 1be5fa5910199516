"""Values as text that can be read and pasted back into Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.values import Foreign, Ref, Value, path_text

#: Arrays with more elements are described if they are all one number, and cut otherwise.
_LONG = 24
_DTYPES_OF_LITERALS = ("float64", "int64", "bool", "complex128")


def literal_text(value: Value, layout: str = "C") -> str:
    """Return ``[[1., -2.], [0., 3.]]`` for an array; a dtype or layout that differs is named."""
    if isinstance(value, np.ndarray):
        return _array_text(value) + (f"  ({layout})" if layout != "C" and value.size > 1 else "")
    if isinstance(value, np.generic):
        return _number(value.item())
    if isinstance(value, float | complex):
        return _number(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k!r}: {literal_text(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal_text, value)) + "]"
    if isinstance(value, tuple):
        inner = ", ".join(map(literal_text, value))
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, Ref):
        return f"the result of call {value.call + 1}{path_text(value.path)}"
    if isinstance(value, Foreign):
        return value.type_name
    return repr(value)


def _array_text(array: np.ndarray[Any, Any]) -> str:
    name = array.dtype.name
    dtype = "" if name in _DTYPES_OF_LITERALS else f", dtype={name}"
    if not array.size:
        return f"np.zeros({array.shape}{dtype})"
    if array.size > _LONG and (array == array.flat[0]).all():
        kind = "float64" if array.dtype.kind == "f" else name
        dtype = "" if kind == "float64" else f", dtype={name}"
        return f"np.full({array.shape}, {_number(array.flat[0].item())}{dtype})"
    if array.size > 4 * _LONG:
        first = ", ".join(_number(v) for v in array.ravel()[:4].tolist())
        return f"[{first}, ...]  (shape {array.shape})"
    text = _nested(array.tolist())
    return f"np.array({text}{dtype})" if dtype else text


def _nested(items: Any) -> str:
    if isinstance(items, list):
        return "[" + ", ".join(map(_nested, items)) + "]"
    return _number(items)


def _number(value: Any) -> str:
    """``2.`` for 2.0, as NumPy writes it; names of NumPy for what is no number."""
    if isinstance(value, float):
        if value != value:
            return "np.nan"
        if value in (np.inf, -np.inf):
            return "np.inf" if value > 0 else "-np.inf"
        if value == int(value) and abs(value) < 1e16:
            return f"{int(value)}." if value or str(value)[0] != "-" else "-0."
    return repr(value)
