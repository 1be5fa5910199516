"""Whatever a submission returns is compared: no value is our own failure."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from grader.numerics.comparator import compare
from grader.numerics.tolerance import expected_result, worst_relative
from grader.problem.model import Compare, Parameter
from grader.values import Foreign, map_leaves
from tests.value_trees import LEAVES, trees

CONTRACTS = [
    Parameter(shape="*n"),
    Parameter(shape="*n", dtype="int64"),
    Parameter(type="none"),
    Parameter(type="dict"),
    Parameter(type="tuple"),
    *(Parameter(type=word) for word in ("int", "float", "complex", "bool", "str")),
    *(Parameter(type=f"list[{word}]") for word in ("int", "float", "complex", "bool", "str")),
]
RULES = [Compare(), Compare(rtol=1e-6, atol=1e-9), Compare(rtol=0.0, atol=0.0)]


def error_of(leaf: Any) -> Any:
    if isinstance(leaf, np.ndarray | np.generic):
        return np.zeros(leaf.shape) if leaf.dtype.kind in "fc" else None
    return 0.0 if isinstance(leaf, float | complex) else None


def wanted(value: Any, rule: Compare) -> Any:
    error = map_leaves(error_of, value)
    return expected_result(
        {"value": value, "error": error, "status": "traced", "why": "", "tie": False}, rule
    )


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Any, Any]:
    """A tree, and one of the same structure with other leaves here and there."""
    expected = draw(trees(LEAVES.filter(lambda leaf: not isinstance(leaf, Foreign))))
    return expected, map_leaves(lambda leaf: draw(st.just(leaf) | LEAVES), expected)


@given(
    pairs() | st.tuples(trees(), trees()),
    st.sampled_from(CONTRACTS),
    st.sampled_from(RULES),
    st.booleans(),
)
def test_any_result_is_right_or_wrong(
    values: tuple[Any, Any], contract: Parameter, rule: Compare, strict: bool
) -> None:
    expected, got = values
    answer = wanted(expected, rule)
    assert worst_relative(answer) >= 0
    found = compare(answer, got, contract=contract, strict_dtype=strict)
    assert found.ok is (found.reason is None)
    assert found.ok or found.message
    assert isinstance(found.detail, str)
