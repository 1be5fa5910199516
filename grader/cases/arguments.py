"""The arguments of one call: literals where they are given, and values by recipe elsewhere.

A recipe is looked for in the case, then in the problem's defaults, then in the contract; under
the argument's dotted name, then under that of what it is a part of, then as ``*``: every array
of float or complex numbers that a call may not leave out. What still has none gets the default
of its type. Layouts are looked for in the same way; their ``*`` is every array.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from grader.cases.contract import Contract, Entry, Leaf, may_be_left_out, recipe_of, shape_of
from grader.cases.faults import CaseError, Faults, near
from grader.cases.layouts import arrange, parse_layout
from grader.cases.literals import as_reference, convert, element_type, reference
from grader.cases.recipes import Target, fill
from grader.cases.shapes import Size, explain, match, resolve
from grader.cases.stream import Array, Stream
from grader.problem.contract import Signature
from grader.problem.model import UNSET, Keys, Parameter
from grader.values import Ref, Value

#: Bytes of one argument; a typing error in a size must not fill the memory.
MAX_BYTES = 2**28

#: Recipe by kind of dtype, when nothing is said.
_DEFAULTS = {
    "f": "normal",
    "c": "normal",
    "i": "ints 0 9",
    "u": "ints 0 9",
    "b": "bools",
    "O": "texts",
}


@dataclass(frozen=True)
class Table:
    """Recipes or layouts by argument, and where they stand in the file."""

    entries: Mapping[str, str]
    keys: Keys


@dataclass(frozen=True)
class Given:
    """What was written down for one call, converted to the parameters' types."""

    leaves: Mapping[str, Value] = field(default_factory=dict)
    """By dotted name; a :class:`Ref` or ``None`` may stand for a whole tuple or dict."""
    keys: Mapping[str, Keys] = field(default_factory=dict)
    """Where each stands."""


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
    faults: Faults


def read_literals(
    contract: Contract,
    entry: Entry,
    literals: Mapping[str, tuple[Any, Keys]],
    earlier: tuple[Signature, ...],
    faults: Faults,
) -> Given:
    """Convert the literal arguments of a call, which come with their places.

    ``earlier`` are the calls before it, for ``{result: [0, m]}``.
    """
    leaves: dict[str, Value] = {}
    places: dict[str, Keys] = {}

    def read(name: str, parameter: Parameter, literal: Any, at: Keys) -> None:
        with faults.at(*at):
            places[name] = at
            referred = as_reference(literal)
            if referred is not None:
                leaves[name] = _refer(*referred, earlier)
            elif parameter.items is None or literal is None:
                leaves[name] = convert(parameter, contract.dtype, literal)
            else:
                for part, inner in _parts(parameter, literal).items():
                    step = list(parameter.items).index(part) if _is_list(literal) else part
                    read(f"{name}.{part}", parameter.items[part], inner, (*at, step))

    for name, (literal, at) in literals.items():
        read(name, entry.params[name], literal, at)
    return Given(leaves, places)


def bind(
    contract: Contract, entry: Entry, given: Given, sizes: Mapping[str, Size]
) -> dict[str, Size]:
    """``sizes`` with those that follow from the literals of a call."""
    known = dict(sizes)
    while True:
        found: dict[str, Size] = {}
        for leaf in entry.leaves():
            value = given.leaves.get(leaf.name, leaf.parameter.default)
            shape = shape_of(leaf.parameter)
            symbol = contract.size_of(leaf)
            if symbol is not None and isinstance(value, int) and symbol not in known:
                found.setdefault(symbol, value)
            if shape is not None and isinstance(value, np.ndarray | list):
                found = {**match(shape, np.shape(value), known), **found}
        if not found:
            return known
        known.update(found)


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


