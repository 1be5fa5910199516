"""Values as text that can be pasted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.cases.value_text import literal_text
from grader.values import Foreign, Ref

TEXTS: list[tuple[Any, str]] = [
    (np.array([[1.0, -2.5], [0.0, 3.0]]), "[[1., -2.5], [0., 3.]]"),
    (np.array([1, 2]), "[1, 2]"),
    (np.array([True]), "[True]"),
    (np.array(2.0), "2."),
    (np.float64(0.1), "0.1"),
    (np.array([np.nan, np.inf, -np.inf]), "[np.nan, np.inf, -np.inf]"),
    (np.array([1.0], dtype=np.float32), "np.array([1.], dtype=float32)"),
    (np.zeros((0, 3)), "np.zeros((0, 3))"),
    (np.full((5, 9), 2.0), "np.full((5, 9), 2.)"),
    (np.arange(200.0), "[0., 1., 2., 3., ...]  (shape (200,))"),
    (1e300, "1e+300"),
    (None, "None"),
    ("text", "'text'"),
    ((1, [2.0, None]), "(1, [2., None])"),
    ((1,), "(1,)"),
    ({"W": np.array([1.0])}, "{'W': [1.]}"),
    (Ref(0, ("m", 1)), "the result of call 1['m'][1]"),
    (Foreign("numpy.matrix"), "numpy.matrix"),
]


@pytest.mark.parametrize(("value", "text"), TEXTS)
def test_a_value_is_written_as_it_is_read(value: Any, text: str) -> None:
    assert literal_text(value) == text


def test_a_layout_is_named() -> None:
    assert literal_text(np.eye(2), "column-major").endswith("(column-major)")
    assert literal_text(np.array([1.0]), "column-major") == "[1.]"


@given(hnp.arrays(np.float64, hnp.array_shapes(max_dims=3, max_side=3)))
def test_pasting_gives_the_same_array(array: Any) -> None:
    back = eval(literal_text(array), {"np": np})
    np.testing.assert_array_equal(np.asarray(back, dtype=float).reshape(array.shape), array)


@given(st.floats(allow_nan=False))
def test_pasting_gives_the_same_number(number: float) -> None:
    assert eval(literal_text(number), {"np": np}) == number
