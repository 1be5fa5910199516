"""YAML by the rules of 1.2, with places, and one sentence for whatever is not that."""

from __future__ import annotations

import json
import math
import re
import string

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import Location
from grader.problem.yaml import MAX_BYTES, MAX_DEPTH, MAX_VALUES, parse_yaml, read_yaml


def value_of(text: str):
    document, diagnostics = parse_yaml(text.encode(), "f.yaml")
    assert diagnostics == []
    return document.value


def faults(data: str | bytes) -> list[str]:
    document, diagnostics = parse_yaml(data.encode() if isinstance(data, str) else data, "f.yaml")
    assert document is not None or diagnostics
    return [re.sub(r"^f\.yaml:(?=\d)", "", str(diagnostic)) for diagnostic in diagnostics]


SCALARS = {
    # YAML 1.1 would read each of these otherwise
    "no": "no",
    "yes": "yes",
    "on": "on",
    "off": "off",
    "y": "y",
    "012": 12,
    "1e-9": 1e-9,
    "1e3": 1000.0,
    "1:30": "1:30",
    "190:20:30": "190:20:30",
    "1_000": "1_000",
    "0b11": "0b11",
    "2024-01-01": "2024-01-01",
    "<<": "<<",
    "=": "=",
    # the core schema
    "true": True,
    "False": False,
    "TRUE": True,
    "tRUE": "tRUE",
    "null": None,
    "~": None,
    "": None,
    "NULL": None,
    "nULL": "nULL",
    "0": 0,
    "-0": 0,
    "+12": 12,
    "-7": -7,
    "0o17": 15,
    "0o8": "0o8",
    "0x1F": 31,
    "-0x1F": "-0x1F",
    ".5": 0.5,
    "5.": 5.0,
    "-1.5E+2": -150.0,
    "e5": "e5",
    "1e": "1e",
    ".": ".",
    ".inf": math.inf,
    "-.INF": -math.inf,
    "+.Inf": math.inf,
    "inf": "inf",
    "nan": "nan",
    "Infinity": "Infinity",
    "१२": "१२",  # digits, but not of ASCII
    "'1'": "1",
    r'"5$\n"': "5$\n",  # one dollar sign is no TeX
    '"true"': "true",
}


@pytest.mark.parametrize(("text", "value"), SCALARS.items(), ids=[repr(text) for text in SCALARS])
def test_scalar(text, value):
    read = value_of(f"a: {text}")["a"]
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize("text", [".nan", ".NaN", ".NAN"])
def test_nan(text):
    assert math.isnan(value_of(text))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_float_is_read_back(number):
    assert value_of(f"[{number!r}]") == [number]


