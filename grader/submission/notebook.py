"""A submitted notebook as a program: its imports, definitions and plain assignments.

A notebook also holds what its author tried out: calls, plots, loops, shell commands. Running
those would make the verdict depend on them, so they are left out, and it is said why.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grader.submission.source import Source, read_source
from grader.submission.source_text import Complaint, shorten

#: IPython's own syntax, at the start of a line or after a name.
_MAGIC = re.compile(r"\s*(%|!|\?)|.*\?\s*$|\s*\w+\s*=\s*[%!]")
_KEPT = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
#: Reasons a cell gets, at most; the others are counted.
_SHOWN = 3
#: Expressions that do nothing but name and combine values.
_PLAIN = (
    ast.Constant,
    ast.Name,
    ast.Attribute,
    ast.UnaryOp,
    ast.BinOp,
    ast.BoolOp,
    ast.Compare,
    ast.Tuple,
    ast.List,
    ast.Set,
    ast.Dict,
    ast.Subscript,
    ast.Slice,
    ast.Starred,
    ast.IfExp,
    ast.Lambda,
    ast.arguments,
    ast.arg,
    ast.expr_context,
    ast.operator,
    ast.unaryop,
    ast.boolop,
    ast.cmpop,
)


class NotANotebook(ValueError):
    """The bytes are no notebook; the message says why, in one sentence."""


@dataclass(frozen=True)
class Extracted:
    """What of a notebook is a program."""

    source: str
    """Each part after a comment with the number of its cell."""
    left_out: tuple[str, ...]
    """A sentence for each cell of which something was left out."""


def extract(data: bytes) -> Extracted:
    """The program in a notebook.

    Raises:
        NotANotebook: if the bytes are not one.
    """
    return extract_cells(_code_cells(data))


def extract_cells(cells: Sequence[tuple[int, str]]) -> Extracted:
    """The program in code cells, each with its number counted from 1."""
    parts: list[str] = []
    left_out: list[str] = []
    for number, text in cells:
        kept, reasons = _kept(text)
        if kept:
            parts.append(f"# cell {number}\n{kept}\n")
        if reasons:
            left_out.append(f"cell {number}: left out {_listed(reasons)}")
    return Extracted("\n\n".join(parts), tuple(left_out))


def _code_cells(data: bytes) -> list[tuple[int, str]]:
    try:
        notebook: Any = json.loads(data)
    except (ValueError, RecursionError):
        raise NotANotebook("it is not JSON, as every notebook is") from None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise NotANotebook("it has no cells; save it in the notebook format 4")
    found = []
    for number, cell in enumerate(cells, 1):
        if not isinstance(cell, dict) or cell.get("cell_type") != "code":
            continue
        source = cell.get("source", "")
        if isinstance(source, list):
            source = "".join(line for line in source if isinstance(line, str))
        if isinstance(source, str):
            found.append((number, source))
    return found


def _kept(text: str) -> tuple[str, list[str]]:
    """What of a cell is kept, and what is not."""
    if not text.strip():
        return "", []
    if text.lstrip().startswith("%%"):
        return "", [f"everything, since it begins with {shorten(text.split(None, 1)[0])}"]
    parsed = _parse(text)
    reasons = []
    if isinstance(parsed, Complaint):
        # Only a cell that is no Python is searched for what IPython adds to it.
        lines = text.split("\n")
        magic = [index for index, line in enumerate(lines) if _MAGIC.match(line)]
        reasons = [f"line {index + 1} ({_excerpt(lines[index])})" for index in magic]
        text = "\n".join("" if i in magic else line for i, line in enumerate(lines))
        if not text.strip():
            return "", reasons
        parsed = _parse(text)
    if isinstance(parsed, Complaint):
        return "", [f"everything, since it is not Python: {parsed}"]
    text = parsed.text
    kept = []
    for node in parsed.tree.body:
        if _is_ours(node):
            continue
        if _is_kept(node):
            kept.append(_source_of(node, text))
        elif not _is_text(node):
            reasons.append(f"line {node.lineno} ({_excerpt(_first_line(node, text))})")
    return "\n".join(kept), reasons


def _parse(text: str) -> Source | Complaint:
    return read_source(text.encode("utf-8", "replace"))


def _is_ours(node: ast.stmt) -> bool:
    """The import of the cell that checks, which no solution needs."""
    if isinstance(node, ast.Import):
        return all(alias.name == "grader" for alias in node.names)
    return isinstance(node, ast.ImportFrom) and node.module == "grader"


def _is_kept(node: ast.stmt) -> bool:
    if isinstance(node, _KEPT):
        return True
    value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign):
        targets = [node.target]
    if value is None or not all(_is_names(target) for target in targets):
        return False
    return all(isinstance(part, _PLAIN) for part in ast.walk(value))


def _is_names(target: ast.expr) -> bool:
    if isinstance(target, ast.Tuple | ast.List):
        return all(_is_names(part) for part in target.elts)
    return isinstance(target, ast.Name)


def _is_text(node: ast.stmt) -> bool:
    """A text on its own, as people comment: nothing is lost without it."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _source_of(node: ast.stmt, text: str) -> str:
    """The node with its decorators, as it is written."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    lines = text.split("\n")[first - 1 : node.end_lineno]
    behind = lines[-1].encode()[node.end_col_offset :].strip()
    if node.col_offset or (behind and not behind.startswith(b"#")):
        return ast.get_source_segment(text, node) or ""  # beside others, after a semicolon
    return "\n".join(lines)


def _first_line(node: ast.stmt, text: str) -> str:
    return (ast.get_source_segment(text, node) or "").split("\n")[0]


def _excerpt(line: str) -> str:
    return shorten(line.strip(), 40)


def _listed(reasons: Sequence[str]) -> str:
    """The first reasons, and how many more there are."""
    more = [f"and {len(reasons) - _SHOWN} more"] if len(reasons) > _SHOWN else []
    return ", ".join([*reasons[:_SHOWN], *more])
