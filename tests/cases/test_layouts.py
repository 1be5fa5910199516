from __future__ import annotations

from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.cases.case_errors import CaseError
from grader.cases.layouts import EXTRAS, ORDERS, arrange, memory_extent, parse_layout

SHAPES = st.lists(st.integers(0, 4), max_size=4).map(tuple)
LAYOUTS = st.tuples(
    st.sampled_from(list(ORDERS)), st.lists(st.sampled_from(list(EXTRAS)), unique=True)
).map(lambda parts: "+".join([parts[0], *parts[1]]))
DTYPES = st.sampled_from(["float64", "int64", "bool", "complex128", "float32", "uint8"])


def numbered(shape: tuple[int, ...], dtype: str = "float64") -> np.ndarray:
    return np.arange(prod(shape)).reshape(shape).astype(dtype)


@given(SHAPES, LAYOUTS, DTYPES)
def test_a_layout_changes_memory_and_no_value(
    shape: tuple[int, ...], layout: str, dtype: str
) -> None:
    values = numbered(shape, dtype)
    array = arrange(values.copy(), parse_layout(layout))
    assert type(array) is np.ndarray
    assert (array.shape, array.dtype) == (values.shape, values.dtype)
    assert np.array_equal(array, values)
    assert array.flags.writeable == ("readonly" not in layout)


@given(SHAPES, LAYOUTS, DTYPES)
def test_the_extent_is_enough_to_build_the_array_again(
    shape: tuple[int, ...], layout: str, dtype: str
) -> None:
    array = arrange(numbered(shape, dtype), parse_layout(layout))
    extent = memory_extent(array)
    memory = np.array(extent.region, copy=True)
    if not array.size:
        assert memory.size == 0
        return
    again = np.ndarray(array.shape, array.dtype, memory, extent.offset, extent.strides)
    assert np.array_equal(again, array)
    assert again.strides == array.strides
    assert np.shares_memory(extent.region, array)
    lowest, highest = np.lib.array_utils.byte_bounds(array)
    assert memory.nbytes == highest - lowest


def test_the_extent_of_views_that_are_not_ours() -> None:
    base = numbered((4, 6))
    for view in [
        base[::2, ::-3],
        base.T,
        base[1:2, 3],
        np.broadcast_to(base[0], (3, 6)),
        base[2, 2:3],
    ]:
        extent = memory_extent(view)
        memory = np.array(extent.region, copy=True)
        again = np.ndarray(view.shape, view.dtype, memory, extent.offset, extent.strides)
        assert np.array_equal(again, view)


@pytest.mark.parametrize(
    ("layout", "strides"),
    [
        ("C", (96, 32, 8)),
        ("F", (8, 16, 48)),
        ("transposed", (8, 16, 48)),
        ("strided", (768, 128, 16)),
        ("reversed", (-96, -32, -8)),
        ("F+reversed", (-8, -16, -48)),
        ("readonly+F", (8, 16, 48)),
        ("unaligned", (96, 32, 8)),
    ],
)
def test_strides(layout: str, strides: tuple[int, ...]) -> None:
    array = arrange(numbered((2, 3, 4)), parse_layout(layout))
    assert array.strides == strides


def test_an_unaligned_array_is_one_byte_off() -> None:
    array = arrange(numbered((3,)), parse_layout("unaligned"))
    assert not array.flags.aligned
    assert array.ctypes.data % 8 == 1


def test_gaps_are_filled_with_something_that_shows() -> None:
    array = arrange(np.zeros(3), parse_layout("strided"))
    between = memory_extent(array).region.view(np.float64)
    assert between[1] > 1e300
    assert between[0] == between[2] == 0


def test_strides_of_empty_arrays_are_ours_and_not_numpys() -> None:
    assert arrange(np.zeros((0, 4)), parse_layout("C")).strides == (32, 8)
    assert arrange(np.zeros((4, 0)), parse_layout("C")).strides == (8, 8)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Fortran", "unknown layout 'Fortran'"),
        ("strideed", "unknown layout 'strideed'; did you mean 'strided'?"),
        ("", "unknown layout ''"),
        ("F+", "unknown layout ''"),
        ("C+F", "C and F exclude each other"),
        ("F+readonly+F", "the layout 'F+readonly+F' names one thing twice"),
    ],
)
def test_a_layout_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(CaseError) as raised:
        parse_layout(text)
    assert str(raised.value).startswith(message)
