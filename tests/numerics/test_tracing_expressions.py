"""One NumPy expression at a time: traced, followed exactly, and within its bound."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from expressions import DISCRETE, TRACED, arguments
from traced import exact, leaves, run, worst

EXTENDED = np.finfo(np.longdouble).eps < np.finfo(float).eps


def body(expression: str) -> str:
    return f"def f({', '.join(arguments())}):\n    return {expression}\n"


@pytest.mark.parametrize("expression", TRACED)
def test_bound_holds_and_is_narrow(expression: str) -> None:
    result = run(body(expression), *arguments().values())
    assert (result["status"], result["why"], result["tie"]) == ("traced", "", False)
    value, error = np.asarray(result["value"]), np.asarray(result["error"])
    assert error.shape == value.shape
    assert error.dtype == np.float64
    largest = np.abs(value[np.isfinite(value)]).max(initial=1e-300)
    assert error.max(initial=0.0) <= 1e-12 * largest
    if EXTENDED:
        truth = exact(body(expression), *arguments().values())
        assert worst(result, truth) <= 1


@pytest.mark.parametrize("expression", DISCRETE)
def test_exact_results_have_no_error(expression: str) -> None:
    result = run(body(expression), *arguments().values())
    assert (result["status"], result["why"], result["tie"]) == ("traced", "", False)
    assert all(error is None for error in leaves(result["error"]))


UNTRACEABLE = [
    ("np.linalg.solve(x[:, :3], x[:, 3])", "numpy.linalg.solve is not traced"),
    ("np.fft.rfft(v).real", "numpy.fft.rfft is not traced"),
    ("np.linalg.inv(x[:, :3])", "numpy.linalg.inv is not traced"),
    ("np.unique(x @ w)", "needs it exactly"),
    ("np.hanning(5) * s", "numpy.hanning is not traced"),
    ("np.sum(x, where=mask)", "where="),
    ("math.gamma(s) if False else math.ulp(s)", "math.ulp is not traced"),
    ("s * 3 if str(s * 3) else s", "turned into text"),
    ("{s * 3: 1.5}[s * 3]", "used as a key"),
    ("float(np.random.default_rng(3).random() + s * 0).hex() and s", "'hex'"),
]


@pytest.mark.parametrize(("expression", "why"), UNTRACEABLE)
def test_what_cannot_be_traced_is_estimated_and_says_why(expression: str, why: str) -> None:
    result = run(body(expression), *arguments().values())
    assert result["status"] == "untraceable"
    assert why in result["why"]
    error = np.asarray(result["error"], dtype=float)
    assert np.all(error > 0)
    assert np.all(error <= 1e-9 * (1 + np.abs(result["value"])))


def test_everything_numpy_has_is_known_or_refused() -> None:
    """No name of ``numpy`` slips through as the plain function."""
    from grader.numerics.tracing.standins import PURE, numpy_stand_in

    for name in dir(np):
        real: Any = getattr(np, name)
        plain_function = callable(real) and not isinstance(real, type)
        if plain_function and not name.startswith("_") and name not in PURE:
            assert getattr(numpy_stand_in, name) is not real, name
