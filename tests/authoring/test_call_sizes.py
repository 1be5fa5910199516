"""The sizes of a call whose arguments are results of earlier ones."""

from __future__ import annotations

import numpy as np
import pytest

from grader.authoring.checks.call_sizes import sizes_of_call
from grader.cases.testcase import Call
from grader.problem.contract import Signature
from grader.problem.model import Parameter
from grader.values import Ref, Value

PAIR = Parameter(type="tuple", items={"ids": Parameter(shape="n"), "more": Parameter(shape="m 2")})
WEIGHTS = Parameter(type="dict", items={"W": Parameter(shape="d h*d"), "b": Parameter(shape="d")})


def sizes(params: dict[str, Parameter], args: tuple[Value, ...], *results: Value) -> object:
    """Of a call that was made with the sizes n = 1, m = 7 and batch = (5,)."""
    signature = Signature("step", params, Parameter(shape="n"))
    call = Call("step", args, sizes={"n": 1, "m": 7, "batch": (5,)})
    return dict(sizes_of_call(signature, call, results))


def test_what_no_argument_says_is_as_the_call_was_made() -> None:
    assert sizes({"t": Parameter(type="int")}, (3,)) == {"n": 1, "m": 7, "batch": (5,)}


@pytest.mark.parametrize("n", [0, 1, 4])
def test_a_result_has_the_sizes_that_it_has(n: int) -> None:
    result = (np.zeros((2, n)), True)
    found = sizes({"x": Parameter(shape="*batch n")}, (Ref(0, (0,)),), result)
    assert found == {"n": n, "m": 7, "batch": (2,)}


def test_the_latest_result_counts() -> None:
    results = np.zeros(2), np.zeros(3)
    assert sizes({"x": Parameter(shape="n")}, (Ref(1),), *results) == {
        "n": 3, "m": 7, "batch": (5,),
    }  # fmt: skip


def test_lists_have_lengths() -> None:
    ids = Parameter(type="list[int]", shape="n")
    assert sizes({"ids": ids}, (Ref(0),), [1, 2, 3]) == {"n": 3, "m": 7, "batch": (5,)}


def test_tuples_are_taken_apart() -> None:
    found = sizes({"pair": PAIR}, (Ref(0),), (np.zeros(3), np.zeros((4, 2))))
    assert found == {"n": 3, "m": 4, "batch": (5,)}


def test_a_part_of_a_dict_may_be_a_result_and_the_order_of_keys_does_not_matter() -> None:
    weights = {"b": Ref(0), "W": np.zeros((2, 6))}
    found = sizes({"weights": WEIGHTS}, (weights,), np.zeros(2))
    assert found == {"n": 1, "m": 7, "batch": (5,), "d": 2, "h": 3}
