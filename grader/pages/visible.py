"""Signs that a page must not pass on: they are invisible, or change what stands around them.

Names, paths and what a program wrote come from people whom nobody has checked. A page shows
such signs as Python would write them.
"""

from __future__ import annotations

import re

#: Control characters but line ends and tabs, halves of surrogate pairs, line separators of
#: Unicode, and what turns the direction of all text up to its end.
_HIDDEN = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
#: Marks of a direction, which a text that runs from right to left may need.
_MARKS = "\u200e\u200f\u061c"
_ALWAYS = re.compile(f"[{_HIDDEN}]")
_WITH_MARKS = re.compile(f"[{_HIDDEN}{_MARKS}]")


def visible(text: str, *, marks: bool = False) -> str:
    """The text with such signs escaped; ``marks``: whether those of a direction may stay."""
    if text.isascii() and text.isprintable():
        return text
    return (_ALWAYS if marks else _WITH_MARKS).sub(_escaped, text.replace("\r\n", "\n"))


def _escaped(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape", "surrogatepass").decode("ascii")
