"""Text and JSON on the way out: what nobody of ours wrote must do no harm where it is shown.

File names, exceptions, class names and ids come from people whom nobody knows. One function says
which of their characters are shown as they are, and every writer of ours asks it.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

#: Shown although ``str.isprintable`` says no: they join and part letters in many scripts.
_JOINERS = "\u200c\u200d"
_NOT_ASCII = re.compile(r"[^\n -~]")


def clean(text: str, limit: int | None = None, *, lines: bool = False) -> str:
    """``text`` with everything unprintable escaped, and cut at ``limit`` characters.

    Escaped are control characters (so no terminal sequence survives), marks that turn the
    direction of writing, what has no width, and lone surrogates. Line ends and tabs stay when
    ``lines``.
    """
    cut = text[:limit]
    if not (cut.isascii() and cut.isprintable()):
        keep = _JOINERS + "\n\t" if lines else _JOINERS
        cut = "".join(char if _is_shown(char) or char in keep else escape(char) for char in cut)
    return cut + "…" if limit is not None and len(text) > limit else cut


def _is_shown(char: str) -> bool:
    return char.isprintable() or unicodedata.category(char) == "Zs"


def escape(char: str) -> str:
    r"""A character as Python's source would have it: ``\x1b``, ``\u202e``."""
    return char.encode("unicode_escape", "surrogatepass").decode("ascii")


def json_text(
    data: Any, *, indent: int | None = None, default: Callable[[Any], Any] | None = None
) -> str:
    r"""``data`` as strict JSON in ASCII, which no encoding of a terminal or pipe can break.

    JSON has no infinity and no NaN: they become texts. Half of a surrogate pair is no character:
    it becomes the six characters ``\ud800``. ``default`` is asked for what JSON does not know.
    """

    def dump(value: Any) -> str:
        separators = None if indent else (",", ":")
        return json.dumps(
            value, ensure_ascii=False, allow_nan=False,
            indent=indent, separators=separators, default=default,
        )  # fmt: skip

    try:
        text = dump(data)
    except ValueError:  # a number that is none
        text = dump(_finite(data, default))
    return _NOT_ASCII.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    """A character inside a JSON text."""
    char = match[0]
    if "\ud800" <= char <= "\udfff":
        return rf"\\u{ord(char):04x}"
    return json.dumps(char)[1:-1]


def _finite(value: Any, default: Callable[[Any], Any] | None) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {key: _finite(part, default) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(part, default) for part in value]
    if value is None or default is None or isinstance(value, (str, int)):
        return value
    return _finite(default(value), default)
