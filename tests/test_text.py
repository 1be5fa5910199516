"""What is shown as it is and what is escaped, and JSON that every reader reads."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.text import clean, json_text

ANYTHING = st.text(st.characters(codec=None, exclude_categories=()))
TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text", "plain text"),
        ("Zoë 山田　太郎 \xa0 נועה", "Zoë 山田　太郎 \xa0 נועה"),
        ("می\u200cخواهم", "می\u200cخواهم"),  # a joiner that the script needs
        ("\x1b[31mred\x07", r"\x1b[31mred\x07"),
        ("a\rb\x08\x7f\x85\x9b", r"a\rb\x08\x7f\x85\x9b"),
        ("a\u202eb\ufeff\u200b", r"a\u202eb\ufeff\u200b"),
        ("\ud83d half", r"\ud83d half"),
        ("\u2028\u2029\ufffe\U000e0041", r"\u2028\u2029\ufffe\U000e0041"),
        ("two\nlines\tand", r"two\nlines\tand"),
    ],
)
def test_what_is_shown(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_lines_and_length() -> None:
    assert clean("a\n\tb\r\n", lines=True) == "a\n\tb\\r\n"
    assert clean("abcd", 4) == "abcd"
    assert clean("abcde", 4) == "abcd…"
    assert clean("\x1b" * 3, 2) == r"\x1b\x1b…"


@given(ANYTHING)
def test_what_is_clean_has_nothing_to_escape(text: str) -> None:
    shown = clean(text)
    assert clean(shown) == shown
    assert not set(shown) & set(TURNING)
    shown.encode("utf-8")
    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in shown)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANYTHING,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANYTHING, inner, max_size=3),
    max_leaves=8,
)


def expected(value: Any) -> Any:
    """What a strict reader finds: no number that is none, no half of a pair."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, str):
        return "".join(rf"\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in value)
    if isinstance(value, list):
        return [expected(part) for part in value]
    if isinstance(value, dict):
        return {expected(key): expected(part) for key, part in value.items()}
    return value


@given(VALUES, st.sampled_from([None, 2]))
def test_json_is_strict_and_ascii(value: Any, indent: int | None) -> None:
    text = json_text(value, indent=indent)
    assert text.isascii()
    assert text.replace("\n", "").isprintable()

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is not JSON")

    assert json.loads(text, parse_constant=refuse) == expected(value)


def test_json_asks_for_what_it_does_not_know() -> None:
    class Point:
        x = math.nan

    assert json_text([Point()], default=lambda point: {"x": point.x}) == '[{"x":"nan"}]'
    with pytest.raises(TypeError, match="not JSON serializable"):
        json_text({1, 2})
