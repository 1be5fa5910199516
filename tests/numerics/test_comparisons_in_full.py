"""All that a comparison says, field by field: a table to be read, and held by a golden file.

``UPDATE_GOLDEN=1 python -m pytest tests/numerics/test_comparisons_in_full.py`` writes it again.
"""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.numerics.comparator import compare
from grader.numerics.comparison import Comparison
from grader.numerics.elements import _FEW_BYTES, compare_elements
from grader.numerics.tolerance import Expected
from grader.problem.model import Parameter
from tests.numerics.test_compare import ACCEPTED, ARRAY, REFUSED, A, check, tolerances

GOLDEN = Path(__file__).parent.parent / "golden" / "comparisons.txt"
NAN, INF = np.nan, np.inf
FLOAT = Parameter(type="float")
COMPLEX = Parameter(type="complex")
MORE = [
    ("a complex number", 1 + 2j, 1 + 2j, COMPLEX),
    ("a float for a complex number", 1 + 0j, 1.0, COMPLEX),
    ("an int for a complex number", 1 + 0j, 1, COMPLEX),
    ("another complex number", 1 + 2j, 1 + 3j, COMPLEX),
    ("a text for a complex number", 1 + 2j, "1", COMPLEX),
    ("a narrow complex number", 1 + 2j, np.complex64(1 + 2j), COMPLEX),
    ("one of three texts", ["a", "b", "c"], ["a", "x", "c"], Parameter(type="list[str]")),
    ("another shape and dtype", A, A[:1].astype(np.float32), ARRAY),
    ("nothing for one item", [1], [], Parameter(type="list[int]")),
    ("two keys missing", {"a": 1, "b": 2, "c": 3}, {"c": 3}, Parameter(type="dict")),
    ("two keys too many", {"c": 3}, {"a": 1, "b": 2, "c": 3}, Parameter(type="dict")),
    ("a named part of a dict", {"n": 1, "x": A}, {"n": 2, "x": A},
     Parameter(type="dict", items={"n": Parameter(type="int"), "x": ARRAY})),
    ("an infinity where one is expected, and one not", np.array([INF, 1.0, 2.0]),
     np.array([INF, INF, 2.0]), ARRAY),
    ("a number off beside an infinity", np.array([INF, 1.0, 2.0]), np.array([INF, 1.5, 2.0]),
     ARRAY),
    ("NaN and infinity for numbers", np.array([1.0, 2.0, 3.0]), np.array([NAN, INF, 3.0]), ARRAY),
    ("numbers for NaN and infinity", np.array([NAN, INF, 3.0]), np.array([1.0, 2.0, 3.0]), ARRAY),
    ("two errors, the second larger", np.array([1.0, 2.0]), np.array([1.5, 4.0]), ARRAY),
    ("an error within, one outside", np.array([1.0, 2.0]), np.array([1.0 + 5e-13, 4.0]), ARRAY),
    ("the largest error is in a part that is right", (np.array([1.0]), np.array([1.0])),
     (np.array([1.0 + 5e-13]), np.array([1.0])),
     Parameter(type="tuple", items={"y": ARRAY, "z": ARRAY})),
]  # fmt: skip


def facts(found: Comparison) -> str:
    """Every field that says something, on a line each."""
    lines = [
        f"    {field.name}: {getattr(found, field.name)!r}"
        for field in dataclasses.fields(found)
        if field.name != "bad" and getattr(found, field.name) != field.default
    ]
    bad = [] if found.bad is None else [f"    bad: {np.asarray(found.bad).astype(int).tolist()}"]
    detail = [f"    detail: {found.detail}"] if found.detail else []
    return "\n".join([*lines, *bad, *detail])


def told() -> str:
    # What a long double is called depends on the machine.
    rows = [row[:4] for row in (*ACCEPTED, *REFUSED) if row[0] != "longdouble"] + MORE
    with np.errstate(all="ignore"):
        texts = [f"{name}\n{facts(check(*rest))}\n" for name, *rest in rows]
    return "\n".join(texts)


def test_all_that_is_said_of_each_comparison() -> None:
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(told(), encoding="utf-8", newline="\n")
    assert told() == GOLDEN.read_text("utf-8")


def test_dtypes_are_strict_unless_a_problem_says_otherwise() -> None:
    wanted = Expected(A, tolerances(A, 1e-12), "traced")
    assert compare(wanted, A.astype(np.float32), contract=ARRAY).reason == "DTYPE"


INTEGERS = np.arange(3)
LOOSE = [  # expected, given, whether it will do where dtypes are not strict
    (INTEGERS, INTEGERS.astype(np.int8), True),
    (INTEGERS, INTEGERS.astype(np.uint8), False),
    (INTEGERS.astype(np.uint8), INTEGERS, True),
    (INTEGERS, INTEGERS > 0, False),
    (INTEGERS > 0, INTEGERS > 0, True),
    (INTEGERS > 0, (INTEGERS > 0).astype(int), False),
    (INTEGERS * 1.0, INTEGERS, True),
    (INTEGERS * 1.0, INTEGERS.astype(np.float16), True),
    (INTEGERS * 1j, (INTEGERS * 1j).astype(np.complex64), True),
]


@pytest.mark.parametrize(("expected", "got", "ok"), LOOSE)
def test_which_dtypes_will_do_where_they_are_not_strict(expected: Any, got: Any, ok: bool) -> None:
    contract = Parameter(shape="n", dtype=expected.dtype.name)
    assert check(expected, got, contract, strict=False).ok is ok


def test_integers_may_not_become_floats_where_dtypes_are_not_strict() -> None:
    assert check(INTEGERS, INTEGERS * 1.0, Parameter(shape="n"), strict=False).reason == "DTYPE"


@pytest.mark.parametrize("size", [1, _FEW_BYTES // 8, _FEW_BYTES // 8 + 1])
def test_equal_and_nearly_equal_arrays_of_every_size(size: int) -> None:
    """Small ones are compared byte by byte first: the answer is the same."""
    expected, tolerance = np.linspace(1, 2, size), np.full(size, 1e-12)
    same = compare_elements(expected.copy(), expected, tolerance)
    assert (same.ok, same.error, same.total) == (True, 0.0, size)
    near = compare_elements(expected + 5e-13, expected, tolerance)
    assert (near.ok, near.total) == (True, size)
    assert near.error == pytest.approx(0.5, rel=1e-2)
    assert compare_elements(expected + 5e-12, expected, tolerance).wrong == size


def test_one_tolerance_for_all_elements() -> None:
    got, expected = np.array([1.0, 3.0]), np.array([1.0, 2.0])
    found = compare_elements(got, expected, np.asarray(0.25))
    assert (found.largest, found.allowed, found.error, found.wrong) == (1.0, 0.25, 4.0, 1)
    assert compare_elements(got, expected, np.asarray(1.0)).error == 1.0


def test_beside_an_infinity_the_error_of_numbers_is_still_measured() -> None:
    got, expected = np.array([INF, 1.25, 7.0]), np.array([INF, 1.0, 7.0])
    found = compare_elements(got, expected, np.full(3, 0.5))
    assert (found.ok, found.error, found.total) == (True, 0.5, 3)
    empty = compare_elements(np.zeros((0, 2)), np.ones((0, 2)), np.zeros((0, 2)))
    assert (empty.ok, empty.error, empty.total) == (True, 0.0, 0)
