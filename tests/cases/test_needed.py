"""All kinds of cases that were measured to be needed (design.md, section 5) can be written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from made_problems import make_problem

from grader.cases.suite import build_suite

Arrays = tuple[np.ndarray, ...]


def magnitude(array: np.ndarray) -> float:
    return float(np.median(np.abs(array[array != 0])))


NEEDED: dict[str, tuple[dict[str, Any], Callable[..., bool]]] = {
    "x of one axis": ({"sizes": {"batch": []}}, lambda x, *_: x.ndim == 1),
    "empty leading axis": (
        {"sizes": {"batch": [0, 3]}},
        lambda x, W1, *_: x.shape[:2] == (0, 3) and W1.size > 0,
    ),
    "all sizes equal": (
        {"sizes": {"batch": [3, 3], "d_model": 3, "d_ff": 3}},
        lambda *arrays: {n for a in arrays for n in a.shape} == {3},
    ),
    "square with T = d": (
        {"sizes": {"batch": [2, 4], "d_model": 4, "d_ff": 4}},
        lambda x, W1, *_: x.shape[-1] == x.shape[-2] == W1.shape[1],
    ),
    "axes of length 1": (
        {"sizes": {"batch": [1, 1], "d_model": 1, "d_ff": 1}},
        lambda *arrays: all(a.size == 1 for a in arrays),
    ),
    "d_ff more than four times d_model": (
        {"sizes": {"d_ff": "5*d_model"}},
        lambda x, W1, *_: W1.shape[1] > 4 * W1.shape[0],
    ),
    "d_ff beyond any hard-coded size": (
        {"sizes": {"batch": [2], "d_model": 2, "d_ff": 2500}},
        lambda x, W1, *_: W1.shape[1] == 2500,
    ),
    "Fortran order": (
        {"sizes": {"batch": [2], "d_model": 3, "d_ff": 4}, "layout": {"W1": "F", "W2": "F"}},
        lambda x, W1, b1, W2, b2: W1.flags.f_contiguous and not W2.flags.c_contiguous,
    ),
    "strided": (
        {"sizes": {"batch": [2, 3], "d_model": 3}, "layout": {"*": "strided"}},
        lambda x, *_: not x.flags.contiguous and not x.T.flags.contiguous,
    ),
    "x = 0 with biases": (
        {"values": {"x": "zeros", "*": "ints 1 9"}},
        lambda x, W1, b1, *_: not x.any() and b1.all(),
    ),
    "more than 50 positions": ({"sizes": {"batch": [60]}}, lambda x, *_: x.shape[0] == 60),
    "every unit off": (
        {"values": {"b1": "uniform -1001 -1000"}},
        lambda x, W1, b1, W2, b2: ((x @ W1 + b1) < 0).all(),
    ),
    "denormal": ({"values": {"x": "denormal"}}, lambda x, *_: magnitude(x) < 1e-310),
    "graded positions": (
        {"values": {"x": "graded -10 10"}, "sizes": {"batch": [8], "d_model": 6}},
        lambda x, *_: magnitude(x[0]) < 1e-9 and magnitude(x[-1]) > 1e9,
    ),
    "graded units": (
        {"values": {"W1": "graded -8 8 1", "b1": "graded -8 8", "W2": "graded 8 -8 0"},
         "sizes": {"d_model": 6, "d_ff": 9}},
        lambda x, W1, b1, W2, b2: bool(
            1e-3 < magnitude(W1[:, 0]) * magnitude(W2[0]) < 1e3
            and magnitude(W1[:, -1]) > 1e15 * magnitude(W1[:, 0])
        ),
    ),
    "mixed magnitudes": (
        {"values": {"*": "powers10 -30 30"}, "sizes": {"d_model": 9, "d_ff": 9}},
        lambda x, W1, *_: np.abs(W1).max() > 1e20 and np.abs(W1).min() < 1e-20,
    ),
    "overflow on both sides of zero": (
        {"values": {"x": "const 1e200", "W1": "ones", "W2": "const -1e200"}},
        lambda x, W1, b1, W2, b2: bool(np.isfinite(W2).all() and W2.max() == -1e200),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NEEDED)
def test_a_needed_case_can_be_written(name: str) -> None:
    spec, holds = NEEDED[name]
    (case,) = build_suite(make_problem({"name": name, **spec})).cases
    assert holds(*case.calls[0].args)


@pytest.mark.parametrize("exponent", [-300, -160, -150, -100, -35, -9, 9, 35, 100, 150, 300])
def test_tiny_and_huge_magnitudes(exponent: int) -> None:
    scale = f"normal 1e{exponent}"
    spec = {"values": {"x": scale, "b1": scale}, "sizes": {"batch": [9], "d_model": 9, "d_ff": 9}}
    (case,) = build_suite(make_problem({"name": "m", **spec})).cases
    x, W1, b1, *_ = case.calls[0].args
    assert 0.1 < magnitude(x) / float(f"1e{exponent}") < 2
    assert 0.01 < magnitude(b1) / float(f"1e{exponent}") < 4
    assert 0.1 < magnitude(W1) < 2


def test_the_same_arrays_refilled() -> None:
    first = {"name": "first", "layout": {"W1": "F+unaligned"}}
    second = {"name": "second", "reuse": "first", "values": {"x": "zeros"}}
    one, other = build_suite(make_problem(first, second)).cases
    assert other.reuse == "first"
    for a, b in zip(one.calls[0].args, other.calls[0].args, strict=True):
        assert (a.shape, a.strides) == (b.shape, b.strides)
