"""Which results are views of an argument, and which share memory with an earlier result.

Results are not kept alive for this: a result that is gone shares nothing. Only the array
that owns the memory is remembered, weakly, so that a buffer which a submission keeps and
hands out twice is seen.
"""

from __future__ import annotations

import builtins
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader.sandbox.arguments import CaseCalls
from grader.values import Value

globals()["__builtins__"] = dict(vars(builtins))

_ndarray = np.ndarray
_may_share_memory = np.may_share_memory
_shares_memory: Callable[..., bool] = np.shares_memory
_ref = weakref.ref
_WORK = 1000
_DEPTH = 8


class Sharing:
    """Remembers the results of a run."""

    def __init__(self, whole: Any) -> None:
        self._whole = whole
        self._owners: dict[int, tuple[Any, Any]] = {}

    def check(
        self, result: Value, case: CaseCalls, number: int, referred: list[Value]
    ) -> tuple[list[str], list[str]]:
        """Sentences about one result of a case, which is then an earlier result itself.

        ``referred`` are the arguments of this call, if it gets an earlier result as one. The
        first sentences are about views of arguments, the others about earlier results.
        """
        views, shared = [], []
        for array in _arrays(result):
            said = f"{_name(case, number)} shares memory with "
            arguments = list(self._arguments(array, case, number, referred))
            if arguments:
                views += [said + argument for argument in arguments]
                continue
            owner = _owner(array)
            reference, earlier = self._owners.get(id(owner), (None, None))
            if reference is None or reference() is not owner:
                self._owners[id(owner)] = (_ref(owner), (case, number))
            else:
                shared.append(f"{said}{_name(*earlier)} of case {earlier[0].name!r}")
        return views, shared

    def _arguments(
        self, array: Any, case: CaseCalls, number: int, referred: list[Value]
    ) -> Iterator[str]:
        # An array that owns its memory got it from the allocator: no argument lies there.
        if array.base is not None and _may_share_memory(array, self._whole):
            yield from _shared_arguments(array, case)
        for index, value in enumerate(referred):
            if any(_overlap(array, part) for part in _arrays(value)):
                yield f"argument {index + 1} of call {number + 1}"


def _name(case: CaseCalls, number: int) -> str:
    return f"the result of call {number + 1}" if len(case.calls) > 1 else "the result"


def _owner(array: Any) -> Any:
    base = array.base
    while type(base) is _ndarray:
        array, base = base, base.base
    return array


def _shared_arguments(array: Any, case: CaseCalls) -> Iterator[str]:
    for number, call in enumerate(case.calls):
        place = f" of call {number + 1}" if len(case.calls) > 1 else ""
        for index, value in enumerate((*call.args, *call.kwargs.values())):
            if any(_overlap(array, part) for part in _arrays(value)):
                yield f"argument {index + 1}{place}"


def _overlap(one: Any, other: Any) -> bool:
    try:
        return _shares_memory(one, other, max_work=_WORK)
    except RuntimeError:
        # Too hard to tell for these strides: their bounds overlap, which is near enough.
        return True


def _arrays(value: Value, depth: int = 0) -> Iterator[Any]:
    cls = type(value)
    if cls is _ndarray:
        yield value
    elif depth < _DEPTH:
        items: Any = ()
        if cls is list or cls is tuple:
            items = tuple(value)
        elif cls is dict:
            items = tuple(value.values())
        for item in items:
            yield from _arrays(item, depth + 1)
