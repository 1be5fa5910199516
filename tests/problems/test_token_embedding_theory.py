"""The numbers in the theory of token_embedding, recomputed from the text that a student reads."""

import numpy as np
import pytest

from tests.problems.texts import Theory

PROBLEM = "token_embedding"
THEORY = Theory(PROBLEM)

# What the table of mistakes says, and the wrong solution that does it.
MISTAKES = {
    "the factor is missing": "no_factor",
    "the factor is 4 instead of its root": "factor_without_root",
    "the vectors are divided by the root": "divides_by_root",
    "the factor is the root of 5, the size of the vocabulary": "root_of_vocabulary",
    "rows are counted from 1": "counts_from_one",
    "columns are looked up": "columns",
}


@pytest.fixture(scope="module")
def stated():
    return THEORY.stated("An Example by Hand")


@pytest.fixture(scope="module")
def arguments(stated):
    (ids,), (table,) = stated[r"\text{ids}"], stated["E"]
    return ids.astype(np.int64), table


def test_the_worked_example_is_complete_and_right(stated, arguments, functions):
    ids, table = arguments
    (one_hot,) = stated["O"]
    np.testing.assert_array_equal(one_hot, np.eye(5)[ids])
    computed = {
        r"E_{\text{ids}}": table[ids],
        r"O\, E": one_hot @ table,
        r"\text{embedding}(\text{ids})": functions["reference.py"](ids, table),
    }
    assert set(stated) == {*computed, "E", r"\text{ids}", "O"}
    for name, value in computed.items():
        (text,) = stated[name]
        np.testing.assert_array_equal(text, value, err_msg=name)


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_numbers_of_its_row(arguments, functions, what):
    given = functions[f"wrong/{MISTAKES[what]}.py"](*arguments)
    np.testing.assert_allclose(given, THEORY.mistakes()[what], rtol=0, atol=0.5001e-4)


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)


def test_the_numbers_of_the_base_model_are_as_stated():
    equations = [parameter.id for parameter in THEORY.equations()]
    assert r"\sqrt{512} \approx 22.63" in equations
    assert r"37000 \cdot 512 = 18{,}944{,}000" in equations
    assert np.iinfo(np.int16).max == 32767
    assert "the largest id is 32767" in THEORY.text
