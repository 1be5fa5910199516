"""A test case: the calls to make, with every argument in its memory layout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from grader.values import Value, leaves

#: ``Call.target`` of a constructor.
INIT = "__init__"


@dataclass(frozen=True)
class Call:
    """One call: of the function, or of a method of the object that the case made.

    ``args`` are positional, in the order of the contract, and may hold :class:`Ref`. Arrays
    are in the memory layout in which the submission gets them, gaps and all.
    """

    target: str
    args: tuple[Value, ...]
    kwargs: Mapping[str, Value] = field(default_factory=dict)
    sizes: Mapping[str, int | tuple[int, ...]] = field(default_factory=dict, compare=False)
    """Of its arguments, as far as they are known: an earlier result has its own."""


@dataclass(frozen=True)
class Testcase:
    """Inputs of one test case; what is expected of it lives elsewhere, and never beside it."""

    __test__ = False
    name: str
    group: str
    calls: tuple[Call, ...]
    sizes: Mapping[str, int | tuple[int, ...]] = field(default_factory=dict)
    """Of its calls; where they differ, of the first that says something."""
    reuse: str | None = None
    """Earlier case whose array objects are refilled with this case's values."""
    literal: bool = False
    """Written by hand: an example."""
    note: str = ""


@dataclass(frozen=True)
class Suite:
    """All cases of a problem, in the order in which they run."""

    cases: tuple[Testcase, ...]
    hash: str
    """Over names, calls, shapes, layouts and bytes; equal on every machine."""

    def only(self, *groups: str) -> tuple[Testcase, ...]:
        """The cases of some groups, in order."""
        return tuple(case for case in self.cases if case.group in groups)


def count_numbers(case: Testcase) -> int:
    """Return how many numbers the arguments of a case hold."""
    found = (leaf for call in case.calls for leaf in leaves(call.args))
    return sum(leaf.size if isinstance(leaf, np.ndarray) else 1 for leaf in found)
