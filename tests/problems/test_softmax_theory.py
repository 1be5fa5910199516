"""The numbers in the theory of softmax, recomputed from the text that a student reads."""

import numpy as np
import pytest

from tests.problems.texts import Theory, array, table

PROBLEM = "softmax"
THEORY = Theory(PROBLEM)
#: Half a unit in the fourth decimal.
ROUNDED = 0.5001e-4

# What the table of mistakes says, and the wrong solution that does it.
MISTAKES = {
    "the exponentials are not divided by their sum": "not_normalised",
    "the scores are divided by their sum, without an exponential": "scores_without_exp",
    "the weights are powers of 2": "powers_of_two",
    "each score has its own sigmoid": "sigmoid",
    "the logarithm of the weights is returned": "log_softmax",
    "the exponentials are divided by their mean": "mean_for_sum",
    "the sign of the exponent is turned round": "negative_exponent",
}


@pytest.fixture(scope="module")
def stated():
    return THEORY.stated("An Example by Hand")


@pytest.fixture(scope="module")
def x(stated):
    return stated["x"][0]


def test_the_worked_example_is_complete_and_right(stated, x):
    exponentials = np.exp(x - 3)
    np.testing.assert_array_equal(stated["x - 3"][0], x - x.max())
    np.testing.assert_allclose(stated["e^{x - 3}"][0], exponentials, rtol=0, atol=ROUNDED)
    (weights,) = stated[r"\text{softmax}(x)"]
    np.testing.assert_allclose(weights, exponentials / exponentials.sum(), rtol=0, atol=ROUNDED)
    assert "Their sum is 1.5215." in THEORY.text
    assert round(exponentials.sum(), 4) == 1.5215
    assert set(stated) >= {"x", "x - 3", "e^{x - 3}", r"\text{softmax}(x)"}


def test_the_shifted_example_has_the_same_result(x, functions):
    (text,) = [f for f in (array(t) for t in THEORY.section("The Same, Shifted").split("$")) if
               f is not None]  # fmt: skip
    softmax = functions["reference.py"]
    np.testing.assert_array_equal(softmax(text), softmax(x))


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_numbers_of_its_row(x, functions, what):
    given = functions[f"wrong/{MISTAKES[what]}.py"](x)
    np.testing.assert_allclose(given, THEORY.mistakes()[what], rtol=0, atol=ROUNDED)


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)


def test_the_temperatures_give_the_weights_of_their_rows(functions):
    rows = table(THEORY.section("Temperature"))
    assert len(rows) == 3
    for temperature, weights in rows:
        expected = functions["reference.py"](np.array([1.0, 2.0, 3.0]) / float(temperature))
        np.testing.assert_allclose(array(weights.strip("$")), expected, rtol=0, atol=ROUNDED)


def test_the_limits_of_exp_are_as_stated():
    assert np.log(np.finfo(float).max) == pytest.approx(709.78, abs=0.005)
    least = np.finfo(float).smallest_subnormal
    assert -746 < np.log(least) - np.log(2) < -745
    assert np.exp(-746.0) == 0
    assert least < 1e-323
