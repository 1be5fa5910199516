from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np
import pytest

from grader.numerics.comparator import compare
from grader.numerics.comparison import Comparison
from grader.numerics.tolerance import Expected
from grader.problem.model import Parameter
from grader.values import Foreign
from grader.verdict import Reason

ARRAY = Parameter(shape="*batch d")


def tolerances(value: Any, tolerance: float) -> Any:
    if isinstance(value, dict):
        return {key: tolerances(item, tolerance) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(tolerances(item, tolerance) for item in value)
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "fc":
        return np.full(value.shape, tolerance)
    return tolerance if isinstance(value, (float, complex)) else None


def check(
    expected: Any,
    got: Any,
    contract: Parameter = ARRAY,
    tolerance: float = 1e-12,
    strict: bool = True,
    dtype: str = "float64",
) -> Comparison:
    wanted = Expected(expected, tolerances(expected, tolerance), "traced")
    found = compare(wanted, got, contract=contract, strict_dtype=strict, dtype=dtype)
    assert found.reason is None or found.reason in Reason.__members__
    assert found.ok == (found.reason is None)
    assert found.ok or (found.error > 1 and found.message)
    return found


A = np.array([[1.0, -2.0, 0.0], [4.0, 5.5, -6.0]])
NAN, INF = np.nan, np.inf


class Sub(np.ndarray):
    """Says that it equals everything."""

    def __eq__(self, other: object) -> Any:
        return np.ones(self.shape, dtype=bool)


ACCEPTED = [
    ("the same", A, A.copy(), ARRAY),
    ("Fortran order", A, np.asfortranarray(A), ARRAY),
    ("a strided view", A, np.repeat(A, 2, axis=1)[:, ::2], ARRAY),
    ("just inside", A, A + 9e-13, ARRAY),
    ("negative zero", np.zeros(2), -np.zeros(2), ARRAY),
    ("subnormal flushed", np.array([1e-310]), np.zeros(1), ARRAY),
    ("nothing in it", np.zeros((0, 3)), np.ones((0, 3)), ARRAY),
    ("NaN where NaN is expected", np.array([NAN, 1.0]), np.array([NAN, 1.0]), ARRAY),
    ("infinities alike", np.array([INF, -INF]), np.array([INF, -INF]), ARRAY),
    ("0-d as a scalar", np.array(2.5), np.float64(2.5), Parameter(shape="")),
    ("0-d as an array", np.float64(2.5), np.array(2.5), Parameter(shape="")),
    ("0-d as a float", np.float64(2.5), 2.5, Parameter(shape="")),
    ("integers", np.arange(3), np.arange(3), Parameter(dtype="int64")),
    ("booleans", np.array([True, False]), np.array([True, False]), Parameter(dtype="bool")),
    ("complex", np.array([1 + 2j]), np.array([1 + 2j]), Parameter(dtype="complex128")),
    ("a float", 0.5, 0.5, Parameter(type="float")),
    ("a NumPy float", 0.5, np.float64(0.5), Parameter(type="float")),
    ("a 0-d array for a float", 0.5, np.array(0.5), Parameter(type="float")),
    ("a whole number for a float", 2.0, 2, Parameter(type="float")),
    ("an int", 7, np.int64(7), Parameter(type="int")),
    ("a long int", 2**80, 2**80, Parameter(type="int")),
    ("a bool", True, np.bool_(True), Parameter(type="bool")),
    ("a string", "abc", "abc", Parameter(type="str")),
    ("None", None, None, Parameter(type="none")),
    ("a list of ints", [1, 2], [1, np.int64(2)], Parameter(type="list[int]")),
    ("an empty list", [], [], Parameter(type="list[str]")),
    ("a tuple", (A, 3), (A, 3),
     Parameter(type="tuple", items={"a": ARRAY, "n": Parameter(type="int")})),
    ("a list of tuples", [("a", 1)], [("a", np.int64(1))],
     Parameter(type="list[tuple]", items={"w": Parameter(type="str"), "n": Parameter(type="int")})),
    ("a list of arrays", [A], [A.copy()], Parameter(type="list[array]")),
    ("a dict in any order", {"a": A, "b": 1}, {"b": 1, "a": A}, Parameter(type="dict")),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "got", "contract"), [c[1:] for c in ACCEPTED],
                         ids=[c[0] for c in ACCEPTED])  # fmt: skip
