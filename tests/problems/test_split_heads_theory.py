"""The numbers in the theory of split_heads, recomputed from the text that a student reads."""

import numpy as np
import pytest

from tests.problems.texts import Theory, array, table

PROBLEM = "split_heads"
THEORY = Theory(PROBLEM)

# What the two tables of mistakes say, and the wrong solutions that do it.
SPLIT = {
    "a `reshape` in the place of a transpose": "split_by_reshape",
    "the numbers are dealt out in turn": "split_interleaved",
    "the heads come in reverse order": "heads_in_reverse",
}
MERGE = {
    "a bare `reshape`": "merge_by_reshape",
    "one number of each head in turn": "merge_interleaved",
    "the heads are added up": "merge_adds_heads",
}


@pytest.fixture(scope="module")
def stated():
    return THEORY.stated("An Example by Hand")


@pytest.fixture(scope="module")
def x(stated):
    return stated["x"][0]


@pytest.fixture(scope="module")
def heads(stated):
    return np.stack([stated[f"H_{number}"][0] for number in range(3)])


def rows_of_table(head):
    text = THEORY.section("What Mistakes Look Like")
    found = table(text[text.index(head) :])
    return {what: array(given.strip("$")) for given, what in found}


def test_the_worked_example_is_complete_and_right(stated, x, heads, functions):
    reference = functions["reference.py"](3)
    np.testing.assert_array_equal(reference.split(x), heads)
    np.testing.assert_array_equal(reference.merge(heads), x)
    np.testing.assert_array_equal(stated[r"\text{merge}(H)"][0], x)
    assert set(stated) == {"x", "H_0", "H_1", "H_2", r"\text{merge}(H)"}


@pytest.mark.parametrize("what", SPLIT)
def test_each_mistake_in_split_gives_the_head_of_its_row(x, functions, what):
    rows = rows_of_table("If head 0")
    given = functions[f"wrong/{SPLIT[what]}.py"](3).split(x)[0]
    np.testing.assert_array_equal(given, rows[what])
    assert set(rows) == set(SPLIT)


@pytest.mark.parametrize("what", MERGE)
def test_each_mistake_in_merge_gives_the_array_of_its_row(heads, functions, what):
    rows = rows_of_table("And if merging")
    given = functions[f"wrong/{MERGE[what]}.py"](3).merge(heads)
    np.testing.assert_array_equal(given, rows[what])
    assert set(rows) == set(MERGE)


def test_the_table_of_places_is_that_of_the_reference(functions):
    heads, locations = table(THEORY.section("Which Numbers a Head Gets"))
    split = functions["reference.py"](2).split(np.arange(6.0)[None])
    for place, (head, inner) in enumerate(zip(heads[1:], locations[1:], strict=True)):
        assert split[int(head), 0, int(inner)] == place


def test_splitting_costs_nothing_and_merging_a_copy(functions):
    """As the theory says; the exercise allows both."""
    reference, x = functions["reference.py"](3), np.zeros((4, 6))
    heads = reference.split(x)
    assert np.shares_memory(heads, x)
    assert not np.shares_memory(reference.merge(heads.copy()), heads)


def test_the_heads_of_the_paper_have_the_stated_widths():
    rows = table(THEORY.section("In the Paper"))
    assert [int(heads) * int(width) for heads, width, _ in rows] == [512] * 5
