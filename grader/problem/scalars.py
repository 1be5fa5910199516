"""What a YAML scalar means: the core schema of YAML 1.2, section 10.3.2.

PyYAML follows YAML 1.1, where ``no`` is false, ``012`` is ten, ``1:30`` is ninety,
``2024-01-01`` is a date and ``1e-9`` is a string. None of that holds here.
"""

from __future__ import annotations

import math
import re

#: Digits of the longest integer that is read; no exercise needs more, and reading one takes
#: time that grows with the square of its length.
MAX_DIGITS = 1000

_WORDS: dict[str, bool | float | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan),
    **{sign + inf: math.inf for sign in ("", "+") for inf in (".inf", ".Inf", ".INF")},
    **{"-" + inf: -math.inf for inf in (".inf", ".Inf", ".INF")},
}
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NUMBER_START = frozenset("+-.0123456789")

#: A backslash and a letter in a double-quoted scalar, not itself escaped.
_LETTER_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\([A-Za-z])")


def resolve(text: str) -> str | int | float | bool | None:
    """The value of a scalar that stands without quotes.

    Raises ValueError, with a sentence, for a number that cannot be held.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBER_START:
        return text
    if _DECIMAL.fullmatch(text):
        if len(text) > MAX_DIGITS:
            raise ValueError(f"an integer of {len(text)} characters; at most {MAX_DIGITS} are read")
        return int(text)
    if _OCTAL.fullmatch(text) or _HEXADECIMAL.fullmatch(text):
        if len(text) > MAX_DIGITS:
            raise ValueError(f"an integer of {len(text)} characters; at most {MAX_DIGITS} are read")
        return int(text, 0)
    if _FLOAT.fullmatch(text):
        value = float(text)
        if math.isinf(value):
            raise ValueError(f"{text} is too large for float64; write .inf if infinity is meant")
        return value
    return text


def tex_escape(source: str, value: str) -> str | None:
    r"""The first escape that has eaten a TeX command in a double-quoted scalar, or None.

    ``"$\theta$"`` is a tab followed by ``heta``. ``source`` is the scalar as it is written.
    Text without a pair of dollar signs may have its ``\n``; text with one surely means TeX.
    """
    found = _LETTER_ESCAPE.search(source)
    return "\\" + found[1] if found and value.count("$") > 1 else None
