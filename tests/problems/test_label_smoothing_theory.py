"""The numbers in the theory of label_smoothing, recomputed from the text."""

import numpy as np
import pytest

from tests.problems.texts import Theory, number

PROBLEM = "label_smoothing"
THEORY = Theory(PROBLEM)
#: Half a unit in the fourth decimal.
ROUNDED = 0.5001e-4
SMOOTHING, PADDING = 0.2, 0

# What the table of mistakes says, and the wrong solution that does it.
MISTAKES = {
    "there is no smoothing": "not_smoothed",
    "the smoothing is shared by the three others": "shared_by_the_others",
    "the smoothing is shared by two tokens": "two_left_out",
    "the right token gets no share": "right_one_gets_no_share",
    "the right token keeps 1": "right_one_stays_at_one",
    "padding is in the count": "divided_by_all_positions",
    "padding is in the sum and in the count": "padding_counted",
    "the sum is not divided": "sum_over_positions",
    "it is divided by the vocabulary, too": "mean_of_all_numbers",
    "logarithms are to base 2": "bits",
    "the entropy of the targets is subtracted": "divergence",
    "the softmax is applied twice": "softmax_twice",
}


@pytest.fixture(scope="module")
def stated():
    return THEORY.stated("An Example by Hand")


@pytest.fixture(scope="module")
def arguments(stated):
    return np.log(stated["e^Z"][0]), stated["y"][0].astype(np.int64), SMOOTHING, PADDING


def test_the_worked_example_is_complete_and_right(stated, arguments, functions):
    loss, smoothed = functions["reference.py"](*arguments)
    assert loss == pytest.approx(1.1264, abs=ROUNDED)
    probabilities = stated["e^Z"][0] / stated["e^Z"][0].sum(axis=1, keepdims=True)
    computed = {
        "P": probabilities,
        "Q": smoothed,
        "B": -np.log2(probabilities),
        "b": (smoothed * -np.log2(probabilities)).sum(axis=1),
    }
    for name, value in computed.items():
        np.testing.assert_allclose(stated[name][0], value, rtol=0, atol=1e-15, err_msg=name)
    assert set(stated) == {*computed, "e^Z", "y"}
    assert loss == pytest.approx(np.log(2) * stated["b"][0].sum() / 2, rel=1e-15)


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_loss_of_its_row(functions, arguments, what):
    given, _ = functions[f"wrong/{MISTAKES[what]}.py"](*arguments)
    assert given == pytest.approx(number(THEORY.mistakes()[what].strip("$")), abs=ROUNDED)


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)


def test_the_floor_of_the_loss_and_the_distance_of_the_logits_are_as_stated(functions):
    vocab = 37000
    logits, targets = np.zeros((1, vocab)), np.array([5])
    _, smoothed = functions["reference.py"](logits, targets)
    distance = np.log(smoothed[0, 5] / smoothed[0, 0])
    assert f"is {distance:.2f} for" in THEORY.section("The Cross-Entropy")
    logits[0, 5] = distance
    floor, _ = functions["reference.py"](logits, targets)
    assert f"that is {floor:.3f}." in THEORY.section("How Small the Loss Can Be")
    assert floor == pytest.approx(-(smoothed * np.log(smoothed)).sum(), rel=1e-12)
    assert np.exp(1.377) == pytest.approx(3.963, abs=5e-4)


def test_the_gradient_is_the_difference_that_is_stated(functions):
    loss = functions["reference.py"]
    logits, targets, step = np.array([0.3, -1.2, 0.7]), np.array(2), 1e-6
    _, smoothed = loss(logits, targets)
    probabilities = np.exp(logits) / np.exp(logits).sum()
    for i, unit in enumerate(np.eye(3)):
        slope = loss(logits + step * unit, targets)[0] - loss(logits - step * unit, targets)[0]
        assert slope / (2 * step) == pytest.approx(probabilities[i] - smoothed[i], abs=1e-9)


def test_what_a_tiny_loss_is_computed_as():
    assert np.exp(-40) == pytest.approx(4e-18, rel=0.1)
    assert np.log(1 + 4e-18) == 0
