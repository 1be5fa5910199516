"""Mutants: which mistakes are made, and that each is a program of its own."""

from __future__ import annotations

import ast
import difflib

import pytest

from grader.authoring.mutants import mutants

LAYER_NORM = '''\
"""Layer normalisation."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-5):
    """Return x - 1."""
    mean = x.mean(axis=-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


if __name__ == "__main__":
    print(layer_norm(1 + 1, 1, 1))
'''


def after(source: str, rule: str = "") -> set[str]:
    return {mutant.after for mutant in mutants(source) if mutant.id.startswith(rule)}


def body(expression: str, parameters: str = "x, y") -> str:
    return f"import numpy as np\ndef f({parameters}):\n    return {expression}\n"


RULES = [
    ("operator", "x + y", {"x - y", "x * y"}),
    ("operator", "x - y", {"x + y", "y - x"}),
    ("operator", "(x + y) @ y", {"(x + y) * y", "y @ (x + y)", "(x - y) @ y", "(x * y) @ y"}),
    ("dropped", "x * y", {"x", "y"}),
    ("dropped", "-x", {"x"}),
    ("dropped", "x if y else 1", {"x", "1"}),
    ("dropped", "x and y", {"x", "y", "x or y"}),
    ("constant", "x[0]", {"x[1]", "x[-1]"}),
    ("constant", "x[-1]", {"x[0]", "x[-2]", "x[1]"}),
    ("constant", "f(x, True)", {"f(x, False)"}),
    ("constant", "0.5", {"1.5", "-0.5", "1.0", "0.25", "0.0"}),
    ("comparison", "x < y", {"x <= y", "x > y"}),
    ("comparison", "x == y", {"x != y"}),
    ("comparison", "1 if x else 2", {"1 if not x else 2"}),
    ("function", "np.max(x)", {"np.min(x)", "np.sum(x)", "x"}),
    ("function", "x.max()", {"x.min()", "x.sum()", "x"}),
    ("function", "np.exp(x)", {"np.expm1(x)", "np.exp2(x)", "x"}),
    ("axis", "x.sum(axis=-1)", {f"x.sum(axis={axis})" for axis in (-2, 0, 1, None)} | {"x.sum()"}),
    ("axis", "x.sum(keepdims=True)", {"x.sum()"}),
    ("transpose", "x.T", {"x"}),
    ("transpose", "x @ y", {"x.T @ y", "x @ y.T"}),
    ("transpose", "np.transpose(x, (0, 2, 1))", {
        "np.transpose(x, (2, 0, 1))", "np.transpose(x, (0, 1, 2))"}),
    ("transpose", "np.einsum('ij,jk->ik', x, y)", {"np.einsum('ij,jk->ki', x, y)"}),
    ("argument", "np.dot(x, y)", {"np.dot(y, x)", "np.dot(x, x)", "np.dot(y, y)"}),
    ("slice", "x[1:]", {"x"}),
    ("slice", "x[:y]", {"x", "x[:y + 1]", "x[:y - 1]"}),
    ("slice", "[x for i in range(y)]", {
        "[x for i in range(y - 1)]", "[x for i in range(1, y)]"}),
    ("in-place-", "x + 1", {
        "np.add(x, 1, out=x)", "_result = x + 1; x *= 2; return _result",
        "_result = x + 1; y *= 2; return _result"}),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "expression", "expected"), RULES)
def test_a_rule_makes_these_mistakes(rule: str, expression: str, expected: set[str]) -> None:
    assert {line.removeprefix("return ") for line in after(body(expression), rule)} == expected


def test_an_activation_has_neighbours() -> None:
    lines = after(body("np.maximum(0, x)"), "function")
    assert "return np.logaddexp(0, x)" in lines
    assert "return np.abs(x)" in lines
    assert "return np.minimum(0, x)" in lines


def test_results_lose_precision_and_shape() -> None:
    lines = after(body("x @ y"), "precision")
    assert "return np.asarray(x @ y, np.float32)" in lines
    assert "return np.round(x @ y, 6)" in lines
    assert "return np.squeeze(x @ y)" in lines
    assert "return np.asarray(x, np.float32).astype(np.float64) @ y" in lines


STATEMENTS = [
    ("    x += 1\n    return x", {"pass"}),
    ("    np.add(x, 1, out=x)\n    return x", {"pass"}),
    ("    if x:\n        y = 1\n    return y", {"if True:", "if False:"}),
    ("    for i in x:\n        continue\n    return y", {"break"}),
]


@pytest.mark.parametrize(("lines", "expected"), STATEMENTS)
def test_statements_are_left_out(lines: str, expected: set[str]) -> None:
    assert after(f"import numpy as np\ndef f(x, y):\n{lines}\n", "statement") == expected


def test_every_mutant_is_a_program_of_its_own_with_one_changed_line() -> None:
    found = mutants(LAYER_NORM)
    trees = {ast.dump(ast.parse(mutant.source)) for mutant in found}
    assert len(trees) == len(found) == len({mutant.id for mutant in found})
    assert ast.dump(ast.parse(LAYER_NORM)) not in trees
    original = LAYER_NORM.splitlines()
    for mutant in found:
        lines = mutant.source.splitlines()
        changed = [line for line in difflib.ndiff(original, lines) if line[0] in "-+"]
        assert [line[2:].strip() for line in changed] == [mutant.before, mutant.after]
        assert original[mutant.line - 1].strip() == mutant.before


def test_mutants_are_the_same_each_time_and_keep_their_ids_when_laid_out_anew() -> None:
    assert mutants(LAYER_NORM) == mutants(LAYER_NORM)
    moved = LAYER_NORM.replace("(x - mean) / np", "(x - mean)  /  np").replace("\n\n\n", "\n")
    assert {mutant.id for mutant in mutants(moved)} == {m.id for m in mutants(LAYER_NORM)}


def test_docstrings_annotations_messages_and_scripts_are_left_alone() -> None:
    source = '''\
import numpy as np
def f(x: "Array[1]") -> "Array[2]":
    """Return 3."""
    if x is None:
        raise ValueError(f"4 {x + 5}")
    assert x > 6
    return x
'''
    assert all(number not in mutant.before for mutant in mutants(source) for number in "123456")
    assert not any("print" in mutant.before for mutant in mutants(LAYER_NORM))


def test_lines_beyond_ascii_and_over_several_lines_are_cut_rightly() -> None:
    source = "def f(x, y):\n    é = 'ü'; z = (x +\n         y)\n    return z\n"
    (mutant,) = [m for m in mutants(source) if m.description == "has - for +"]
    assert (mutant.before, mutant.after) == ("é = 'ü'; z = (x + y)", "é = 'ü'; z = (x - y)")


def test_a_default_is_mutated_and_no_array_is_taken_for_it() -> None:
    lines = after(LAYER_NORM)
    assert "def layer_norm(x, gamma, beta, eps=0.0):" in lines
    assert not any("eps *=" in line or "eps * (" in line for line in lines)


def test_what_is_annotated_as_a_number_or_text_is_not_written_to() -> None:
    source = body("x + n", "x: np.ndarray, n: int, name: str | None, y=None")
    written = {mutant.description for mutant in mutants(source) if mutant.id.startswith("in-place")}
    assert written == {
        "writes into its argument x",
        "doubles its argument x afterwards",
        "doubles its argument y afterwards",
    }
    others = after(source, "argument")
    assert "return x + name" in others
