"""Wording of a comparison: kinds of values, advice on types, samples of elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.problem import SCALARS, ArrayType, Type, named
from grader.values import Foreign, Value, kind_of

#: Categories of numbers.
FINITE, NAN, PLUS, MINUS = 0, 1, 2, 3
#: How many elements are shown.
SHOWN = 3
#: Longest text of one element.
LONGEST = 60

_ADVICE = {
    "numpy.matrix": "return a plain array: np.asarray(...)",
    "generator": "is there a yield in the function, or a missing list(...)?",
    "range": "wrap it with list(...) or np.arange(...)",
    "set": "a set has no order; return a list",
    "map": "wrap it with list(...)",
    "filter": "wrap it with list(...)",
    "zip": "wrap it with list(...)",
    "dict_keys": "wrap it with list(...)",
    "dict_values": "wrap it with list(...)",
    "function": "is a pair of parentheses missing?",
    "method": "is a pair of parentheses missing?",
    "builtin_function_or_method": "is a pair of parentheses missing?",
}


def type_advice(got: Value, expected: Value, contract: Type) -> str:
    """What was returned instead of what, and what to do about it."""
    wanted = "array" if isinstance(contract, ArrayType) else kind_of(expected)
    if isinstance(got, Foreign):
        advice = got.rule or _ADVICE.get(got.type_name.removeprefix("builtins."), "")
        if "object" in got.detail:
            advice = "are its rows of different lengths, or is something in it not a number?"
        return f"returned {got.described}; " + (advice or f"expected {named(wanted)}")
    given = kind_of(got)
    if given == "None":
        return "returned None; is there a return statement?"
    text = f"returned {named(given)}; "
    if wanted == "array":
        if given in {"list", "tuple"}:
            return text + (
                "wrap it with np.array(...)" if given == "list" else "expected one array"
            )
        return text + "expected an array"
    if {given, wanted} == {"list", "tuple"}:
        return text + f"expected a {wanted}: wrap it with {wanted}(...)"
    # Python converts any scalar into any other, but not a complex number into a real one.
    if wanted in SCALARS and given in SCALARS and given != "complex":
        return text + f"expected {named(wanted)}: convert it with {wanted}(...)"
    return text + f"expected {named(wanted)}"


def dtype_advice(given: np.dtype[Any], wanted: np.dtype[Any]) -> str:
    """Another dtype than the contract's, and what commonly leads to it."""
    text = f"returned dtype {given}, expected {wanted}"
    if given.kind == "c" and wanted.kind == "f":
        return text + "; is the imaginary part left over from a step on the way?"
    if given.kind == "f" and wanted.kind == "f" and given.itemsize < wanted.itemsize:
        return text + "; something on the way has lost half of the digits"
    if given.kind in "iu" and wanted.kind == "f":
        return text + "; an array made of integers cuts off what is written into it"
    return text


def categories(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """For each element: finite, NaN, plus or minus infinity; complex ones by both parts."""
    if values.dtype.kind == "c":
        return np.asarray(categories(values.real) + 4 * categories(values.imag))
    found = np.zeros(values.shape, dtype=np.int8)
    if np.isfinite(values).all():
        return found
    found[np.isnan(values)] = NAN
    found[values == np.inf] = PLUS
    found[values == -np.inf] = MINUS
    return found


def samples(bad: Any, got: Any, expected: Any) -> tuple[tuple[str, str, str], ...]:
    """The first wrong elements in the order of their indices.

    The first, not the worst: they are what a student finds when stepping through the code.
    """
    shape = np.shape(bad)
    given, wanted = np.asarray(got), np.asarray(expected)
    shown = []
    for position in np.flatnonzero(bad)[:SHOWN].tolist():
        yours, right = _pair(given.item(position), wanted.item(position))
        shown.append((_index(position, shape), yours, right))
    return tuple(shown)


def _index(position: int, shape: tuple[int, ...]) -> str:
    """The index of the element at a position in C order: ``[0, 1]``, or nothing for a number."""
    index: list[int] = []
    for length in reversed(shape):
        position, rest = divmod(position, length)
        index.append(rest)
    return str(index[::-1]) if index else ""


def _pair(yours: Any, right: Any) -> tuple[str, str]:
    """Both numbers with as many digits as tell them apart."""
    if not isinstance(yours, (np.floating, float)) or not isinstance(right, (np.floating, float)):
        return _cut(yours), _cut(right)
    for digits in (6, 9, 12, 17):
        texts = f"{yours:+.{digits}g}", f"{right:+.{digits}g}"
        if texts[0] != texts[1]:
            break
    return texts


def _cut(value: Any) -> str:
    text = repr(value.item() if isinstance(value, np.generic) else value)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
