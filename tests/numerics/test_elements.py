"""Arrays of one shape, element by element."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.numerics.elements import compare_elements

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize("tolerance", [None, np.full(3, 1e-15)])
def test_the_same_bytes_are_right(tolerance: Any) -> None:
    found = compare_elements(np.array([1.0, INF, -2.0]), np.array([1.0, INF, -2.0]), tolerance)
    assert (found.ok, found.error, found.total) == (True, 0.0, 3)


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        (np.array([4607182418800017408]), np.array([1.0])),
        (np.array([1, 0], np.int32), np.array([1.0, 0.0], np.float32)),
        (np.array([1.0, 2.0]), np.array([1.0, np.nextafter(2.0, 3.0)])),
        (np.array([0.0, NAN]), np.array([0.0, INF])),
    ],
)
def test_the_same_bytes_of_another_type_or_nearly_the_same_are_not(got: Any, expected: Any) -> None:
    assert got.nbytes == expected.nbytes
    tolerance = np.full(expected.shape, 1e-20)
    wrong = not np.array_equal(got, expected)
    assert compare_elements(got, expected, tolerance).ok is not wrong


def test_minus_zero_is_zero() -> None:
    found = compare_elements(np.array([-0.0]), np.array([0.0]), np.array([1e-300]))
    assert (found.ok, found.error) == (True, 0.0)


@pytest.mark.parametrize("infinite", [False, True], ids=["finite", "beside an infinity"])
def test_an_error_of_exactly_the_tolerance_is_right(infinite: bool) -> None:
    got, expected, tolerance = np.array([1.5, 2.0]), np.array([1.0, 2.0]), np.array([0.5, 0.5])
    if infinite:
        got[1] = expected[1] = INF
    assert (compare_elements(got, expected, tolerance).ok, 1.5 - 1.0) == (True, 0.5)
    got[0] = np.nextafter(1.5, 2.0)
    found = compare_elements(got, expected, tolerance)
    assert (found.ok, found.wrong, found.total) == (False, 1, 2)
