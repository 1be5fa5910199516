"""The values that may cross the sandbox's boundary, and the two stand-ins that describe the rest.

Standard library and NumPy only: the student's process imports this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

#: ``None``, ``bool``, ``int``, ``float``, ``complex``, ``str``, a NumPy scalar, a plain
#: ``numpy.ndarray`` of a number type, a ``tuple``, ``list`` or ``dict`` of these, or one of
#: the two stand-ins below.
Value: TypeAlias = Any

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

#: Steps into a tree of values: an index of a tuple or list, or a key of a dict.
Path: TypeAlias = tuple[str | int | float | None, ...]


@dataclass(frozen=True)
class Ref:
    """An argument that is (a part of) what an earlier call of the same test case returned."""

    call: int
    path: Path = ()


@dataclass(frozen=True)
class Foreign:
    """A result that is not one of our values: only the name of its type crosses the sandbox's
    boundary.

    ``type_name`` is cleaned text such as ``numpy.matrix`` or ``generator``; ``detail``
    says more where that helps, to stand behind "with": ``dtype object``.
    """

    type_name: str
    detail: str = ""

    @property
    def described(self) -> str:
        """``dict with a key of type tuple``."""
        return f"{self.type_name} with {self.detail}" if self.detail else self.type_name

    @property
    def rule(self) -> str:
        """What a value of a type that may cross breaks; empty where the type itself may not."""
        return _RULES.get(self.type_name, "") if self.detail else ""


_RULES = {
    "dict": "only text, numbers, booleans and None can be its keys",
    "int": "no right answer has so many digits",
}


def kind_of(value: Value) -> str:
    """The kind of a value in Python's words: ``int`` also for NumPy's integers, ``array``."""
    if value is None:
        return "None"
    if isinstance(value, np.ndarray):
        return "array"
    for word, classes in _KINDS:
        if isinstance(value, classes):
            return word
    return type(value).__name__


#: A bool is an int too, and so comes first.
_KINDS: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("bool", (bool, np.bool_)),
    ("int", (int, np.integer)),
    ("float", (float, np.floating)),
    ("complex", (complex, np.complexfloating)),
)


def leaves(value: Value) -> list[Value]:
    """What a tree of tuples, lists and dicts holds, from left to right; a leaf holds itself."""
    found: list[Value] = []
    _add_leaves(value, found)
    return found


def arrays_in(value: Value) -> list[Array]:
    """The arrays among the leaves of a tree, from left to right."""
    return [leaf for leaf in leaves(value) if isinstance(leaf, np.ndarray)]


def _add_leaves(value: Value, found: list[Value]) -> None:
    if isinstance(value, (tuple, list)):
        for part in value:
            _add_leaves(part, found)
    elif isinstance(value, dict):
        for part in value.values():
            _add_leaves(part, found)
    else:
        found.append(value)


def located_leaves(value: Value, path: Path = ()) -> Iterator[tuple[Path, Value]]:
    """As :func:`leaves`, each with the steps that lead to it."""
    if isinstance(value, (tuple, list)):
        for index, part in enumerate(value):
            yield from located_leaves(part, (*path, index))
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from located_leaves(part, (*path, key))
    else:
        yield path, value


def map_leaves(function: Callable[..., Any], value: Value, *others: Any) -> Any:
    """A tree like ``value`` with ``function(leaf, ...)`` in the place of each leaf.

    ``others`` are trees of the same structure, or of a deeper one: the function gets of each
    what stands in the leaf's place. A named tuple becomes a plain one.
    """
    if isinstance(value, dict):
        return {
            key: map_leaves(function, part, *(other[key] for other in others))
            for key, part in value.items()
        }
    if isinstance(value, (tuple, list)):
        parts = [map_leaves(function, *each) for each in zip(value, *others, strict=True)]
        return parts if isinstance(value, list) else tuple(parts)
    return function(value, *others)


def part_at(value: Value, path: Path) -> Value:
    """What the steps of a path lead to.

    Raises:
        LookupError: there is no such part.
    """
    for step in path:
        by_index = isinstance(value, (tuple, list)) and isinstance(step, int)
        if not by_index and not isinstance(value, dict):
            raise LookupError(f"a {type(value).__name__} has no part {step!r}")
        value = value[step]
    return value


def path_text(path: Path) -> str:
    """A path as Python writes it behind a name: ``[0]['W1']``."""
    return "".join([f"[{step!r}]" for step in path])
