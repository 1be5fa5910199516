"""The masks in the theory of attention_masks, recomputed from the text that a student reads."""

import numpy as np
import pytest

from tests.problems.texts import Theory

PROBLEM = "attention_masks"
THEORY = Theory(PROBLEM)

# What the table of mistakes says, and the wrong solutions that do it.
MISTAKES = {
    "True means hidden": ["true_means_hidden"],
    "padding is not hidden": ["no_padding_in_target"],
    "the future is not hidden": ["no_causal"],
    "the diagonal is hidden": ["diagonal_hidden"],
    "the triangle is turned round": ["upper_triangle"],
    "padding hides its row instead of its column, or both": [
        "padding_hides_rows",
        "padding_hides_rows_and_columns",
    ],
}


@pytest.fixture(scope="module")
def stated():
    return THEORY.stated("An Example by Hand")


@pytest.fixture(scope="module")
def arguments(stated):
    return [stated[rf"\text{{{name}}}"][0].astype(np.int64) for name in ("source", "target")]


def test_the_worked_example_is_complete_and_right(stated, arguments, functions):
    source_mask, target_mask = functions["reference.py"](*arguments)
    computed = {
        r"M_{\text{source}}": source_mask,
        "C": np.tri(4),
        "P": (arguments[1] != 0)[None],
        r"M_{\text{target}}": target_mask,
    }
    assert set(stated) == {*computed, r"\text{source}", r"\text{target}"}
    for name, value in computed.items():
        (text,) = stated[name]
        np.testing.assert_array_equal(text, value, err_msg=name)


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_mask_of_its_row(arguments, functions, what):
    for name in MISTAKES[what]:
        given = functions[f"wrong/{name}.py"](*arguments)[1]
        np.testing.assert_array_equal(given, THEORY.mistakes()[what])


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)


def test_the_number_of_visible_pairs_is_as_stated(functions):
    _, mask = functions["reference.py"](np.ones(1, int), np.ones(512, int))
    assert np.count_nonzero(mask) == 131_328
    assert mask.size == 262_144
