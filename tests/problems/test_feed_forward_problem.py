"""The first exercise: complete, without a fault, and with every kind of case that is needed."""

import ast
import re
from typing import NamedTuple

import numpy as np
import pytest

PROBLEM = "feed_forward"
SIGNATURE = (
    "def feed_forward(x: np.ndarray, W1: np.ndarray, b1: np.ndarray, "
    "W2: np.ndarray, b2: np.ndarray) -> np.ndarray:"
)


def test_it_has_all_parts(problem):
    spec = problem.spec
    assert len(spec.requirements) >= 4
    assert len(spec.constraints) >= 4
    assert len(spec.pitfalls) >= 6
    assert len(spec.hints) >= 3
    assert len(re.findall(r"^#{2,3} ", problem.theory, re.M)) >= 20
    assert spec.source is not None
    assert {group.visible for group in spec.tests.groups} == {"full", "diagnosis"}
    assert all(group.points > 0 for group in spec.tests.groups)
    assert sum(group.points for group in spec.tests.groups) == 100


def test_no_hint_gives_the_solution_away(problem):
    for hint in problem.spec.hints:
        assert "=" not in hint.text
        assert "@ W" not in hint.text


def test_the_starter_has_the_signature_of_the_original_and_does_nothing(problem):
    tree = ast.parse(problem.spec.starter)
    (function,) = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    docstring, body = function.body
    assert isinstance(docstring, ast.Expr)
    assert isinstance(body, ast.Pass)
    function.body = [body]
    assert ast.unparse(function) == f"{SIGNATURE}\n    pass"


def test_the_examples_are_right_and_can_be_checked_by_hand(problem, functions):
    reference = functions["reference.py"]
    for example in problem.spec.examples:
        given = reference(*(np.array(value, float) for value in example.args.values()))
        np.testing.assert_array_equal(given, np.array(example.returns, float))
        assert example.explain
        assert max(np.size(value) for value in example.args.values()) <= 6


class Arguments(NamedTuple):
    """Of one case."""

    x: np.ndarray
    W1: np.ndarray
    b1: np.ndarray
    W2: np.ndarray
    b2: np.ndarray

    @property
    def positions(self):
        return int(np.prod(self.x.shape[:-1]))

    @property
    def sizes(self):
        return {*self.x.shape, *self.W1.shape}

    @property
    def largest(self):
        return np.max(np.abs(self.x), initial=0)


def is_column_major(array):
    return array.flags.f_contiguous and not array.flags.c_contiguous


NEEDED = {
    "a single position": lambda a: a.x.ndim == 1,
    "more than three axes": lambda a: a.x.ndim > 3,
    "no position in a sequence": lambda a: a.x.shape[:-1] == (0,),
    "no position in a batch": lambda a: a.x.ndim == 3 and a.x.size == 0,
    "all sizes equal": lambda a: a.x.ndim == 3 and len(a.sizes) == 1 and a.sizes != {1},
    "square weights and as many positions": lambda a: (
        a.W1.shape == a.W2.shape == a.x.shape[-2:] and a.x.ndim == 3
    ),
    "axes of length one": lambda a: a.sizes == {1},
    "one leading axis of length one": lambda a: 1 in a.x.shape[:-1] and a.positions > 1,
    "a hidden layer more than four times as wide": lambda a: a.b1.size > 4 * a.b2.size > 4,
    "a hidden layer narrower than the input": lambda a: a.b1.size < a.b2.size,
    "more hidden units than anyone writes down": lambda a: a.b1.size > 2048,
    "more inputs than anyone writes down": lambda a: a.b2.size > 512,
    "more than fifty positions": lambda a: a.x.ndim == 2 and a.positions > 50,
    "more than fifty positions in a batch": lambda a: a.x.ndim == 3 and a.positions > 50,
    "column-major weights": lambda a: is_column_major(a.W1) and is_column_major(a.W2),
    "gaps between elements": lambda a: all(v.strides[-1] > v.itemsize for v in a),
    "backwards in memory": lambda a: all(v.strides[-1] < 0 for v in a),
    "x transposed, T = d_model": lambda a: (
        a.x.shape[0] == a.x.shape[-1] and a.x.strides[0] < a.x.strides[-1]
    ),
    "read-only arguments": lambda a: not any(v.flags.writeable for v in a),
    "biases alone": lambda a: a.x.size and not a.x.any() and a.b1.any() and a.b2.any(),
    "all units off": lambda a: a.x.size and (a.x @ a.W1 + a.b1 < 0).all(),
    "numbers too small for float32": lambda a: 1e-50 < a.largest < 1e-30,
    "tiny numbers": lambda a: 0 < a.largest < 1e-100,
    "huge numbers": lambda a: a.largest > 1e100,
    "half the widths of the paper": lambda a: a.W1.shape == (256, 1024),
}


@pytest.fixture(scope="module")
def all_arguments(suite):
    return [Arguments(*case.calls[0].args) for case in suite.cases]


@pytest.mark.parametrize("kind", NEEDED)
def test_a_kind_of_case_that_is_needed_is_there(all_arguments, kind):
    with np.errstate(all="ignore"):
        assert any(NEEDED[kind](arguments) for arguments in all_arguments)


def test_shapes_come_again_with_other_values(suite, all_arguments):
    shapes = [tuple(array.shape for array in arguments) for arguments in all_arguments]
    assert len(shapes) - len(set(shapes)) >= 4
    assert sum(case.reuse is not None for case in suite.cases) >= 2


def test_no_case_asks_for_what_right_answers_disagree_on(all_arguments):
    for arguments in all_arguments:
        assert all(np.isfinite(array).all() for array in arguments)
        assert 0 not in arguments.W1.shape


def test_where_a_result_overflows_every_order_of_summation_agrees(all_arguments, functions):
    """All terms of a sum have one sign, so that infinity minus infinity cannot arise."""
    overflowing = 0
    for x, W1, b1, W2, b2 in all_arguments:
        hidden = np.maximum(x @ W1 + b1, 0)
        with np.errstate(over="ignore"):
            result = functions["reference.py"](x, W1, b1, W2, b2)
        if not np.isfinite(result).all():
            overflowing += 1
            assert np.isinf(result).all()
            assert np.isfinite(hidden).all()
            assert (W2 > 0).all() or (W2 < 0).all()
    assert overflowing == 2


def test_large_arrays_are_read_only_so_that_checking_them_costs_nothing(all_arguments):
    large = [array for arguments in all_arguments for array in arguments if array.nbytes > 100_000]
    assert large
    assert not any(array.flags.writeable for array in large)


def test_no_case_takes_as_long_as_all_others_together(all_arguments):
    products = sorted(a.positions * a.W1.size for a in all_arguments)
    assert products[-1] <= 1 << 18
    assert max(a.W1.nbytes + a.W2.nbytes for a in all_arguments) <= 1 << 22


def test_public_cases_switch_some_hidden_units_on_and_some_off(suite):
    """So that a student sees what the ReLU does; with all units off, the result is just b2."""
    for case in suite.only("public"):
        x, W1, b1, _, _ = case.calls[0].args
        if x.size:
            assert 0.2 < (x @ W1 + b1 > 0).mean() < 0.8, case.name
