"""What the reference returns against the contract, by kinds of values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.authoring.checks.contract_fault import contract_fault
from grader.problem.model import Parameter
from grader.values import Foreign

ROW = Parameter(shape="n")
INT, TEXT = Parameter(type="int"), Parameter(type="str")
PAIR = Parameter(type="tuple", items={"word": TEXT, "count": INT})
PAIRS = Parameter(type="list[tuple]", items=PAIR.items)
ITEMS = {"total": INT, "row": ROW}

KEPT = [
    (ROW, np.zeros(3)),
    (Parameter(shape="", dtype="int64"), np.int64(3)),
    (INT, 3),
    (INT, np.int64(3)),
    (TEXT, "abc"),
    (Parameter(type="int", optional=True), None),
    (Parameter(type="none"), None),
    (Parameter(type="list[int]"), []),
    (Parameter(type="list[list[float]]"), [[1.0], []]),
    (PAIR, ("a", 1)),
    (PAIRS, [("a", 1), ("b", 2)]),
    (Parameter(type="tuple"), (1, "a", [2.0])),
    (Parameter(type="dict"), {"a": 1, 2: [3.0]}),
    (Parameter(type="dict", items=ITEMS), {"row": np.zeros(3), "total": 1}),
    (Parameter(type="list[dict]", items={"total": INT}), [{"total": 1}]),
    (Parameter(type="list[array]", dtype="int64"), [np.arange(2), np.arange(3)]),
    (Parameter(type="dict", items={"x": Parameter(shape="n", optional=True)}), {"x": None}),
]
BROKEN = [
    (ROW, None, "returns nothing; is a `return` missing?"),
    (ROW, [1.0], "returns a list, where the contract has an array of shape `n`"),
    (ROW, np.zeros(3, np.float32), "returns dtype float32, where the contract has float64"),
    (ROW, np.zeros((3, 1)), "returns shape (3, 1)"),
    (ROW, Foreign("generator"), "returns a generator, where the contract has an array of"),
    (
        Parameter(type="dict"),
        Foreign("dict", "a key of type tuple"),
        "returns a dict with a key of type tuple; only text, numbers, booleans and None can be",
    ),
    (INT, Foreign("int", "9001 bits"), "returns an int with 9001 bits; no right answer has so"),
    (INT, 3.0, "returns a float, where the contract has an int"),
    (TEXT, 3, "returns an int, where the contract has a str"),
    (Parameter(type="none"), 3, "returns an int, where the contract has None"),
    (PAIR, ["a", 1], "returns a list, where the contract has a tuple"),
    (PAIR, ("a",), "returns a tuple of 1, where the contract has one of 2"),
    (PAIR, ("a", 1.0), "an int (in the part 'count')"),
    (PAIR, (None, 1), "returns nothing; is a `return` missing? (in the part 'word')"),
    (PAIRS, ("a", 1), "returns a tuple, where the contract has a list[tuple]"),
    (PAIRS, [("a", 1), ["b", 2]], "returns a list, where the contract has a tuple (in item 1)"),
    (PAIRS, [("a", 1), ("b", "2")], "an int (in the part 'count' of item 1)"),
    (Parameter(type="list[int]"), [1, 2.5], "returns a float, where the contract has an int (in"),
    (Parameter(type="list[list[int]]"), [[1], ["a"]], "(in item 0 of item 1)"),
    (Parameter(type="dict", items=ITEMS), {"total": 1}, "another structure than a dict of total"),
    (Parameter(type="dict", items=ITEMS), {"total": 1, "row": np.zeros(2)}, "(in the part 'row')"),
    (Parameter(type="dict"), [("a", 1)], "returns a list, where the contract has a dict"),
    (
        Parameter(type="dict"),
        {"a": [Foreign("set")]},
        "returns a set, which no result can hold (in",
    ),
]


@pytest.mark.parametrize(("contract", "value"), KEPT)
def test_kept(contract: Parameter, value: Any) -> None:
    assert contract_fault(contract.value_type, value, "float64", {"n": 3}) == ""


@pytest.mark.parametrize(("contract", "value", "words"), BROKEN)
def test_broken(contract: Parameter, value: Any, words: str) -> None:
    assert words in contract_fault(contract.value_type, value, "float64", {"n": 3})
