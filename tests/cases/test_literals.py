"""Literals of a problem file as values of every type."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.cases.case_errors import CaseError
from grader.cases.literals import convert
from grader.problem.model import Parameter
from grader.values import leaves

INT = Parameter(type="int")
PAIR = {"word": Parameter(type="str"), "count": INT}
TUPLE, PAIRS = Parameter(type="tuple", items=PAIR), Parameter(type="list[tuple]", items=PAIR)
DICT = Parameter(type="dict", items={"row": Parameter(shape="n"), "pair": TUPLE})

READ: list[tuple[Parameter, Any, Any]] = [
    (INT, 3, 3),
    (Parameter(type="float"), 3, 3.0),
    (Parameter(type="int", optional=True), None, None),
    (Parameter(type="none"), None, None),
    (Parameter(type="list[list[float]]"), [[1], []], [[1.0], []]),
    (TUPLE, ["a", 1], ("a", 1)),
    (TUPLE, {"count": 1, "word": "a"}, ("a", 1)),
    (PAIRS, [["a", 1], {"word": "b", "count": 2}], [("a", 1), ("b", 2)]),
    (
        DICT,
        {"pair": ["a", 1], "row": [1, 2]},
        {"pair": ("a", 1), "row": np.array([1.0, 2.0])},
    ),
    (Parameter(type="dict"), {"a": 1, "b": [2.5, {"c": None}]}, {"a": 1, "b": [2.5, {"c": None}]}),
    (Parameter(type="tuple"), [1, [2]], (1, [2])),
    (Parameter(type="list[array]", dtype="int64"), [[1, 2], [3]], [np.arange(1, 3), np.array([3])]),
]
#: A literal, the path to its fault, and words of the sentence.
REFUSED: list[tuple[Parameter, Any, tuple[Any, ...], str]] = [
    (INT, None, (), "null is not allowed here"),
    (INT, 2.5, (), "a whole number is wanted here, not 2.5"),
    (Parameter(type="none"), 3, (), "only null is possible"),
    (Parameter(type="list[int]"), 3, (), "a list is wanted here, not 3"),
    (Parameter(type="list[list[int]]"), [[1], [2, None]], (1, 1), "a whole number is wanted"),
    (TUPLE, ["a"], (), "1 parts, where the contract has 2"),
    (TUPLE, {"word": "a"}, (), "no value for count"),
    (TUPLE, {"word": "a", "cuont": 1}, ("cuont",), "did you mean 'count'?"),
    (PAIRS, [["a", 1], ["b", "2"]], (1, 1), "a whole number is wanted"),
    (PAIRS, [["a", 1], ["b"]], (1,), "1 parts"),
    (DICT, [[1.0], ["a", 1]], (), "a mapping of row, pair is wanted"),
    (DICT, {"row": [1], "pair": ["a", 2.5]}, ("pair", 1), "a whole number is wanted"),
    (DICT, {"row": [1, "b"], "pair": ["a", 2]}, ("row", 1), "a number is wanted"),
    (Parameter(type="dict"), [1], (), "a mapping is wanted here, not a list"),
    (Parameter(type="tuple"), {"a": 1}, (), "a list is wanted here, not a mapping"),
]


@pytest.mark.parametrize(("contract", "literal", "value"), READ)
def test_read(contract: Parameter, literal: Any, value: Any) -> None:
    made = convert(contract.value_type, "float64", literal)
    np.testing.assert_equal(made, value)
    assert [type(leaf) for leaf in leaves(made)] == [type(leaf) for leaf in leaves(value)]


@pytest.mark.parametrize(("contract", "literal", "path", "words"), REFUSED)
def test_refused(contract: Parameter, literal: Any, path: tuple[Any, ...], words: str) -> None:
    with pytest.raises(CaseError) as fault:
        convert(contract.value_type, "float64", literal)
    assert words in str(fault.value)
    assert fault.value.path == path
