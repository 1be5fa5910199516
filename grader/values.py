"""The values that may cross the sandbox's boundary, and the two stand-ins that describe the rest.

Standard library and NumPy only: the student's process imports this module.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

#: ``None``, ``bool``, ``int``, ``float``, ``complex``, ``str``, a NumPy scalar, a plain
#: ``numpy.ndarray`` of a number type, a ``tuple``, ``list`` or ``dict`` of these, or one of
#: the two stand-ins below.
Value: TypeAlias = Any

#: Steps into a tree of values: an index of a tuple or list, or a key of a dict.
Path: TypeAlias = tuple[int | str, ...]


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
    says more where that helps, for instance ``dtype object``.
    """

    type_name: str
    detail: str = ""
