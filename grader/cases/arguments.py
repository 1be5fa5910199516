"""The arguments of one call: literals where they are given, and values by recipe elsewhere.

A recipe is looked for in the case, then in the problem's defaults, then in the contract; under
the argument's dotted name, then under that of what it is a part of, then as ``*``: every array
of float or complex numbers that a call may not leave out. What still has none gets the default
of its type. Layouts are looked for in the same way; their ``*`` is every array.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from grader.cases.case_errors import CaseError, CaseErrors
from grader.cases.contract import Contract, Entry, Leaf, may_be_left_out, recipe_of, shape_of
from grader.cases.given import Given, extent_of
from grader.cases.layouts import arrange, parse_layout
from grader.cases.recipes import Target, fill
from grader.cases.shapes import Size, explain, resolve
from grader.cases.stream import Stream
from grader.problem import (
    ELEMENTS,
    UNSET,
    ArrayType,
    Keys,
    NothingType,
    Parameter,
    ScalarType,
    TupleType,
)
from grader.values import Value

#: Bytes of one argument; a typing error in a size must not fill the memory.
MAX_BYTES = 2**28
#: Values of one list, which are Python objects.
MAX_LIST = 100_000


@dataclass(frozen=True)
class Table:
    """Recipes or layouts by argument, and where they stand in the file."""

    entries: Mapping[str, str]
    keys: Keys


@dataclass(frozen=True)
class Scene:
    """All that the arguments of one call are made from."""

    contract: Contract
    entry: Entry
    given: Given
    sizes: Mapping[str, Size]
    recipes: tuple[Table, ...]
    layouts: Table
    seed: int
    case: str
    call: int
    faults: CaseErrors


def make_arguments(scene: Scene) -> tuple[tuple[Value, ...], dict[str, Value]]:
    """Positional and keyword arguments of a call.

    What may be left out and is not given is left out; arguments after it go by keyword.
    Faults are recorded, and ``None`` stands for what could not be made.
    """
    args: list[Value] = []
    kwargs: dict[str, Value] = {}
    left_out = False
    for name, parameter in scene.entry.params.items():
        value = _make(scene, Leaf(name, parameter, (*scene.entry.keys, name)))
        if value is UNSET:
            left_out = True
        elif left_out:
            kwargs[name] = value
        else:
            args.append(value)
    return tuple(args), kwargs


def lookup(table: Table, name: str) -> tuple[str, Keys] | None:
    """The entry of an argument under its own name or that of what it is a part of."""
    while name not in table.entries:
        name, dot, _ = name.rpartition(".")
        if not dot:
            return None
    return table.entries[name], (*table.keys, name)


def _make(scene: Scene, leaf: Leaf) -> Value:
    """One argument, or ``UNSET`` where it is left out."""
    given, kind = scene.given.leaves, leaf.parameter.value_type
    if leaf.name in given:
        # Literals are read once for all repetitions: none may see another's memory.
        return _place(scene, leaf, deepcopy(given[leaf.name]), scene.given.keys[leaf.name])
    items = leaf.parameter.parts
    if items:
        named = {*given, *(name for table in scene.recipes for name in table.entries)}
        wanted = any(f"{name}.".startswith(f"{leaf.name}.") for name in named)
        if may_be_left_out(leaf.parameter) and not wanted:
            return UNSET if leaf.parameter.default is not UNSET else None
        parts = {
            part: _make(scene, Leaf(f"{leaf.name}.{part}", inner, (*leaf.keys, "items", part)))
            for part, inner in items.items()
        }
        values = {part: None if value is UNSET else value for part, value in parts.items()}
        return tuple(values.values()) if isinstance(kind, TupleType) else values
    return _make_by_recipe(scene, leaf)


def _make_by_recipe(scene: Scene, leaf: Leaf) -> Value:
    parameter, kind = leaf.parameter, leaf.parameter.value_type
    if isinstance(kind, NothingType):
        return None
    text, keys = _recipe(scene, leaf)
    if text is None:
        return UNSET if parameter.default is not UNSET else None
    with scene.faults.at(*keys, about="" if keys[-1] == leaf.name else leaf.name):
        call = recipe_of(text)
        if call is None:
            return None
        shape = () if isinstance(kind, ScalarType) else _wanted_shape(scene, leaf)
        dtype = scene.contract.dtype_of(parameter)
        _check_amount(shape, dtype, parameter)
        stream = Stream(scene.seed, scene.case, scene.call, leaf.name)
        values = fill(call, Target(shape, dtype, stream), scene.sizes)
        value = values if isinstance(kind, ArrayType) else values.tolist()
        return _place(scene, leaf, value, keys)
    return None


def _recipe(scene: Scene, leaf: Leaf) -> tuple[str | None, Keys]:
    """The recipe of an argument and where it stands; None where it is left out."""
    star = scene.contract.reached_by_star(leaf)
    for table in scene.recipes:
        found = lookup(table, leaf.name)
        if found is not None:
            return found
        if star and "*" in table.entries:
            return table.entries["*"], (*table.keys, "*")
    parameter = leaf.parameter
    if parameter.values is not None:
        return parameter.values, (*leaf.keys, "values")
    if may_be_left_out(parameter):
        return None, leaf.keys
    symbol = scene.contract.size_of(leaf)
    if symbol is not None:
        return f"dim {symbol}", leaf.keys
    return ELEMENTS[scene.contract.dtype_of(parameter).kind].drawn, leaf.keys


def _place(scene: Scene, leaf: Leaf, value: Value, keys: Keys) -> Value:
    """An argument in its memory layout, after a look at its shape or size."""
    shape, extent = shape_of(leaf.parameter), extent_of(value)
    if shape is not None and extent is not None:
        with scene.faults.at(*keys):
            wrong = explain(shape, extent, scene.sizes)
            if wrong:
                raise CaseError(wrong)
    symbol = scene.contract.size_of(leaf)
    if symbol is not None and isinstance(value, int) and scene.sizes[symbol] != value:
        message = f"{value} here, but {symbol} is {scene.sizes[symbol]} in this case"
        scene.faults.add(keys, message)
    if not isinstance(value, np.ndarray):
        return value
    found = lookup(scene.layouts, leaf.name)
    text = found[0] if found else scene.layouts.entries.get("*", "C")
    return arrange(value, parse_layout(text))


def _wanted_shape(scene: Scene, leaf: Leaf) -> tuple[int, ...]:
    shape = shape_of(leaf.parameter)
    if shape is None:
        what = "length" if leaf.parameter.value_type.lists else "shape"
        raise CaseError(
            f"{leaf.name!r} has no {what} in the contract: give it a 'shape', or every case a"
            " literal"
        )
    return resolve(shape, scene.sizes)


def _check_amount(shape: tuple[int, ...], dtype: np.dtype[Any], parameter: Parameter) -> None:
    nbytes = prod(shape) * dtype.itemsize
    if nbytes > MAX_BYTES:
        raise CaseError(
            f"an array of shape {shape} takes {nbytes:,} bytes; {MAX_BYTES:,} is the most"
        )
    if parameter.value_type.lists and prod(shape) > MAX_LIST:
        raise CaseError(f"a list of {prod(shape):,} values; {MAX_LIST:,} is the most")
