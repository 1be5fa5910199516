"""Every type that the format may use, read and refused."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pytest

from grader.errors import Location
from grader.problem.fields import AtLeast, NotEmpty, OneAlone
from grader.problem.reader import read_as
from grader.problem.yaml import Document, parse_yaml


@dataclasses.dataclass(frozen=True)
class Inner:
    name: str
    inner: Mapping[str, Inner] | None = None
    class_: int = 0


@dataclasses.dataclass(frozen=True)
class Outer:
    text: str = ""
    whole: int = 0
    real: float = 0.0
    truth: bool = False
    word: Literal["red", "green"] = "red"
    version: Literal[1] = 1
    anything: Any = None
    maybe: Annotated[float, AtLeast(0)] | None = None
    words: Annotated[tuple[str, ...], OneAlone(), NotEmpty()] = ()
    parts: tuple[Inner, ...] = ()
    table: Mapping[str, int] = dataclasses.field(default_factory=dict)
    part: Inner | None = None


def read(text: str):
    document, findings = parse_yaml(text.encode(), "f")
    assert findings == []
    outer, findings = read_as(Outer, document)
    return outer, [str(finding).removeprefix("f:") for finding in findings]


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("text: no", "text", "no"),
        ("whole: 0x10", "whole", 16),
        ("real: 1e-9", "real", 1e-9),
        ("real: 2", "real", 2.0),
        ("truth: true", "truth", True),
        ("word: green", "word", "green"),
        ("version: 1", "version", 1),
        ("anything: [1, {a: null}]", "anything", [1, {"a": None}]),
        ("maybe: null", "maybe", None),
        ("maybe: 1", "maybe", 1.0),
        ("words: a", "words", ("a",)),
        ("words: [a, b]", "words", ("a", "b")),
        ("parts: []", "parts", ()),
        ("parts: [{name: a}]", "parts", (Inner("a"),)),
        ("table: {a: 1, b: 2}", "table", {"a": 1, "b": 2}),
        ("part: {name: a, inner: {b: {name: c, class: 3}}}", "part",
         Inner("a", {"b": Inner("c", None, 3)})),
    ],
)  # fmt: skip
def test_right(text, field, value):
    outer, found = read(text)
    assert found == []
    assert outer == dataclasses.replace(Outer(), **{field: value})
    assert type(getattr(outer, field)) is type(value)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("text: 5", ["1:7: text must be text, not 5; write it in quotes"]),
        ("text: [a]", ["1:7: text must be text, not a list"]),
        ("text: null", ["1:7: text has no value"]),
        ("whole: 1.0", ["1:8: whole must be a whole number, not 1.0"]),
        ("whole: true", ["1:8: whole must be a whole number, not true"]),
        ("real: '1'", ["1:7: real must be a number, not text '1'"]),
        ("real: false", ["1:7: real must be a number, not false"]),
        ("real: .nan", ["1:7: real must be a finite number, not nan"]),
        ("real: 1" + "0" * 400, ["1:7: real must be a finite number, not inf"]),
        ("truth: 1", ["1:8: truth must be true or false, not 1"]),
        ("word: gren", ["1:7: word must be red or green, not text 'gren'; did you mean 'green'?"]),
        ("word: [red]", ["1:7: word must be red or green, not a list"]),
        ("version: true", ["1:10: version must be 1, not true"]),
        ("version: 1.0", ["1:10: version must be 1, not 1.0"]),
        ("maybe: -1", ["1:8: maybe must be at least 0, not -1"]),
        ("words: []", ["1:8: words must not be empty"]),
        ("words: [a, 1]", ["1:12: words[1] must be text, not 1; write it in quotes"]),
        ("parts: {name: a}", ["1:8: parts must be a list, not a mapping"]),
        ("parts: [a, {}, {name: 1, x: 2, y: 3}]", [
            "1:26: parts[2]: unknown key 'x'; known here: name, inner, class",
            "1:32: parts[2]: unknown key 'y'; known here: name, inner, class",
            "1:9: parts[0] must be a mapping, not text 'a'",
            "1:12: parts[1]: key 'name' is missing",
            "1:23: name must be text, not 1; write it in quotes",
        ]),
        ("table: {a: x, 1: 2}", [
            "1:12: a must be a whole number, not text 'x'",
            "1:15: key 1 must be text; write it in quotes",
        ]),
        ("part: {nam: a, class_: 1}", [
            "1:8: part: unknown key 'nam'; did you mean 'name'?",
            "1:16: part: unknown key 'class_'; did you mean 'class'?",
        ]),
        ("- a", ["1:1: the file must be a mapping, not a list"]),
        ("null", ["1:1: the file has no value"]),
        ("1: 2", ["1:1: unknown key 1"]),
    ],
)  # fmt: skip
def test_wrong(text, found):
    outer, told = read(text)
    assert sorted(told) == sorted(found)
    if text != "1: 2":
        assert outer is None


def test_unknown_keys_are_left_out():
    outer, found = read("hole: 3\nwhole: 4")
    assert outer == Outer(whole=4)
    assert found == ["1:1: unknown key 'hole'; did you mean 'whole'?"]


def test_a_type_that_is_not_of_the_format_is_our_own_mistake():
    @dataclasses.dataclass(frozen=True)
    class Odd:
        when: complex

    Odd.__annotations__["when"] = complex
    with pytest.raises(AssertionError, match="is not a type of the format"):
        read_as(Odd, Document({"when": 1}, {(): Location("f")}, {}, {}))
