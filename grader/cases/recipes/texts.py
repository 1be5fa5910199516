"""Recipes of words and texts."""

from __future__ import annotations

import numpy as np

from grader.cases.case_errors import CaseError
from grader.cases.recipes.registry import Target, pick, recipe, whole_range
from grader.cases.stream import Array

_LIST = """
the cat sat on a mat and dog ran to it sun moon star rain wind snow tree leaf root river stone
bird fish horse wolf bear apple bread milk salt one two three four five red green blue black white
big small old new fast slow day night north south east west open close give take
"""
#: In the order in which ``words 10`` takes the first ten.
WORDS: tuple[str, ...] = tuple(_LIST.split())

#: Of one text.
MAX_WORDS = 1000


@recipe()
def words(target: Target, count: int = len(WORDS)) -> Array:
    """One lower-case word in each place, from a list of ``count``: few make them repeat."""
    return pick(target, _vocabulary(count), object)


@recipe()
def texts(target: Target, low: int = 1, high: int = 6, count: int = len(WORDS)) -> Array:
    """Texts of ``low`` to ``high`` words with a blank between, from a list of ``count`` words."""
    whole_range(low, high)
    if low < 0 or high > MAX_WORDS:
        raise CaseError(f"a text has 0 to {MAX_WORDS} words, not {low} to {high}")
    vocabulary = np.array(_vocabulary(count), object)
    out = np.empty(target.shape, object)
    for index in np.ndindex(*target.shape):
        length = int(target.stream.integers(low, high, ()))
        picked = target.stream.integers(0, count - 1, (length,))
        out[index] = " ".join(vocabulary[picked])
    return out


def _vocabulary(count: int) -> tuple[str, ...]:
    if not 1 <= count <= len(WORDS):
        raise CaseError(f"there are 1 to {len(WORDS)} words to draw from, not {count}")
    return WORDS[:count]
