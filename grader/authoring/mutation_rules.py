"""The mistakes that mutants make: at one place of a syntax tree, what may stand there instead.

A rule is a function from a :class:`Site` to :class:`Change` objects. It proposes freely: what does
not compile, and what was proposed before, is dropped by ``mutants.py``. The rules follow what goes
wrong in array code (Jia and Harman's classes of operators, and those that NumPy adds: axes,
``keepdims``, dtypes, transposes, views).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Site:
    """A node and what is around it."""

    node: ast.AST
    parent: ast.AST | None
    parameters: tuple[str, ...]
    """Of the function around it, without those that have a number as default."""
    numpy: str | None
    """What the source calls NumPy."""


@dataclass(frozen=True)
class Change:
    """Replace the text of ``node``; ``description`` completes "this mutant ..."."""

    node: ast.expr | ast.stmt
    text: str
    description: str


Rule = Callable[[Site], Iterator[Change]]
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
#: Functions and methods that are taken for each other.
_OTHER_FUNCTIONS = {
    "max": ("min", "sum"), "min": ("max",), "amax": ("amin",), "amin": ("amax",),
    "maximum": ("minimum", "add"), "minimum": ("maximum",), "sum": ("mean", "prod", "max"),
    "mean": ("sum", "median"), "prod": ("sum",), "exp": ("expm1", "exp2"),
    "log": ("log1p", "log2", "log10"), "log2": ("log",), "log10": ("log",), "sin": ("cos",),
    "cos": ("sin",), "tanh": ("tan", "arctan"), "std": ("var",), "var": ("std",),
    "sqrt": ("cbrt", "square"), "square": ("sqrt",), "argmax": ("argmin",), "argmin": ("argmax",),
    "zeros": ("ones",), "ones": ("zeros",), "zeros_like": ("ones_like",),
    "ones_like": ("zeros_like",), "triu": ("tril",), "tril": ("triu",), "floor": ("ceil",),
    "ceil": ("floor",), "hstack": ("vstack",), "vstack": ("hstack",), "any": ("all",),
    "all": ("any",), "cumsum": ("cumprod",), "abs": ("negative",), "outer": ("inner",),
    "concatenate": ("stack",), "repeat": ("tile",), "tile": ("repeat",), "argsort": ("sort",),
    "greater": ("greater_equal",), "less": ("less_equal",), "logaddexp": ("maximum",),
}  # fmt: skip
_AXES = (-1, -2, 0, 1, None)
_IN_PLACE: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
}


def _brackets(node: ast.AST) -> str:
    text = ast.unparse(node)
    simple = isinstance(node, ast.Name | ast.Call | ast.Attribute | ast.Subscript | ast.List)
    number = isinstance(node, ast.Constant) and not isinstance(node.value, int | float | complex)
    return text if simple or number else f"({text})"


def _function_name(node: ast.AST) -> str:
    """Return ``max`` for ``np.max(...)``, ``x.max(...)`` and ``max(...)``."""
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            return node.func.attr
        if isinstance(node.func, ast.Name):
            return node.func.id
    return ""


def _number(node: ast.AST) -> int | float | None:
    """Return the value of a number with its sign."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return None if isinstance(node.value, bool) else node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _number(node.operand)
        return None if inner is None else -inner
    return None


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
    elif isinstance(node, ast.UnaryOp) and _number(node) is None:
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
    signed = isinstance(site.parent, ast.UnaryOp) and _number(site.parent) is not None
    value = None if signed else _number(node)
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


def functions(site: Site) -> Iterator[Change]:
    """``min`` for ``max``, ``x`` for ``exp(x)``, neighbours of an activation."""
    node = site.node
    if not isinstance(node, ast.Call):
        return
    name = _function_name(node)
    for other in _OTHER_FUNCTIONS.get(name, ()):
        head = node.func
        of_numpy = isinstance(head, ast.Attribute) and ast.unparse(head.value) == site.numpy
        if isinstance(head, ast.Attribute) and (of_numpy or other in _METHODS):
            text = f"{ast.unparse(head.value)}.{other}"
        elif isinstance(head, ast.Name) and other in ("min", "max", "sum", "any", "all"):
            text = other
        else:
            continue
        yield Change(head, text, f"has {other} for {name}")
    for argument in node.args:
        of_arrays = not isinstance(argument, ast.Starred | ast.Constant | ast.Tuple)
        if of_arrays and _number(argument) is None:
            yield Change(node, ast.unparse(argument), f"leaves {name or 'the call'} out")
    if isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) != site.numpy:
        yield Change(node, ast.unparse(node.func.value), f"leaves .{name}() out")
    yield from _other_activations(node, name, site.numpy)


_METHODS = {"max", "min", "sum", "mean", "prod", "std", "var", "argmax", "argmin", "any", "all",
            "cumsum", "cumprod"}  # fmt: skip


def _other_activations(node: ast.Call, name: str, numpy: str | None) -> Iterator[Change]:
    if name != "maximum" or numpy is None or len(node.args) != 2:
        return
    zeros = [argument for argument in node.args if _number(argument) == 0]
    if len(zeros) != 1:
        return
    z = ast.unparse(next(argument for argument in node.args if argument is not zeros[0]))
    for text, what in (
        (f"{numpy}.abs({z})", "the absolute value"),
        (f"{numpy}.logaddexp(0, {z})", "a softplus"),
        (f"{numpy}.maximum(0.01 * ({z}), {z})", "a leaky ReLU"),
        (f"{numpy}.clip({z}, 0, 6)", "a ReLU cut at 6"),
        (f"{numpy}.tanh({z})", "a tanh"),
        (f"({z} > 0) * 1.0", "a step"),
    ):
        yield Change(node, text, f"has {what} for the ReLU")


