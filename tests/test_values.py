"""Walking through trees of values."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from grader.values import leaves, located_leaves, map_leaves, part_at, path_text
from tests.value_trees import trees

W = np.ones((2, 2))
TREE = ({"W1": W, "b": [1, 2.5]}, (), "text", {}, [None])


def test_leaves_stand_in_order_and_hold_themselves():
    assert leaves(TREE) == [W, 1, 2.5, "text", None]
    assert leaves(W)[0] is W
    assert leaves(()) == leaves({}) == []


def test_a_path_is_written_as_python_writes_it():
    texts = {path_text(path): leaf for path, leaf in located_leaves(TREE)}
    assert texts == {
        "[0]['W1']": W,
        "[0]['b'][0]": 1,
        "[0]['b'][1]": 2.5,
        "[2]": "text",
        "[4][0]": None,
    }
    assert path_text(()) == ""


def kinds(tree: Any) -> Any:
    """The containers of a tree without what they hold."""
    if isinstance(tree, dict):
        return {key: kinds(part) for key, part in tree.items()}
    if isinstance(tree, list | tuple):
        return type(tree)(map(kinds, tree))
    return "leaf"


@given(trees())
def test_the_same_leaves_make_the_same_tree(tree: Any):
    same = map_leaves(lambda leaf: leaf, tree)
    assert kinds(same) == kinds(tree)
    for one, other in zip(leaves(tree), leaves(same), strict=True):
        assert one is other


@given(trees())
def test_the_path_of_a_leaf_leads_back_to_it(tree: Any):
    found = list(located_leaves(tree))
    assert [id(leaf) for _, leaf in found] == [id(leaf) for leaf in leaves(tree)]
    for path, leaf in found:
        assert part_at(tree, path) is leaf
        assert eval("tree" + path_text(path), {"tree": tree}) is leaf


@given(trees())
def test_trees_of_one_structure_are_walked_together(tree: Any):
    numbers = iter(range(1000))
    numbered = map_leaves(lambda _: next(numbers), tree)
    assert leaves(numbered) == list(range(len(leaves(tree))))
    pairs = map_leaves(lambda leaf, number: [leaf, number], tree, numbered)
    for path, leaf in located_leaves(tree):
        assert part_at(pairs, (*path, 0)) is leaf
        assert part_at(pairs, (*path, 1)) == part_at(numbered, path)


def test_what_is_deeper_than_the_first_tree_is_handed_on_whole():
    found = map_leaves(lambda leaf, other: (leaf, other), [1, 2], [{"a": 3}, None])
    assert found == [(1, {"a": 3}), (2, None)]


@pytest.mark.parametrize(("one", "other"), [([1], [1, 2]), ((1, 2), (1,)), ({"a": 1}, {"b": 1})])
def test_trees_of_different_structure_are_an_error(one: Any, other: Any):
    with pytest.raises((ValueError, KeyError)):
        map_leaves(lambda *_: None, one, other)


def test_a_named_tuple_becomes_a_plain_one():
    pair = namedtuple("Pair", "a b")(1, 2)
    assert type(map_leaves(lambda leaf: leaf, pair)) is tuple


@pytest.mark.parametrize(
    "path", [(9,), ("W1",), (0, "W2"), (0, "W1", 0), (2, 0), (0, "b", "x"), (4, 0, 0)]
)
def test_a_path_that_leads_nowhere(path: Any):
    with pytest.raises(LookupError):
        part_at(TREE, path)
