"""What the names in a syntax tree stand for: ``la.inv`` is ``numpy.linalg.inv``.

Aliases come from imports and from plain assignments such as ``la = np.linalg``, wherever they
stand: a name counts as everything that it is bound to anywhere. That is right for what people
write; who wants to hide a call can, which is why rules about names are for teaching, and the
sandbox (``sandbox/``) is what stops attacks.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
#: No name is given more meanings than this, so that no source makes them grow without end.
_MAX_MEANINGS = 8
_SCOPES = (*_FUNCTIONS, ast.ClassDef, ast.Lambda)


@dataclass(frozen=True)
class Names:
    """Aliases of modules and their parts, and every name that is bound somewhere."""

    aliases: Mapping[str, frozenset[str]]
    """``{"np": {"numpy"}}``."""
    bound: frozenset[str]
    stars: tuple[str, ...] = field(default=())
    """Modules of ``from module import *``."""

    def resolve(self, node: ast.expr) -> frozenset[str]:
        """Return the dotted names that ``np``, ``np.linalg`` or ``la.inv`` may stand for."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return frozenset()
        tail = "".join(f".{part}" for part in reversed(parts))
        if node.id in self.aliases:
            heads = self.aliases[node.id]
        elif node.id in self.bound:
            return frozenset()
        else:
            heads = frozenset({node.id, *(f"{module}.{node.id}" for module in self.stars)})
        return frozenset(_plain(head + tail) for head in heads)


def _split(node: ast.expr, aliases: Mapping[str, set[str]]) -> tuple[set[str], str]:
    """Return the meanings of the leftmost name of ``la.inv``, and the rest of it, ``.inv``."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    heads = aliases.get(node.id, set()) if isinstance(node, ast.Name) else set()
    return heads, "".join(f".{part}" for part in reversed(parts))


def _plain(dotted: str) -> str:
    return dotted.removeprefix("builtins.").removeprefix("__builtins__.")


def collect_names(nodes: Sequence[ast.AST]) -> Names:
    """Read imports and assignments among ``nodes``; assignments of aliases are followed."""
    aliases: dict[str, set[str]] = {}
    stars: list[str] = []
    bound: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            for item in node.names:
                name = item.asname or item.name.split(".")[0]
                aliases.setdefault(name, set()).add(item.name if item.asname else name)
        elif isinstance(node, ast.ImportFrom):
            for item in node.names:
                if item.name == "*":
                    stars.append(node.module or "")
                else:
                    full = f"{node.module or ''}.{item.name}"
                    aliases.setdefault(item.asname or item.name, set()).add(full)
        else:
            bound.update(bound_names(node))
    for node in nodes:  # in source order: `la = np.linalg; inv = la.inv`
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, ast.Name):
                heads, tail = _split(node.value, aliases)
                known = aliases.setdefault(target.id, set()) if heads else set()
                known.update(f"{head}{tail}" for head in list(heads)[: _MAX_MEANINGS - len(known)])
    return Names(
        {key: frozenset(map(_plain, names)) for key, names in aliases.items()},
        frozenset(bound),
        tuple(dict.fromkeys(stars))[:_MAX_MEANINGS],
    )


def bound_names(node: ast.AST) -> Iterator[str]:
    """Yield the names that this node itself binds."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest


#: Operators and contexts: shared marks, which nothing is said about.
_MARKS = (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)
#: Half of a tree; nothing but marks is below them.
_LEAVES = (ast.Name, ast.Constant)


def submitted_nodes(tree: ast.Module) -> list[ast.AST]:
    """All nodes but marks and those below ``if __name__ == "__main__"``, which never run here."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _MARKS):
            continue
        found.append(node)
        if isinstance(node, _LEAVES):
            continue
        if _runs_as_script_only(node):
            waiting.extend(reversed(node.orelse))
        else:
            waiting.extend(reversed(list(ast.iter_child_nodes(node))))
    return found


def _runs_as_script_only(node: ast.AST) -> TypeGuard[ast.If]:
    if not (isinstance(node, ast.If) and isinstance(node.test, ast.Compare)):
        return False
    sides = [node.test.left, *node.test.comparators]
    return (
        len(sides) == 2
        and isinstance(node.test.ops[0], ast.Eq)
        and any(isinstance(side, ast.Name) and side.id == "__name__" for side in sides)
        and any(isinstance(side, ast.Constant) and side.value == "__main__" for side in sides)
    )


def bindings_in(body: Sequence[ast.stmt]) -> dict[str, list[ast.AST]]:
    """Return what binds each name of a module or class, in source order; ``*`` for star imports."""
    bindings: dict[str, list[ast.AST]] = {}
    waiting: list[ast.AST] = list(reversed(body))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            for item in node.names:
                bindings.setdefault(item.asname or item.name.split(".")[0], []).append(node)
            continue
        for name in bound_names(node):
            bindings.setdefault(name, []).append(node)
        if isinstance(node, _SCOPES):
            for inner in _global_names(node):
                bindings.setdefault(inner, []).append(node)
        elif not _runs_as_script_only(node):
            waiting.extend(reversed(list(ast.iter_child_nodes(node))))
    return bindings


def _global_names(scope: ast.AST) -> Iterator[str]:
    for node in ast.walk(scope):
        if isinstance(node, ast.Global):
            yield from node.names
