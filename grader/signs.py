"""What to write where an encoding has no sign for a character: ``✓`` is ``ok`` in ASCII.

Terminals and pipes may have any encoding (on Windows usually one of 256 characters, or Shift JIS).
Python asks an error handler what to write instead of each run of characters that it cannot encode:
:func:`forgiving` makes ours the handler of the standard streams, so that whatever writes to them
needs to know nothing of encodings.
"""

from __future__ import annotations

import codecs
import io
import re
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

from grader.text import escape

_HANDLER = "grader.signs"
#: Marks: in words where they stand alone, as dots where they stand close together.
_MARKS = {"✓": ("ok", "."), "✗": ("x", "x")}
_SIGNS = {
    "…": "...", "⋯": "...", "–": "-", "—": "--", "‐": "-", "‑": "-", "−": "-",
    "‘": "'", "’": "'", "‚": ",", "“": '"', "”": '"', "„": '"', "′": "'", "″": "''",
    "«": "<<", "»": ">>", "‹": "<", "›": ">", "•": "*", "·": "-", "⋅": "*", "×": "x", "÷": "/",
    "±": "+/-", "∓": "-/+", "∗": "*", "∘": "o", "⊙": "(.)", "⊗": "(x)", "⊕": "(+)",
    "→": "->", "←": "<-", "⟶": "-->", "⟵": "<--", "↦": "|->", "⇒": "=>", "⟹": "==>", "⇔": "<=>",
    "⟺": "<==>", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~=", "≃": "~=", "≅": "~=", "∼": "~",
    "≪": "<<", "≫": ">>", "≡": "==", "≔": ":=", "∝": "~", "∈": "in", "∉": "not in", "⊂": "<",
    "⊆": "<=", "∪": "|", "∩": "&", "∧": "and", "∨": "or", "¬": "not ", "∀": "all", "∃": "some",
    "∞": "inf", "√": "sqrt", "∛": "cbrt", "∑": "sum", "∏": "prod", "∫": "int", "∂": "d",
    "∇": "grad ", "∣": "|", "∥": "||", "‖": "||", "⊤": "T", "⌊": "floor(", "⌋": ")",
    "⌈": "ceil(", "⌉": ")", "⟨": "<", "⟩": ">", "ß": "ss", "€": "EUR", "©": "(c)",
    "\u0302": "_hat", "\u0303": "_tilde", "\u0304": "_bar", "\u0305": "_bar", "\u0307": "_dot",
    "\u20d7": "_vec",
}  # fmt: skip
_LETTER = re.compile(r"(LATIN|GREEK) (SMALL|CAPITAL) LETTER (?:FINAL )?([A-Z]+)(?: WITH .*)?")
#: Parts of large brackets and of tables, by what their names begin or end with.
_SHAPES = {
    "LEFT SQUARE BRACKET": "[", "LEFT PARENTHESIS": "(", "LEFT CURLY BRACKET": "{",
    "RIGHT SQUARE BRACKET": "]", "RIGHT PARENTHESIS": ")", "RIGHT CURLY BRACKET": "}",
    "LIGHT HORIZONTAL": "-", "HEAVY HORIZONTAL": "-", "DOUBLE HORIZONTAL": "=",
    "LIGHT VERTICAL": "|", "HEAVY VERTICAL": "|", "DOUBLE VERTICAL": "|", "BOX DRAWINGS": "+",
}  # fmt: skip


@contextmanager
def forgiving() -> Iterator[None]:
    """Within it, nothing that is written to the standard streams fails for their encoding."""
    codecs.register_error(_HANDLER, _instead)
    streams = [(s, s.errors) for s in (sys.stdout, sys.stderr) if isinstance(s, io.TextIOWrapper)]
    for stream, _ in streams:
        stream.reconfigure(errors=_HANDLER)
    try:
        yield
    finally:
        for stream, errors in streams:
            if stream in (sys.stdout, sys.stderr):  # not one whose reader went away
                stream.reconfigure(errors=errors)


def _instead(error: UnicodeError) -> tuple[str, int]:
    """What to write for a run of characters, as :func:`codecs.register_error` asks for it."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object
    return "".join(spelled(text, at) for at in range(error.start, error.end)), error.end


def spelled(text: str, at: int) -> str:
    """The character at an index of a text, in ASCII."""
    char = text[at]
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if char in _MARKS:
        word, dot = _MARKS[char]
        if before in _MARKS or after in _MARKS:
            return dot
        return word.ljust(2) if after == " " else word
    if char in _SIGNS:
        return _SIGNS[char]
    raised = _level(char)
    if raised:
        plain = "".join(_plain(part) for part in unicodedata.normalize("NFKD", char))
        return plain if before and _level(before) == raised else raised + plain
    return _plain(char)


def _level(char: str) -> str:
    """``^`` for a raised character, ``_`` for a lowered one."""
    kind = unicodedata.decomposition(char).partition(" ")[0]
    return {"<super>": "^", "<sub>": "_"}.get(kind, "")


def _plain(char: str) -> str:
    """The letters below the accents, a name, or a number."""
    if char in _SIGNS:
        return _SIGNS[char]
    if unicodedata.combining(char):
        return ""
    parts = [c for c in unicodedata.normalize("NFKD", char) if not unicodedata.combining(c)]
    if parts and "".join(parts).isascii():
        return "".join(parts)
    name = unicodedata.name(parts[0] if len(parts) == 1 else char, "")
    if found := _LETTER.fullmatch(name):
        return found[3].lower() if found[2] == "SMALL" else _capital(found[1], found[3])
    for words, shape in _SHAPES.items():
        if name.startswith(words) or name.endswith(words):
            return shape
    return escape(char)


def _capital(script: str, name: str) -> str:
    return name if script == "LATIN" else name.capitalize()
