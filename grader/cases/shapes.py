"""Symbolic shapes: ``"*batch d_model"``, ``"num_heads*d_k n+1"``, ``"2 3"``, ``""``.

A shape is a list of tokens with blanks between. A token is a sum of products of symbols and
whole numbers, written without blanks, or a starred symbol: any number of axes, at most one
in a shape. The empty text is the shape of a 0-d array. The notation is that of NumPy's
generalised ufuncs and of jaxtyping, with arithmetic.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import TypeAlias

from grader.cases.case_errors import CaseError, near

#: What a symbol stands for: one axis, or the axes of a starred symbol.
Size: TypeAlias = int | tuple[int, ...]

_TOKEN = re.compile(r"\S+")
_TERM = re.compile(r"[+-]?[^+-]*")
_FACTOR = re.compile(r"(?P<number>[0-9]+)|(?P<symbol>[A-Za-z_][A-Za-z0-9_]*)")


@dataclass(frozen=True)
class Expression:
    """A sum of products, such as ``num_heads*d_k`` or ``vocab-1``."""

    text: str
    terms: tuple[tuple[int, tuple[str, ...]], ...]
    """(coefficient, symbols) of each product."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """Every symbol once, in order of appearance."""
        return tuple(dict.fromkeys(name for _, names in self.terms for name in names))

    @property
    def symbol(self) -> str | None:
        """The symbol, where it is nothing but one."""
        match self.terms:
            case ((1, (name,)),):
                return name
        return None

    def value(self, sizes: Mapping[str, Size]) -> int:
        """The number it stands for; :class:`CaseError` for an unknown or a starred symbol."""
        return sum(
            coefficient * prod(_axis(name, sizes) for name in names)
            for coefficient, names in self.terms
        )


@dataclass(frozen=True)
class Star:
    """A starred symbol: any number of axes."""

    name: str

    @property
    def text(self) -> str:
        """As written."""
        return f"*{self.name}"


@dataclass(frozen=True)
class Shape:
    """A shape that was read."""

    text: str
    axes: tuple[Expression | Star, ...]

    @property
    def star(self) -> str | None:
        """Name of the starred symbol."""
        return next((axis.name for axis in self.axes if isinstance(axis, Star)), None)

    @property
    def symbols(self) -> tuple[str, ...]:
        """Every symbol that is not starred, once, in order of appearance."""
        found = (axis.symbols for axis in self.axes if isinstance(axis, Expression))
        return tuple(dict.fromkeys(name for symbols in found for name in symbols))


@lru_cache(maxsize=1024)
def parse_shape(text: str) -> Shape:
    """Read a shape; a :class:`CaseError` names the faulty token and its column in the text."""
    axes: list[Expression | Star] = []
    for match in _TOKEN.finditer(text):
        token, column = match.group(), match.start() + 1
        if not token.startswith("*"):
            axes.append(_expression(token, column))
        elif not _is_symbol(token[1:]):
            raise _bad(token, column, "a star stands before one name, as in '*batch'")
        elif any(isinstance(axis, Star) for axis in axes):
            raise _bad(token, column, "a shape has at most one starred name")
        else:
            axes.append(Star(token[1:]))
    return Shape(text, tuple(axes))


@lru_cache(maxsize=1024)
def parse_expression(text: str) -> Expression:
    """Read one token that is a number of things, such as ``vocab-1``."""
    if not text or text.split() != [text]:
        raise CaseError(f"{text!r} is not a size: write it without blanks, such as 'n+1'")
    return _expression(text, 1)


def resolve(shape: Shape, sizes: Mapping[str, Size]) -> tuple[int, ...]:
    """The sizes of all axes; a :class:`CaseError` says which symbol is missing or negative."""
    out: list[int] = []
    for axis in shape.axes:
        if isinstance(axis, Star):
            out.extend(_star(axis.name, sizes))
            continue
        size = axis.value(sizes)
        if size < 0:
            raise CaseError(f"the axis {axis.text!r} of the shape {shape.text!r} would be {size}")
        out.append(size)
    return tuple(out)


def match(shape: Shape, actual: Sequence[int], sizes: Mapping[str, Size]) -> dict[str, Size]:
    """The sizes that follow from an array's shape, beside those already known.

    An axis such as ``num_heads*d_k`` gives ``d_k`` when ``num_heads`` is known. What cannot be
    told yet is left out, and what contradicts is not reported: :func:`explain` does that.
    """
    found: dict[str, Size] = {}
    parts = _align(shape, actual)
    if parts is None:
        return found
    for axis, size in parts:
        if isinstance(axis, Star):
            if axis.name not in sizes:
                found[axis.name] = size
        elif isinstance(size, int):
            known = {**sizes, **found}
            unknown = [name for name in axis.symbols if name not in known]
            if len(unknown) == 1:
                solved = _solve(axis, unknown[0], size, known)
                if solved is not None:
                    found[unknown[0]] = solved
    return found


def explain(shape: Shape, actual: Sequence[int], sizes: Mapping[str, Size]) -> str:
    """Why an array's shape is not ``shape``; empty when it is.

    For instance ``shape (2, 3, 5), expected (2, 3, 4): axis 2 is 5, but d_model is 4``.
    """
    wanted, given = resolve(shape, sizes), tuple(actual)
    if wanted == given:
        return ""
    head = f"shape {given}, expected {wanted}"
    if len(given) != len(wanted):
        return f"{head}: {_axes(len(given))} where {_quoted(shape)} has {len(wanted)}"
    names = [
        name
        for axis in shape.axes
        for name in ([axis.text] if isinstance(axis, Expression) else _star_names(axis.name, sizes))
    ]
    wrong = [
        f"axis {i} is {given[i]}, but {names[i]} is {wanted[i]}"
        if not names[i].isdigit()
        else f"axis {i} is {given[i]}, not {wanted[i]}"
        for i in range(len(wanted))
        if given[i] != wanted[i]
    ]
    return f"{head}: {'; '.join(wrong)}"


def _is_symbol(text: str) -> bool:
    found = _FACTOR.fullmatch(text)
    return found is not None and found["symbol"] is not None


def _expression(token: str, column: int) -> Expression:
    terms: list[tuple[int, tuple[str, ...]]] = []
    for match in _TERM.finditer(token):
        if match.start() == len(token):
            break
        sign = -1 if match.group().startswith("-") else 1
        start = match.start() + (match.group()[0] in "+-")
        coefficient, names = sign, []
        for factor in match.group().lstrip("+-").split("*"):
            found = _FACTOR.fullmatch(factor)
            if found is None:
                reason = (
                    f"{factor!r} is neither a name nor a whole number"
                    if factor
                    else ("a name or a whole number is missing here")
                )
                raise _bad(token, column + start, reason)
            if found["number"]:
                coefficient *= int(factor)
            else:
                names.append(factor)
            start += len(factor) + 1
        terms.append((coefficient, tuple(names)))
    return Expression(token, tuple(terms))


def _bad(token: str, column: int, reason: str) -> CaseError:
    return CaseError(f"cannot read {token!r} at column {column}: {reason}")


def _axis(name: str, sizes: Mapping[str, Size]) -> int:
    size = sizes.get(name)
    if size is None:
        raise CaseError(f"unknown size {name!r}{near(name, list(sizes))}")
    if not isinstance(size, int):
        raise CaseError(f"{name!r} stands for any number of axes: write '*{name}', on its own")
    return size


def _star(name: str, sizes: Mapping[str, Size]) -> tuple[int, ...]:
    size = sizes.get(name)
    if size is None:
        raise CaseError(f"unknown size {name!r}{near(name, list(sizes))}")
    if isinstance(size, int):
        raise CaseError(
            f"{name!r} is one axis elsewhere, so '*{name}' cannot be any number of them"
        )
    return size


def _align(shape: Shape, actual: Sequence[int]) -> list[tuple[Expression | Star, Size]] | None:
    """Each token with its axes, or None where the number of axes cannot fit."""
    star = next((i for i, axis in enumerate(shape.axes) if isinstance(axis, Star)), None)
    if star is None:
        return (
            list(zip(shape.axes, actual, strict=True)) if len(shape.axes) == len(actual) else None
        )
    after = len(shape.axes) - star - 1
    if len(actual) < star + after:
        return None
    end = len(actual) - after
    return [
        *zip(shape.axes[:star], actual[:star], strict=True),
        (shape.axes[star], tuple(actual[star:end])),
        *zip(shape.axes[star + 1 :], actual[end:], strict=True),
    ]


def _solve(axis: Expression, name: str, size: int, known: Mapping[str, Size]) -> int | None:
    """The value of the one unknown symbol of a token that is linear in it."""
    at = [axis.value({**known, name: guess}) for guess in (0, 1)]
    slope = at[1] - at[0]
    if slope == 0:
        return None
    solved = (size - at[0]) // slope
    return solved if solved >= 0 and axis.value({**known, name: solved}) == size else None


def _star_names(name: str, sizes: Mapping[str, Size]) -> list[str]:
    return [f"{name}[{i}]" for i in range(len(_star(name, sizes)))]


def _axes(count: int) -> str:
    return "1 axis" if count == 1 else f"{count} axes"


def _quoted(shape: Shape) -> str:
    return f"`{shape.text}`" if shape.text else "a 0-d array"