def test_accepted(expected: Any, got: Any, contract: Parameter) -> None:
    found = check(expected, got, contract)
    assert found.ok, found.message
    assert found.error <= 1


INT = Parameter(type="int")
PAIR = Parameter(type="tuple", items={"output": ARRAY, "weights": ARRAY})
REFUSED = [
    ("None", A, None, ARRAY, "TYPE", "is there a return statement?"),
    ("a list", A, A.tolist(), ARRAY, "TYPE", "returned a list; wrap it with np.array(...)"),
    ("a tuple", A, (A,), ARRAY, "TYPE", "returned a tuple; expected one array"),
    ("a number", A, 3.0, ARRAY, "TYPE", "returned a float; expected an array"),
    ("a subclass", A, A.view(Sub), ARRAY, "TYPE", "expected an array"),
    ("a matrix", A, Foreign("numpy.matrix"), ARRAY, "TYPE", "np.asarray"),
    ("objects", A, Foreign("numpy.ndarray", "dtype object"), ARRAY, "TYPE", "different lengths"),
    ("a generator", A, Foreign("generator"), ARRAY, "TYPE", "yield"),
    ("a tuple as a key", {"a": 1}, Foreign("dict", "a key of type tuple"), Parameter(type="dict"),
     "TYPE", "returned dict with a key of type tuple; only text, numbers, booleans"),
    ("a huge int", 7, Foreign("int", "9001 bits"), Parameter(type="int"),
     "TYPE", "returned int with 9001 bits; no right answer has so many digits"),
    ("a masked array", A, Foreign("numpy.ma.MaskedArray"), ARRAY, "TYPE", "expected an array"),
    ("broadcast row", A, A[:1], ARRAY, "SHAPE", "returned shape (1, 3), expected (2, 3)"),
    ("broadcast scalar", np.ones((2, 2)), np.array(1.0), ARRAY, "SHAPE", "shape ()"),
    ("an extra axis", A, A[None], ARRAY, "SHAPE", "(1, 2, 3)"),
    ("a flat one", A, A.ravel(), ARRAY, "SHAPE", "(6,)"),
    ("empty, other shape", np.zeros((0, 3)), np.zeros((3, 0)), ARRAY, "SHAPE", "(3, 0)"),
    ("empty for full", A, np.zeros((0, 3)), ARRAY, "SHAPE", "(0, 3)"),
    ("full for empty", np.zeros((0, 3)), A, ARRAY, "SHAPE", "(2, 3)"),
    ("float32", A, A.astype(np.float32), ARRAY, "DTYPE", "half of the digits"),
    ("longdouble", A, A.astype(np.longdouble), ARRAY, "DTYPE", "expected float64"),
    ("complex", A, A + 0j, ARRAY, "DTYPE", "imaginary"),
    ("integers", A, A.astype(int), ARRAY, "DTYPE", "cuts off"),
    ("other bytes", A, A.astype(">f8"), ARRAY, "DTYPE", "expected float64"),
    ("bool for mask", np.array([True]), np.array([1]), Parameter(dtype="bool"), "DTYPE", "bool"),
    ("NaN for a number", A, np.full_like(A, NAN), ARRAY, "NON_FINITE", "6 of 6 values are NaN"),
    ("one NaN", A, np.where(A == 4, NAN, A), ARRAY, "NON_FINITE", "1 of 6 values is NaN"),
    ("infinity for a number", A, np.full_like(A, INF), ARRAY, "NON_FINITE", ""),
    ("other infinity", np.array([INF]), np.array([-INF]), ARRAY, "NON_FINITE", "something else"),
    ("number for NaN", np.array([NAN]), np.array([0.0]), ARRAY, "NON_FINITE", "finite where"),
    ("number for infinity", np.array([INF]), np.array([1e308]), ARRAY, "NON_FINITE", "finite"),
    ("NaN for infinity", np.array([INF]), np.array([NAN]), ARRAY, "NON_FINITE", "NaN"),
    ("just outside", A, A + 1.1e-12, ARRAY, "VALUE", "6 of 6 values are wrong"),
    ("one value", A, A + (A == 4), ARRAY, "VALUE", "1 of 6 values is wrong"),
    ("another int array", np.arange(3), np.arange(1, 4), Parameter(dtype="int64"), "VALUE", ""),
    ("another bool", np.array([True]), np.array([False]), Parameter(dtype="bool"), "VALUE", ""),
    ("imaginary NaN", np.array([1j]), np.array([complex(0, NAN)]),
     Parameter(dtype="complex128"), "NON_FINITE", ""),
    ("another float", 0.5, 0.6, Parameter(type="float"), "VALUE", "the value is wrong"),
    ("NaN for a float", 0.5, NAN, Parameter(type="float"), "NON_FINITE", "the value is NaN"),
    ("float32 scalar", 0.5, np.float32(0.5), Parameter(type="float"), "DTYPE", "float32"),
    ("text for a float", 0.5, "0.5", Parameter(type="float"), "TYPE", "float(...)"),
    ("float for an int", 7, 7.0, INT, "TYPE", "convert it with int(...)"),
    ("bool for an int", 1, True, INT, "TYPE", "returned a bool; expected an int"),
    ("int for a bool", True, 1, Parameter(type="bool"), "TYPE", "bool(...)"),
    ("another int", 7, 8, INT, "VALUE", "the value is wrong"),
    ("array for an int", 7, np.array([7]), INT, "TYPE", "returned an array; expected an int"),
    ("another text", "abc", "abd", Parameter(type="str"), "VALUE", "another text"),
    ("None for a text", "abc", None, Parameter(type="str"), "TYPE", "return statement"),
    ("something for None", None, 3, Parameter(type="none"), "TYPE", "expected None"),
    ("list for tuple", (A, A), [A, A], PAIR, "TYPE", "wrap it with tuple(...)"),
    ("array for tuple", (A, A), A, PAIR, "TYPE", "expected a tuple"),
    ("tuple too short", (A, A), (A,), PAIR, "STRUCTURE", "a tuple of 1, expected 2 items"),
    ("second part", (A, A), (A, A + 1), PAIR, "VALUE", "at [1] (weights): 6 of 6"),
    ("list too long", [1], [1, 2], Parameter(type="list[int]"), "STRUCTURE", "expected 1 item"),
    ("another list item", [1, 2], [1, 3], Parameter(type="list[int]"), "VALUE", "at [1]"),
    ("float in a list", [1, 2], [1, 2.0], Parameter(type="list[int]"), "TYPE", "at [1] (item)"),
    ("a tuple in a list", [(A, A), (A, A)], [(A, A), (A, A + 1)],
     Parameter(type="list[tuple]", items=PAIR.items), "VALUE", "at [1][1] (weights): 6 of 6"),
    ("another dtype in a list", [np.arange(2)], [np.arange(2.0)],
     Parameter(type="list[array]", dtype="int64"), "DTYPE", "expected int64"),
    ("key missing", {"W_q": A}, {"W_k": A}, Parameter(type="dict"), "STRUCTURE",
     "has no key 'W_q' and has a key too many: 'W_k'"),
    ("key too many", {"a": A}, {"a": A, "b": A}, Parameter(type="dict"), "STRUCTURE",
     "the dict has a key too many: 'b'"),
    ("a named tuple", (1, 2), namedtuple("Pair", "a b")(1, 2), PAIR, "TYPE", "returned a Pair"),
    ("not a dict", {"a": 1}, [("a", 1)], Parameter(type="dict"), "TYPE", "expected a dict"),
    ("dict value", {"W_q": A}, {"W_q": A * 2}, Parameter(type="dict"), "VALUE", "at ['W_q']"),
    ("foreign inside", (A, A), (A, Foreign("generator")), PAIR, "TYPE", "at [1] (weights)"),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "got", "contract", "reason", "words"),
                         [c[1:] for c in REFUSED], ids=[c[0] for c in REFUSED])  # fmt: skip
