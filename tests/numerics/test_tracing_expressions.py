"""One NumPy expression at a time: traced, followed exactly, and within its bound."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from expressions import DISCRETE, TRACED, arguments
from traced import HEAD, exact, leaves, run, worst

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


def moved(arguments: dict[str, Any], size: float, number: int) -> dict[str, Any]:
    """The arguments with every float moved by up to ``size``."""
    draw = np.random.default_rng(number)
    found = dict(arguments)
    for name, value in arguments.items():
        if isinstance(value, float) or (isinstance(value, np.ndarray) and value.dtype.kind == "f"):
            signs = draw.choice([-1.0, 1.0], np.shape(value))
            by = signs if number % 2 else signs * draw.random(np.shape(value))
            found[name] = value + size * by
    return found


#: Where one cannot tell by moving the arguments: steps, and sums that hide their terms.
NOT_MOVED = ("round", "math.isclose", "floor", "% 0.7", "divmod", "np.mod(x")


@pytest.mark.parametrize("expression", [e for e in TRACED if not any(n in e for n in NOT_MOVED)])
def test_errors_of_arguments_pass_through(expression: str) -> None:
    """Arguments within an error of 1e-9 give results within the bound, and not far within it."""
    size, plain = 1e-9, arguments()
    given = {
        name: {"traced value": value, "traced error": np.full(np.shape(value), size)}
        if isinstance(value, float) or (isinstance(value, np.ndarray) and value.dtype.kind == "f")
        else value
        for name, value in plain.items()
    }
    result = run(body(expression), *given.values())
    assert (result["status"], result["why"], result["tie"]) == ("traced", "", False)
    names: dict[str, Any] = {}
    exec(HEAD + body(expression), names)
    reached = np.zeros(np.shape(result["value"]))
    for number in range(12):
        other = names["f"](*moved(plain, size, number).values())
        with np.errstate(invalid="ignore"):
            distance = np.nan_to_num(np.abs(np.asarray(other - result["value"])))
        assert np.all(distance <= 1e-15 + (1 + 1e-6) * np.asarray(result["error"]))
        reached = np.maximum(reached, distance)
    error = np.asarray(result["error"])
    if error.size and reached.max() > size / 10:
        assert error.max() <= 40 * reached.max() + 1e-14 * np.abs(result["value"]).max()


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
    ("np.var(x, where=mask)", "where="),
    ("np.exp(np.log(p), where=p > 0, out=None)", "without out="),
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
