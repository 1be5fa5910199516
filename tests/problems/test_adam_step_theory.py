"""The numbers in the theory of adam_step, recomputed from the text."""

import numpy as np
import pytest

from tests.problems.texts import Theory

PROBLEM = "adam_step"
THEORY = Theory(PROBLEM)
#: Half a unit in the fourth decimal.
ROUNDED = 0.5001e-4
RATE, BETA1, BETA2, EPS = 0.5, 0.5, 0.75, 1.0

# What the table of mistakes says, and the wrong solution that does it.
MISTAKES = {
    "neither moment is corrected": "no_correction",
    "the corrected moments are returned as the state": "corrected_moments_returned",
    "every step is corrected like the first": "correction_without_t",
    "one is added to the step": "counts_from_zero",
    r"$\epsilon$ stands below the root": "eps_inside_root",
    r"$\epsilon$ is missing": "eps_missing",
    r"the corrections are in the rate, and $\epsilon$ is not scaled": "eps_not_scaled",
    "the moments from before the step are used": "old_moments_used",
    "the decay rates have changed places": "betas_swapped",
    "the root is missing": "no_root",
    "the step is added": "uphill",
}


@pytest.fixture(scope="module")
def stated():
    return THEORY.stated("An Example by Hand")


def steps(function, stated):
    """Parameters and moments after each of the two steps of the example."""
    state = stated[r"\theta_0"][0], np.zeros(2), np.zeros(2)
    for t in (1, 2):
        param, m, v = state
        state = function(param, stated[f"g_{t}"][0], m, v, t, RATE, BETA1, BETA2, EPS)
        yield state


def test_the_worked_example_is_complete_and_right(stated, functions):
    computed = {}
    for t, (param, m, v) in enumerate(steps(functions["reference.py"], stated), start=1):
        computed |= {
            rf"\theta_{t}": param,
            f"m_{t}": m,
            f"v_{t}": v,
            rf"\hat{{m}}_{t}": m / (1 - BETA1**t),
            rf"\hat{{v}}_{t}": v / (1 - BETA2**t),
        }
    for name, value in computed.items():
        for found in stated[name]:
            np.testing.assert_allclose(found, value, rtol=0, atol=ROUNDED, err_msg=name)
    assert set(stated) == {*computed, r"\theta_0", "g_1", "g_2"}


def test_the_constants_are_those_that_are_used(stated):
    text = THEORY.section("An Example by Hand")
    for name, value in {"alpha": 0.5, "beta_1": 0.5, "beta_2": 0.75, "epsilon": 1}.items():
        assert rf"$\{name} = {value}$" in text


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_numbers_of_its_row(functions, stated, what):
    *_, (param, _, _) = steps(functions[f"wrong/{MISTAKES[what]}.py"], stated)
    np.testing.assert_allclose(param, THEORY.mistakes()[what], rtol=0, atol=ROUNDED)


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)


def test_a_constant_gradient_is_what_the_corrected_moments_are(functions):
    m = v = np.zeros(1)
    for t in range(1, 30):
        _, m, v = functions["reference.py"](m, np.array([-3.0]), m, v, t)
        assert m / (1 - 0.9**t) == pytest.approx(-3.0, rel=1e-12)
        assert v / (1 - 0.999**t) == pytest.approx(9.0, rel=1e-12)


def test_how_much_too_long_uncorrected_steps_are(functions):
    def ratio(t):
        return (1 - 0.9**t) / np.sqrt(1 - 0.999**t)

    assert ratio(1) == pytest.approx(3.16, abs=0.005)
    assert ratio(10) > 6
    assert round(1 / np.sqrt(1 - 0.999)) == 32


def test_how_fast_the_corrections_fade():
    assert pytest.approx(0.005, abs=5e-4) == 0.9**50
    assert pytest.approx(0.0067, abs=5e-5) == 0.999**5000