def test_refused(expected: Any, got: Any, contract: Parameter, reason: str, words: str) -> None:
    with np.errstate(all="ignore"):
        found = check(expected, got, contract)
    assert found.reason == reason, found.message
    assert words in found.message


def test_what_is_told_about_wrong_values() -> None:
    expected = np.arange(24.0).reshape(2, 3, 4)
    got = expected.copy()
    got[:, 1:] += np.pi
    found = check(expected, got)
    assert (found.wrong, found.total) == (16, 24)
    assert found.where == "axis 1: every index but the first"
    assert found.samples[0] == ("[0, 1, 0]", "+7.14159", "+4")
    assert len(found.samples) == 3
    assert found.detail == "16 of 24 values; largest error 3.14, allowed 1e-12"
    assert found.shape_note == "shape (2, 3, 4) ok   dtype float64 ok"
    assert found.bad is not None
    assert found.bad.sum() == 16


def test_nearly_equal_samples_show_the_digits_that_differ() -> None:
    found = check(np.array([1.0]), np.array([1.0 + 1e-10]))
    assert found.samples == (("[0]", "+1.0000000001", "+1"),)


def test_messages_do_not_tell_expected_values() -> None:
    for expected, got, contract in [
        (np.array([123.25]), np.array([1.0]), ARRAY),
        (987654, 3, INT),
        ("the secret", "guess", Parameter(type="str")),
        ([41, 42, 43], [41, 42, 44], Parameter(type="list[int]")),
    ]:
        message = check(expected, got, contract).message
        assert not any(word in message for word in ("123", "987", "secret", "43"))


