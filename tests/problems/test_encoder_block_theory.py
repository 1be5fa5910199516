"""The numbers in the theory of encoder_block, recomputed from the text that a student reads."""

import re

import numpy as np
import pytest

from tests.problems.texts import Theory, table

PROBLEM = "encoder_block"
THEORY = Theory(PROBLEM)
#: Half a unit in the fourth decimal.
ROUNDED = 0.5001e-4

# What the table of mistakes says, and the wrong solution that does it.
MISTAKES = {
    "the sublayers' inputs are normalised instead of the sums": "pre_norm",
    "the sublayers' results are normalised instead of the sums": "norm_before_sum",
    "the first residual connection is missing": "residual_1_missing",
    "the second residual connection is missing": "residual_2_missing",
    "the second residual connection starts at the block's input": "residual_2_from_input",
    "the network works on the block's input": "feed_forward_of_input",
    "the network works on the attention's result": "feed_forward_of_attention",
    "the first normalisation is missing": "norm_1_missing",
    "the second normalisation is missing": "norm_2_missing",
    "the two normalisations have changed places": "norms_swapped",
    "there is no ReLU": "relu_missing",
    "there is a single head": "single_head",
}
NETWORK = ("W_1", "b_1", "W_2", "b_2", r"\gamma_1", r"\beta_1", r"\gamma_2", r"\beta_2")


@pytest.fixture(scope="module")
def stated():
    return THEORY.stated("An Example by Hand")


@pytest.fixture(scope="module")
def arguments(stated):
    attention = Theory("multi_head_attention").stated("An Example by Hand")
    np.testing.assert_array_equal(stated["X"][0], attention["X"][0])
    np.testing.assert_array_equal(stated[r"\text{MultiHead}"][0], attention[r"\text{MultiHead}"][0])
    weights = [attention[f"W^{letter}"][0] for letter in "QKVO"]
    return [stated["X"][0][np.newaxis], *weights, *(stated[name][0] for name in NETWORK), 2]


def norm(rows, gamma, beta):
    deviation = np.sqrt(rows.var(axis=1, keepdims=True) + 1e-6)
    return (rows - rows.mean(axis=1, keepdims=True)) / deviation * gamma + beta


def test_the_worked_example_is_complete_and_right(stated, arguments, functions):
    W_1, b_1, W_2, b_2, gamma_1, beta_1, gamma_2, beta_2 = arguments[5:13]
    first = functions["wrong/norms_missing.py"](
        *arguments[:5], *map(np.zeros_like, arguments[5:13]), 2
    )[0]
    h = norm(first, gamma_1, beta_1)
    hidden = h @ W_1 + b_1
    network = np.maximum(hidden, 0) @ W_2 + b_2
    block = functions["reference.py"](*arguments)[0]
    np.testing.assert_allclose(block, norm(h + network, gamma_2, beta_2), rtol=1e-12)
    computed = {
        r"\text{MultiHead}": first - arguments[0][0],
        r"X + \text{MultiHead}": first,
        "H": h,
        "H W_1 + b_1": hidden,
        r"\text{FFN}": network,
        r"H + \text{FFN}": h + network,
        r"\text{Block}": block,
    }
    for name, value in computed.items():
        np.testing.assert_allclose(stated[name][0], value, rtol=0, atol=ROUNDED, err_msg=name)
    assert set(stated) == {*computed, "X", *NETWORK}
    found = re.search(
        r"rows are ([0-9.]+) and ([0-9.]+), their deviations ([0-9.]+) and ([0-9.]+)\.", THEORY.text
    )
    assert [float(n) for n in found.groups()] == pytest.approx(
        [*first.mean(axis=1), *first.std(axis=1)], rel=0, abs=ROUNDED
    )
    assert (hidden < 0).sum(axis=1).tolist() == [1, 1]


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_numbers_of_its_row(arguments, functions, what):
    given = functions[f"wrong/{MISTAKES[what]}.py"](*arguments)[0, 0]
    np.testing.assert_allclose(given, THEORY.mistakes()[what], rtol=0, atol=ROUNDED)


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)


def test_the_parameters_add_up():
    *parts, together = (int(n.replace(",", "")) for _, n in table(THEORY.section("Parameters")))
    d_model, d_ff = 512, 2048
    assert parts == [4 * d_model**2, 2 * d_model * d_ff + d_ff + d_model, 4 * d_model]
    assert together == sum(parts)
    assert parts[1] / together == pytest.approx(2 / 3, abs=0.001)


def test_the_scores_cost_as_much_as_the_rest_where_it_is_stated():
    d_model, positions = 512, 3072
    assert 4 * positions * d_model == 8 * d_model**2 + 16 * d_model**2
