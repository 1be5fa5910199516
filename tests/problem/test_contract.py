"""Helpers on contracts and theory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from grader.problem.contract import (
    Heading,
    anchors,
    case_names,
    entry_name,
    parameter_text,
    shape_text,
    signature_text,
    signatures,
    slug,
    walk,
)
from grader.problem.model import UNSET, CaseSpec, Parameter


@pytest.fixture
def spec(shop):
    return shop.read()[0].spec


def test_signature_of_a_function(spec):
    assert entry_name(spec) == "scale"
    assert signature_text(spec) == "scale(x, c=2.0)"
    [signature] = signatures(spec)
    assert signature.name == signature.python_name == "scale"
    assert signature.required == ("x",)
    assert signature.returns.shape == "*batch n"


def test_not_given_is_not_none():
    assert not UNSET
    assert UNSET is not None
    assert parameter_text("mask", Parameter(default=None)) == "mask=None"
    assert parameter_text("mask", Parameter()) == "mask"
    assert repr(Parameter().default) == "UNSET"


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        ("", "()"),
        ("n", "(n,)"),
        ("*batch n", "(*batch, n)"),
        ("*batch", "(*batch,)"),
        ("num_heads*d_k  2", "(num_heads*d_k, 2)"),
    ],
)
def test_shape_as_python_writes_it(shape, text):
    assert shape_text(shape) == text


def test_walk_takes_parts_apart():
    inner = Parameter(type="tuple", items={"b": Parameter(), "c": Parameter()})
    whole = Parameter(type="dict", items={"a": inner})
    assert [name for name, _ in walk("w", whole)] == ["w", "w.a", "w.a.b", "w.a.c"]


def test_names_of_repeated_cases():
    assert case_names(CaseSpec(name="a")) == ("a",)
    assert case_names(CaseSpec(name="a", repeat=3)) == ("a 1", "a 2", "a 3")


@pytest.mark.parametrize(
    ("title", "anchor"),
    [
        ("Why ReLU?", "why-relu"),
        ("The FFN: $\\max(0, x)$", "the-ffn-max0-x"),
        ("`np.dot` and *friends*", "npdot-and-friends"),
        ("[A link](https://x.org/y) here", "a-link-here"),
        ("Position-Wise", "position-wise"),
        ("snake_case", "snake_case"),
        ("Größe  zwei", "größe--zwei"),
    ],
)
def test_slug(title, anchor):
    assert slug(title) == anchor


def test_anchors_are_numbered_when_titles_repeat():
    text = "# One\n\n## Two ##\n\n```python\n# none\n```\n~~~~\n# a\n~~~\n# b\n~~~~\n# One\n#\n"
    assert anchors(text) == [
        Heading(1, "One", "one"),
        Heading(2, "Two", "two"),
        Heading(1, "One", "one-1"),
        Heading(1, "", ""),
    ]


BLOCKS = st.lists(
    st.sampled_from(
        [
            "# One",
            "## Two words ##",
            "### `code`",
            "#no heading",
            "####### seven",
            "   # three blanks",
            "#",
            "text",
            "```",
            "````",
            "~~~",
            "``` python",
            "``` a`b",
            "",
        ]
    ),
    max_size=8,
).map("\n".join)


@given(BLOCKS)
def test_headings_are_those_of_a_markdown_parser(text):
    tokens = MarkdownIt("commonmark").parse(text)
    expected = [
        (int(token.tag[1]), tokens[index + 1].content)
        for index, token in enumerate(tokens)
        if token.type == "heading_open"
    ]
    assert [(heading.level, heading.title) for heading in anchors(text)] == expected
