"""The one change to the reference's syntax tree: plain numbers are tracked from the start.

A literal such as ``0.999`` becomes a name for a tracked scalar, and ``a / b`` and ``a ** b``
call functions that track quotients and powers of plain integers. Otherwise the rounding of
``1 - beta ** t`` in pure Python would go unseen. What the code computes stays the same.

The names have a space in them, so that no name in the reference can be one of them.
"""

from __future__ import annotations

import ast
from typing import Any

from .array import Tracked
from .bounds import LOG
from .standins import divide, power

DIVIDE, DIVIDE_IN_PLACE, POWER = "tracked divide", "tracked divide in place", "tracked power"


def divide_in_place(left: Any, right: Any) -> Any:
    """``left /= right``, for a name."""
    if isinstance(left, (int, float)):
        return divide(left, right)
    left /= right
    return left


class _Rewriter(ast.NodeTransformer):
    def __init__(self) -> None:
        self.names: dict[str, Any] = {
            DIVIDE: divide,
            DIVIDE_IN_PLACE: divide_in_place,
            POWER: power,
        }

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if not isinstance(node.value, (float, complex)):
            return node
        name = f"tracked constant {len(self.names)}"
        self.names[name] = Tracked(node.value)
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        name = {ast.Div: DIVIDE, ast.Pow: POWER}.get(type(node.op))
        return node if name is None else _call(name, node, node.left, node.right)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Div) or not isinstance(node.target, ast.Name):
            return node
        before = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
        assigned = ast.Assign([node.target], _call(DIVIDE_IN_PLACE, node, before, node.value))
        return ast.copy_location(assigned, node)

    def visit_MatchValue(self, node: ast.MatchValue) -> ast.MatchValue:
        """Patterns must stay literals."""
        return node


def _call(name: str, at: ast.AST, *arguments: ast.expr) -> ast.expr:
    function = ast.copy_location(ast.Name(name, ast.Load()), at)
    return ast.copy_location(ast.Call(function, list(arguments), []), at)


def rewrite(source: bytes | str) -> tuple[Any, dict[str, Any]]:
    """Compiled code of the reference, and the names that it needs beside its builtins."""
    rewriter = _Rewriter()
    tree = rewriter.visit(ast.parse(source, LOG.file))
    code = compile(ast.fix_missing_locations(tree), LOG.file, "exec", dont_inherit=True)
    return code, rewriter.names
