"""Mutants of a reference: the same program with one small mistake in it.

A suite that a mutant passes is blind to that mistake (or the mutant computes the same thing:
``validate`` tells the two apart by a wide random search). Mutations are made in the source text at
the places that the syntax tree gives, so that a mutant differs from its original in one line and
reads as its author's code. The rules are in ``mutation_rules.py``
and ``array_rules.py``.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from grader.authoring.mutation_rules import RULES
from grader.authoring.mutation_site import Change, Site

#: Annotations of values that cannot be written to.
_IMMUTABLE = {"int", "float", "complex", "bool", "str", "None"}


@dataclass(frozen=True)
class Mutant:
    """One mutated program; ``before`` and ``after`` are the changed lines, without indentation."""

    id: str
    """Rule and a hash of the mutated program: the same however the original is laid out."""
    description: str
    source: str
    line: int
    before: str
    after: str


def mutants(source: str) -> tuple[Mutant, ...]:
    """Return all mutants of a valid program in the order of its lines, no two of them the same.

    Every mutant compiles; whether it runs is for the sandbox to see. Docstrings, annotations,
    ``raise`` and ``assert`` statements, f-strings and what stands under ``if __name__ ==
    "__main__"`` are left alone.
    """
    tree = ast.parse(source)
    text = _Text(source)
    seen = {ast.dump(tree)}
    found: list[Mutant] = []
    for site in _sites(tree):
        for rule, produce in RULES:
            for change in produce(site):
                mutant = _apply(text, rule, change, seen)
                if mutant is not None:
                    found.append(mutant)
    return tuple(sorted(found, key=lambda mutant: mutant.line))


def _sites(tree: ast.Module) -> Iterator[Site]:
    """Yield the nodes that may be mutated, each with what is around it, in source order."""
    numpy_name = _numpy_name(tree)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            parameters = _array_parameters(function.args)
            unwritable = _annotated_immutable(function.args)
            writable = tuple(name for name in parameters if name not in unwritable)
            base = Site(function, None, parameters, writable, numpy_name)
            for default in _defaults(function.args).values():
                yield from _below(default, base)
            for index, statement in enumerate(function.body):
                if not (index == 0 and _is_docstring(statement)):
                    yield from _below(statement, base)


def _defaults(arguments: ast.arguments) -> dict[str, ast.expr]:
    positional = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    first = len(positional) - len(arguments.defaults)
    named = [argument.arg for argument in arguments.kwonlyargs]
    pairs = [
        *zip(positional[first:], arguments.defaults, strict=True),
        *zip(named, arguments.kw_defaults, strict=True),
    ]
    return {name: default for name, default in pairs if default is not None}


def _array_parameters(arguments: ast.arguments) -> tuple[str, ...]:
    """Return the parameters that may hold arrays: no ``self``, none with a number as default."""
    names = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    defaults = _defaults(arguments)
    plain = {
        name
        for name, node in defaults.items()
        if not (isinstance(node, ast.Constant) and node.value is None)
    }
    return tuple(name for name in names if name != "self" and name not in plain)


def _annotated_immutable(arguments: ast.arguments) -> frozenset[str]:
    """Return the parameters whose annotation promises a value that nobody can write to."""
    return frozenset(
        argument.arg
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        if argument.annotation is not None
        and set(ast.unparse(argument.annotation).split(" | ")) <= _IMMUTABLE
    )


def _below(node: ast.AST, around: Site) -> Iterator[Site]:
    if isinstance(node, _LEFT_ALONE):
        return
    site = replace(around, node=node, parent=around.node)
    yield site
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "ctx"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _below(child, site)


_LEFT_ALONE = (
    ast.FunctionDef,  # visited for itself
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Raise,
    ast.Assert,
    ast.JoinedStr,
    ast.Import,
    ast.ImportFrom,
)


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _numpy_name(tree: ast.Module) -> str | None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for item in node.names:
                if item.name == "numpy":
                    return item.asname or "numpy"
    return None


class _Text:
    """A source that can be cut at the places of its syntax tree (lines and UTF-8 columns)."""

    def __init__(self, source: str) -> None:
        self.raw = source.encode()
        self._starts = [0]
        for line in self.raw.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def splice(self, node: ast.expr | ast.stmt, replacement: str) -> bytes:
        """Return the source with the text of ``node`` replaced."""
        start = self._starts[node.lineno - 1] + node.col_offset
        end = self._starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        return self.raw[:start] + replacement.encode() + self.raw[end:]

    def lines(self, raw: bytes, first: int, last: int) -> str:
        """Return lines ``first`` to ``last`` of ``raw`` as one, without indentation."""
        lines = raw.splitlines()[first - 1 : last]
        return " ".join(line.decode().strip() for line in lines)


def _apply(text: _Text, rule: str, change: Change, seen: set[str]) -> Mutant | None:
    """Make the change, unless it gives no valid program or one that was there before."""
    node = change.node
    options = [change.text] if isinstance(node, ast.stmt) else [change.text, f"({change.text})"]
    safest = _dump(text.splice(node, options[-1]))
    if safest is None or safest in seen:
        return None
    for option in options:  # without brackets, if that means the same
        raw = text.splice(node, option)
        if _dump(raw) == safest:
            break
    seen.add(safest)
    last = node.end_lineno or node.lineno
    added = raw.count(b"\n") - text.raw.count(b"\n")
    return Mutant(
        id=f"{rule}-{hashlib.sha256(safest.encode()).hexdigest()[:6]}",
        description=change.description,
        source=raw.decode(),
        line=node.lineno,
        before=text.lines(text.raw, node.lineno, last),
        after=text.lines(raw, node.lineno, last + added),
    )


def _dump(raw: bytes) -> str | None:
    try:
        tree = ast.parse(raw)
        compile(tree, "<mutant>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return None
    return ast.dump(tree)
