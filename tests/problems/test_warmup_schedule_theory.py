"""The numbers in the theory of warmup_schedule, recomputed from the text."""

import numpy as np
import pytest

from tests.problems.texts import Theory

PROBLEM = "warmup_schedule"
THEORY = Theory(PROBLEM)
#: Half a unit in the fourth decimal.
ROUNDED = 0.5001e-4
WIDTH, WARMUP = 16, 4

# What the table of mistakes says, and the wrong solution that does it.
MISTAKES = {
    "the larger of the two terms is taken": "max_for_min",
    "there is no warm-up": "no_warmup",
    "there is no decay": "no_decay",
    "the rate is constant after the warm-up": "constant_after_warmup",
    "the decay counts from the end of the warm-up": "decays_since_warmup",
    "the exponent of the warm-up is $-1$": "warmup_power_1",
    "the width is missing": "width_missing",
    "the width is multiplied instead of divided": "width_multiplied",
    "one is subtracted from the step": "counts_from_zero",
}


@pytest.fixture(scope="module")
def rate(functions):
    return functions["reference.py"]


def test_the_worked_example_is_complete_and_right(rate):
    stated = THEORY.stated("An Example by Hand")
    t = stated["t"][0]
    rising, falling = t * WARMUP**-1.5, t**-0.5
    computed = {
        r"t\, w^{-1.5}": rising,
        "t^{-0.5}": falling,
        r"\min": np.minimum(rising, falling),
        "lrate": [rate(int(step), WIDTH, WARMUP) for step in t],
    }
    for name, value in computed.items():
        np.testing.assert_allclose(stated[name][0], value, rtol=0, atol=ROUNDED, err_msg=name)
    assert set(stated) == {*computed, "t"}
    np.testing.assert_array_equal(stated["lrate"][0], computed["lrate"])


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_numbers_of_its_row(functions, what):
    wrong = functions[f"wrong/{MISTAKES[what]}.py"]
    given = [wrong(step, WIDTH, WARMUP) for step in (1, 4, 16)]
    np.testing.assert_allclose(given, THEORY.mistakes()[what], rtol=0, atol=ROUNDED)


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)


def test_the_formulas_of_the_base_model_are_those_of_the_reference(rate):
    assert rate(1, 512) == pytest.approx(512**-0.5 * 4000**-1.5)
    assert rate(4000, 512) == pytest.approx(1 / np.sqrt(512 * 4000))
    assert rate(100000, 512) == pytest.approx(512**-0.5 * 100000**-0.5)
    assert rate(4000, 1024) == pytest.approx(1024**-0.5 * 4000**-0.5)
    assert f"{4000 / 100000:.0%}" == "4%"


def test_what_the_mistakes_do_at_4000_steps_is_as_stated(rate, functions):
    assert round(4000 ** (2 / 3)) == 252
    restarted = functions["wrong/decays_since_warmup.py"](4001, 512)
    assert round(restarted / rate(4000, 512)) == 63


@pytest.mark.parametrize("step", [4000, 5000, 123456])
def test_four_times_as_many_steps_halve_the_rate(rate, step):
    assert rate(4 * step, 512) == pytest.approx(rate(step, 512) / 2, rel=1e-15)
    assert rate(step, 4 * 512) == pytest.approx(rate(step, 512) / 2, rel=1e-15)
