"""The numbers in the theory of beam_search, recomputed from the text that a student reads."""

import numpy as np
import pytest

from tests.problems.texts import Theory, table

PROBLEM = "beam_search"
THEORY = Theory(PROBLEM)
#: Half a unit in the fourth decimal.
ROUNDED = 0.5001e-4

# What the table of mistakes says, and the wrong solutions that do it.
MISTAKES = {
    "there is no penalty": ["no_penalty"],
    "the choice is made by log-probabilities, or each hypothesis goes on with its best token": [
        "ranked_by_log_probs",
        "best_of_each",
    ],
    "the penalty is multiplied": ["penalty_multiplied"],
    "the length is the divisor": ["divided_by_length"],
    "the 6 has no exponent": ["denominator_without_alpha"],
    "the length does not count the new token": ["length_before_the_step"],
    "the length counts a token for the beginning": ["length_with_beginning"],
    "the length counts the filling": ["length_with_filling"],
    "only hypotheses that end are divided": ["penalty_for_finished_only"],
    "only the new log-probability is divided": ["penalised_steps"],
    "the log-probabilities so far are forgotten": ["log_probs_not_added"],
    "hypotheses cannot end": ["end_not_allowed"],
    "the worst are chosen": ["worst_first"],
}


@pytest.fixture(scope="module")
def stated():
    return {name: value for name, (value,) in THEORY.stated("An Example by Hand").items()}


@pytest.fixture(scope="module")
def arguments(stated):
    tokens = stated[r"\text{tokens}"].astype(np.int64)
    return [tokens, stated[r"\log P"], stated[r"\log P_{\text{next}}"], 3, 0]


def test_the_worked_example_is_complete_and_right(stated, arguments, functions):
    _, log_probs, next_log_probs, *_ = arguments
    sums = log_probs[:, np.newaxis] + next_log_probs
    sums[2] = log_probs[2], *[-np.inf] * 3
    penalties = (np.array([8, 8, 7]) / 6) ** 0.6
    chosen, totals, scores = functions["reference.py"](*arguments)
    computed = {
        "S": sums,
        r"\text{lp}": penalties,
        r"S / \text{lp}": sums / penalties[:, np.newaxis],
        r"\text{tokens}'": chosen,
        r"\log P'": totals,
        r"\text{scores}": scores,
    }
    given = {r"\text{tokens}", r"\log P", r"\log P_{\text{next}}"}
    assert set(stated) == {*computed, *given}
    for name, value in computed.items():
        np.testing.assert_allclose(stated[name], value, rtol=0, atol=ROUNDED, err_msg=name)


def test_without_a_penalty_the_ended_hypothesis_stays(arguments, functions):
    chosen, *_ = functions["reference.py"](*arguments, alpha=0.0)
    assert chosen[2].tolist() == [3, 0, 0]


@pytest.mark.parametrize("row", table(THEORY.section("The Length Penalty")))
def test_penalties_are_as_stated(row, functions):
    length, *penalties = (float(cell) for cell in row)
    tokens = np.ones((1, int(length) - 1), np.int64)
    for alpha, stated in zip((0.0, 0.6, 1.0), penalties, strict=True):
        _, totals, scores = functions["reference.py"](
            tokens, np.array([-1.0]), np.array([[-1.0, -2.0]]), 1, 0, alpha
        )
        assert totals[0] / scores[0] == pytest.approx(stated, rel=0, abs=ROUNDED)


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_scores_of_its_row(arguments, functions, what):
    for name in MISTAKES[what]:
        _, _, given = functions[f"wrong/{name}.py"](*arguments)
        np.testing.assert_allclose(given, THEORY.mistakes()[what], rtol=0, atol=ROUNDED)


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)
