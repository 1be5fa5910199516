"""The numbers in the theory of positional_encoding, recomputed from the text."""

import numpy as np
import pytest

from tests.problems.texts import Theory, table

PROBLEM = "positional_encoding"
THEORY = Theory(PROBLEM)
#: Half a unit in the fourth decimal.
ROUNDED = 0.5001e-4

# What the table of mistakes says, and the wrong solution that does it.
MISTAKES = {
    "the sines come first, then the cosines": "halves",
    "sines and cosines have changed places": "cosine_first",
    "each column has a frequency of its own": "frequency_of_each_column",
    "the exponent is twice as large as it should be": "exponent_doubled",
    "the exponent is half as large as it should be": "exponent_halved",
    "the exponent is cut off to a whole number": "exponent_made_integer",
    "the base 10000 is missing": "base_e",
    "positions are counted from 1": "counts_from_one",
}


@pytest.fixture(scope="module")
def stated():
    return THEORY.stated("An Example by Hand")


@pytest.fixture(scope="module")
def reference(functions):
    return functions["reference.py"]


def test_the_worked_example_is_complete_and_right(stated, reference):
    (angles,), (encoding,) = stated["A"], stated["PE"]
    expected = np.outer([0, 1, 2], [1, 1, 0.01, 0.01])
    np.testing.assert_allclose(angles, expected, rtol=1e-15)
    np.testing.assert_allclose(encoding, reference(3, 4), rtol=0, atol=ROUNDED)
    assert set(stated) == {"A", "PE"}


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_numbers_of_its_row(functions, what):
    given = functions[f"wrong/{MISTAKES[what]}.py"](3, 4)[2]
    np.testing.assert_allclose(given, THEORY.mistakes()[what], rtol=0, atol=ROUNDED)


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)


def test_the_table_of_pairs_is_that_of_the_reference(reference):
    _, functions = table(THEORY.section("Pairs of Columns"))
    assert functions[0] == "function"
    expected = {"sin": 0.0, "cos": 1.0}
    np.testing.assert_array_equal(reference(1, 6)[0], [expected[name] for name in functions[1:]])


@pytest.mark.parametrize("d_model", [3, 7, 8])
def test_an_odd_width_is_as_described(reference, d_model):
    """Sines and cosines by the formula of the statement, column by column."""
    given = reference(5, d_model)
    for column in range(d_model):
        angles = np.arange(5) / 10000 ** (2 * (column // 2) / d_model)
        wave = np.cos(angles) if column % 2 else np.sin(angles)
        np.testing.assert_allclose(given[:, column], wave, rtol=0, atol=1e-14)


def test_a_step_is_the_rotation_that_is_stated(reference):
    p, k, width = 17, 5, 8
    rows = reference(p + k + 1, width)
    for i in range(width // 2):
        angle = k * 10000 ** (-2 * i / width)
        turn = [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
        pair = slice(2 * i, 2 * i + 2)
        np.testing.assert_allclose(np.array(turn) @ rows[p, pair], rows[p + k, pair], atol=1e-13)


def test_inner_products_depend_on_the_distance_as_stated(reference):
    rows = reference(40, 12)
    frequencies = 10000 ** (-2 * np.arange(6) / 12)
    for p, q in [(3, 3), (7, 30), (30, 7), (10, 33)]:
        expected = np.cos(frequencies * (p - q)).sum()
        assert rows[p] @ rows[q] == pytest.approx(expected, abs=1e-12)
