"""Small cases and sources that the tests of this folder share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.cases.testcase import INIT, Call, Testcase
from grader.problem.model import Limits
from grader.sandbox.report import RunReport

#: The fixture ``run``.
Run = Callable[..., RunReport]

LIMITS = Limits(wall=10.0, cpu=10.0, memory=256 << 20, output=1 << 16)


def call(*args: Any, target: str = "f", **kwargs: Any) -> Call:
    return Call(target, args, kwargs)


def case(*calls: Call, name: str = "case", reuse: str | None = None) -> Testcase:
    return Testcase(name, "group", calls, reuse=reuse)


def make(*args: Any) -> Call:
    return Call(INIT, args)


def same(one: Any, other: Any) -> bool:
    """Equal in type, value and bit pattern."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray | np.generic):
        return (one.dtype, one.shape, one.tobytes()) == (other.dtype, other.shape, other.tobytes())
    if isinstance(one, Mapping):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, Sequence) and not isinstance(one, str):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float | complex):
        return repr(one) == repr(other)
    return bool(one == other)
