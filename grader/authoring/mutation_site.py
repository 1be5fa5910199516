"""The places where a program is mutated, and what a mutation is."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Site:
    """A node and what is around it."""

    node: ast.AST
    parent: ast.AST | None
    parameters: tuple[str, ...]
    """Of the function around it, without those that have a number as default."""
    writable: tuple[str, ...]
    """Those of them that may be written to: not annotated as a number, boolean or text."""
    numpy: str | None
    """What the source calls NumPy."""


@dataclass(frozen=True)
class Change:
    """Replace the text of ``node``; ``description`` completes "this mutant ..."."""

    node: ast.expr | ast.stmt
    text: str
    description: str


Rule = Callable[[Site], Iterator[Change]]


def brackets(node: ast.AST) -> str:
    """Return the text of a node, in brackets unless it is a name, a call or the like."""
    text = ast.unparse(node)
    simple = isinstance(node, ast.Name | ast.Call | ast.Attribute | ast.Subscript | ast.List)
    number = isinstance(node, ast.Constant) and not isinstance(node.value, int | float | complex)
    return text if simple or number else f"({text})"


def function_name(node: ast.AST) -> str:
    """Return ``max`` for ``np.max(...)``, ``x.max(...)`` and ``max(...)``."""
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            return node.func.attr
        if isinstance(node.func, ast.Name):
            return node.func.id
    return ""


def number(node: ast.AST) -> int | float | None:
    """Return the value of a number with its sign."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return None if isinstance(node.value, bool) else node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = number(node.operand)
        return None if inner is None else -inner
    return None
