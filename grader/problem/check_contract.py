"""Whether a contract can be one: its names, types and defaults."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Mapping

from grader.errors import Diagnostic, Keys
from grader.problem.contract import CONSTRUCTOR
from grader.problem.model import UNSET, ClassContract, Function, Parameter, Problem
from grader.problem.type_text import TypeFault, parse_type
from grader.problem.types import ArrayType, ListType, WithParts


def is_name(text: str) -> bool:
    """Whether Python takes a text as the name of something."""
    return text.isidentifier() and text.isascii() and not keyword.iskeyword(text)


def check_contract(problem: Problem) -> Iterator[Diagnostic]:
    """Names, types and defaults of the function or class; it must have exactly one."""
    contract = problem.spec.contract
    at: Keys = ("function",) if isinstance(contract, Function) else ("class",)
    if not is_name(contract.name):
        message = f"name {contract.name[:40]!r} is not a Python name"
        yield Diagnostic(problem.locate(*at, "name"), message)
    for symbol, dim in contract.dims.items():
        if dim.max < dim.min:
            message = f"{symbol}: max {dim.max} is less than min {dim.min}"
            yield Diagnostic(problem.locate(*at, "dims", symbol), message)
    if isinstance(contract, Function):
        yield from _check_params(problem, (*at, "params"), contract.params)
        yield from _check_type(problem, (*at, "returns"), contract.returns)
    else:
        yield from _check_class(problem, at, contract)


def _check_class(problem: Problem, at: Keys, contract: ClassContract) -> Iterator[Diagnostic]:
    yield from _check_params(problem, (*at, "init"), contract.init)
    if not contract.methods:
        yield Diagnostic(problem.locate_key(*at, "methods"), "methods must not be empty")
    for name, method in contract.methods.items():
        path: Keys = (*at, "methods", name)
        is_constructor = name in (CONSTRUCTOR, "__init__")
        if not is_name(name) or is_constructor:
            advice = "; parameters of the constructor stand in 'init'" if is_constructor else ""
            message = f"{name[:40]!r} is not the name of a method{advice}"
            yield Diagnostic(problem.locate_key(*path), message)
        yield from _check_params(problem, (*path, "params"), method.params)
        yield from _check_type(problem, (*path, "returns"), method.returns)


def _check_params(
    problem: Problem, at: Keys, params: Mapping[str, Parameter]
) -> Iterator[Diagnostic]:
    with_default = ""
    for name, param in params.items():
        path: Keys = (*at, name)
        if not is_name(name):
            message = f"{name[:40]!r} is not a Python name"
            yield Diagnostic(problem.locate_key(*path), message)
        if param.default is not UNSET:
            with_default = name
        elif with_default:
            message = f"{name} has no default but follows {with_default}, which has one"
            yield Diagnostic(problem.locate_key(*path), message)
        if param.default is None and not param.optional:
            message = f"{name}: None is its default; say 'optional: true' too"
            yield Diagnostic(problem.locate(*path, "default"), message)
        yield from _check_type(problem, path, param, needs_shape=True)


def _check_type(
    problem: Problem, at: Keys, param: Parameter, *, needs_shape: bool = False
) -> Iterator[Diagnostic]:
    """One parameter, result or part, and its parts."""
    name = at[-1]
    try:
        found = parse_type(param.type)
    except TypeFault as fault:
        path = (*at, "type")
        inside = fault.offset and problem.locate_in(param.type, fault.offset, *path)
        yield Diagnostic(inside or problem.locate(*path), f"{name}: {fault}")
        return
    if needs_shape and isinstance(found, ArrayType) and param.shape is None:
        message = f"{name}: an array needs a shape, such as 'n m'; '' is 0-d"
        yield Diagnostic(problem.locate_key(*at), message)
    if param.shape is not None and not isinstance(found, ArrayType | ListType):
        message = f"{name}: shape is for arrays and lists, and this is of type {param.type}"
        yield Diagnostic(problem.locate_key(*at, "shape"), message)
    if param.dtype is not None and not isinstance(found.innermost, ArrayType):
        message = f"{name}: dtype is for arrays, and this is of type {param.type}"
        yield Diagnostic(problem.locate_key(*at, "dtype"), message)
    if param.items is not None and not isinstance(found.innermost, WithParts):
        message = f"{name}: items are the parts of a tuple or dict; add its type"
        yield Diagnostic(problem.locate_key(*at, "items"), message)
    for part, inner in (param.items or {}).items():
        path = (*at, "items", part)
        if inner.default is not UNSET:
            message = f"{part}: a part of {name} has no default of its own"
            yield Diagnostic(problem.locate_key(*path, "default"), message)
        yield from _check_type(problem, path, inner)