@given(st.integers())
def test_every_integer_is_read_back(number):
    assert value_of(f"[{number}]") == [number]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(string.ascii_letters + string.digits + " _-.:é", max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(string.ascii_letters, min_size=1), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(JSON)
def test_json_is_yaml(tree):
    assert value_of(json.dumps(tree, ensure_ascii=False)) == tree


@given(JSON)
def test_what_pyyaml_writes_in_quotes_is_read_back(tree):
    text = yaml.safe_dump(tree, default_style='"', allow_unicode=True)
    if "!!" not in text:  # with this style it tags all that is no text
        assert value_of(text) == tree


FAULTS = {
    "nothing": ("", ["1:1: the file is empty"]),
    "comments only": ("# a\n", ["1:1: the file is empty"]),
    "two documents": (
        "a: 1\n---\nb: 2\n",
        ["2:1: a second document starts here; a problem file holds one"],
    ),
    "text after the document": (
        "a: 1\n...\nb\n",
        ["3:1: text after the end of the document; look at the indentation"],
    ),
    "tab as indentation": ("a:\n\t- b", ["2:1: a tab cannot indent; use spaces"]),
    "tab at the start": ("\ta: b", ["1:1: a tab cannot indent; use spaces"]),
    "two colons": (
        "a: b: c",
        [
            "1:5: a ':' makes no key here; indent the line like its neighbours, or put text that "
            "holds ': ' in quotes"
        ],
    ),
    "open quote": ("a: 1\nb: 'x\nc: 2\n", ["2:4: this quote is never closed"]),
    "open list": (
        "a: [1, 2\nb: 3",
        ["2:2: the list '[' is not closed; a ',' or ']' is missing here"],
    ),
    "open mapping": (
        "a: {b: 1",
        ["2:1: the mapping '{' is not closed; a ',' or '}' is missing here"],
    ),
    "quote in a quote": (
        "a: 'it's'",
        ["1:8: no key where one is expected; look at the indentation and the quotes up to here"],
    ),
    "key in a list": (
        "- a\nb: 1",
        ["2:1: no '- ' where the next entry of the list is expected; look at the indentation"],
    ),
    "list in a line": (
        "a: - b",
        ["1:4: a list starts here in the middle of a line; start it on a line of its own"],
    ),
    "backtick": ("a: `x`", ["1:4: text that starts with ` must be in quotes"]),
    "at": ("a: @x", ["1:4: text that starts with @ must be in quotes"]),
    "percent": ("a: %x", ["1:4: text that starts with % must be in quotes"]),
    "escape that is none": (
        r'a: "\alpha \mu"',
        [
            "1:12: a backslash in double quotes that is no escape; use single quotes or a | block "
            "for TeX"
        ],
    ),
    "TeX behind an escape": (
        'a: "$\\\\theta$"\nb: "$x \\times y$"',
        ["2:4: in double quotes \\t is an escape, not TeX; use single quotes or a | block"],
    ),
    "escape of a control character": ('a: "\\b"', ["1:4: character U+0008 is not allowed in text"]),
    "other version": ("%YAML 3.0\n---\na", ["1:1: only YAML 1.2 is read; delete this line"]),
    "tag": (
        "a: !!int '5'",
        ["1:4: tag !!int is not part of this format; write the value plainly, text in quotes"],
    ),
    "tag that says nothing": (
        "a: ! 12",
        ["1:4: tag ! is not part of this format; write the value plainly, text in quotes"],
    ),
    "tag of Python": (
        "a: !!python/object/apply:os.system [ls]",
        [
            "1:4: tag !!python/object/apply:os.system is not part of this format; "
            "write the value plainly, text in quotes"
        ],
    ),
    "list as key": ("? [a]\n: b", ["1:3: a key must be text, not a list or mapping"]),
    "null as key": ("~: b", ["1:1: a key must be text; write '~' in quotes"]),
    "bool as key": ("true: b", ["1:1: a key must be text; write 'true' in quotes"]),
    "alias as key": ("a: &x b\n*x : c", ["2:1: a key must be text, not an alias"]),
    "alias without anchor": ("a: *x", ["1:4: alias *x has no anchor &x before it"]),
    "alias of itself": ("a: &x [*x]", ["1:8: alias *x stands inside what it names"]),
    "keys given twice": (
        "a: 1\nb: {c: 1, c: 2}\na: 3\n0x1: 1\n1: 1",
        [
            "2:11: key 'c' is given twice, first in line 2; keep one of them",
            "3:1: key 'a' is given twice, first in line 1; keep one of them",
            "5:1: key 1 is given twice, first in line 4; keep one of them",
        ],
    ),
    "float too large": (
        "a: 1e999",
        ["1:4: 1e999 is too large for float64; write .inf if infinity is meant"],
    ),
    "integer too long": (
        "a: " + "9" * 5000,
        ["1:4: an integer of 5000 characters; at most 1000 are read"],
    ),
    "hexadecimal too long": (
        "a: 0x" + "f" * 4998,
        ["1:4: an integer of 5000 characters; at most 1000 are read"],
    ),
    "deep": ("[" * 100, [f"1:{MAX_DEPTH + 1}: nested more than {MAX_DEPTH} deep"]),
    "deeper than libyaml looks": ("[" * 10_000, ["1:1001: nested too deep"]),
    "NUL": ("a: b\0", ["1:5: character U+0000 is not allowed; delete it"]),
    "mark inside": (
        "a: b\ufeff",
        ["1:5: character U+FEFF is not allowed; delete it"],
    ),
    "invisible line break": ("a: b\u2028", ["1:5: character U+2028 is not allowed; delete it"]),
    "UTF-16": ("a: b".encode("utf-16"), ["1:1: the file is UTF-16; save it as UTF-8"]),
    "Latin-1": (
        "a: é\nb: é".encode("latin-1"),
        ["1:4: byte 0xE9 is not UTF-8; save the file as UTF-8"],
    ),
    "not UTF-8 behind a mark": (
        b"\xef\xbb\xbfab\xff",
        ["1:3: byte 0xFF is not UTF-8; save the file as UTF-8"],
    ),
    "cut in a character": (
        "a: b\nc: é".encode()[:-1],
        ["2:4: byte 0xC3 is not UTF-8; save the file as UTF-8"],
    ),
}


@pytest.mark.parametrize(("data", "found"), FAULTS.values(), ids=FAULTS)
def test_fault(data, found):
    assert faults(data) == found


def test_too_many_bytes():
    assert faults(b"#" * (MAX_BYTES + 1)) == ["f.yaml: the file is larger than 1 MB"]
    assert faults(b"a: b\n" + b"#" * (MAX_BYTES - 5)) == []


def test_too_many_values():
    assert faults(f"[{'1,' * (MAX_VALUES - 1)}]") == []
    assert faults(f"[{'1,' * MAX_VALUES}]") == [
        f"1:{2 * MAX_VALUES}: more than {MAX_VALUES} values, with every alias written out"
    ]


def test_nested_aliases_are_counted_as_if_written_out():
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    [fault] = faults("\n".join(lines))
    assert fault.endswith("more than 100000 values, with every alias written out")


def test_the_first_of_two_is_kept():
    document, diagnostics = parse_yaml(b"a: 1\na: {b: 2}\n", "f.yaml")
    assert len(diagnostics) == 1
    assert document.value == {"a": 1}
    assert document.locate(("a",)) == Location("f.yaml", 1, 4)


def test_an_alias_is_the_value_it_names():
    assert value_of("a: &m [[1, 2], [3, 4]]\nb: {c: *m}\nd: &n 5\ne: *n") == {
        "a": [[1, 2], [3, 4]],
        "b": {"c": [[1, 2], [3, 4]]},
        "d": 5,
        "e": 5,
    }


def test_a_byte_order_mark_and_windows_line_ends_are_read():
    document, diagnostics = parse_yaml(b"\xef\xbb\xbfa: |\r\n  b\r\n  c\r\nd: 1\r\n", "f.yaml")
    assert diagnostics == []
    assert document.value == {"a": "b\nc\n", "d": 1}
    assert document.keys["d",] == Location("f.yaml", 4, 1)


PLACED = """\
one: 1
list:
  - a
  - {k: v, "q": 'single'}
block: |
  first
    second
folded: >
  x
é: [&m [5], *m]
"""


def test_places():
    document, _ = parse_yaml(PLACED.encode(), "f.yaml")

    def at(locations):
        return {path: (where.line, where.column) for path, where in locations.items()}

    assert at(document.locations) == {
        (): (1, 1),
        ("one",): (1, 6),
        ("list",): (3, 3),
        ("list", 0): (3, 5),
        ("list", 1): (4, 5),
        ("list", 1, "k"): (4, 9),
        ("list", 1, "q"): (4, 17),
        ("block",): (5, 8),
        ("folded",): (8, 9),
        ("é",): (10, 4),
        ("é", 0): (10, 5),
        ("é", 0, 0): (10, 9),
        ("é", 1): (10, 13),
    }
    assert at(document.keys) == {
        ("one",): (1, 1),
        ("list",): (2, 1),
        ("list", 1, "k"): (4, 6),
        ("list", 1, "q"): (4, 12),
        ("block",): (5, 1),
        ("folded",): (8, 1),
        ("é",): (10, 1),
    }
    assert at(document.texts) == {
        ("list", 0): (3, 5),
        ("list", 1, "k"): (4, 9),
        ("list", 1, "q"): (4, 18),
        ("block",): (6, 3),
    }
    assert document.locate(("é", 1, 0)) == Location("f.yaml", 10, 13)
    assert document.locate_key(("list", 0)) == Location("f.yaml", 3, 5)


def test_places_of_text_that_is_not_as_written():
    text = (
        "a: &x plain\nb: &y 'quoted'\nc: \"\\n\"\nd: 'it''s'\n"
        "e: |2\n   f\ng: |\n\n  h\ni: 'j\n  k'\n"
    )
    document, diagnostics = parse_yaml(text.encode(), "f.yaml")
    assert diagnostics == []
    assert document.value["i"] == "j k"
    assert document.texts == {}


def test_pyyaml_without_libyaml_gives_the_same(monkeypatch):
    """Where no wheel with libyaml is built, PyYAML's own scanner is used."""
    text = PLACED + "".join(f"s{n}: {scalar}\n" for n, scalar in enumerate(SCALARS))
    with_libyaml = parse_yaml(text.encode(), "f.yaml")
    monkeypatch.setattr("grader.problem.yaml._Loader", yaml.SafeLoader)
    assert parse_yaml(text.encode(), "f.yaml") == with_libyaml
    for data, _ in FAULTS.values():
        document, diagnostics = parse_yaml(
            data.encode() if isinstance(data, str) else data, "f.yaml"
        )
        assert document is None or diagnostics


def test_a_file_that_cannot_be_read(tmp_path):
    for path in (tmp_path, tmp_path / "absent.yaml"):
        document, diagnostics = read_yaml(path, "f.yaml")
        assert document is None
        assert len(diagnostics) == 1
        assert str(diagnostics[0]).startswith("f.yaml: the file cannot be read: ")


def check_harmless(data: bytes) -> None:
    document, diagnostics = parse_yaml(data, "f.yaml")
    assert document is not None or diagnostics
    for diagnostic in diagnostics:
        assert "\n" not in str(diagnostic)
        assert str(diagnostic).startswith("f.yaml")
    if document is not None:
        assert set(document.keys) <= set(document.locations)


@given(st.sampled_from([b"", b"\xef\xbb\xbf", b"a: "]), st.binary(max_size=200))
def test_no_bytes_are_harmful(start, data):
    check_harmless(start + data)


@given(st.text("-?:,[]{}#&*!|>'\"%@` \n\tab1.~", max_size=60))
def test_no_indicators_are_harmful(text):
    check_harmless(text.encode())
