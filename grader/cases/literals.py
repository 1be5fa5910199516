"""Literal arguments of a problem file as the values that a contract asks for.

Every function raises :class:`CaseError` whose path leads to the faulty part of the literal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

import numpy as np

from grader.cases.case_errors import CaseError, near
from grader.cases.stream import Array
from grader.problem import (
    ELEMENTS,
    AnyType,
    ArrayType,
    DictType,
    Keys,
    ListType,
    NothingType,
    ScalarType,
    TupleType,
    Type,
    WithParts,
    describe,
)
from grader.values import Ref, Value

#: Nested lists go no deeper; NumPy itself stops at 64 axes.
_MAX_AXES = 32


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


def convert(wanted: Type, dtype: str, literal: Any) -> Value:
    """A literal as a value of a type, arrays in C order.

    ``dtype`` is the contract's, for arrays whose type does not say.
    """
    if literal is None and not wanted.optional and not isinstance(wanted, NothingType | AnyType):
        raise CaseError("null is not allowed here: the parameter is not optional")
    return _convert(wanted, dtype, literal, ())


def _convert(wanted: Type, dtype: str, literal: Any, path: Keys) -> Value:
    if literal is None and wanted.optional:
        return None
    match wanted:
        case ScalarType():
            return _scalar(wanted, literal, path)
        case ArrayType():
            return _array(literal, number_dtype(wanted.dtype or dtype), path)
        case ListType(element=element):
            parts = enumerate(_list(literal, path))
            return [_convert(element, dtype, part, (*path, index)) for index, part in parts]
        case TupleType(parts=None):
            return tuple(_list(literal, path))
        case TupleType() | DictType() if wanted.parts is not None:
            return _converted_parts(wanted, wanted.parts, dtype, literal, path)
        case NothingType() if literal is not None:
            raise CaseError("only null is possible here", path)
        case DictType() if not isinstance(literal, Mapping):
            raise CaseError(f"a mapping is wanted here, not {describe(literal)}", path)
        case _:  # the contract does not say more
            return literal


def _converted_parts(
    wanted: WithParts, parts: Mapping[str, Type], dtype: str, literal: Any, path: Keys
) -> Value:
    try:
        given = named_parts(wanted, literal)
        missing = [name for name in parts if name not in given]
        if missing:
            raise CaseError(f"no value for {', '.join(missing)}")
    except CaseError as fault:
        raise CaseError(str(fault), (*path, *fault.path)) from None
    by_index = not isinstance(literal, Mapping)
    values = {
        name: _convert(parts[name], dtype, given[name], (*path, index if by_index else name))
        for index, name in enumerate(parts if isinstance(wanted, TupleType) else given)
    }
    return tuple(values.values()) if isinstance(wanted, TupleType) else values


def named_parts(wanted: WithParts, literal: Any) -> Mapping[str, Any]:
    """The parts of a literal tuple or dict by name, those that are given."""
    names = list(wanted.parts or ())
    if isinstance(literal, Mapping):
        for name in literal:
            if name not in names:
                raise CaseError(f"unknown part {name!r}{near(str(name), names)}", (name,))
        return literal
    if isinstance(wanted, TupleType) and isinstance(literal, list | tuple):
        if len(literal) != len(names):
            raise CaseError(f"{len(literal)} parts, where the contract has {len(names)}: {names}")
        return dict(zip(names, literal, strict=True))
    raise CaseError(f"a mapping of {', '.join(names)} is wanted here")


def _list(literal: Any, path: Keys) -> list[Any]:
    if not isinstance(literal, list | tuple):
        raise CaseError(f"a list is wanted here, not {describe(literal)}", path)
    return list(literal)


def _scalar(wanted: ScalarType, literal: Any, path: Keys) -> Value:
    value = wanted.read(literal)
    if value is None:
        raise CaseError(f"{wanted.literal} is wanted here, not {describe(literal)}", path)
    return value


def _array(literal: Any, dtype: np.dtype[Any], path: Keys) -> Array:
    leaves: list[Any] = []
    shape = _walk(literal, path, partial(_scalar, ELEMENTS[dtype.kind]), leaves)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        outside = next((n for n in leaves if not limits.min <= n <= limits.max), None)
        if outside is not None:
            raise CaseError(f"{outside} does not fit {dtype}", path)
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


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def reference(call: int, path: Keys, returns: Type) -> Ref:
    """A :class:`Ref` into what a call returns; names of a tuple's parts become its indices."""
    steps: list[int | str] = []
    part = returns
    for step in path:
        if not isinstance(part, WithParts) or part.parts is None:
            raise CaseError(f"the result has no part {step!r}: it is of type {part.text!r}")
        names = list(part.parts)
        if isinstance(part, TupleType) and _is_int(step):
            if not 0 <= int(step) < len(names):
                raise CaseError(
                    f"the result has {len(names)} parts, counted from 0: {step} is none"
                )
            step = names[int(step)]
        if step not in part.parts:
            raise CaseError(f"the result has no part {step!r}{near(str(step), names)}")
        steps.append(names.index(str(step)) if isinstance(part, TupleType) else step)
        part = part.parts[str(step)]
    return Ref(call, tuple(steps))
