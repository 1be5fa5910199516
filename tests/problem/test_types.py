"""Types as they are written, parsed once, and written again."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.problem.parameters import Parameter
from grader.problem.type_text import MAX_DEPTH, WORDS, TypeFault, parse_type
from grader.problem.types import (
    ANYTHING,
    ELEMENTS,
    SCALARS,
    ArrayType,
    DictType,
    ListType,
    NothingType,
    TupleType,
    Type,
)

INT = SCALARS["int"]
#: Keys of a parameter, its type, and how a message calls a value of it.
ACCEPTED: list[tuple[dict[str, Any], Type, str]] = [
    ({"shape": "n m"}, ArrayType(shape="n m"), "an array of shape `n m`"),
    ({"shape": "", "dtype": "bool"}, ArrayType(shape="", dtype="bool"), "an array"),
    ({"type": "int"}, INT, "an int"),
    ({"type": "str", "optional": True}, parse_type("str"), "a str"),
    ({"type": "none"}, NothingType(), "None"),
    ({"type": "list[int]"}, ListType(element=INT), "a list[int]"),
    ({"type": "list[int]", "shape": "n"}, ListType(element=INT, shape="n"), "a list[int]"),
    (
        {"type": "list[list[int]]", "shape": "n m"},
        ListType(element=ListType(element=INT), shape="n m"),
        "a list[list[int]]",
    ),
    (
        {"type": "list[array]", "dtype": "int64"},
        ListType(element=ArrayType(dtype="int64")),
        "a list[array]",
    ),
    ({"type": "tuple"}, TupleType(), "a tuple"),
    (
        {"type": "tuple", "items": {"q": Parameter(shape="n"), "n": Parameter(type="int")}},
        TupleType(parts={"q": ArrayType(shape="n"), "n": INT}),
        "a tuple",
    ),
    ({"type": "dict"}, DictType(), "a dict"),
    (
        {"type": "list[tuple]", "items": {"a": Parameter(type="int")}},
        ListType(element=TupleType(parts={"a": INT})),
        "a list[tuple]",
    ),
]
#: What stands in quotes behind `type:` in line 16, and the diagnostic.
REFUSED = [
    ("flaot", "16:15: c: no type 'flaot'; did you mean 'float'?"),
    ("List[int]", "16:15: c: no type 'List[int]'; did you mean 'list[int]'?"),
    ("lst[int]", "16:15: c: no type 'lst[int]'; did you mean 'list[int]'?"),
    ("[int]", "16:15: c: no type '[int]'; did you mean 'int'?"),
    ("list[ints]", "16:21: c: no type 'list[ints]'; did you mean 'list[int]'?"),
    ("list[ int]", "16:21: c: no type 'list[ int]'; did you mean 'list[int]'?"),
    (
        "list[list[flaot]]",
        "16:26: c: no type 'list[list[flaot]]'; did you mean 'list[list[float]]'?",
    ),
    (
        "zzz",
        "16:15: c: no type 'zzz'; known are array, int, float, complex, bool, str, none, tuple, "
        "dict and list[...]",
    ),
    ("list", "16:15: c: 'list' does not say what is in the list; write list[int]"),
    ("list[list]", "16:21: c: 'list[list]' does not say what is in the list; write list[int]"),
    ("list[]", "16:21: c: 'list[]' does not say what is in the list; write list[int]"),
    ("list[int", "16:15: c: 'list[int' has 1 '[' and 0 ']'"),
    ("list[int]]", "16:15: c: 'list[int]]' has 1 '[' and 2 ']'"),
    ("int]", "16:15: c: 'int]' has 0 '[' and 1 ']'"),
    ("tuple[int]", "16:15: c: no type 'tuple[int]'; did you mean 'tuple'?"),
    ("", "16:15: c: no type ''; known are array, int, float, complex, bool, str, none, tuple, "
     "dict and list[...]"),
    (
        "list[" * (MAX_DEPTH + 1) + "int" + "]" * (MAX_DEPTH + 1),
        "16:15: c: 'list[list[list[list[list[list[list[list['... is nested more than 16 deep",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "meant", "described"), ACCEPTED)
def test_accepted(keys: dict[str, Any], meant: Type, described: str):
    found = Parameter(**keys).value_type
    assert found.optional is keys.get("optional", False)
    assert (found.text, found.described) == (keys.get("type", "array"), described)
    if not found.optional:
        assert found == meant


@pytest.mark.parametrize(("text", "diagnostic"), REFUSED, ids=[row[0][:20] for row in REFUSED])
def test_refused_where_it_stands(shop, text: str, diagnostic: str):
    assert shop.edit("type: float", f'type: "{text}"') == [diagnostic]


def test_a_type_is_parsed_once():
    parameter = Parameter(type="list[int]")
    assert parameter.value_type is parameter.value_type


TEXTS = st.tuples(st.integers(0, MAX_DEPTH), st.sampled_from(WORDS)).map(
    lambda made: "list[" * made[0] + made[1] + "]" * made[0]
)


@given(TEXTS)
def test_a_text_becomes_a_type_and_the_same_text(text: str):
    found = parse_type(text, shape="n", dtype="int64", parts={})
    assert found.text == text
    assert parse_type(found.text, shape="n", dtype="int64", parts={}) == found
    assert found.lists == text.count("[")
    assert found.innermost.text == text.strip("]").rpartition("[")[2]
    assert found.innermost.lists == 0


@given(st.text("list[]nt ua", max_size=12) | st.text(max_size=6))
def test_any_other_text_is_refused_with_a_sentence(text: str):
    words = {"[".join(["list"] * depth + [w]) + "]" * depth for w in WORDS for depth in range(3)}
    if text in words:
        return
    with pytest.raises(TypeFault) as fault:
        parse_type(text)
    assert repr(text[:40]) in str(fault.value)
    assert 0 <= fault.value.offset <= len(text)


def test_parts_by_index_and_key():
    array = ArrayType(shape="n")
    pair = TupleType(parts={"q": array, "n": INT})
    assert pair.part(0) == ("q", array)
    assert pair.part(1) == ("n", INT)
    assert pair.part(2) == pair.part(-1) == pair.part("q") == ("item", ANYTHING)
    by_key = DictType(parts={"q": array, "1": INT})
    assert by_key.part("q") == ("q", array)
    assert by_key.part(1) == ("1", INT)
    assert by_key.part("other") == ("other", ANYTHING)
    assert ListType(element=INT).part(7) == ("item", INT)
    for without in (TupleType(), DictType(), INT, array):
        assert without.part(0)[1] is ANYTHING


#: Literals that some scalar takes, and what each makes of them; None is refused.
LITERALS = [
    (3, {"int": 3, "float": 3.0, "complex": 3 + 0j}),
    (2.5, {"float": 2.5, "complex": 2.5 + 0j}),
    (True, {"bool": True}),
    ("abc", {"str": "abc"}),
    ("1+2j", {"complex": 1 + 2j, "str": "1+2j"}),
    (10**400, {"int": 10**400}),
    (None, {}),
    ([1], {}),
]


@pytest.mark.parametrize(("literal", "values"), LITERALS)
def test_what_a_scalar_makes_of_a_literal(literal: Any, values: dict[str, Any]):
    for word, scalar in SCALARS.items():
        made = scalar.read(literal)
        assert (made, type(made)) == (values.get(word), type(values.get(word)))


def test_elements_of_arrays_are_scalars():
    assert {letter: scalar.word for letter, scalar in ELEMENTS.items()} == {
        "b": "bool",
        "i": "int",
        "u": "int",
        "f": "float",
        "c": "complex",
        "O": "str",
    }


ROOT = Path(__file__).parents[2] / "grader"
#: Where types are read and written.
TEXT = {"problem/type_text.py", "problem/types.py"}


def second_readings(source: str) -> list[int]:
    """Lines that ask the text of a type what its type is."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            parts = list(ast.walk(node))
            asked = any(isinstance(part, ast.Attribute) and part.attr == "type" for part in parts)
            words = {part.value for part in parts if isinstance(part, ast.Constant)}
            if asked and words & {*WORDS}:
                found.append(node.lineno)
        if isinstance(node, ast.Constant) and node.value == "list[":
            found.append(node.lineno)
    return found


def test_no_other_module_reads_the_text_of_a_type():
    again = {
        f"{path.relative_to(ROOT)}:{line}"
        for path in ROOT.rglob("*.py")
        if path.relative_to(ROOT).as_posix() not in TEXT
        for line in second_readings(path.read_text(encoding="utf-8"))
    }
    assert not again


@pytest.mark.parametrize(
    "line",
    [
        'if parameter.type == "array": ...',
        'if returns.type in ("tuple", "dict"): ...',
        'if contract.type.startswith("list["): ...',
        'kind = param.type.removeprefix("list[")',
    ],
)
def test_a_second_reading_is_noticed(line: str):
    assert second_readings(line)
