"""From the text of a type to the type: the only place that takes ``list[...]`` apart."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.problem.types import (
    SCALARS,
    ArrayType,
    DictType,
    ListType,
    NothingType,
    TupleType,
    Type,
)
from grader.problem.wording import did_you_mean

#: Brackets in brackets; the values that leave a run may be nested twice as deep.
MAX_DEPTH = 16
#: What takes the type of its elements in brackets.
_BRACKETED: Mapping[str, type[ListType]] = {"list": ListType}
#: All that may stand alone, or in brackets.
WORDS = ("array", *SCALARS, "none", "tuple", "dict")
_EXAMPLES = tuple(f"{outer}[{scalar}]" for outer in _BRACKETED for scalar in SCALARS)
_TYPE = re.compile(r"(?P<opening>(?:[a-z]+\[)*)(?P<word>[^\[\]]*)(?P<closing>\]*)")


class TypeFault(ValueError):
    """A text that is no type; ``offset`` is where in it the fault stands."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


def parse_type(
    text: str,
    *,
    shape: str | None = None,
    dtype: str | None = None,
    parts: Mapping[str, Type] | None = None,
) -> Type:
    """The type that a text means, with what stands beside it in the problem file.

    Shape, dtype and parts are kept by what has them, and are no part of any other type.

    Raises:
        TypeFault: it means none.
    """
    found = _TYPE.fullmatch(text)
    outer = found["opening"].split("[")[:-1] if found else []
    if found is None or not set(outer) <= _BRACKETED.keys():
        raise _unknown(text, [])
    opening, word, closing = found.groups()
    if word in _BRACKETED or (outer and not word):
        name = word or outer[-1]
        message = f"{text[:40]!r} does not say what is in the {name}; write {name}[int]"
        raise TypeFault(message, len(opening))
    if len(outer) != len(closing):
        raise TypeFault(f"{text[:40]!r} has {len(outer)} '[' and {len(closing)} ']'")
    if word not in WORDS:
        raise _unknown(text, [opening + known + closing for known in WORDS], len(opening))
    if len(outer) > MAX_DEPTH:
        raise TypeFault(f"{text[:40]!r}... is nested more than {MAX_DEPTH} deep")
    made = _innermost(word, None if outer else shape, dtype, parts)
    for level, name in enumerate(reversed(outer), 1):
        made = _BRACKETED[name](element=made, shape=shape if level == len(outer) else None)
    return made


def _innermost(
    word: str, shape: str | None, dtype: str | None, parts: Mapping[str, Type] | None
) -> Type:
    match word:
        case "array":
            return ArrayType(shape=shape, dtype=dtype)
        case "none":
            return NothingType()
        case "tuple":
            return TupleType(parts=parts)
        case "dict":
            return DictType(parts=parts)
        case _:
            return SCALARS[word]


def _unknown(text: str, likely: list[str], offset: int = 0) -> TypeFault:
    advice = did_you_mean(text, [*likely, *WORDS, *_EXAMPLES])
    advice = advice or f"; known are {', '.join(WORDS)} and list[...]"
    return TypeFault(f"no type {text[:40]!r}{advice}", offset)
