"""``softmax(x: '*batch n') -> '*batch n'``: a contract in one line, for ``grader new``.

The notation is Python's for a function, so Python's parser reads it. An annotation is a shape in
quotes (a float64 array), a shape with a dtype (``int64['n']``), or ``int``, ``float``, ``bool``.
A default makes an argument optional; several results are written ``('n', 'n m')``.
"""

from __future__ import annotations

import ast

from grader.cases import CaseError, number_dtype, parse_shape
from grader.errors import UsageError
from grader.problem import UNSET, Function, Parameter

_PART_NAMES = ("first", "second", "third", "fourth", "fifth", "sixth")
_EXAMPLE = "softmax(x: '*batch n') -> '*batch n'"


def parse_function(text: str) -> Function:
    """Read a contract; :class:`UsageError` says what is wrong and how it is written."""
    source = f"def {text.strip().rstrip(':').removeprefix('def ')}: pass"
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _bad(text, "it is not written like a Python function") from None
    node = tree.body[0]
    if len(tree.body) != 1 or not isinstance(node, ast.FunctionDef):
        raise _bad(text, "it is not one function")
    arguments = node.args
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
        raise _bad(text, "*args, **options and keyword-only arguments cannot be graded")
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    if not names:
        raise _bad(text, "it takes no arguments")
    if node.returns is None:
        raise _bad(text, "the result is missing: end with -> and its shape")
    annotations = [argument.annotation for argument in (*arguments.posonlyargs, *arguments.args)]
    defaults: list[ast.expr | None] = [None] * (len(names) - len(arguments.defaults))
    params = {
        name: _parameter(text, f"the argument {name}", annotation, default)
        for name, annotation, default in zip(
            names, annotations, [*defaults, *arguments.defaults], strict=True
        )
    }
    return Function(name=node.name, params=params, returns=_result(text, node.returns))


def symbols_of(function: Function) -> tuple[str, ...]:
    """The sizes in a contract's arguments that are one axis, in order of appearance."""
    shapes = [parse_shape(p.shape) for p in function.params.values() if p.shape is not None]
    return tuple(dict.fromkeys(symbol for shape in shapes for symbol in shape.symbols))


def stars_of(function: Function) -> tuple[str, ...]:
    """The names of a contract's arguments that stand for any number of axes."""
    shapes = [parse_shape(p.shape) for p in function.params.values() if p.shape is not None]
    return tuple(dict.fromkeys(shape.star for shape in shapes if shape.star is not None))


def _parameter(
    text: str, what: str, annotation: ast.expr | None, default: ast.expr | None = None
) -> Parameter:
    value = UNSET if default is None else _literal(text, what, default)
    if isinstance(annotation, ast.Name) and annotation.id in ("int", "float", "bool"):
        return Parameter(type=annotation.id, default=value)
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return Parameter(shape=_shape(text, what, annotation.value), default=value)
    if (
        isinstance(annotation, ast.Subscript)
        and isinstance(annotation.value, ast.Name)
        and isinstance(annotation.slice, ast.Constant)
        and isinstance(annotation.slice.value, str)
    ):
        try:
            dtype = number_dtype(annotation.value.id).name
        except CaseError as error:
            raise _bad(text, f"{what}: {error}") from None
        shape = _shape(text, what, annotation.slice.value)
        return Parameter(shape=shape, dtype=dtype, default=value)
    raise _bad(text, f"{what} needs a shape in quotes, int64['n'], int, float or bool")


def _result(text: str, annotation: ast.expr) -> Parameter:
    if not isinstance(annotation, ast.Tuple):
        return _parameter(text, "the result", annotation)
    if not 2 <= len(annotation.elts) <= len(_PART_NAMES):
        raise _bad(text, f"a tuple of results has 2 to {len(_PART_NAMES)} parts")
    parts = zip(_PART_NAMES, annotation.elts, strict=False)
    items = {name: _parameter(text, f"the {name} result", part) for name, part in parts}
    return Parameter(type="tuple", items=items)


def _literal(text: str, what: str, default: ast.expr) -> object:
    try:
        value: object = ast.literal_eval(default)
    except (ValueError, TypeError):
        value = ...
    if value is None or isinstance(value, bool | int | float):
        return value
    raise _bad(text, f"the default of {what.removeprefix('the ')} must be a number or None")


def _shape(text: str, what: str, shape: str) -> str:
    try:
        parse_shape(shape)
    except CaseError as error:
        raise _bad(text, f"{what}: {error}") from None
    return " ".join(shape.split())


def _bad(text: str, reason: str) -> UsageError:
    return UsageError(f'cannot read --function "{text}": {reason}; an example: "{_EXAMPLE}"')
