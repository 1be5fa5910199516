"""The numbers in the theory of count_parameters, recomputed from the text that a student reads."""

import re

import pytest

from tests.problems.texts import Theory, number, table

PROBLEM = "count_parameters"
THEORY = Theory(PROBLEM)
PARTS = ["embedding", "encoder", "decoder", "total"]

# What the table of mistakes says, and the wrong solutions that do it.
MISTAKES = {
    "the embedding is missing": ["total_without_embedding"],
    r"the network has no way back to $d_{\text{model}}$": ["feed_forward_one_matrix"],
    "the decoder is counted like the encoder": ["decoder_like_encoder"],
    "the second attention of the decoder is missing": ["decoder_with_one_attention"],
    "the matrix after the heads is missing": ["attention_without_output"],
    "normalisations are missing, or all biases: both have as many numbers here": [
        "norms_forgotten",
        "feed_forward_without_biases",
    ],
    "each stack ends with one more normalisation": ["norm_after_each_stack"],
    "attention has biases": ["attention_with_biases"],
    "a shared matrix is counted three times": ["embedding_always_three"],
    "every head is as wide as the model": ["heads_of_full_width"],
}


def value(cell):
    return number(cell.strip("$"))


def test_the_worked_example_is_complete_and_right(functions):
    counted = functions["reference.py"](37000)
    rows = table(THEORY.section("The Base Model by Hand"))
    assert [part for part, _, _ in rows] == PARTS
    for part, calculation, result in rows:
        assert value(calculation) == value(result) == counted[part]


def test_the_big_model_is_as_stated(functions):
    counted = functions["reference.py"](37000, 1024, 4096, num_heads=16)["total"]
    assert f"{counted:,}".replace(",", "{,}") in THEORY.section("The Base Model by Hand")


@pytest.mark.parametrize("row", table(THEORY.section("The Other Models of the Paper")))
def test_the_other_models_are_as_stated(row, functions):
    changed, counted, millions = row
    given = {name: int(size) for name, size in re.findall(r"(\w+)=(\d+)", changed)}
    assert bool(given) == (changed != "nothing")
    total = functions["reference.py"](41100, **given)["total"]
    assert total == value(counted)
    assert round(total / 1e6) == int(millions)


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_number_of_its_row(what, functions):
    for name in MISTAKES[what]:
        given = functions[f"wrong/{name}.py"](37000)["total"]
        assert given == value(THEORY.mistakes()[what])


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)


def test_shares_of_the_whole_are_as_stated(functions):
    counted = functions["reference.py"](37000)
    assert counted["embedding"] / counted["total"] == pytest.approx(1 / 3, abs=0.05)
    small = 12 * (2048 + 512) + (12 + 18) * 1024
    assert small / counted["total"] == pytest.approx(0.001, rel=0.05)
    apart = functions["reference.py"](37000, shared=False)
    assert 0.5 < apart["embedding"] / apart["total"] < 0.6
