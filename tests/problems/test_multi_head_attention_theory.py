"""The numbers in the theory of multi_head_attention, recomputed from the text."""

import numpy as np
import pytest

from tests.problems.texts import Theory

PROBLEM = "multi_head_attention"
THEORY = Theory(PROBLEM)
#: Half a unit in the fourth decimal.
ROUNDED = 0.5001e-4

# What the table of mistakes says, and the wrong solution that does it.
MISTAKES = {
    "the scores are not divided": "scale_missing",
    r"the scores are divided by $\sqrt{d_{\text{model}}}$": "scale_d_model",
    "there is a single head": "single_head",
    "the heads are cut across positions": "split_by_reshape",
    "the heads are joined without moving their axis back": "merge_by_reshape",
    "the columns are dealt out like cards": "split_interleaved",
    "$W^O$ is missing": "no_output_projection",
    "the softmax runs over the queries": "softmax_over_queries",
    "all weights are transposed": "weights_transposed",
    "later positions are hidden": "causal",
}


@pytest.fixture(scope="module")
def stated():
    return THEORY.stated("An Example by Hand")


@pytest.fixture(scope="module")
def arguments(stated):
    sequence = stated["X"][0][np.newaxis]
    weights = [stated[f"W^{letter}"][0] for letter in "QKVO"]
    return [sequence, sequence, sequence, *weights, 2]


def test_the_worked_example_is_complete_and_right(stated, arguments, functions):
    x, _, _, W_q, W_k, W_v, W_o, _ = (np.squeeze(a) for a in arguments)
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    computed = {"X W^Q": q, "X W^K": k, "X W^V": v}
    heads = []
    for number, columns in enumerate((slice(0, 2), slice(2, 4)), start=1):
        scores = q[:, columns] @ k[:, columns].T
        terms = np.exp(scores / np.sqrt(2))
        weights = terms / terms.sum(axis=1, keepdims=True)
        heads.append(weights @ v[:, columns])
        computed[f"q_{number} k_{number}^T"] = scores
        computed[f"A_{number}"] = weights
        computed[rf"\text{{head}}_{number}"] = heads[-1]
    computed[r"\text{Concat}"] = np.hstack(heads)
    computed[r"\text{MultiHead}"] = functions["reference.py"](*arguments)[0]
    assert set(stated) == {*computed, "X", "W^Q", "W^K", "W^V", "W^O"}
    for name, value in computed.items():
        np.testing.assert_allclose(stated[name][0], value, rtol=0, atol=ROUNDED, err_msg=name)
    np.testing.assert_allclose(
        computed[r"\text{Concat}"] @ W_o, computed[r"\text{MultiHead}"], rtol=1e-14
    )


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_numbers_of_its_row(arguments, functions, what):
    given = functions[f"wrong/{MISTAKES[what]}.py"](*arguments)[0, 0]
    np.testing.assert_allclose(given, THEORY.mistakes()[what], rtol=0, atol=ROUNDED)


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)
