"""What is recognised in wrong numbers, and that nothing is said of numbers that show nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.diagnosis.detectors import Pair, recognise

Array = np.ndarray[Any, Any]
RIGHT = np.random.default_rng(7).normal(size=(3, 4, 5))
SQUARE = np.random.default_rng(8).normal(size=(4, 4))


def said(given_: Array, right: Array) -> tuple[str, ...]:
    return recognise(Pair(given_, right, np.full(right.shape, 1e-14)))


SIGNS: list[tuple[Callable[[Array], Array], str]] = [
    (lambda a: np.swapaxes(a, -1, -2), "the last two axes are swapped"),
    (lambda a: np.swapaxes(a, 0, 1), "axes 0 and 1 are swapped"),
    (lambda a: np.transpose(a, (2, 0, 1)), "the axes come in another order"),
    (lambda a: a[None], "one axis too many in front"),
    (lambda a: a[..., None], "one axis too many at the end"),
    (lambda a: a[:, None], "one axis too many in the middle"),
    (lambda a: a.reshape(12, 5), "axes are flattened into one"),
    (lambda a: a.sum(axis=1), "one axis too few: the result is summed over axis 1"),
    (lambda a: a.mean(axis=0), "one axis too few: the result is averaged over axis 0"),
    (lambda a: np.flip(a, 1), "the order along axis 1 is reversed"),
    (lambda a: np.roll(a, 1, 1), "the values are shifted by one along axis 1"),
    (lambda a: a[[2, 0, 1]][:, [1, 0, 3, 2]], "the positions are right, but in another order"),
    (lambda a: -a, "every value has the wrong sign"),
    (lambda a: a + 0.5, "every value is off by the same amount"),
    (lambda a: a * 1.00001, "every value is off by the same factor"),
    (lambda a: a / (1 + 1e-8), "every value is off by the same factor"),
    (lambda a: a + np.arange(5.0), "every position is off by the same vector"),
    (lambda a: np.zeros_like(a), "the result is all zeros"),
    (lambda a: np.maximum(a, 0), "results below zero are cut off at zero"),
    (np.abs, "negative results have lost their sign"),
    (lambda a: np.broadcast_to(a[0, 0], a.shape).copy(), "all positions get the same result"),
    (lambda a: np.round(a), "rounded to whole numbers"),
    (lambda a: np.trunc(a), "the decimals are cut off"),
    *((lambda a, k=k: np.round(a, k), f"rounded to {k} decimals") for k in (1, 4, 10, 12)),
    (lambda a: a.astype(np.float32).astype(float), "the size that float32 makes"),
    (lambda a: a.astype(np.float16).astype(float), "the size that float16 makes"),
]


@pytest.mark.parametrize(("spoil", "words"), SIGNS)
def test_a_sign_is_recognised(spoil: Callable[[Array], Array], words: str) -> None:
    found = said(spoil(RIGHT), RIGHT)
    assert found
    assert words in found[0]


def test_a_transposed_square_is_recognised() -> None:
    assert "the last two axes are swapped" in said(SQUARE.T, SQUARE)[0]


def test_axes_of_length_one_that_are_missing_are_recognised() -> None:
    assert "axes of length 1 are missing" in said(RIGHT[0, 0], RIGHT[:1, :1])[0]


NOTHING = [
    RIGHT + np.random.default_rng(1).normal(size=RIGHT.shape),
    np.where(RIGHT > 0, RIGHT, 1e-6 * RIGHT + RIGHT),
    np.full(RIGHT.shape, np.nan),
    RIGHT.astype(complex),
    np.zeros((0, 3)),
]


@pytest.mark.parametrize("spoilt", NOTHING)
def test_nothing_is_said_where_nothing_shows(spoilt: Array) -> None:
    assert said(spoilt, RIGHT) == ()


@given(st.integers(0, 3), st.data())
def test_no_shapes_or_values_make_it_fail(ndim: int, data: st.DataObject) -> None:
    shapes = st.tuples(*[st.integers(0, 3)] * ndim)
    values = st.floats(allow_nan=True, allow_infinity=True)
    arrays = [np.full(data.draw(shapes), data.draw(values)) for _ in range(2)]
    assert isinstance(said(*arrays), tuple)
