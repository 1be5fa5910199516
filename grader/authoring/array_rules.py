"""Mistakes of array code: functions, axes, transposes, dtypes, rounding, writing in place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from grader.authoring.mutation_site import Change, Site, brackets, function_name, number

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
_METHODS = {"max", "min", "sum", "mean", "prod", "std", "var", "argmax", "argmin", "any", "all",
            "cumsum", "cumprod"}  # fmt: skip


_AXES = (-1, -2, 0, 1, None)
_IN_PLACE: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
}


def functions(site: Site) -> Iterator[Change]:
    """``min`` for ``max``, ``x`` for ``exp(x)``, neighbours of an activation."""
    node = site.node
    if not isinstance(node, ast.Call):
        return
    name = function_name(node)
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
        if of_arrays and number(argument) is None:
            yield Change(node, ast.unparse(argument), f"leaves {name or 'the call'} out")
    if isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) != site.numpy:
        yield Change(node, ast.unparse(node.func.value), f"leaves .{name}() out")
    yield from _other_activations(node, name, site.numpy)


def _other_activations(node: ast.Call, name: str, numpy: str | None) -> Iterator[Change]:
    if name != "maximum" or numpy is None or len(node.args) != 2:
        return
    zeros = [argument for argument in node.args if number(argument) == 0]
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
                yield Change(side, f"{brackets(side)}.T", f"transposes {ast.unparse(side)}")
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
        if function and left in site.writable:
            text = f"{np}.{function}({left}, {ast.unparse(node.right)}, out={left})"
            yield Change(node, text, f"writes into its argument {left}")
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in site.writable:
            text = f"{target.id}[...] = {ast.unparse(node.value)}"
            yield Change(node, text, f"writes into its argument {target.id}")
    if isinstance(node, ast.Return) and node.value is not None:
        for name in site.writable:
            text = f"_result = {ast.unparse(node.value)}; {name} *= 2; return _result"
            yield Change(node, text, f"doubles its argument {name} afterwards")
