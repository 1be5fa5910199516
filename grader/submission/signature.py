"""Whether a submission defines what the contract asks for, as far as its syntax tree tells.

Calls are positional. A wrong *number* of parameters is certain to fail and an error; other *names*
are only a warning, since right code may use them. A function that is assigned, decorated, imported
or defined under a condition may turn out right: the run decides.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterable, Iterator, Mapping

from grader.problem import ClassContract, Parameter, ProblemSpec
from grader.submission.bindings import FunctionNode, bindings_in
from grader.submission.source import Source
from grader.submission.source_text import Complaint, shorten
from grader.verdict import Reason

#: With one of these in the source, names may come into being that no tree shows.
_MAKES_NAMES = {"exec", "eval", "globals", "vars", "locals", "setattr", "__dict__", "__getattr__"}


def check_contract(
    source: Source, spec: ProblemSpec
) -> tuple[tuple[Complaint, ...], tuple[Complaint, ...]]:
    """Return errors and warnings about the function or class that the problem asks for."""
    if spec.class_ is not None:
        return _check_class(source, spec.class_)
    if spec.function is None:
        return (), ()
    name = spec.function.name
    found = source.bindings.get(name)
    if not found:
        return _missing(source, name, "function"), ()
    definition = found[-1]
    if (
        all(getattr(node, "name", "") == name for node in found)  # not `global layer` in another
        and definition in source.tree.body
        and isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef)
    ):
        return _check_parameters(definition, name, spec.function.params)
    if all(isinstance(node, ast.ClassDef) for node in found):
        message = f"`{name}` is a class; the exercise asks for a function"
        return (Complaint(Reason.SIGNATURE, message, getattr(definition, "lineno", 0), 1),), ()
    return (), ()


def _missing(source: Source, name: str, kind: str) -> tuple[Complaint, ...]:
    tree, bindings = source.tree, source.bindings
    if "*" in bindings or any(_makes_names(node) for node in ast.walk(tree)):
        return ()
    for outer in ast.walk(tree):
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for node in outer.body:
                if getattr(node, "name", None) == name:
                    what = "class" if isinstance(outer, ast.ClassDef) else "function"
                    message = (
                        f"`{name}` is defined inside the {what} `{shorten(outer.name)}` and cannot "
                        "be found from outside; it must begin at the left margin"
                    )
                    return (Complaint(Reason.MISSING, message, node.lineno, node.col_offset + 1),)
    defined = {
        key: node
        for key, nodes in bindings.items()
        for node in nodes[-1:]
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    close = _closest(name, defined)
    if close is not None:
        message = f"there is no {kind} `{name}`; found `{shorten(close)}`: did you mean `{name}`?"
        return (Complaint(Reason.MISSING, message, getattr(defined[close], "lineno", 0), 1),)
    names = ", ".join(f"`{shorten(key)}`" for key in list(defined)[:5])
    found = f"the file defines {names}" if names else "the file defines no function or class"
    return (Complaint(Reason.MISSING, f"there is no {kind} `{name}`; {found}"),)


def _makes_names(node: ast.AST) -> bool:
    return (isinstance(node, ast.Name) and node.id in _MAKES_NAMES) or (
        isinstance(node, ast.Attribute) and node.attr in _MAKES_NAMES
    )


def _closest(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that means ``name``: other case or underscores, or a typing error."""
    plain = {key.replace("_", "").casefold(): key for key in candidates}
    close = difflib.get_close_matches(name.replace("_", "").casefold(), plain, n=1, cutoff=0.75)
    return plain[close[0]] if close else None


def _check_parameters(
    definition: FunctionNode, name: str, contract: Mapping[str, Parameter], skip: int = 0
) -> tuple[tuple[Complaint, ...], tuple[Complaint, ...]]:
    """Compare a definition with the contract; ``skip`` leading parameters (``self``) aside."""
    place = (definition.lineno, definition.col_offset + 1)
    if definition.decorator_list:
        return (), ()
    if isinstance(definition, ast.AsyncFunctionDef):
        message = f"`{name}` is an `async def`, which gives no result when called; write `def`"
        return (Complaint(Reason.SIGNATURE, message, *place),), ()
    arguments = definition.args
    given = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)][skip:]
    required = max(len(given) - len(arguments.defaults), 0)
    wanted = list(contract)
    errors = tuple(
        Complaint(Reason.SIGNATURE, f"`{name}` {fault}", *place)
        for fault in _count_faults(arguments, given, required, wanted)
    )
    if errors or given[: len(wanted)] == wanted or arguments.vararg is not None:
        return errors, ()
    return (), tuple(
        Complaint(Reason.SIGNATURE, remark, *place) for remark in _name_remarks(name, given, wanted)
    )


def _count_faults(
    arguments: ast.arguments, given: list[str], required: int, wanted: list[str]
) -> Iterator[str]:
    listing = f"({', '.join(wanted)})"
    if required > len(wanted):
        extra = ", ".join(f"`{shorten(name)}`" for name in given[len(wanted) : required][:5])
        yield f"needs {required} arguments but is called with {len(wanted)}, {listing}; " + (
            f"remove {extra}" if extra else "remove some"
        )
    elif len(given) < len(wanted) and arguments.vararg is None:
        absent = [name for name in wanted if name not in given]
        names = ", ".join(f"`{name}`" for name in absent)
        yield (
            f"takes {_count(len(given), 'argument')} but is called with {len(wanted)}, {listing}"
            + (f"; {names} missing" if names else "")
        )
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is None:
            yield (
                f"needs `{shorten(argument.arg)}` by name, but is called with {listing} by position"
            )


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}" + ("" if number == 1 else "s")


def _name_remarks(name: str, given: list[str], wanted: list[str]) -> Iterator[str]:
    first = given[: len(wanted)]
    listing = f"({', '.join(wanted)})"
    if sorted(first) == sorted(wanted):
        yield (
            f"`{name}` has its parameters in another order than {listing}; they are given "
            "by position"
        )
        return
    pairs = ", ".join(
        f"`{shorten(ours)}` gets `{theirs}`"
        for ours, theirs in zip(first, wanted, strict=True)
        if ours != theirs
    )
    yield f"`{name}` names its parameters differently from {listing}: {pairs}"


def _check_class(
    source: Source, contract: ClassContract
) -> tuple[tuple[Complaint, ...], tuple[Complaint, ...]]:
    found = source.bindings.get(contract.name)
    if not found:
        return _missing(source, contract.name, "class"), ()
    node = found[-1]
    if not (isinstance(node, ast.ClassDef) and len(found) == 1 and node in source.tree.body):
        return (), ()
    if node.bases or node.keywords or node.decorator_list:
        return (), ()
    errors: list[Complaint] = []
    warnings: list[Complaint] = []
    wanted = {"__init__": contract.init} if contract.init else {}
    wanted |= {name: method.params for name, method in contract.methods.items()}
    inside = bindings_in(node.body)
    for method, params in wanted.items():
        shown = f"{contract.name}.{method}"
        definitions = inside.get(method)
        if not definitions:
            close = _closest(method, inside)
            hint = f"; found `{shorten(close)}`: did you mean `{method}`?" if close else ""
            message = f"there is no method `{shown}`{hint}"
            errors.append(Complaint(Reason.MISSING, message, node.lineno, node.col_offset + 1))
        elif len(definitions) == 1 and isinstance(definitions[0], ast.FunctionDef):
            faults, remarks = _check_parameters(definitions[0], shown, params, skip=1)
            errors += faults
            warnings += remarks
    return tuple(errors), tuple(warnings)
