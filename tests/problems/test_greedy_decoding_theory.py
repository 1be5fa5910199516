"""The numbers in the theory of greedy_decoding, recomputed from the text."""

import numpy as np
import pytest

from tests.problems.texts import Theory

PROBLEM = "greedy_decoding"
THEORY = Theory(PROBLEM)
PADDING, END = 0, 2

# What the table of mistakes says, and the wrong solution that does it.
MISTAKES = {
    "the largest id is taken among equals": "end_of_a_sort",
    "the sentence goes on after its end": "end_ignored",
    "only the last token is compared with the end": "only_last_token_checked",
    "the end is repeated instead of padding": "end_repeated",
    "padding is written instead of the end": "end_not_written",
    "all sentences get the token of the first": "one_for_all",
    "the second largest logit is taken": "second_best",
    "the smallest logit is taken": "least_likely",
    "new tokens are written in front": "written_in_front",
}


@pytest.fixture(scope="module")
def stated():
    return THEORY.stated("An Example by Hand")


def steps(function, stated):
    """Tokens and ends after each of the three steps of the example."""
    tokens = stated["Y_0"][0].astype(np.int64)
    for n in (1, 2, 3):
        logits = stated[f"Z_{n}"][0][:, np.newaxis]
        tokens, ended = function(logits, tokens, END, PADDING)
        yield tokens, ended


def test_the_worked_example_is_complete_and_right(stated, functions):
    counts = []
    for n, (tokens, ended) in enumerate(steps(functions["reference.py"], stated), start=1):
        np.testing.assert_array_equal(stated[f"Y_{n}"][0], tokens)
        counts.append(ended.sum())
    np.testing.assert_array_equal(stated["E"][0], counts)
    assert set(stated) == {"Y_0", "Y_1", "Y_2", "Y_3", "Z_1", "Z_2", "Z_3", "E"}


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_numbers_of_its_row(functions, stated, what):
    *_, (tokens, _) = steps(functions[f"wrong/{MISTAKES[what]}.py"], stated)
    np.testing.assert_array_equal(tokens[1], THEORY.mistakes()[what])


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)


def test_the_greedy_sentence_is_not_the_likeliest():
    """Of the two sentences of the text, whose numbers are checked as equations."""
    best = {"a": (0.625, 0.5), "b": (0.375, 0.875)}
    greedy = max(best, key=lambda first: best[first][0])
    assert max(best, key=lambda first: np.prod(best[first])) != greedy
    for numbers in best.values():
        assert all(str(number) in THEORY.section("What Greedy Means") for number in numbers)


def test_float32_does_not_tell_the_logits_of_the_text_apart():
    assert "700.0000001 and 700.0000002" in THEORY.section("In Floating Point")
    assert np.float32(700.0000001) == np.float32(700.0000002)
    assert 700.0000001 != 700.0000002
