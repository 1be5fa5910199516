"""What the arguments of a problem are made from: leaves, shapes, dtypes, and shared sizes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np

from grader.cases.case_errors import CaseError, CaseErrors, near
from grader.cases.literals import number_dtype
from grader.cases.recipes import RecipeCall, parse_recipe
from grader.cases.shapes import Expression, Shape, parse_shape
from grader.problem import (
    CONSTRUCTOR,
    UNSET,
    ArrayType,
    Dim,
    Keys,
    Parameter,
    Problem,
    ScalarType,
    Signature,
    WithParts,
    signatures,
)

#: The recipe of an optional argument that is to be ``None``.
NONE = "none"


@dataclass(frozen=True)
class Leaf:
    """A parameter, or a part of one, that has no parts itself."""

    name: str
    """Dotted: ``weights.W1``."""
    parameter: Parameter
    keys: Keys
    """Where it is declared."""


@dataclass(frozen=True)
class Entry:
    """Something that a case can call, and where its parameters are declared."""

    signature: Signature
    keys: Keys

    @property
    def params(self) -> Mapping[str, Parameter]:
        """In positional order."""
        return self.signature.params

    def leaves(self) -> Iterator[Leaf]:
        """All parameters, tuples and dicts taken apart."""
        for name, parameter in self.params.items():
            yield from leaves_of(Leaf(name, parameter, (*self.keys, name)))


@dataclass(frozen=True)
class Contract:
    """What a problem's cases may call, and with what."""

    entries: tuple[Entry, ...]
    dims: Mapping[str, Dim]
    dtype: str
    stars: frozenset[str]
    """Symbols that stand for any number of axes."""
    symbols: frozenset[str]
    """All others: declared, or used in a shape."""

    def entry(self, method: str | None) -> Entry:
        """What a call of this method is to; ``None`` is the function."""
        return next(e for e in self.entries if method is None or e.signature.name == method)

    def dtype_of(self, parameter: Parameter) -> np.dtype[Any]:
        """The dtype in which an array, a scalar or the elements of a list are made."""
        match parameter.value_type.innermost:
            case ScalarType(dtype=dtype):
                return np.dtype(dtype)
            case ArrayType(dtype=dtype):
                return number_dtype(dtype or self.dtype)
            case other:
                raise CaseError(f"no recipe makes {other.described}")

    def size_of(self, leaf: Leaf) -> str | None:
        """The symbol that an ``int`` has to equal: that of its recipe ``dim``, or of its name."""
        kind = leaf.parameter.value_type
        if not (isinstance(kind, ScalarType) and kind.word == "int"):
            return None
        if leaf.parameter.values is None:
            return leaf.name if leaf.name in self.symbols else None
        call = recipe_of(leaf.parameter.values)
        if call is None or call.recipe.name != "dim":
            return None
        (size,) = call.arguments
        return size.symbol if isinstance(size, Expression) else None

    def reached_by_star(self, leaf: Leaf) -> bool:
        """Whether the recipe of ``*`` is for this argument."""
        parameter = leaf.parameter
        if not isinstance(parameter.value_type, ArrayType) or may_be_left_out(parameter):
            return False
        return self.dtype_of(parameter).kind in "fc"


def leaves_of(whole: Leaf) -> Iterator[Leaf]:
    """A parameter itself, or its parts and theirs, in order."""
    if not whole.parameter.parts:
        yield whole
        return
    for part, inner in whole.parameter.parts.items():
        yield from leaves_of(Leaf(f"{whole.name}.{part}", inner, (*whole.keys, "items", part)))


def shape_of(parameter: Parameter) -> Shape | None:
    """The symbolic shape of an array or the length of a list."""
    return None if parameter.shape is None else parse_shape(parameter.shape)


def recipe_of(text: str) -> RecipeCall | None:
    """A recipe as read; ``None`` for the recipe ``none``."""
    words = text.split()
    if words[:1] != [NONE]:
        return parse_recipe(text)
    if len(words) > 1:
        raise CaseError(f"the recipe {NONE!r} is written alone, not {text!r}")
    return None


def may_be_left_out(parameter: Parameter) -> bool:
    """Whether a case need not say anything of it."""
    return parameter.default is not UNSET or parameter.optional


