"""Strategies for values that may cross the sandbox's boundary, for the tests of any package."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.values import Foreign

NUMBERS = hnp.arrays(
    st.sampled_from([np.float64, np.float32, np.int64, np.uint8, np.bool_, np.complex128]),
    hnp.array_shapes(min_dims=0, max_dims=2, min_side=0, max_side=3),
)
#: Integers of every size that crosses, those that no float can hold too.
INTEGERS = st.integers() | st.integers(-(2**1100), 2**1100)
LEAVES: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    INTEGERS,
    st.floats(),
    st.complex_numbers(),
    st.text(max_size=3),
    st.sampled_from([np.float64(0.1), np.float32(0.1), np.int64(-3), np.bool_(True)]),
    st.just(Foreign("generator")),
    NUMBERS,
)
#: What a dict may have as a key.
KEYS = st.one_of(st.text(max_size=2), st.integers(0, 9), st.floats(0, 1), st.none())


def trees(leaves: st.SearchStrategy[Any] = LEAVES) -> st.SearchStrategy[Any]:
    """Tuples, lists and dicts with these leaves."""

    def around(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        parts = st.lists(inner, max_size=3)
        return parts | parts.map(tuple) | st.dictionaries(KEYS, inner, max_size=3)

    return st.recursive(leaves, around, max_leaves=12)
