"""Checks of what a case says by name: recipes, layouts, sizes. Nothing is made yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grader.cases.case_errors import CaseError, CaseErrors, near
from grader.cases.contract import Contract, Entry, Leaf, check_recipe, check_symbols
from grader.cases.layouts import parse_layout
from grader.cases.shapes import Expression
from grader.cases.sizes import Spec, default_range, read_size
from grader.problem import ArrayType, Dim, Keys

#: What stands for all arguments that are not named.
EVERY = "*"


def check_recipes(
    recipes: Mapping[str, str],
    keys: Keys,
    entries: Iterable[Entry],
    contract: Contract,
    faults: CaseErrors,
) -> None:
    """Record recipes that cannot be read, or are for no argument of these calls."""
    leaves = [leaf for entry in entries for leaf in entry.leaves()]
    for name, text in recipes.items():
        with faults.at(*keys, name):
            if name != EVERY:
                meant = _meant(name, leaves)
            elif not (meant := [leaf for leaf in leaves if contract.reached_by_star(leaf)]):
                raise CaseError(
                    "'*' stands for arrays of float or complex numbers, and there is none here;"
                    " name the argument"
                )
            for leaf in meant:
                check_recipe(text, leaf, contract)


def check_layouts(
    layouts: Mapping[str, str], keys: Keys, entries: Iterable[Entry], faults: CaseErrors
) -> None:
    """Record layouts that cannot be read, or are for no array of these calls."""
    leaves = [leaf for entry in entries for leaf in entry.leaves()]
    for name, text in layouts.items():
        with faults.at(*keys, name):
            parse_layout(text)
            meant = leaves if name == EVERY else _meant(name, leaves)
            if not any(isinstance(leaf.parameter.value_type, ArrayType) for leaf in meant):
                raise CaseError(f"{name!r} is no array, and has no layout")


def read_sizes(
    given: Mapping[str, object], keys: Keys, contract: Contract, faults: CaseErrors
) -> dict[str, Spec]:
    """Sizes as a case gives them; those that cannot be read are recorded and left out."""
    known = sorted(contract.stars | contract.symbols)
    specs: dict[str, Spec] = {}
    for name, size in given.items():
        with faults.at(*keys, name):
            if name not in known:
                raise CaseError(f"unknown size {name!r}{near(name, known)}")
            starred = name in contract.stars
            default = default_range(name, starred, contract.dims)
            spec = read_size(name, size, starred, default)
            if isinstance(spec, Expression):
                check_symbols(spec.symbols, contract)
            specs[name] = spec
            if spec == 0 and contract.dims.get(name, Dim()).min > 0:
                message = (
                    f"{name} is 0, though it is said to be at least 1: right solutions differ"
                    " where there is nothing to compute"
                )
                faults.add((*keys, name), message, "warning")
    return specs


def _meant(name: str, leaves: list[Leaf]) -> list[Leaf]:
    """The leaves that an entry is for: its own, or all parts of it."""
    found = [leaf for leaf in leaves if f"{leaf.name}.".startswith(f"{name}.")]
    if not found:
        raise CaseError(f"no argument {name!r} in these calls")
    return found
