"""Traced tolerances over many references: other right ways well inside, near misses outside."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from zoo import ZOO, Animal, Function

from grader.numerics.comparator import compare
from grader.numerics.comparison import Comparison
from grader.numerics.tolerance import Expected, expected_result
from grader.numerics.tracing.run import entry
from grader.problem.model import Parameter


def expectations(animal: Animal) -> list[Expected]:
    traced = entry(animal.source, animal.reference.__name__)
    return [expected_result(traced(*arguments)) for arguments in animal.inputs]


def outcome(function: Function, arguments: tuple[Any, ...], expected: Expected) -> Comparison:
    with np.errstate(all="ignore"):
        got = function(*arguments)
    contract = Parameter(type="array" if isinstance(expected.value, np.ndarray) else "float")
    return compare(expected, got, contract=contract)


@pytest.mark.parametrize("animal", ZOO, ids=lambda animal: animal.reference.__name__)
def test_right_ways_are_inside_half_and_near_misses_outside(animal: Animal) -> None:
    expected = expectations(animal)
    for each in expected:
        assert each.kind == ("estimated" if animal.estimated else "traced"), each.why
        assert not each.tie, each.why
    for right in (animal.reference, *animal.right):
        for arguments, each in zip(animal.inputs, expected, strict=True):
            found = outcome(right, arguments, each)
            assert found.ok, f"{right.__name__}: {found.message}"
            assert found.error <= 0.5, right.__name__
    for wrong in animal.wrong:
        found = [outcome(wrong, *pair) for pair in zip(animal.inputs, expected, strict=True)]
        assert not all(comparison.ok for comparison in found), wrong.__name__


def test_an_unstable_way_to_the_same_result_is_outside() -> None:
    """One pass over large numbers loses what two passes keep: told apart by the bound."""
    (animal,) = (animal for animal in ZOO if animal.reference.__name__ == "distances")
    a, b = animal.inputs[1]
    expected = expectations(animal)[1]
    expanded = (a * a).sum(1)[:, None] + (b * b).sum(1)[None] - 2 * a @ b.T
    assert not compare(expected, expanded, contract=Parameter()).ok