def read_contract(problem: Problem, faults: CaseErrors) -> Contract:
    """The contract of a problem; shapes, types, dtypes and recipes that are wrong are recorded."""
    spec = problem.spec
    top = "function" if spec.function is not None else "class"
    with faults.at(top, "dtype"):
        number_dtype(spec.contract.dtype)
    entries = tuple(Entry(s, _keys(top, s)) for s in signatures(spec))
    stars, plain = _read_symbols(entries, faults)
    for name in stars.keys() & plain.keys():
        faults.add(plain[name], f"{name!r} is one axis here, and any number of axes elsewhere")
    dims = spec.contract.dims
    for name, keys in plain.items():
        alike = get_close_matches(name, list(dims), n=1)
        if name not in dims and alike:
            hint = f"the size {name!r} is not among the dims; did you mean {alike[0]!r}?"
            faults.add(keys, hint, "warning")
    symbols = frozenset(plain) | (dims.keys() - stars.keys())
    contract = Contract(entries, dims, spec.contract.dtype, frozenset(stars), symbols)
    for entry in entries:
        for leaf in entry.leaves():
            _check_leaf(leaf, contract, faults)
        returns = Leaf("", entry.signature.returns, (*entry.keys[:-1], "returns"))
        for leaf in leaves_of(returns):
            with faults.at(*leaf.keys, "shape"):
                shape_of(leaf.parameter)
    return contract


def check_recipe(text: str, leaf: Leaf | None, contract: Contract) -> None:
    """Refuse a recipe that cannot be read, or needs a size that there is not."""
    call = recipe_of(text)
    if call is None:
        if leaf is not None and not leaf.parameter.optional:
            raise CaseError(f"'none' is for optional parameters; {leaf.name!r} is not")
        return
    check_symbols(call.symbols, contract)


def check_symbols(names: Iterable[str], contract: Contract) -> None:
    """Refuse a name that stands for no size of one axis."""
    for name in names:
        if name in contract.stars:
            raise CaseError(f"{name!r} stands for any number of axes, not for one size")
        if name not in contract.symbols:
            raise CaseError(f"unknown size {name!r}{near(name, sorted(contract.symbols))}")


def _keys(top: str, signature: Signature) -> Keys:
    if top == "function":
        return (top, "params")
    if signature.name == CONSTRUCTOR:
        return (top, "init")
    return (top, "methods", signature.name, "params")


def _read_symbols(
    entries: tuple[Entry, ...], faults: CaseErrors
) -> tuple[dict[str, Keys], dict[str, Keys]]:
    """Starred and other symbols of all shapes of parameters, and where each is met first."""
    stars: dict[str, Keys] = {}
    plain: dict[str, Keys] = {}
    for leaf in (leaf for entry in entries for leaf in entry.leaves()):
        keys = (*leaf.keys, "shape")
        with faults.at(*keys):
            shape = shape_of(leaf.parameter)
            if shape is not None:
                for name in shape.symbols:
                    plain.setdefault(name, keys)
                if shape.star is not None:
                    stars.setdefault(shape.star, keys)
    return stars, plain


def _check_leaf(leaf: Leaf, contract: Contract, faults: CaseErrors) -> None:
    parameter, kind = leaf.parameter, leaf.parameter.value_type
    with faults.at(*leaf.keys, "type"):
        if isinstance(kind, WithParts):
            raise CaseError(f"a {kind.text} needs 'items': what its parts are")
        element = kind.innermost
        if kind.lists and not isinstance(element, ScalarType):
            hint = "; a tuple of arrays has 'items'" if isinstance(element, ArrayType) else ""
            raise CaseError(f"an argument cannot be a list of {element.text!r}{hint}")
    with faults.at(*leaf.keys, "shape"):
        shape, depth = shape_of(parameter), kind.lists
        if depth and shape is not None and (len(shape.axes) != depth or shape.star is not None):
            lengths = "one length" if depth == 1 else f"{depth} lengths"
            raise CaseError(f"the shape of a {parameter.type} is {lengths}, not {shape.text!r}")
    with faults.at(*leaf.keys, "dtype"):
        if parameter.dtype is not None:
            number_dtype(parameter.dtype)
    with faults.at(*leaf.keys, "values"):
        if parameter.values is not None:
            check_recipe(parameter.values, leaf, contract)
