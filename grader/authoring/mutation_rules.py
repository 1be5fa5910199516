"""The mistakes that mutants make: at one place of a syntax tree, what may stand there instead.

A rule is a function from a :class:`Site` to :class:`Change` objects. It proposes freely: what does
not compile, and what was proposed before, is dropped by ``mutants.py``. The rules follow what goes
wrong in programs everywhere (Jia and Harman's classes of operators); those that arrays add are in
``array_rules.py``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from grader.authoring import array_rules
from grader.authoring.mutation_site import Change, Rule, Site, brackets, function_name, number

#: An operator, how it is written, and what is taken for it.
_OPERATORS: dict[type[ast.operator], tuple[str, tuple[type[ast.operator], ...]]] = {
    ast.Add: ("+", (ast.Sub, ast.Mult)),
    ast.Sub: ("-", (ast.Add,)),
    ast.Mult: ("*", (ast.Div, ast.Add)),
    ast.Div: ("/", (ast.Mult,)),
    ast.FloorDiv: ("//", (ast.Div,)),
    ast.Mod: ("%", (ast.Mult,)),
    ast.Pow: ("**", (ast.Mult,)),
    ast.MatMult: ("@", (ast.Mult,)),
    ast.BitAnd: ("&", (ast.BitOr,)),
    ast.BitOr: ("|", (ast.BitAnd,)),
}
_COMMUTE = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr)
_COMPARISONS: dict[type[ast.cmpop], tuple[str, tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: ("<", (ast.LtE, ast.Gt)),
    ast.LtE: ("<=", (ast.Lt, ast.GtE)),
    ast.Gt: (">", (ast.GtE, ast.Lt)),
    ast.GtE: (">=", (ast.Gt, ast.LtE)),
    ast.Eq: ("==", (ast.NotEq,)),
    ast.NotEq: ("!=", (ast.Eq,)),
}


def operators(site: Site) -> Iterator[Change]:
    """``a + b`` for ``a - b``, and the operands of what does not commute swapped."""
    node = site.node
    if not (isinstance(node, ast.AugAssign | ast.BinOp) and type(node.op) in _OPERATORS):
        return
    sign, others = _OPERATORS[type(node.op)]
    for other in others:
        changed: ast.expr | ast.stmt = (
            ast.BinOp(node.left, other(), node.right)
            if isinstance(node, ast.BinOp)
            else ast.AugAssign(node.target, other(), node.value)
        )
        yield Change(node, ast.unparse(changed), f"has {_OPERATORS[other][0]} for {sign}")
    if isinstance(node, ast.BinOp) and not isinstance(node.op, _COMMUTE):
        text = ast.unparse(ast.BinOp(node.right, node.op, node.left))
        yield Change(node, text, f"swaps the operands of {sign}")


def dropped_terms(site: Site) -> Iterator[Change]:
    """``a`` for ``a + b``; a sign, a ``not`` or a branch left out."""
    node = site.node
    if isinstance(node, ast.BinOp):
        for kept, lost in ((node.left, node.right), (node.right, node.left)):
            yield Change(node, ast.unparse(kept), f"drops {ast.unparse(lost)}")
    elif isinstance(node, ast.UnaryOp) and number(node) is None:
        yield Change(node, ast.unparse(node.operand), f"drops the sign of {ast.unparse(node)}")
    elif isinstance(node, ast.IfExp):
        for kept in (node.body, node.orelse):
            yield Change(node, ast.unparse(kept), f"always takes {ast.unparse(kept)}")
    elif isinstance(node, ast.BoolOp):
        for kept in node.values:
            yield Change(node, ast.unparse(kept), f"only asks for {ast.unparse(kept)}")
        words, other = (
            ("or for and", ast.Or) if isinstance(node.op, ast.And) else ("and for or", ast.And)
        )
        yield Change(node, ast.unparse(ast.BoolOp(other(), node.values)), f"has {words}")


def constants(site: Site) -> Iterator[Change]:
    """Numbers one off, of the other sign, doubled; ``True`` for ``False``."""
    node = site.node
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield Change(node, str(not node.value), f"has {not node.value} for {node.value}")
        return
    signed = isinstance(site.parent, ast.UnaryOp) and number(site.parent) is not None
    value = None if signed else number(node)
    if value is None or not isinstance(node, ast.expr):
        return
    near = (value + 1, value - 1, -value)
    others = near if isinstance(value, int) else (*near, value * 2, value / 2, 0.0)
    for other in dict.fromkeys(others):
        if other != value and repr(other) not in ("inf", "-inf"):
            yield Change(node, repr(other), f"has {other!r} for {value!r}")


def comparisons(site: Site) -> Iterator[Change]:
    """``<=`` for ``<``; a condition turned round."""
    node = site.node
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARISONS:
        sign, others = _COMPARISONS[type(node.ops[0])]
        for other in others:
            text = ast.unparse(ast.Compare(node.left, [other()], node.comparators))
            yield Change(node, text, f"has {_COMPARISONS[other][0]} for {sign}")
    if isinstance(site.parent, ast.If | ast.While | ast.IfExp) and node is site.parent.test:
        turned = ast.unparse(ast.UnaryOp(ast.Not(), site.parent.test))
        yield Change(site.parent.test, turned, f"asks the opposite of {ast.unparse(node)}")


def arguments(site: Site) -> Iterator[Change]:
    """Two positional arguments swapped; another parameter of the function used."""
    node = site.node
    if isinstance(node, ast.Call):
        for index in range(len(node.args) - 1):
            swapped = list(node.args)
            swapped[index : index + 2] = reversed(swapped[index : index + 2])
            text = ast.unparse(ast.Call(node.func, swapped, node.keywords))
            yield Change(node, text, f"swaps arguments {index + 1} and {index + 2}")
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        others = site.parameters if node.id in site.parameters else ()
        for other in others:
            if other != node.id:
                yield Change(node, other, f"uses {other} for {node.id}")


def slices(site: Site) -> Iterator[Change]:
    """Slices one off or left out, ranges one short."""
    node = site.node
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        if isinstance(node.slice, ast.Slice) or (
            isinstance(node.slice, ast.Tuple)
            and any(isinstance(part, ast.Slice) for part in node.slice.elts)
        ):
            yield Change(node, ast.unparse(node.value), "leaves the slice out")
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for part in parts:
            if isinstance(part, ast.Slice):
                for bound in (part.lower, part.upper):
                    if bound is not None and number(bound) is None:
                        for text in (f"{brackets(bound)} + 1", f"{brackets(bound)} - 1"):
                            yield Change(bound, text, "is one off in a slice")
    if function_name(node) == "range" and isinstance(node, ast.Call) and node.args:
        last = node.args[0] if len(node.args) == 1 else node.args[1]
        yield Change(last, f"{brackets(last)} - 1", "stops one round early")
        if len(node.args) == 1:
            yield Change(node, f"range(1, {ast.unparse(last)})", "starts one round late")


def statements(site: Site) -> Iterator[Change]:
    """A statement left out, a branch always or never taken, a loop left early."""
    node = site.node
    is_call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    if isinstance(node, ast.AugAssign) or is_call:
        assert isinstance(node, ast.stmt)
        yield Change(node, "pass", f"leaves out {ast.unparse(node)}")
    elif isinstance(node, ast.If):
        for word in ("True", "False"):
            taken = "always" if word == "True" else "never"
            yield Change(node.test, word, f"{taken} takes the branch of {ast.unparse(node.test)}")
    elif isinstance(node, ast.Continue):
        yield Change(node, "break", "leaves the loop early")


RULES: tuple[tuple[str, Rule], ...] = (
    ("operator", operators),
    ("dropped", dropped_terms),
    ("constant", constants),
    ("comparison", comparisons),
    ("function", array_rules.functions),
    ("axis", array_rules.axes),
    ("transpose", array_rules.transposes),
    ("argument", arguments),
    ("slice", slices),
    ("precision", array_rules.precision),
    ("in-place", array_rules.in_place),
    ("statement", statements),
)
