from __future__ import annotations

import numpy as np
import pytest

from grader.numerics.pattern import pattern


def mask(shape: tuple[int, ...], *locations: object) -> np.ndarray:
    bad = np.zeros(shape, dtype=bool)
    for place in locations:
        bad[place] = True
    return bad


CASES = [
    (mask((2, 3), ...), "every element"),
    (mask((2, 3)), ""),
    (mask((), ...), ""),
    (mask((2, 3), (1, 2)), "only element [1, 2]"),
    (mask((2, 3, 4), np.s_[:, 1:]), "axis 1: every index but the first"),
    (mask((2, 3, 4), np.s_[:, :-1]), "axis 1: every index but the last"),
    (mask((3, 5), np.s_[:, [0, 1, 3, 4]]), "axis 1: every index but 2"),
    (mask((3, 5), np.s_[0]), "axis 0: only the first index"),
    (mask((3, 5), np.s_[2]), "axis 0: only the last index"),
    (mask((3, 5), np.s_[1]), "axis 0: only index 1"),
    (mask((3, 8), np.s_[:, 2:5]), "axis 1: indices 2 to 4"),
    (mask((3, 8), np.s_[:, 1::2]), "axis 1: every second index from 1"),
    (mask((3, 9), np.s_[:, ::3]), "axis 1: every third index from 0"),
    (mask((3, 9), np.s_[:, ::4]), "axis 1: every 4th index from 0"),
    (mask((2, 9), np.s_[:, [0, 1, 4, 7]]), "axis 1: indices 0, 1, 4, 7"),
    (mask((2, 40), np.s_[:, [*range(10), 20, 30]]), "axis 1: 12 of 40 indices"),
    (mask((3, 3), (0, 1), (1, 2), (2, 0)), "scattered"),
    (mask((4, 4), (1, 0), (1, 2), (1, 3)), "axis 0: only index 1, in part; "
     "axis 1: every index but 1, in part"),
    (mask((5,), np.s_[1:]), "every index but the first"),
]  # fmt: skip


@pytest.mark.parametrize(("bad", "words"), CASES)
def test_words(bad: np.ndarray, words: str) -> None:
    if bad.ndim == 1 and words:
        words = f"axis 0: {words}"
    assert pattern(bad) == words