def axes(site: Site) -> Iterator[Change]:
    """Another ``axis``; any named argument left out, ``keepdims`` among them."""
    node = site.node
    if not isinstance(node, ast.Call):
        return
    for keyword in node.keywords:
        if keyword.arg in ("axis", "axes"):
            for axis in _AXES:
                if repr(axis) != ast.unparse(keyword.value):
                    yield Change(keyword.value, repr(axis), f"has axis {axis}")
        if keyword.arg is not None:
            kept = ast.Call(node.func, node.args, [k for k in node.keywords if k is not keyword])
            yield Change(node, ast.unparse(kept), f"drops {keyword.arg}=")


def transposes(site: Site) -> Iterator[Change]:
    """``A.T`` where ``A`` belongs, and the other way round; entries of a shape swapped."""
    node = site.node
    if isinstance(node, ast.Attribute) and node.attr in ("T", "mT"):
        yield Change(node, ast.unparse(node.value), "does not transpose")
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        for side in (node.left, node.right):
            if not (isinstance(side, ast.Attribute) and side.attr in ("T", "mT")):
                yield Change(side, f"{_brackets(side)}.T", f"transposes {ast.unparse(side)}")
    if isinstance(node, ast.Tuple | ast.List):
        for index in range(len(node.elts) - 1):
            swapped = list(node.elts)
            swapped[index : index + 2] = reversed(swapped[index : index + 2])
            text = ast.unparse(type(node)(swapped, node.ctx))
            yield Change(node, text, f"swaps entries {index} and {index + 1}")
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        output = re.fullmatch(r"(.*->(?:\.\.\.)?)(\w{2,})", node.value)
        if output:  # of einsum
            yield Change(node, repr(output[1] + output[2][::-1]), "transposes the result of einsum")


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
                    if bound is not None and _number(bound) is None:
                        for text in (f"{_brackets(bound)} + 1", f"{_brackets(bound)} - 1"):
                            yield Change(bound, text, "is one off in a slice")
    if _function_name(node) == "range" and isinstance(node, ast.Call) and node.args:
        last = node.args[0] if len(node.args) == 1 else node.args[1]
        yield Change(last, f"{_brackets(last)} - 1", "stops one round early")
        if len(node.args) == 1:
            yield Change(node, f"range(1, {ast.unparse(last)})", "starts one round late")


def precision(site: Site) -> Iterator[Change]:
    """A value on the way in float32, a rounded or slightly wrong result, another result type."""
    np = site.numpy
    node = site.node
    if np is None or not isinstance(node, ast.expr):
        return
    statement = site.parent
    if isinstance(statement, ast.Assign | ast.Return) and node is statement.value:
        if isinstance(node, ast.Tuple | ast.List | ast.Dict | ast.Constant):
            return
        value = ast.unparse(node)
        text = f"{np}.asarray({value}, {np}.float32).astype({np}.float64)"
        yield Change(node, text, "passes through float32")
        if isinstance(statement, ast.Return):
            yield from _spoiled_results(node, value, np)
    elif isinstance(statement, ast.BinOp) and isinstance(statement.op, ast.MatMult):
        text = f"{np}.asarray({ast.unparse(node)}, {np}.float32).astype({np}.float64)"
        yield Change(node, text, f"passes {ast.unparse(node)} through float32")


def _spoiled_results(node: ast.expr, value: str, np: str) -> Iterator[Change]:
    for text, what in (
        (f"{np}.asarray({value}, {np}.float32)", "returns float32"),
        (f"{np}.round({value}, 6)", "rounds its result to 6 decimals"),
        (f"{np}.round({value}, 10)", "rounds its result to 10 decimals"),
        (f"({value}) * (1 + 1e-9)", "is off by a factor of 1 + 1e-9"),
        (f"({value}) + 1e-9", "is off by 1e-9"),
        (f"-({value})", "has the wrong sign"),
        (f"{np}.squeeze({value})", "drops axes of length 1"),
        (f"{np}.asarray({value})[None]", "adds an axis"),
        (f"{np}.atleast_2d({value})", "returns at least two axes"),
    ):
        yield Change(node, text, what)


def in_place(site: Site) -> Iterator[Change]:
    """An argument that is written to."""
    node, np = site.node, site.numpy
    if isinstance(node, ast.BinOp) and np and isinstance(node.left, ast.Name):
        left, function = node.left.id, _IN_PLACE.get(type(node.op))
        if function and left in site.parameters:
            text = f"{np}.{function}({left}, {ast.unparse(node.right)}, out={left})"
            yield Change(node, text, f"writes into its argument {left}")
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in site.parameters:
            text = f"{target.id}[...] = {ast.unparse(node.value)}"
            yield Change(node, text, f"writes into its argument {target.id}")
    if isinstance(node, ast.Return) and node.value is not None:
        for name in site.parameters:
            text = f"_result = {ast.unparse(node.value)}; {name} *= 2; return _result"
            yield Change(node, text, f"doubles its argument {name} afterwards")


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
    ("function", functions),
    ("axis", axes),
    ("transpose", transposes),
    ("argument", arguments),
    ("slice", slices),
    ("precision", precision),
    ("in-place", in_place),
    ("statement", statements),
)
