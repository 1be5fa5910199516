"""Something to compute for a contract that nobody has filled in yet.

``2 * x + 3 * w + 4 * u.sum()`` is of the right shape for every contract whose result's sizes come
from its arguments, changes with every argument, and is easily recognised as what it is. An
argument that lines up with the result's last axes stands for itself, any other for its sum.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from grader.authoring.function_text import stars_of, symbols_of
from grader.cases import Expression, Shape, Star, parse_shape, resolve
from grader.errors import UsageError
from grader.problem import SCALARS, UNSET, ArrayType, Function, Parameter, ScalarType, Type

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Term:
    """``weight * name``, or ``weight * name.sum()``."""

    weight: int
    name: str
    summed: bool

    def text(self, name_first: bool = False) -> str:
        """As Python writes it."""
        value = f"{self.name}.sum()" if self.summed else self.name
        return f"{value} * {self.weight}" if name_first else f"{self.weight} * {value}"


@dataclass(frozen=True)
class Formula:
    """One result: the terms, and how they get its shape and dtype."""

    result: Parameter
    terms: tuple[Term, ...]
    zeros: str
    """Python for an array of zeros of the result's shape, if no term has it; otherwise empty."""
    fractions: bool = True
    """Whether the result is not always a whole number."""

    def text(self, *, leave_out: int = 0, reverse: bool = False) -> str:
        """Python for the result, without the last terms or with all in reverse order."""
        terms = self.terms[: len(self.terms) - leave_out]
        parts = [term.text(reverse) for term in (reversed(terms) if reverse else terms)]
        total = " + ".join([*([self.zeros] if self.zeros else []), *parts])
        return self._as_result(total)

    def _as_result(self, total: str) -> str:
        kind = self.result.value_type
        if isinstance(kind, ScalarType):
            return f"bool({total} > 0)" if kind.word == "bool" else f"{kind.word}({total})"
        dtype = dtype_of(kind)
        if dtype == "bool":
            return f"{total} > 0"
        if dtype == "float64" and (self.fractions or self.zeros):
            return total
        return f"({total}).astype(np.{dtype})"

    def value(self, args: Mapping[str, Any], sizes: Mapping[str, Any]) -> Any:
        """The result for literal arguments, as a list or number for a problem file."""
        shape = resolve(parse_shape(self.result.shape or ""), sizes)
        total: Array = np.zeros(shape)
        for term in self.terms:
            argument = np.asarray(args[term.name])
            total = total + term.weight * (argument.sum() if term.summed else argument)
        dtype = dtype_of(self.result.value_type)
        return (total > 0 if dtype == "bool" else total.astype(dtype)).tolist()


def dtype_of(kind: Type) -> str:
    """Of an array of the type, or of an array of such scalars."""
    assert isinstance(kind, ArrayType | ScalarType), "--function has no others"
    return kind.dtype or "float64"


def formulas(function: Function) -> tuple[Formula, ...]:
    """Return one formula for each result; :class:`UsageError` if a size comes from nowhere."""
    results = function.returns.items or {"": function.returns}
    return tuple(_formula(function, result) for result in results.values())


def bindings(function: Function, chosen: tuple[Formula, ...]) -> tuple[str, ...]:
    """Lines such as ``n = x.shape[-1]`` for the sizes that the formulas name."""
    needed = {
        symbol
        for formula in chosen
        if formula.zeros
        for symbol in _symbols(parse_shape(formula.result.shape or ""))
    }
    lines = []
    for symbol in (*stars_of(function), *symbols_of(function)):
        if symbol in needed and symbol not in function.params:
            lines.append(f"{symbol} = {_origin(function, symbol)}")
    return tuple(lines)


def example_arguments(function: Function) -> tuple[dict[str, Any], dict[str, Any]]:
    """Small whole numbers for every argument that must be given, and the sizes they have."""
    sizes: dict[str, Any] = dict.fromkeys(stars_of(function), ())
    for index, symbol in enumerate(symbols_of(function)):
        sizes[symbol] = 3 if index == 0 else 2
    whole = {name: 2 for name, p in function.params.items() if p.value_type == SCALARS["int"]}
    sizes = {**whole, **sizes}  # an argument may be a size: `vocab` of the axis `vocab`
    args: dict[str, Any] = {}
    for index, (name, parameter) in enumerate(function.params.items()):
        if parameter.default is not UNSET:
            continue
        kind = parameter.value_type
        if isinstance(kind, ScalarType):
            args[name] = {"int": sizes.get(name), "float": 0.5, "bool": True}[kind.word]
        else:
            shape = resolve(parse_shape(parameter.shape or ""), sizes)
            numbers = [(3 * k + index) % 7 - 2 for k in range(prod(shape))]
            array = np.array(numbers, dtype=np.int64).reshape(shape)
            args[name] = (array > 0 if parameter.dtype == "bool" else abs(array)).tolist()
            if parameter.dtype in (None, "float64"):
                args[name] = array.tolist()
    return args, sizes


def _formula(function: Function, result: Parameter) -> Formula:
    used = {name: p for name, p in function.params.items() if p.default is UNSET}
    if not used:
        raise UsageError("--function: every argument has a default; one must be without")
    shape = parse_shape(result.shape or "")
    for symbol in _symbols(shape):
        if symbol not in function.params:
            _origin(function, symbol)
    terms = tuple(
        Term(weight, name, _is_summed(function.params[name], result, shape))
        for weight, name in enumerate(used, 2)
    )
    whole = any(
        not term.summed
        and isinstance(function.params[term.name].value_type, ArrayType)
        and parse_shape(function.params[term.name].shape or "").axes == shape.axes
        for term in terms
    )
    axes = [f"*{axis.name}" if isinstance(axis, Star) else axis.text for axis in shape.axes]
    sizes = f"({axes[0]},)" if len(axes) == 1 else f"({', '.join(axes)})"
    zeros = "" if whole or not axes else f"np.zeros({sizes})"
    return Formula(result, terms, zeros, any(map(_is_float, used.values())))


def _is_summed(parameter: Parameter, result: Parameter, shape: Shape) -> bool:
    """Whether an argument has to be summed up to be added to the result."""
    if not isinstance(parameter.value_type, ArrayType):
        return False
    axes = parse_shape(parameter.shape or "").axes
    lines_up = len(axes) <= len(shape.axes) and shape.axes[len(shape.axes) - len(axes) :] == axes
    return bool(axes) and not (isinstance(result.value_type, ArrayType) and lines_up)


def _is_float(parameter: Parameter) -> bool:
    return dtype_of(parameter.value_type).startswith(("float", "complex"))


def _symbols(shape: Shape) -> tuple[str, ...]:
    return (*((shape.star,) if shape.star else ()), *shape.symbols)


def _origin(function: Function, symbol: str) -> str:
    """Python that reads a size off an argument: ``x.shape[-1]``."""
    for name, parameter in function.params.items():
        if parameter.shape is None or parameter.default is not UNSET:
            continue
        axes = parse_shape(parameter.shape).axes
        star = next((i for i, axis in enumerate(axes) if isinstance(axis, Star)), len(axes))
        for index, axis in enumerate(axes):
            if isinstance(axis, Star) and axis.name == symbol:
                after = len(axes) - index - 1
                return f"{name}.shape[{index or ''}:{-after if after else ''}]"
            if isinstance(axis, Expression) and axis.symbol == symbol:
                return f"{name}.shape[{index if index < star else index - len(axes)}]"
    raise UsageError(
        f"--function: the result has the size {symbol}, but no argument has an axis {symbol} or "
        "is called so; where would the function take it from?"
    )
