"""``grader new``: every contract gives a problem without a single diagnostic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.authoring.function_text import parse_function
from grader.authoring.mutants import mutants
from grader.authoring.scaffolding import scaffold
from grader.cases.suite import build_suite, check
from grader.errors import UsageError
from grader.problem.load import read_problem
from grader.problem.model import Problem
from grader.submission.static_check import check_source

CONTRACTS = [
    None,
    "softmax(x: '*batch n') -> '*batch n'",
    "layer_norm(x: '*batch n', gamma: 'n', beta: 'n', eps: float = 1e-5) -> '*batch n'",
    "ffn(x: '*b d', W1: 'd f', b1: 'f', W2: 'f d', b2: 'd') -> '*b d'",
    "one_hot(tokens: int64['*batch t'], vocab: int) -> '*batch t vocab'",
    "parts(x: 'n', y: 'm') -> ('n', 'n m', '')",
    "norm(x: 'n') -> float",
    "positive(x: 'n') -> bool",
    "count(x: int64['n'], mask: bool['n']) -> int64['n']",
    "fill(x: float, n: int) -> 'n'",
    "mask(x: '*s n') -> bool['*s n']",
    "masked(x: '*b n m', mask: bool['n m'] = None) -> '*b n+1'",
    "whole(x: int64['n']) -> 'n'",
]


def make(root: Path, contract: str | None) -> Problem:
    files = scaffold(root, "mine", contract)
    problem, diagnostics = read_problem(files[0].parent)
    assert diagnostics == ()
    assert problem is not None
    return problem


def run(path: Path, problem: Problem) -> list[Any]:
    """Results of one of our own generated files on all cases."""
    space: dict[str, Any] = {}
    exec(compile(path.read_text(), path.name, "exec"), space)
    function = space[problem.spec.contract.name]
    calls = [case.calls[0] for case in build_suite(problem).cases]
    return [function(*call.args, **call.kwargs) for call in calls]


def same(one: Any, other: Any) -> bool:
    if isinstance(one, tuple):
        return all(same(a, b) for a, b in zip(one, other, strict=True))
    return np.shape(one) == np.shape(other) and np.allclose(one, other, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("contract", CONTRACTS)
def test_a_new_problem_is_valid(tmp_path: Path, contract: str | None) -> None:
    problem = make(tmp_path, contract)
    assert check(problem) == ()
    right = run(problem.solutions / "reference.py", problem)
    accepted = run(problem.solutions / "accepted" / "other_order.py", problem)
    assert all(same(a, b) for a, b in zip(right, accepted, strict=True))
    for path in sorted((problem.solutions / "wrong").glob("*.py")):
        wrong = run(path, problem)
        assert sum(not same(a, b) for a, b in zip(right, wrong, strict=True)) >= 2, path.name
        assert check_source(path.read_bytes(), problem).passed


@pytest.mark.parametrize("contract", CONTRACTS)
def test_its_example_and_its_contract_are_what_the_reference_computes(
    tmp_path: Path, contract: str | None
) -> None:
    problem = make(tmp_path, contract)
    given = run(problem.solutions / "reference.py", problem)[0]
    parts = problem.spec.contract.returns.items  # type: ignore[union-attr]  # a function
    values = given if parts else (given,)
    wanted = problem.spec.examples[0].returns if parts else [problem.spec.examples[0].returns]
    for value, literal in zip(values, wanted, strict=True):
        assert same(value, np.asarray(literal))
    returns = problem.spec.contract.returns  # type: ignore[union-attr]  # a function
    for value, part in zip(values, (parts or {"": returns}).values(), strict=True):
        if part.type == "array":
            assert value.dtype == (part.dtype or "float64")
        else:
            assert type(value).__name__ == part.type


def test_every_statement_is_broken_by_a_wrong_solution(tmp_path: Path) -> None:
    spec = make(tmp_path, None).spec
    broken = {part for wrong in spec.misconceptions for part in wrong.breaks}
    assert broken == {"requirements[0]", "requirements[1]", "hints[0]"}


def test_the_reference_has_mutants(tmp_path: Path) -> None:
    problem = make(tmp_path, None)
    assert len(mutants((problem.solutions / "reference.py").read_text())) > 20


REFUSED = [
    ("softmax(x) -> 'n'", "the argument x needs a shape in quotes"),
    ("softmax x", "it is not written like a Python function"),
    ("softmax(x: 'n')", "the result is missing"),
    ("softmax() -> 'n'", "it takes no arguments"),
    ("softmax(*x: 'n') -> 'n'", "*args"),
    ("softmax(x: 'n m+') -> 'n'", "the argument x: cannot read 'm+'"),
    ("softmax(x: int65['n']) -> 'n'", "the argument x: unknown dtype 'int65'"),
    ("softmax(x: 'n', y: str) -> 'n'", "the argument y needs a shape"),
    ("softmax(x: 'n', y: float = f(1)) -> 'n'", "the default of argument y must be a number"),
    ("softmax(x: 'n') -> 'm'", "the result has the size m, but no argument has an axis m"),
    ("softmax(x: 'n') -> ('n',)", "a tuple of results has 2 to 6 parts"),
    ("softmax(x: 'n' = None) -> 'n'", "every argument has a default"),
    ("a(x: 'n') -> 'n': pass\ndef b()", "it is not one function"),
]


@pytest.mark.parametrize(("contract", "words"), REFUSED)
def test_a_contract_that_cannot_be_used_is_refused(
    tmp_path: Path, contract: str, words: str
) -> None:
    with pytest.raises(UsageError) as caught:
        scaffold(tmp_path, "mine", contract)
    assert words in str(caught.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("word", ["class", "lambda", "is"])
def test_an_id_that_no_function_can_have_is_refused(tmp_path: Path, word: str) -> None:
    with pytest.raises(UsageError, match="a word of Python's own"):
        scaffold(tmp_path, word)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("bad", ["", "Mine", "1st", "a-b", "../up", "a" * 3 + "/"])
def test_an_id_that_cannot_be_a_folder_is_refused(tmp_path: Path, bad: str) -> None:
    with pytest.raises(UsageError, match="cannot be the id"):
        scaffold(tmp_path, bad)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    first = scaffold(tmp_path, "mine")
    first[0].write_text("kept")
    with pytest.raises(UsageError, match="is there already"):
        scaffold(tmp_path, "mine")
    assert first[0].read_text() == "kept"


def test_a_contract_is_read_as_written() -> None:
    function = parse_function("def f(x: int64['*b n'], k: int = 2) -> ('n', bool['']):")
    assert function.params["x"].dtype == "int64"
    assert function.params["x"].shape == "*b n"
    assert function.params["k"].default == 2
    assert list(function.returns.items or {}) == ["first", "second"]
