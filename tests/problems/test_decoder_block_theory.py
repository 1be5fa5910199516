"""The numbers in the theory of decoder_block, recomputed from the text that a student reads."""

import re

import numpy as np
import pytest

from tests.problems.texts import Theory, array, table

PROBLEM = "decoder_block"
THEORY = Theory(PROBLEM)
#: Half a unit in the fourth decimal.
ROUNDED = 0.5001e-4

# What the table of mistakes says, and the wrong solution that does it.
MISTAKES = {
    "positions do not see themselves": "causal_without_itself",
    "the source's mask is not used": "source_mask_ignored",
    "the source's mask is taken the other way round": "source_mask_inverted",
    "weights are set to zero after the softmax": "causal_after_softmax",
    "hidden scores are zero": "mask_as_factor",
    "the two attentions come in the wrong order": "cross_first",
    "the queries of the second attention come from the block's input": "cross_query_from_input",
    "the attention to the source is missing": "cross_missing",
    "the second residual connection is missing": "residual_2_missing",
    "the second residual connection starts at the block's input": "residual_2_from_input",
    "the matrices of the self-attention serve both attentions": "self_weights_for_both",
    "the last two normalisations have changed places": "norms_2_and_3_swapped",
}
GIVEN = (
    "X",
    "M",
    r"W^K_{\text{cross}}",
    r"W^V_{\text{cross}}",
    r"\gamma_2",
    r"\beta_2",
    r"\gamma_3",
    r"\beta_3",
)


@pytest.fixture(scope="module")
def stated():
    return THEORY.stated("An Example by Hand")


@pytest.fixture(scope="module")
def weights(stated):
    network = Theory("encoder_block").stated("An Example by Hand")
    found = {f"{kind}_W_{letter}": np.eye(4) for kind in ("self", "cross") for letter in "qkvo"}
    found |= {name: network[f"{name[0]}_{name[1]}"][0] for name in ("W1", "b1", "W2", "b2")}
    found |= {"gamma1": np.ones(4), "beta1": np.zeros(4)}
    found |= {f"gamma{n}": stated[rf"\gamma_{n}"][0] for n in (2, 3)}
    found |= {f"beta{n}": stated[rf"\beta_{n}"][0] for n in (2, 3)}
    for letter in "kv":
        name = rf"W^{letter.upper()}_{{\text{{cross}}}}"
        found[f"cross_W_{letter}"] = stated[name][0]
    return found


@pytest.fixture(scope="module")
def call(stated, weights, functions):
    """Call a solution on the example."""

    def result(file, **others):
        source_mask = np.array([[[True, True, False]]])
        x, memory = stated["X"][0][np.newaxis], stated["M"][0][np.newaxis]
        return functions[file](x, memory, {**weights, **others}, 2, source_mask)[0]

    return result


def attend(x, memory, query, key, value, visible):
    """Attention with two heads of two columns and no last matrix."""
    found = []
    for columns in (slice(0, 2), slice(2, 4)):
        scores = (x @ query)[:, columns] @ (memory @ key)[:, columns].T / np.sqrt(2)
        terms = np.exp(scores) * visible
        found.append(terms / terms.sum(axis=1, keepdims=True) @ (memory @ value)[:, columns])
    return np.hstack(found)


def norm(rows, gamma, beta):
    deviation = np.sqrt(rows.var(axis=1, keepdims=True) + 1e-6)
    return (rows - rows.mean(axis=1, keepdims=True)) / deviation * gamma + beta


def test_the_worked_example_is_complete_and_right(stated, weights, call):
    x, memory, one = stated["X"][0], stated["M"][0], np.eye(4)
    key, value = weights["cross_W_k"], weights["cross_W_v"]
    own = attend(x, x, one, one, one, np.tri(2))
    h1 = norm(x + own, weights["gamma1"], weights["beta1"])
    cross = attend(h1, memory, one, key, value, [1, 1, 0])
    h2 = norm(h1 + cross, weights["gamma2"], weights["beta2"])
    network = np.maximum(h2 @ weights["W1"] + weights["b1"], 0) @ weights["W2"] + weights["b2"]
    block = norm(h2 + network, weights["gamma3"], weights["beta3"])
    np.testing.assert_allclose(call("reference.py"), block, rtol=1e-12)
    computed = {
        r"\text{Self}": own,
        "H_1": h1,
        r"M W^K_{\text{cross}}": memory @ key,
        r"M W^V_{\text{cross}}": memory @ value,
        r"\text{Cross}": cross,
        "H_2": h2,
        r"\text{FFN}": network,
        r"\text{Block}": block,
    }
    for name, numbers in computed.items():
        np.testing.assert_allclose(stated[name][0], numbers, rtol=0, atol=ROUNDED, err_msg=name)
    assert set(stated) - {""} >= {*computed, *GIVEN}


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_numbers_of_its_row(call, what):
    given = call(f"wrong/{MISTAKES[what]}.py")[1]
    np.testing.assert_allclose(given, THEORY.mistakes()[what], rtol=0, atol=ROUNDED)


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)


def test_without_a_causal_mask_the_first_row_is_as_stated(call):
    found = re.search(r"then \$(\[.*?\])\$ instead of \$(\[.*?\])\$", THEORY.text)
    wrong, right = (array(text) for text in found.groups())
    given = call("wrong/causal_missing.py")
    np.testing.assert_allclose(given[0], wrong, rtol=0, atol=ROUNDED)
    np.testing.assert_allclose(call("reference.py")[0], right, rtol=0, atol=ROUNDED)
    np.testing.assert_array_equal(given[1], call("reference.py")[1])


def test_the_names_of_the_weights_are_those_of_the_contract(problem, weights):
    rows = table(THEORY.section("Eighteen Arrays"))
    named = [name for _, names in rows for name in re.findall(r"`(\w+)`", names)]
    items = problem.spec.function.params["weights"].items
    assert named == list(items)
    assert set(named) == set(weights)
    assert len(named) == 18


def test_the_parameters_add_up():
    *parts, together = (int(n.replace(",", "")) for _, n in table(THEORY.section("What It Costs")))
    d_model, d_ff = 512, 2048
    assert parts == [8 * d_model**2, 2 * d_model * d_ff + d_ff + d_model, 6 * d_model]
    assert together == sum(parts)
