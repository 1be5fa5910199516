"""What is written down for one call: literal arguments, and the sizes that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.cases.case_errors import CaseError, CaseErrors
from grader.cases.contract import Contract, Entry, shape_of
from grader.cases.literals import as_reference, convert, named_parts, reference
from grader.cases.shapes import Size, match
from grader.problem import Keys, Parameter, Signature, WithParts
from grader.values import Ref, Value


@dataclass(frozen=True)
class Given:
    """What was written down for one call, converted to the parameters' types."""

    leaves: Mapping[str, Value] = field(default_factory=dict)
    """By dotted name; a :class:`Ref` or ``None`` may stand for a whole tuple or dict."""
    keys: Mapping[str, Keys] = field(default_factory=dict)
    """Where each stands."""


def read_literals(
    contract: Contract,
    entry: Entry,
    literals: Mapping[str, tuple[Any, Keys]],
    earlier: tuple[Signature, ...],
    faults: CaseErrors,
    *,
    complete: bool,
) -> Given:
    """Convert the literal arguments of a call, which come with their places.

    ``earlier`` are the calls before it, for ``{result: [0, m]}``. If ``complete``, a tuple or
    dict has to have all its parts; otherwise a recipe makes those that are not given.
    """
    leaves: dict[str, Value] = {}
    locations: dict[str, Keys] = {}

    def read(name: str, parameter: Parameter, literal: Any, at: Keys) -> None:
        kind = parameter.value_type
        with faults.at(*at):
            locations[name] = at
            referred = as_reference(literal)
            if referred is not None:
                leaves[name] = _refer(*referred, earlier)
            elif not isinstance(kind, WithParts) or literal is None:
                leaves[name] = convert(kind, contract.dtype, literal)
            else:
                known, parts = list(parameter.parts), named_parts(kind, literal)
                missing = [part for part in known if part not in parts]
                if complete and missing:
                    raise CaseError(f"no value for {', '.join(missing)}")
                for part, inner in parts.items():
                    step = part if isinstance(literal, Mapping) else known.index(part)
                    read(f"{name}.{part}", parameter.parts[part], inner, (*at, step))

    for name, (literal, at) in literals.items():
        read(name, entry.params[name], literal, at)
    return Given(leaves, locations)


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
            extent = extent_of(value)
            if shape is not None and extent is not None:
                found = {**match(shape, extent, known), **found}
        if not found:
            return known
        known.update(found)


def extent_of(value: Value) -> tuple[int, ...] | None:
    """The shape of an array or of nested lists; None for ragged lists and all other values."""
    if isinstance(value, np.ndarray):
        return tuple(value.shape)
    if not isinstance(value, list):
        return None
    if not any(isinstance(part, list) for part in value):
        return (len(value),)
    inner = {extent_of(part) for part in value}
    found = inner.pop()
    return None if inner or found is None else (len(value), *found)


def _refer(call: int, path: Keys, earlier: tuple[Signature, ...]) -> Ref:
    if not 0 <= call < len(earlier):
        raise CaseError(f"call {call} is not before this one; calls count from 0")
    return reference(call, path, earlier[call].returns.value_type)
