"""Languages: complete, and a course's own."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

from grader.errors import ProblemError
from grader.pages.messages import BASE, FOLDER, messages_for

SHIPPED = sorted(path.stem for path in FOLDER.glob("*.yaml"))


def locations(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", SHIPPED)
def test_a_language_has_every_key_with_the_same_places(language: str) -> None:
    base, messages = messages_for(BASE).strings, messages_for(language).strings
    assert list(messages) == list(base)
    for key, text in messages.items():
        assert isinstance(text, str), key
        assert locations(text) == locations(base[key]), key
    assert messages["direction"] in ("ltr", "rtl")
    assert len(messages["quotes"]) == 4


def test_english_and_one_more_language_are_shipped() -> None:
    assert {"de", "en"} <= set(SHIPPED)
    german, english = messages_for("de").strings, messages_for("en").strings
    same = {key for key in german if german[key] == english[key]}
    names = {"direction", "parameter", "tests", "code"}
    formats = {"format_pdf", "format_ipynb", "format_md"}
    assert same <= names | formats


def test_a_course_changes_a_string(tmp_path: Path) -> None:
    (tmp_path / "en.yaml").write_text("hints: Nudges\n")
    assert messages_for("en", tmp_path)["hints"] == "Nudges"
    assert messages_for("en", tmp_path)["pitfalls"] == "Pitfalls"


def test_a_course_brings_a_language(tmp_path: Path) -> None:
    text = (FOLDER / "en.yaml").read_text("utf-8").replace("direction: ltr", "direction: rtl")
    (tmp_path / "he.yaml").write_text(text, encoding="utf-8")
    assert messages_for("he", tmp_path).direction == "rtl"


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "hnits: Nudges", "unknown key 'hnits'"),
        ("he", "hints: Nudges", "key 'theory' is missing"),
        ("en", "hints: 3", "'hints' must be text"),
        ("en", "hint_n: Hint {nubmer}", "other places in braces"),
        ("en", "hint_n: Hint {number", "other places in braces"),
        ("en", "- a list", "must hold keys and strings"),
        ("en", "a: b: c", "cannot be read"),
    ],
)
def test_a_faulty_language_file(tmp_path: Path, language: str, text: str, said: str) -> None:
    (tmp_path / f"{language}.yaml").write_text(text)
    with pytest.raises(ProblemError) as caught:
        messages_for(language, tmp_path)
    assert said in str(caught.value)


def test_a_language_nobody_has() -> None:
    with pytest.raises(ProblemError, match="no such language; known are de, en"):
        messages_for("tlh")
