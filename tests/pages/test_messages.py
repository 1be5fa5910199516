"""Languages: complete, and a course's own."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from grader.errors import ProblemError
from grader.judge.disclosure import SECRET_WORDS
from grader.pages.messages import BASE, FOLDER, messages_for
from grader.verdict import Reason, Verdict

GRADER = Path(__file__).parents[2] / "grader"
#: Keys in templates; how modules and templates name several at a time.
_NAMED = re.compile(r"\bmessages\.(\w+)")
_GOT = re.compile(r"\bmessages\.(?:get|plural)\(\s*\"(\w+)\"")
_FAMILY = re.compile(r"(?:messages\[|messages\.(?:get|plural)\(|strings\[|key = )f?\"(\w+_)[{\"]")
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
    words = {
        "direction",
        "parameter",
        "tests",
        "code",
        "class_name",
        "result_index",
        "logo",
        "export_test",
    }
    formats = {"format_pdf", "format_ipynb", "format_md", "percent", "count_times"}
    reasons = {"reason_DTYPE", "reason_SYNTAX", "reason_IMPORT"}
    assert same - {"export_test"} <= words | formats | reasons


@pytest.mark.parametrize("language", SHIPPED)
def test_verdicts_and_reasons_have_names(language: str) -> None:
    messages = messages_for(language)
    named = [messages.verdict(verdict) for verdict in Verdict]
    named += [messages.reason(reason) for reason in Reason]
    assert all(named)
    assert messages.verdict(None) == messages["verdict_none"]


def test_in_english_verdicts_and_reasons_are_called_as_in_results() -> None:
    messages = messages_for("en")
    assert [messages.verdict(verdict) for verdict in Verdict] == [v.value for v in Verdict]
    assert [messages.reason(reason) for reason in Reason] == [r.value for r in Reason]


def test_a_reason_by_its_name_in_a_store() -> None:
    assert messages_for("de").reason("shape") == "Form"
    assert messages_for("de").reason("") == messages_for("de").reason(None) == ""
    assert messages_for("de").reason("of an older version") == "of an older version"


def test_what_is_said_of_secret_cases_is_what_results_say() -> None:
    strings = messages_for("en").strings
    told = {k.removeprefix("told_"): v for k, v in strings.items() if k.startswith("told_")}
    assert told == {reason.name: words for reason, words in SECRET_WORDS.items()}


@pytest.mark.parametrize(
    ("language", "value", "text"),
    [
        ("en", 12.5, "12.5"),
        ("de", 12.5, "12,5"),
        ("de", 100.0, "100"),
        ("de", 1234567, "1234567"),
        ("en", 6.66666, "6.667"),
    ],
)
def test_numbers_are_written_as_people_write_them(language: str, value: float, text: str) -> None:
    assert messages_for(language).number(value) == text


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "0 Aufgaben"), (1, "1 Aufgabe"), (2, "2 Aufgaben"), (2.5, "2,5 Aufgaben")],
)
def test_one_thing_and_several(count: float, said: str) -> None:
    assert messages_for("de").plural("problems", count) == said


def test_every_key_is_used_and_no_other_is_named() -> None:
    keys = set(messages_for(BASE).strings)
    templates = {path: path.read_text("utf-8") for path in GRADER.rglob("*.j2")}
    modules = {path: path.read_text("utf-8") for path in GRADER.rglob("*.py")}
    used = set(re.findall(r"\w+", "\n".join([*templates.values(), *modules.values()])))
    families = tuple(_FAMILY.findall("\n".join([*templates.values(), *modules.values()])))
    unused = {
        key for key in keys if key.removesuffix("_one") not in used and not key.startswith(families)
    }
    assert unused == set()
    methods = set(dir(messages_for(BASE)))
    for path, text in templates.items():
        named = set(_NAMED.findall(text)) | set(_GOT.findall(text))
        assert named - keys - methods == set(), path


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
        ("en", "hints: Nudges\nhints: Helps", "en.yaml:2:1: "),
        ("en", "direction: up", "en.yaml:1:1: 'direction' must be ltr or rtl"),
        ("en", "quotes: '\"\"'", "'quotes' must be four signs"),
        ("en", "decimal_mark: ''", "'decimal_mark' must be one sign"),
        ("en", "hnits: Nudges", "did you mean 'hints'"),
    ],
)
def test_a_faulty_language_file(tmp_path: Path, language: str, text: str, said: str) -> None:
    (tmp_path / f"{language}.yaml").write_text(text)
    with pytest.raises(ProblemError) as caught:
        messages_for(language, tmp_path)
    assert said in str(caught.value)


def test_a_language_of_a_region_is_that_language(tmp_path: Path) -> None:
    messages = messages_for("de-AT", tmp_path)
    assert messages.language == "de-AT"
    assert messages["hints"] == "Hinweise"
    (tmp_path / "de-AT.yaml").write_text("hints: Tipps\n")
    assert messages_for("de-AT", tmp_path)["hints"] == "Tipps"


def test_a_language_nobody_has() -> None:
    with pytest.raises(ProblemError, match="no such language; known are de, en"):
        messages_for("tlh")
