"""The generator against a second implementation, and against chance."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.cases import stream as module
from grader.cases.stream import Stream, stream_key

MASK = 2**64 - 1
COUNT = 1 << 16


def split_mix(state: int, count: int) -> list[int]:
    """SplitMix64 as its authors write it, one word at a time."""
    words = []
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        words.append(z ^ (z >> 31))
    return words


def test_the_second_implementation_gives_the_published_words() -> None:
    assert split_mix(1234567, 5) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(st.text(max_size=8), st.lists(st.integers(0, 40), max_size=5))
def test_words_are_those_of_splitmix_however_they_are_taken(name: str, counts: list[int]) -> None:
    stream = Stream(7, name)
    taken = [int(word) for count in counts for word in stream.words(count)]
    assert taken == split_mix(stream_key(7, name), sum(counts))


def test_words_do_not_depend_on_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 2 * module._BLOCK + 5
    whole = Stream("a").words(count), Stream("a").normal((count,))
    monkeypatch.setattr(module, "_BLOCK", 64)
    assert np.array_equal(Stream("a").words(count), whole[0])
    assert np.array_equal(Stream("a").normal((count,)), whole[1])
    assert [int(w) for w in whole[0][-3:]] == split_mix(stream_key("a"), count)[-3:]


def test_names_do_not_run_together() -> None:
    keys = {stream_key(*names) for names in [("a", "b"), ("ab",), ("a", "", "b"), ("a:b",), ()]}
    assert len(keys) == 5
    assert stream_key(1, "x") == stream_key("1", "x")


def test_uniforms_fill_the_unit_interval_evenly() -> None:
    values = Stream("uniform").uniform((COUNT,))
    assert values.min() >= 0
    assert values.max() < 1
    assert np.array_equal(values * 2.0**53, np.floor(values * 2.0**53))
    counts = np.bincount((values * 64).astype(int), minlength=64)
    chi2 = float(((counts - COUNT / 64) ** 2).sum() / (COUNT / 64))
    assert 63 - 6 * math.sqrt(126) < chi2 < 63 + 6 * math.sqrt(126)


def test_neighbours_and_streams_are_not_correlated() -> None:
    one, other = (Stream("f", i).uniform((COUNT,)) - 0.5 for i in range(2))
    for a, b in [(one[1:], one[:-1]), (one, other), (one[: COUNT // 2], one[COUNT // 2 :])]:
        assert abs(float((a * b).mean()) * 12) < 6 / math.sqrt(len(a))


def test_every_bit_is_fair() -> None:
    words = Stream("bits").words(COUNT)
    for bit in range(64):
        ones = int(((words >> np.uint64(bit)) & np.uint64(1)).sum())
        assert abs(ones - COUNT / 2) < 6 * math.sqrt(COUNT) / 2


def test_normals_have_the_moments_of_a_sum_of_four_uniforms() -> None:
    values = Stream("normal").normal((4 * COUNT,))
    moments = [float((values**power).mean()) for power in (1, 2, 3, 4)]
    assert np.allclose(moments, [0, 1, 0, 2.7], atol=0.03)
    assert abs(values).max() < 2 * math.sqrt(3)
    assert len(np.unique(values)) > 4 * COUNT - 20


@given(st.integers(-(2**63), 2**63 - 1), st.integers(0, 2**63 - 2))
def test_whole_numbers_stay_in_their_range(low: int, width: int) -> None:
    high = min(low + width, 2**63 - 1)
    values = Stream(low, width).integers(low, high, (50,))
    assert low <= int(values.min()) <= int(values.max()) <= high


def test_whole_numbers_are_equally_likely() -> None:
    counts = np.bincount(Stream("dice").integers(0, 5, (60_000,)), minlength=6)
    assert abs(counts - 10_000).max() < 6 * 92


def test_an_order_has_every_number_once() -> None:
    order = Stream("order").order(1000)
    assert sorted(order.tolist()) == list(range(1000))
    assert order.tolist() != list(range(1000))


def test_shapes_without_elements_and_of_one_element() -> None:
    stream = Stream("shapes")
    assert stream.uniform((0, 3)).shape == (0, 3)
    assert stream.normal(()).shape == ()
    assert stream.integers(4, 4, ()).tolist() == 4
