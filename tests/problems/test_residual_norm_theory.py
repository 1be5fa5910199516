"""The numbers in the theory of residual_norm, recomputed from the text that a student reads."""

import re

import numpy as np
import pytest

from tests.problems.texts import Theory

PROBLEM = "residual_norm"
THEORY = Theory(PROBLEM)
#: Half a unit in the fourth decimal.
ROUNDED = 0.5001e-4

# What the table of mistakes says, and the wrong solution that does it.
MISTAKES = {
    "the sublayer's result is normalised, then $x$ added": "norm_of_sublayer_only",
    "$x$ is normalised, then the sublayer's result added": "norm_of_input_only",
    "both are normalised, then added": "norm_of_each",
    "$x$ is not added": "residual_missing",
    "the sublayer's result is not added": "sublayer_missing",
    "nothing is normalised": "norm_missing",
    "$x$ is added once more at the end": "residual_after_norm",
    "the variances of the summands are added": "variance_by_parts",
    "the offset is missing": "beta_missing",
    "the gain is missing": "gamma_missing",
}
ARGUMENTS = ("x", r"\text{Sublayer}(x)", r"\gamma", r"\beta")


@pytest.fixture(scope="module")
def stated():
    return THEORY.stated("An Example by Hand")


@pytest.fixture(scope="module")
def arguments(stated):
    return [stated[name][0] for name in ARGUMENTS]


def test_the_worked_example_is_complete_and_right(stated, arguments, functions):
    x, output, _, _ = arguments
    total = x + output
    computed = {
        "s": total,
        "z": (total - total.mean()) / total.std(),
        r"\gamma \odot z + \beta": functions["reference.py"](*arguments, 0.0),
    }
    for name, value in computed.items():
        np.testing.assert_array_equal(stated[name][0], value, err_msg=name)
    assert set(stated) == {*computed, *ARGUMENTS}
    assert (total.mean(), total.var()) == (1, 4)


def test_the_variances_of_the_summands_are_as_stated(arguments):
    found = re.search(r"summands are ([0-9.]+) and ([0-9.]+)\.", THEORY.text)
    x, output, _, _ = arguments
    assert [float(n) for n in found.groups()] == [round(x.var(), 4), round(output.var(), 4)]


def test_the_example_goes_on_where_the_feed_forward_network_ends(arguments):
    network = Theory("feed_forward").stated("An Example by Hand")
    np.testing.assert_array_equal(arguments[0], network["x"][0])
    np.testing.assert_array_equal(arguments[1], network[r"\text{FFN}(x)"][0])


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_numbers_of_its_row(arguments, functions, what):
    given = functions[f"wrong/{MISTAKES[what]}.py"](*arguments, 0.0)
    np.testing.assert_allclose(given, THEORY.mistakes()[what], rtol=0, atol=ROUNDED)


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)


def test_halving_the_square_of_the_sum_is_doubling_eps(functions, arguments):
    halved = functions["wrong/scaled_by_root_half.py"](*arguments, 0.5)
    doubled = functions["reference.py"](*arguments, 1.0)
    np.testing.assert_allclose(halved, doubled, rtol=1e-14)
