"""Whether the starter code is Python and has exactly the contract's signature."""

from __future__ import annotations

import ast
import math
import warnings
from collections.abc import Iterator
from typing import Any

from grader.errors import Diagnostic, Location
from grader.problem.contract import Signature, parameter_text, signatures
from grader.problem.model import UNSET, Problem


def check_starter(problem: Problem) -> Iterator[Diagnostic]:
    """Syntax, the names that must be defined, and their parameters with order and defaults."""
    spec = problem.spec
    tree = _parse(problem)
    if isinstance(tree, Diagnostic):
        yield tree
        return
    contract = spec.contract
    found = _last(tree.body, contract.name)
    if spec.class_ is None:
        if isinstance(found, ast.FunctionDef):
            yield from _check_signature(problem, found, signatures(spec)[0], method=False)
        else:
            yield _missing(problem, f"function {contract.name}")
        return
    if not isinstance(found, ast.ClassDef):
        yield _missing(problem, f"class {contract.name}")
        return
    for signature in signatures(spec):
        method = _last(found.body, signature.python_name)
        if isinstance(method, ast.FunctionDef):
            yield from _check_signature(problem, method, signature, method=True)
        elif signature.python_name != "__init__" or signature.params:
            yield _missing(problem, f"method {signature.python_name} in class {contract.name}")


def _parse(problem: Problem) -> ast.Module | Diagnostic:
    source = problem.spec.starter
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as those of invalid escapes
            return ast.parse(source)
    except SyntaxError as error:
        where = _in_starter(problem, error.lineno or 1, (error.offset or 1) - 1)
        return Diagnostic(where, f"starter is not Python: {error.msg}")
    except (ValueError, MemoryError, RecursionError) as error:
        return Diagnostic(problem.locate("starter"), f"starter is not Python: {error}")


def _in_starter(problem: Problem, line: int, column: int) -> Location:
    """A place in the starter code; ``line`` counts from 1, ``column`` from 0."""
    lines = problem.spec.starter.split("\n")
    offset = sum(len(text) + 1 for text in lines[: line - 1]) + max(column, 0)
    return problem.locate_in(problem.spec.starter, offset, "starter")


def _last(body: list[ast.stmt], name: str) -> ast.stmt | None:
    """What a name means after a body has run."""
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    named = [node for node in body if isinstance(node, definitions) and node.name == name]
    return named[-1] if named else None


def _missing(problem: Problem, what: str) -> Diagnostic:
    return Diagnostic(problem.locate_key("starter"), f"starter does not define {what}")


def _check_signature(
    problem: Problem, node: ast.FunctionDef, signature: Signature, *, method: bool
) -> Iterator[Diagnostic]:
    where = _in_starter(problem, node.lineno, node.col_offset)
    given = [arg.arg for arg in (*node.args.posonlyargs, *node.args.args)]
    wanted = ["self", *signature.params] if method else list(signature.params)
    if node.args.vararg or node.args.kwarg or node.args.kwonlyargs or given != wanted:
        self = ["self"] if method else []
        texts = [parameter_text(name, param) for name, param in signature.params.items()]
        expected = f"{signature.python_name}({', '.join(self + texts)})"
        shown = ast.unparse(node.args)[:80]
        yield Diagnostic(where, f"starter has {node.name}({shown}), the contract {expected}")
        return
    defaults: dict[str, ast.expr] = dict(
        zip(reversed(given), reversed(node.args.defaults), strict=False)
    )
    for name, param in signature.params.items():
        if not _same_default(defaults.get(name), param.default):
            shown = f"{name}={ast.unparse(defaults[name])[:40]}" if name in defaults else name
            message = f"starter has {shown}, the contract {parameter_text(name, param)}"
            yield Diagnostic(where, message)


def _same_default(node: ast.expr | None, wanted: Any) -> bool:
    if node is None or wanted is UNSET:
        return node is None and wanted is UNSET
    try:
        given = ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError):
        return False  # such as np.inf: the contract's literal is what is shown and passed
    return _equal(given, wanted)


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_equal, one, other))
    if isinstance(one, bool) is not isinstance(other, bool):
        return False
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one):
        return math.isnan(other)
    return bool(one == other)
