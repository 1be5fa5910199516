"""What is written where an encoding has no sign, and that nothing fails to be written."""

from __future__ import annotations

import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.signs import forgiving

ENCODINGS = ("ascii", "latin-1", "cp1252", "cp437", "cp932", "utf-8", "koi8-r", "gbk", "cp037")


def written(text: str, encoding: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a reader of that encoding sees of it."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding, newline="\n")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", stream)
        with forgiving():
            sys.stdout.write(text)
    stream.flush()
    return raw.getvalue().decode(encoding)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("✓ one\n✗ two", "ok one\nx  two"),
        ("all ✓\nnone ✗\n✓✗✓✓", "all ok\nnone x\n.x.."),
        ("xW₁₂ + 10⁻⁹ x² ⁿ", "xW_12 + 10^-9 x^2 ^n"),
        ("m̂ and x̄", "m_hat and x_bar"),
        ("Zoë Łukasz Groß Æ", "Zoe Lukasz Gross AE"),
        ("Zoe\u0308", "Zoe"),
        ("α Ω ς ϵ ℝ ℓ ﬁ", "alpha Omega sigma epsilon R l fi"),
        ("‘a’ “b” – — … •", "'a' \"b\" - -- ... *"),
        ("a ≤ b → c ≠ ∞", "a <= b -> c != inf"),
        ("⎡1⎤⎢2⎥⎣3⎦ ─│┼", "[1][2][3] -|+"),
        ("中😀", r"\u4e2d\U0001f600"),
        ("\ud800", r"\ud800"),
    ],
)
def test_ascii(text: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert written(text, "ascii", monkeypatch) == shown


def test_an_encoding_keeps_the_signs_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    assert written("Zoë – √2 ✓", "cp1252", monkeypatch) == "Zoë – sqrt2 ok"
    assert written("Zoë – √2 ✓", "cp437", monkeypatch) == "Zoë - √2 ok"
    assert written("Zoë – √2 ✓ 中", "cp932", monkeypatch) == "Zoe - √2 ok 中"
    assert written("Zoë – √2 ✓ 中", "utf-8", monkeypatch) == "Zoë – √2 ✓ 中"


@given(st.text(st.characters(codec=None, exclude_categories=())), st.sampled_from(ENCODINGS))
def test_everything_can_be_written(text: str, encoding: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        written(text, encoding, patch)


def test_afterwards_streams_are_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    with forgiving():
        assert stream.errors != "strict"
    assert stream.errors == "strict"
    with pytest.raises(UnicodeEncodeError):
        stream.write("✓")
