"""Whether what the reference returns is what the contract says, in every part of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from grader.cases import CaseError, Size, explain, number_dtype, parse_shape
from grader.problem import (
    AnyType,
    ArrayType,
    DictType,
    ListType,
    NothingType,
    ScalarType,
    TupleType,
    Type,
    named,
)
from grader.values import Foreign, Value, kind_of, leaves

#: From the outermost part inwards.
_Place = tuple[str, ...]


def contract_fault(contract: Type, value: Value, dtype: str, sizes: Mapping[str, Size]) -> str:
    """Say how a result breaks the contract; an empty text if it keeps it."""
    for fault, place in _faults(contract, value, (), dtype, sizes):
        return fault + (f" (in {' of '.join(reversed(place))})" if place else "")
    return ""


def _faults(
    contract: Type, value: Value, place: _Place, dtype: str, sizes: Mapping[str, Size]
) -> Iterator[tuple[str, _Place]]:
    fault = _own_fault(contract, value, dtype, sizes)
    if fault:
        yield fault, place
    elif value is None:
        return
    elif isinstance(contract, ListType):
        for index, part in enumerate(value):
            inner = (*place, f"item {index}")
            yield from _faults(contract.element, part, inner, dtype, sizes)
    elif isinstance(contract, TupleType | DictType):
        steps = value if isinstance(contract, DictType) else range(len(value))
        for step in steps:
            name, wanted = contract.part(step)
            inner = (*place, f"the part {name!r}")
            yield from _faults(wanted, value[step], inner, dtype, sizes)


def _own_fault(contract: Type, value: Value, dtype: str, sizes: Mapping[str, Size]) -> str:
    """What is wrong with a value itself; its parts are looked at by themselves."""
    wanted = f"the contract has {contract.described}"
    match contract:
        case AnyType():
            foreign = next((leaf for leaf in leaves(value) if isinstance(leaf, Foreign)), None)
            return (
                f"returns {named(foreign.type_name)}, which no result can hold" if foreign else ""
            )
        case _ if value is None:
            allowed = contract.optional or isinstance(contract, NothingType)
            return "" if allowed else "returns nothing; is a `return` missing?"
        case _ if isinstance(value, Foreign):
            advice = f"; {value.rule}" if value.rule else f", where {wanted}"
            return f"returns {named(value.described)}{advice}"
        case ArrayType() if isinstance(value, np.ndarray | np.generic):
            return _array_fault(contract, value, dtype, sizes)
        case TupleType(parts=parts) if isinstance(value, tuple):
            if parts is None or len(value) == len(parts):
                return ""
            return f"returns a tuple of {len(value)}, where the contract has one of {len(parts)}"
        case DictType(parts=parts) if isinstance(value, dict):
            if parts is None or set(value) == set(parts):
                return ""
            return f"returns another structure than a dict of {', '.join(parts)}"
        case ListType() if isinstance(value, list):
            return ""
        case ScalarType(word=word) if kind_of(value) == word:
            return ""
    return f"returns {named(kind_of(value))}, where {wanted}"


def _array_fault(
    contract: ArrayType,
    value: np.ndarray[tuple[int, ...], np.dtype[np.generic]] | np.generic,
    dtype: str,
    sizes: Mapping[str, Size],
) -> str:
    wanted = number_dtype(contract.dtype or dtype)
    if value.dtype != wanted:
        return f"returns dtype {value.dtype}, where the contract has {wanted}"
    if contract.shape is None:
        return ""
    try:
        fault = explain(parse_shape(contract.shape), value.shape, sizes)
    except CaseError:  # a size that only the result has
        return ""
    return f"returns {fault}" if fault else ""
