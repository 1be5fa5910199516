"""Literal arguments of a problem file as the values that a contract asks for.

Every function raises :class:`CaseError` whose path leads to the faulty part of the literal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from grader.cases.case_errors import CaseError, near
from grader.cases.stream import Array
from grader.problem import Keys, Parameter, describe
from grader.values import Ref, Value

#: Types of a parameter that hold one value, with what a literal of them is called.
SCALARS: dict[str, str] = {
    "int": "a whole number",
    "float": "a number",
    "complex": "a number, or text such as '1+2j'",
    "bool": "true or false",
    "str": "text",
}
#: Nested lists go no deeper; NumPy itself stops at 64 axes.
_MAX_AXES = 32


def element_type(type_: str) -> str | None:
    """``int`` of ``list[int]`` and ``list[list[int]]``; None for what is not a list."""
    element = type_
    while element.startswith("list["):
        element = element[5:-1]
    return None if element == type_ else element


@lru_cache(maxsize=64)
def number_dtype(name: str) -> np.dtype[Any]:
    """A dtype of numbers or booleans, by name."""
    try:
        dtype = np.dtype(name)
    except TypeError:
        raise CaseError(f"unknown dtype {name!r}, such as 'float64', 'int64' or 'bool'") from None
    if dtype.kind not in "biufc" or dtype.name != name:
        raise CaseError(f"the dtype {name!r} cannot be used; use one such as 'float64' or 'int64'")
    return dtype


def as_reference(literal: Any) -> tuple[int, Keys] | None:
    """(call, path) of ``{result: [0, m]}`` or ``{result: 0}``; None for any other literal."""
    if not isinstance(literal, Mapping) or list(literal) != ["result"]:
        return None
    steps = literal["result"]
    call, *path = steps if isinstance(steps, list | tuple) and steps else (steps,)
    if not _is_int(call) or not all(isinstance(step, str) or _is_int(step) for step in path):
        raise CaseError("write the number of an earlier call and a path, as in {result: [0, m]}")
    return call, tuple(path)


def convert(parameter: Parameter, dtype: str, literal: Any) -> Value:
    """A literal as a value of the parameter's type, arrays in C order.

    ``dtype`` is the contract's, for arrays whose parameter does not say. ``tuple`` and ``dict``
    are taken apart elsewhere.
    """
    if literal is None:
        if parameter.optional or parameter.default is None or parameter.type == "none":
            return None
        raise CaseError("null is not allowed here: the parameter is not optional")
    if parameter.type == "array":
        return _array(literal, number_dtype(parameter.dtype or dtype))
    if parameter.type == "none":
        raise CaseError("only null is possible here")
    return _typed(parameter.type, literal, ())


def _array(literal: Any, dtype: np.dtype[Any]) -> Array:
    leaf = _scalar({"b": "bool", "i": "int", "u": "int", "f": "float", "c": "complex"}[dtype.kind])
    leaves: list[Any] = []
    shape = _walk(literal, (), leaf, leaves)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        outside = next((n for n in leaves if not limits.min <= n <= limits.max), None)
        if outside is not None:
            raise CaseError(f"{outside} does not fit {dtype}")
    return np.array(leaves, dtype).reshape(shape)


def _walk(
    literal: Any, path: Keys, leaf: Callable[[Any, Keys], Any], leaves: list[Any]
) -> tuple[int, ...]:
    """The shape of nested lists, whose leaves are appended in reading order."""
    if not isinstance(literal, list | tuple):
        leaves.append(leaf(literal, path))
        return ()
    if len(path) >= _MAX_AXES:
        raise CaseError(f"lists are nested more than {_MAX_AXES} deep", path)
    shapes = [_walk(part, (*path, i), leaf, leaves) for i, part in enumerate(literal)]
    for i, shape in enumerate(shapes):
        if shape != shapes[0]:
            raise CaseError(
                f"ragged: entry {i} is {_entry(shape)}, where entry 0 is {_entry(shapes[0])}",
                (*path, i),
            )
    return (len(literal), *(shapes[0] if shapes else ()))


def _entry(shape: tuple[int, ...]) -> str:
    return f"a list of shape {shape}" if shape else "one value"


def _typed(type_: str, literal: Any, path: Keys) -> Any:
    """A scalar, or a list nested as deep as its type says."""
    if not type_.startswith("list["):
        return _scalar(type_)(literal, path)
    if not isinstance(literal, list | tuple):
        raise CaseError(f"a list is wanted here, not {describe(literal)}", path)
    return [_typed(type_[5:-1], part, (*path, i)) for i, part in enumerate(literal)]


def _scalar(type_: str) -> Callable[[Any, Keys], Any]:
    if type_ not in SCALARS:
        raise CaseError(
            f"unknown type {type_!r}{near(type_, [*SCALARS, 'array', 'tuple', 'dict'])}"
        )

    def read(literal: Any, path: Keys) -> Any:
        value = _read(type_, literal)
        if value is None:
            raise CaseError(f"{SCALARS[type_]} is wanted here, not {describe(literal)}", path)
        return value

    return read


def _read(type_: str, literal: Any) -> Any:
    """The literal as this type, None where it is of another."""
    if isinstance(literal, bool):
        return literal if type_ == "bool" else None
    if type_ == "str":
        return literal if isinstance(literal, str) else None
    if type_ == "int":
        return literal if isinstance(literal, int) else None
    number = {"float": float, "complex": complex}.get(type_)
    if number is None or not isinstance(
        literal, (int, float, str) if type_ == "complex" else (int, float)
    ):
        return None
    try:
        return number(literal)
    except (ValueError, OverflowError):
        return None


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def reference(call: int, path: Keys, returns: Parameter) -> Ref:
    """A :class:`Ref` into what a call returns; names of a tuple's parts become its indices."""
    steps: list[int | str] = []
    part: Parameter | None = returns
    for step in path:
        if part is None or part.type not in ("tuple", "dict") or part.items is None:
            raise CaseError(f"the result has no part {step!r}: it is of type {_type(part)}")
        names = list(part.items)
        if part.type == "tuple" and _is_int(step):
            if not 0 <= int(step) < len(names):
                raise CaseError(
                    f"the result has {len(names)} parts, counted from 0: {step} is none"
                )
            step = names[int(step)]
        if step not in part.items:
            raise CaseError(f"the result has no part {step!r}{near(str(step), names)}")
        steps.append(names.index(str(step)) if part.type == "tuple" else step)
        part = part.items[str(step)]
    return Ref(call, tuple(steps))


def _type(part: Parameter | None) -> str:
    return repr(part.type) if part else "unknown"