def test_the_error_is_in_tolerances_and_the_largest_of_all_parts() -> None:
    found = check(
        (np.array([1.0]), np.array([1.0])), (np.array([1.0 + 5e-13]), np.array([1.0])), PAIR
    )
    assert found.error == pytest.approx(0.5, rel=1e-3)
    wrong = check(
        (np.array([1.0]), np.array([1.0])), (np.array([1.0 + 3e-12]), np.array([2.0])), PAIR
    )
    assert wrong.path == "[0]"
    assert wrong.error == pytest.approx(1e12, rel=1e-3)


def test_an_infinite_tolerance_lets_no_nan_pass() -> None:
    wanted = Expected(np.array([1.0]), np.array([INF]), "traced")
    for got, ok in [(np.array([5.0]), True), (np.array([NAN]), False), (np.array([INF]), False)]:
        assert compare(wanted, got, contract=ARRAY).ok is ok


LOOSE = [
    (A.astype(np.float32), True),
    (A.astype(np.longdouble), True),
    (np.round(A).astype(int), False),
    (A + 0j, False),
    (A > 0, False),
]


@pytest.mark.parametrize(("got", "ok"), LOOSE)
def test_dtypes_that_are_not_strict_are_compared_by_value(got: Any, ok: bool) -> None:
    assert check(A, got, strict=False).ok is ok


def test_longdouble_results_are_compared_without_a_cut() -> None:
    got = A.astype(np.longdouble) + np.longdouble(2e-12)
    assert not check(A, got, strict=False).ok


def test_float32_problems_compare_float32_results() -> None:
    small = A.astype(np.float32)
    assert check(small, small, dtype="float32", tolerance=1e-6).ok
    assert check(small, A, dtype="float32", tolerance=1e-6).reason == "DTYPE"


def test_an_object_that_claims_to_be_equal_is_not_asked() -> None:
    class Yes(float):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = float.__hash__

    assert not check(0.5, Yes(0.7), Parameter(type="float")).ok
    assert not check("abc", type("S", (str,), {"__eq__": lambda *_: True})("x"),
                     Parameter(type="str")).ok  # fmt: skip
