"""What a student is told of a known mistake, and how a page finds the parts of it again.

Results are kept with one sentence in English around the instructor's words; a page in
another language says the same around the same words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

#: How the words of a mistake begin of which the student has all numbers and exceptions.
EXACTLY = "Your results are exactly those of this mistake: "
_OR = " Or: "
_READ_ON = re.compile(r"(?P<words>.*?)(?: \(See “(?P<title>[^“”]+)” in the theory\.\))?", re.DOTALL)


class KnownMistake(NamedTuple):
    """The instructor's words for a mistake, and the heading in the theory where to read on."""

    words: str
    title: str = ""


def words_of(mistake: KnownMistake) -> str:
    """What is said of one mistake."""
    words, title = mistake
    return f"{words} (See “{title}” in the theory.)" if title else words


def say_exactly(texts: Sequence[str]) -> str:
    """That the numbers are those of a mistake, or of two that the cases cannot tell apart."""
    return EXACTLY + _OR.join(texts)


def mistakes_in(likely: str) -> tuple[KnownMistake, ...]:
    """The known mistakes that a likely cause is made of; none where it is of another kind."""
    if not likely.startswith(EXACTLY):
        return ()
    found = []
    for text in likely.removeprefix(EXACTLY).split(_OR):
        match = _READ_ON.fullmatch(text)
        assert match is not None, "every text is words and perhaps a heading"
        found.append(KnownMistake(match["words"], match["title"] or ""))
    return tuple(found)
