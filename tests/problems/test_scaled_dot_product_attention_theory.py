"""The numbers in the theory of scaled_dot_product_attention, recomputed from the text."""

import numpy as np
import pytest

from tests.problems.texts import Theory, array, table

PROBLEM = "scaled_dot_product_attention"
THEORY = Theory(PROBLEM)
#: Half a unit in the fourth decimal.
ROUNDED = 0.5001e-4

# What the two tables of mistakes say, and the wrong solutions that do it.
MISTAKES = {
    "the scale is missing": "no_scale",
    "divided by 4 instead of its root": "scale_without_root",
    "the root of the length of a value, 2": "root_of_d_v",
    "the root of the number of keys, 3": "root_of_number_of_keys",
    "the softmax runs over the queries": "softmax_over_queries",
    "there is no softmax": "no_softmax",
}
MISTAKES_WITH_MASK = {
    "weights are set to zero after the softmax": "mask_after_softmax",
    "the hidden score becomes 0": "mask_times_scores",
    "the mask is inverted": "mask_inverted",
}


@pytest.fixture(scope="module")
def stated():
    return THEORY.stated("An Example by Hand")


@pytest.fixture(scope="module")
def arguments(stated):
    return [stated[name][0] for name in ("Q", "K", "V")]


@pytest.fixture(scope="module")
def mask(stated):
    return stated["M"][0].astype(bool)


def test_the_worked_example_is_complete_and_right(stated, arguments, mask, functions):
    Q, K, V = arguments
    attention = functions["reference.py"]
    output, weights = attention(Q, K, V)
    masked_output, masked_weights = attention(Q, K, V, mask)
    computed = {
        "Q K^{T}": Q @ K.T,
        "S": Q @ K.T / 2,
        "A": weights,
        "O": output,
        "S'": np.where(mask, Q @ K.T / 2, -np.inf),
        "A'": masked_weights,
        "O'": masked_output,
    }
    assert set(stated) == {*computed, "Q", "K", "V", "M"}
    for name, value in computed.items():
        (text,) = stated[name]
        np.testing.assert_allclose(text, value, rtol=0, atol=ROUNDED, err_msg=name)


def rows_of_table(head):
    text = THEORY.section("What Mistakes Look Like")
    found = table(text[text.index(head) :])
    return {what: array(given.strip("$")) for given, what in found}


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_weights_of_its_row(arguments, functions, what):
    rows = rows_of_table("If your weights")
    given = functions[f"wrong/{MISTAKES[what]}.py"](*arguments)[1][0]
    np.testing.assert_allclose(given, rows[what], rtol=0, atol=ROUNDED)
    assert set(rows) == set(MISTAKES)


@pytest.mark.parametrize("what", MISTAKES_WITH_MASK)
def test_each_mistake_with_a_mask_gives_the_weights_of_its_row(arguments, mask, functions, what):
    rows = rows_of_table("With the mask:")
    given = functions[f"wrong/{MISTAKES_WITH_MASK[what]}.py"](*arguments, mask)[1][0]
    np.testing.assert_allclose(given, rows[what], rtol=0, atol=ROUNDED)
    assert set(rows) == set(MISTAKES_WITH_MASK)


def test_outputs_lie_within_the_values(functions):
    draw = np.random.default_rng(0)
    Q, K, V = (draw.standard_normal((2, 5, 3)) for _ in "QKV")
    output, weights = functions["reference.py"](Q, K, V)
    np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=1e-15)
    assert (output <= V.max(axis=-2, keepdims=True) + 1e-15).all()
    assert (output >= V.min(axis=-2, keepdims=True) - 1e-15).all()


def test_a_hidden_key_is_as_if_it_did_not_exist(functions):
    draw = np.random.default_rng(1)
    Q, K, V = (draw.standard_normal((5, 3)) for _ in "QKV")
    seen = np.array([True, False, True, True, False])
    attention = functions["reference.py"]
    output, weights = attention(Q, K, V, seen[None])
    fewer_output, fewer_weights = attention(Q, K[seen], V[seen])
    np.testing.assert_allclose(output, fewer_output, rtol=0, atol=1e-15)
    np.testing.assert_allclose(weights[:, seen], fewer_weights, rtol=0, atol=1e-15)
    assert not weights[:, ~seen].any()
