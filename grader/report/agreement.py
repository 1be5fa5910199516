"""Submissions that agree in how they are written: a reason to look, and no proof of anything.

What is compared is the syntax tree without names of variables, comments, docstrings, types and
layout: renaming and reformatting change nothing. Of each tree's nodes in order, every run of
``GRAM`` is a fingerprint; how much two submissions agree is how many of theirs they share
(Schleimer, Wilkerson, Aiken: Winnowing, 2003, with every fingerprint kept, since answers are
short). What many of the class have in common is how one solves the problem, and does not count.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from grader.submission import Complaint, read_source

GRAM = 10
#: Shorter programs agree because there is only one way to write them.
MIN_NODES = 40
#: Fingerprints that more of the class have are common knowledge: this share of it, within bounds.
_COMMON_SHARE = 0.1
_COMMON_LEAST, _COMMON_MOST = 3, 30
#: From this agreement on a pair is named.
THRESHOLD = 0.8


@dataclass(frozen=True)
class Agreement:
    """Two submissions that share more than others do."""

    first: str
    second: str
    share: float
    """Of their uncommon fingerprints, between 0 and 1; 1: the same but for names and layout."""
    nodes: int
    """Of the smaller syntax tree."""


def find_agreements(
    sources: Mapping[str, bytes], given: Sequence[bytes] = ()
) -> tuple[Agreement, ...]:
    """The pairs that agree, by how much.

    Args:
        sources: one program a student.
        given: programs that everybody was given, such as the starter code.
    """
    trees = {name: nodes for name, source in sources.items() if (nodes := tree_of(source))}
    grams = {name: _grams(nodes) for name, nodes in trees.items() if len(nodes) >= MIN_NODES}
    free = {gram for source in given for gram in _grams(tree_of(source))}
    holders: dict[int, list[str]] = defaultdict(list)
    for name, own in grams.items():
        for gram in own - free:
            holders[gram].append(name)
    most = min(_COMMON_MOST, max(_COMMON_LEAST, _COMMON_SHARE * len(sources)))
    rare = {gram: names for gram, names in holders.items() if len(names) <= most}
    counts: dict[str, int] = defaultdict(int)
    shared: dict[tuple[str, str], int] = defaultdict(int)
    for names in rare.values():
        for name in names:
            counts[name] += 1
        for pair in combinations(sorted(names), 2):
            shared[pair] += 1
    return tuple(_named(shared, counts, trees))


def _named(
    shared: Mapping[tuple[str, str], int],
    counts: Mapping[str, int],
    trees: Mapping[str, tuple[str, ...]],
) -> Iterator[Agreement]:
    found = []
    for (first, second), both in shared.items():
        share = both / (counts[first] + counts[second] - both)
        # A few rare fingerprints in common are chance, however few they have in all.
        if share >= THRESHOLD and both >= GRAM:
            nodes = min(len(trees[first]), len(trees[second]))
            found.append(Agreement(first, second, share, nodes))
    yield from sorted(found, key=lambda a: (-a.share, -a.nodes, a.first, a.second))


def tree_of(source: bytes) -> tuple[str, ...]:
    """The nodes of a program in order, without what its author can change by renaming."""
    parsed = read_source(source)
    if isinstance(parsed, Complaint):
        return ()
    nodes: list[str] = []
    # A stack rather than recursion: the depth of a tree is its author's choice.
    stack: list[ast.AST] = [parsed.tree]
    while stack:
        node = stack.pop()
        if _says_nothing(node):
            continue
        nodes.append(_word(node))
        stack.extend(reversed([part for part in ast.iter_child_nodes(node) if _counts(node, part)]))
    return tuple(nodes)


def _says_nothing(node: ast.AST) -> bool:
    """Imports, docstrings and other bare constants, contexts of names."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    return isinstance(node, (ast.Import, ast.ImportFrom, ast.expr_context, ast.Pass))


def _counts(parent: ast.AST, part: ast.AST) -> bool:
    """Not an annotation."""
    return part is not getattr(parent, "annotation", None) and part is not getattr(
        parent, "returns", None
    )


def _word(node: ast.AST) -> str:
    kind = "Assign" if isinstance(node, ast.AnnAssign) else type(node).__name__
    if isinstance(node, ast.Attribute):
        return f"{kind} {node.attr}"
    if isinstance(node, ast.Constant):
        return f"{kind} {node.value!r}" if not isinstance(node.value, str) else kind
    return kind


def _grams(nodes: Sequence[str]) -> set[int]:
    return {hash(tuple(nodes[i : i + GRAM])) for i in range(len(nodes) - GRAM + 1)}