def arrays_of(value: Value) -> Iterator[Array]:
    """All arrays of a value, in order."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from arrays_of(part)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from arrays_of(part)


def _make(scene: Scene, leaf: Leaf) -> Value:
    """One argument, or ``UNSET`` where it is left out."""
    given = scene.given.leaves
    if leaf.name in given:
        value = given[leaf.name]
        # The literal was read once for all repetitions: none may see another's memory.
        return _place(scene, leaf, value.copy() if isinstance(value, np.ndarray) else value)
    items = leaf.parameter.items
    if items is not None:
        started = any(name.startswith(f"{leaf.name}.") for name in given)
        if may_be_left_out(leaf.parameter) and not started:
            return UNSET if leaf.parameter.default is not UNSET else None
        parts = {
            part: _make(scene, Leaf(f"{leaf.name}.{part}", inner, (*leaf.keys, "items", part)))
            for part, inner in items.items()
        }
        values = {part: None if value is UNSET else value for part, value in parts.items()}
        return tuple(values.values()) if leaf.parameter.type == "tuple" else values
    return _make_by_recipe(scene, leaf)


def _make_by_recipe(scene: Scene, leaf: Leaf) -> Value:
    parameter = leaf.parameter
    if parameter.type == "none":
        return None
    text, keys = _recipe(scene, leaf)
    if text is None:
        return UNSET if parameter.default is not UNSET else None
    with scene.faults.at(*keys):
        order = recipe_of(text)
        if order is None:
            return None
        one_value = parameter.type != "array" and element_type(parameter.type) is None
        shape = () if one_value else _wanted_shape(scene, leaf)
        dtype = scene.contract.dtype_of(parameter)
        _check_bytes(shape, dtype)
        stream = Stream(scene.seed, scene.case, scene.call, leaf.name)
        values = fill(order, Target(shape, dtype, stream), scene.sizes)
        return _place(scene, leaf, values) if parameter.type == "array" else values.tolist()
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
    return _DEFAULTS[scene.contract.dtype_of(parameter).kind], leaf.keys


def _place(scene: Scene, leaf: Leaf, value: Value) -> Value:
    """An argument in its memory layout, after a look at its shape."""
    keys = scene.given.keys.get(leaf.name, leaf.keys)
    if isinstance(value, int) and not isinstance(value, bool):
        symbol = scene.contract.size_of(leaf)
        if symbol is not None and scene.sizes[symbol] != value:
            message = f"{value} here, but {symbol} is {scene.sizes[symbol]} in this case"
            scene.faults.add(keys, message)
    if not isinstance(value, np.ndarray):
        return value
    shape = shape_of(leaf.parameter)
    if shape is not None:
        with scene.faults.at(*keys):
            wrong = explain(shape, value.shape, scene.sizes)
            if wrong:
                raise CaseError(wrong)
    found = lookup(scene.layouts, leaf.name)
    text = found[0] if found else scene.layouts.entries.get("*", "C")
    return arrange(value, parse_layout(text))


def _wanted_shape(scene: Scene, leaf: Leaf) -> tuple[int, ...]:
    shape = shape_of(leaf.parameter)
    if shape is None:
        what = "length" if element_type(leaf.parameter.type) else "shape"
        raise CaseError(
            f"{leaf.name!r} has no {what} in the contract: give it a 'shape', or every case a"
            " literal"
        )
    return resolve(shape, scene.sizes)


def _check_bytes(shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
    if prod(shape) * dtype.itemsize > MAX_BYTES:
        raise CaseError(
            f"an array of shape {shape} takes {prod(shape) * dtype.itemsize:,} bytes;"
            f" {MAX_BYTES:,} is the most for one argument"
        )


def _refer(call: int, path: Keys, earlier: tuple[Signature, ...]) -> Ref:
    return reference(call, path, earlier[call].returns)


def _is_list(literal: Any) -> bool:
    return isinstance(literal, list | tuple)


def _parts(parameter: Parameter, literal: Any) -> Mapping[str, Any]:
    """The parts of a literal tuple or dict, by name."""
    names = list(parameter.items or ())
    if isinstance(literal, Mapping):
        for name in literal:
            if name not in names:
                raise CaseError(f"unknown part {name!r}{near(str(name), names)}", (name,))
        return literal
    if parameter.type == "tuple" and _is_list(literal):
        if len(literal) != len(names):
            raise CaseError(f"{len(literal)} parts, where the contract has {len(names)}: {names}")
        return dict(zip(names, literal, strict=True))
    raise CaseError(f"a mapping of {', '.join(names)} is wanted here")
