"""The numbers in the theory of feed_forward, recomputed from the text that a student reads."""

import re

import numpy as np
import pytest

from tests.problems.texts import Theory, number, table

PROBLEM = "feed_forward"
THEORY = Theory(PROBLEM)

# What the table of mistakes says, and the wrong solution that does it.
MISTAKES = {
    "there is no ReLU": "act_none",
    "ReLU comes after the second layer, not after the first": "act_relu_after_second_layer",
    "a second ReLU follows the second layer": "act_relu_after_both_layers",
    "$b_1$ is missing": "bias_no_b1",
    "$b_1$ is added after the ReLU": "bias_b1_after_relu",
    "$b_2$ is missing": "bias_no_b2",
    "the residual connection is included": "struct_residual",
}
ARGUMENTS = ("x", "W_1", "b_1", "W_2", "b_2")


@pytest.fixture(scope="module")
def stated():
    return THEORY.stated("An Example by Hand")


@pytest.fixture(scope="module")
def arguments(stated):
    return [stated[name][0] for name in ARGUMENTS]


def test_the_worked_example_is_complete_and_right(stated, arguments):
    x, W1, b1, W2, b2 = arguments
    assert [a.shape for a in arguments] == [(4,), (4, 8), (8,), (8, 4), (4,)]
    h = x @ W1 + b1
    a = np.maximum(0, h)
    y = a @ W2 + b2
    block = x + y
    computed = {
        "x W_1": x @ W1,
        "h": h,
        "a": a,
        "a W_2": a @ W2,
        r"\text{FFN}(x)": y,
        r"x + \text{FFN}(x)": block,
        r"\text{LayerNorm}(x + \text{FFN}(x))": (block - block.mean()) / block.std(),
    }
    assert set(stated) == {*computed, *ARGUMENTS}
    for name, value in computed.items():
        for text in stated[name]:
            np.testing.assert_array_equal(text, value, err_msg=name)
    assert len(stated["a W_2"]) == 2
    assert np.count_nonzero(a) == 4
    assert (block.mean(), block.std()) == (1, 2)


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_numbers_of_its_row(arguments, functions, what):
    given = functions[f"wrong/{MISTAKES[what]}.py"](*arguments)
    np.testing.assert_array_equal(given, THEORY.mistakes()[what])


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)


@pytest.mark.parametrize(("left", "right", "tolerance"), list(THEORY.equations()))
def test_arithmetic_in_the_text_holds(left, right, tolerance):
    assert left == pytest.approx(right, rel=0, abs=tolerance)


def test_arithmetic_is_found():
    assert len(list(THEORY.equations())) >= 6


def test_the_parameter_table_adds_up():
    *parts, (_, _, total) = table(THEORY.section("Sizes in the Original Transformer"))
    counts = [int(count.replace(",", "")) for _, _, count in parts]
    assert [number(shape.strip("$")) for _, shape, _ in parts] == counts
    assert sum(counts) == int(total.replace(",", ""))
    assert round(sum(counts) / (counts[1] + counts[3])) == 820


def test_the_widths_have_the_ratios_that_are_stated():
    text = THEORY.section("Four Is an Empirical Choice")
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    widths = [
        [float(n) for n in row[1:]] for row in rows if len(row) == 4 and row[1].strip().isdigit()
    ]
    assert len(widths) == 6
    for d_model, d_ff, ratio in widths:
        assert d_ff / d_model == ratio


def test_the_share_of_the_base_model_is_as_stated():
    share = re.search(
        r"([0-9.]+) million of about ([0-9]+) million parameters, or\s+([0-9]+) %", THEORY.text
    )
    part, whole, percent = map(float, share.groups())
    assert part == round(12 * 2_099_712 / 1e6, 1)
    assert percent == round(100 * part / whole)
