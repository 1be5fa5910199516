"""The numbers in the theory of layer_norm, recomputed from the text that a student reads."""

import numpy as np
import pytest

from tests.problems.texts import Theory

PROBLEM = "layer_norm"
THEORY = Theory(PROBLEM)
#: Half a unit in the fourth decimal.
ROUNDED = 0.5001e-4

# What the table of mistakes says, and the wrong solution that does it.
MISTAKES = {
    "the gain is missing": "gamma_missing",
    "the offset is missing": "beta_missing",
    "the offset is added before the gain multiplies": "beta_before_gamma",
    "the distances are divided by the variance, without a root": "divides_by_variance",
    "the variance is divided by $n - 1$": "sample_variance",
    "the mean is not subtracted before the division": "mean_kept",
    "this is RMSNorm": "rms_norm",
    "the residual connection is included": "residual_included",
}


@pytest.fixture(scope="module")
def stated():
    return THEORY.stated("An Example by Hand")


@pytest.fixture(scope="module")
def arguments(stated):
    return [stated[name][0] for name in ("x", r"\gamma", r"\beta")]


def test_the_worked_example_is_complete_and_right(stated, arguments, functions):
    x, gamma, beta = arguments
    z = (x - x.mean()) / x.std()
    computed = {
        r"x - \mu": x - x.mean(),
        "z": z,
        r"\gamma \odot z": gamma * z,
        r"\text{LayerNorm}(x)": functions["reference.py"](x, gamma, beta, 0.0),
    }
    for name, value in computed.items():
        np.testing.assert_array_equal(stated[name][0], value, err_msg=name)
    assert set(stated) == {*computed, "x", r"\gamma", r"\beta"}
    assert (x.sum(), x.mean(), x.var(), np.sum(z**2)) == (15, 3, 4, x.size)


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_numbers_of_its_row(arguments, functions, what):
    given = functions[f"wrong/{MISTAKES[what]}.py"](*arguments, 0.0)
    np.testing.assert_allclose(given, THEORY.mistakes()[what], rtol=0, atol=ROUNDED)


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)


@pytest.mark.parametrize(("eps", "inside", "outside"), [(1e-6, 1e-6, 1e-3)])
def test_where_eps_stands_changes_small_vectors_as_stated(functions, eps, inside, outside):
    x, one, zero = np.array([1e-9, -1e-9]), np.ones(2), np.zeros(2)
    found = functions["reference.py"](x, one, zero, eps)[0]
    assert found == pytest.approx(inside, rel=1e-3)
    found = functions["wrong/eps_outside_root.py"](x, one, zero, eps)[0]
    assert found == pytest.approx(outside, rel=2e-3)


def test_no_entry_exceeds_the_bound_that_is_stated(functions):
    x = np.array([0.0, 0.0, 0.0, 0.0, 7.0])
    found = functions["reference.py"](x, np.ones(5), np.zeros(5), 0.0)
    assert found.max() == pytest.approx(np.sqrt(5 - 1), rel=1e-15)
