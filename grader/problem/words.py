"""Words for what stands in a file, and for what may have been meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

from grader.errors import Keys


def name_of(path: Keys) -> str:
    """A path in short: ``hints[2]`` for ``("hints", 2)``, ``cost`` for ``("hints", 2, "cost")``."""
    indices = ""
    for step in reversed(path):
        if isinstance(step, str):
            return step + indices
        indices = f"[{step}]{indices}"
    return "the file" + indices


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """``"; did you mean 'hints'?"``, or nothing if no known word is like it."""
    close = closest(word, known)
    return f"; did you mean {close!r}?" if close is not None else ""


def closest(word: object, known: Iterable[str]) -> str | None:
    """The known word that is most like a word; None if none is like it."""
    text, words = str(word)[:100], list(known)
    same = (other for other in words if other.casefold() == text.casefold())
    like = difflib.get_close_matches(text, words, n=1, cutoff=0.6)
    return next(same, like[0] if like else None)


def describe(value: Any) -> str:
    """A value in a few words: ``text 'abc'``, ``3``, ``a list``, ``nothing``."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return f"text {value!r}" if len(value) <= 40 else f"text {value[:37]!r}..."
        case list() | tuple():
            return "a list"
        case Mapping():
            return "a mapping"
        case _:
            return repr(value)[:40]


def number(value: float) -> str:
    """A number to read: ``0.5``, ``3,600``, ``1e+20``."""
    is_whole = isinstance(value, int) or (value.is_integer() and abs(value) < 1e15)
    return f"{int(value):,}"[:40] if is_whole else f"{value:g}"
