"""What a submission says of itself, checked for its form: exceptions, names, changed arguments.

Nothing here is checked for truth: whoever writes it can at most speak ill of its own run.
"""

from __future__ import annotations

from typing import Any, cast, get_args

from grader.sandbox.report import LoadFault, LoadProblem, Raised
from grader.text import clean
from grader.values import Foreign

#: Characters of a name or a short text.
TEXT_LIMIT = 200
#: Characters of a traceback or a message.
TRACE_LIMIT = 4000


class Forged(Exception):
    """The memory breaks its format; the message says how."""


def read_changed(value: Any) -> tuple[tuple[int, int], ...]:
    """(call, argument) pairs."""
    if type(value) is not tuple:
        raise Forged("changed arguments are not told as we tell them")
    for pair in value:
        if not (type(pair) is tuple and [type(part) for part in pair] == [int, int]):
            raise Forged("changed arguments are not told as we tell them")
    return cast("tuple[tuple[int, int], ...]", value)


def read_texts(value: Any) -> tuple[str, ...]:
    """Texts of bounded length."""
    if type(value) is not tuple or any(type(text) is not str for text in value):
        raise Forged("a list of texts is not one")
    return tuple(clean(text, TEXT_LIMIT) for text in value)


def read_foreign(name: str, detail: str) -> Foreign:
    """What a result is that is no value of ours, as cleaned text."""
    return Foreign(clean(name, TEXT_LIMIT), clean(detail, TEXT_LIMIT))


def read_raised(value: Any) -> Raised:
    """An exception, as cleaned text."""
    if not (type(value) is tuple and len(value) == 4):
        raise Forged("an exception is not told as we tell them")
    name, message, line, trace = value
    if [type(name), type(message), type(trace)] != [str] * 3 or type(line) not in (
        int,
        type(None),
    ):
        raise Forged("an exception is not told as we tell them")
    return Raised(
        clean(name, TEXT_LIMIT), clean(message, TRACE_LIMIT), line,
        clean(trace, TRACE_LIMIT, lines=True),
    )  # fmt: skip


def read_load_fault(value: Any) -> tuple[LoadFault, Raised | None]:
    """Why it could not be loaded, with the exception if there was one."""
    if type(value) is not tuple or not value or value[0] not in get_args(LoadProblem):
        raise Forged("a failure to load is not told as we tell them")
    problem = cast("LoadProblem", value[0])
    if problem in ("syntax", "raised"):
        if len(value) != 2:
            raise Forged("a failure to load is not told as we tell them")
        return LoadFault(problem), read_raised(value[1])
    if len(value) != 5:
        raise Forged("a failure to load is not told as we tell them")
    _, name, names, accepts, needs = value
    if type(name) is not str or not (accepts is None or _is_range(accepts)):
        raise Forged("a failure to load is not told as we tell them")
    if not (needs is None or type(needs) is int):
        raise Forged("a failure to load is not told as we tell them")
    return LoadFault(problem, clean(name, TEXT_LIMIT), read_texts(names), accepts, needs), None


def _is_range(value: Any) -> bool:
    return (
        type(value) is tuple
        and len(value) == 2
        and type(value[0]) is int
        and (value[1] is None or type(value[1]) is int)
    )
