"""What is known about a submission before anything runs: from its bytes and its syntax tree.

Errors are compile errors of the submission; warnings are shown and cost nothing. A rule speaks only
of what is certain without running: a function that is assigned, decorated or imported is left to
the run. Rules about imports, calls and loops are for teaching; attacks are stopped by the sandbox.

Loops are ``for``, ``while`` and comprehensions, helper functions included: each goes over elements
in Python. ``np.vectorize``, ``np.apply_along_axis``, ``map`` and recursion are not counted: a
problem that does not want them forbids the call. What stands under ``if __name__ == "__main__"``
is not looked at.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from grader.problem import Policy, Problem
from grader.sandbox import ALWAYS_ALLOWED, DEFAULT_IMPORTS
from grader.submission.bindings import Names
from grader.submission.signature import check_contract
from grader.submission.source import Source, read_source
from grader.submission.source_text import Complaint, shorten
from grader.verdict import Reason

#: One kind of complaint is made this often at most.
_MAX_COMPLAINTS = 20
_BUILTIN_TYPES = (list, dict, set, frozenset, str, bytes, tuple, int, float, complex)
_LOOPS: dict[type[ast.AST], str] = {
    ast.For: "`for` loop",
    ast.AsyncFor: "`for` loop",
    ast.While: "`while` loop",
    ast.ListComp: "list comprehension",
    ast.SetComp: "set comprehension",
    ast.DictComp: "dict comprehension",
    ast.GeneratorExp: "generator expression",
}


@dataclass(frozen=True)
class SourceCheck:
    """Why a submission is not run, and what it is told anyway; in source order."""

    errors: tuple[Complaint, ...] = ()
    warnings: tuple[Complaint, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether the submission may run."""
        return not self.errors


def check_source(data: bytes, problem: Problem) -> SourceCheck:
    """Check a submission against the problem's contract and policy; never executes anything.

    Duplicate arguments, a ``return`` outside a function and other faults that only a compiler
    finds are left to the run, which reports them as load errors.
    """
    source = read_source(data)
    if isinstance(source, Complaint):
        return SourceCheck(errors=(source,))
    policy = problem.spec.policy
    errors = [
        *_limited(_check_imports(source, policy)),
        *_limited(_check_calls(source, policy)),
    ]
    loops = list(_limited(_check_loops(source)))
    contract, remarks = check_contract(source, problem.spec)
    errors += contract
    warnings = list(remarks)
    if policy.loops == "forbid":
        errors += loops
    elif policy.loops == "warn":
        warnings += loops
    return SourceCheck(_in_order(errors), _in_order(warnings))


def _in_order(complaints: Iterable[Complaint]) -> tuple[Complaint, ...]:
    unique = dict.fromkeys(complaints)
    return tuple(sorted(unique, key=lambda complaint: (complaint.line, complaint.column)))


def _limited(complaints: Iterator[Complaint]) -> Iterator[Complaint]:
    for count, complaint in enumerate(complaints):
        if count == _MAX_COMPLAINTS:
            yield Complaint(complaint.reason, "and more of the same kind", complaint.line)
            return
        yield complaint


def _check_imports(source: Source, policy: Policy) -> Iterator[Complaint]:
    allowed = DEFAULT_IMPORTS if policy.imports is None else policy.imports
    for node in source.nodes:
        if isinstance(node, ast.ImportFrom) and node.level:
            message = "a submission is one file: there is nothing to import with a leading dot"
            yield Complaint(Reason.IMPORT, message, *source.locate(node))
            continue
        for module in _imported(node):
            if not _within(module, (*allowed, *ALWAYS_ALLOWED)):
                message = _import_message(module, allowed, policy.imports is None)
                yield Complaint(Reason.IMPORT, message, *source.locate(node))


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (item.name for item in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield node.module
    elif (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name | ast.Attribute)
        and (node.func.id if isinstance(node.func, ast.Name) else node.func.attr)
        in ("__import__", "import_module")
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    ):
        yield node.args[0].value


def _within(dotted: str, allowed: Iterable[str]) -> bool:
    return any(dotted == name or dotted.startswith(name + ".") for name in allowed)


def _import_message(module: str, allowed: tuple[str, ...], default: bool) -> str:
    top = module.split(".")[0]
    close = difflib.get_close_matches(top, allowed, n=1, cutoff=0.75)
    if close and top not in allowed:
        return f"there is no module `{shorten(top)}` here; did you mean `{close[0]}`?"
    if default:
        usable = "NumPy and standard modules that only compute, such as math and itertools"
    elif allowed:
        usable = ", ".join(f"`{name}`" for name in allowed)
    else:
        usable = "none"
    return f"`{shorten(module)}` may not be imported; allowed: {usable}"


def _check_calls(source: Source, policy: Policy) -> Iterator[Complaint]:
    forbidden = {_canonical(name): name for name in policy.forbid_calls}
    if not forbidden:
        return
    inner = {id(node.value) for node in source.nodes if isinstance(node, ast.Attribute)}
    for node in source.nodes:
        for used in _used(node, source.names, inner):
            hit = next((name for name in forbidden if _within(used, (name,))), None)
            if hit is not None:
                rule = forbidden[hit]
                shown = "" if used == hit else f" (here `{shorten(used)}`)"
                message = f"`{rule}` may not be used in this exercise{shown}"
                yield Complaint(Reason.POLICY, message, *source.locate(node))


def _canonical(dotted: str) -> str:
    return "numpy" + dotted[2:] if dotted == "np" or dotted.startswith("np.") else dotted


def _used(node: ast.AST, names: Names, inner: set[int]) -> Iterator[str]:
    """Yield the dotted names that a node uses: the whole of ``np.linalg.inv``, once."""
    if isinstance(node, ast.Import):
        yield from (item.name for item in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from (f"{node.module or ''}.{item.name}" for item in node.names)
    elif isinstance(node, ast.Name | ast.Attribute) and id(node) not in inner:
        if not isinstance(node.ctx, ast.Store):
            yield from sorted(names.resolve(node))
        if isinstance(node, ast.Attribute) and _only_arrays_have(node.attr):
            yield f"numpy.{node.attr}"  # `x.dot(w)` is `np.dot(x, w)`
    elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.MatMult):
        yield "numpy.matmul"
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) >= 2:
        name = node.args[1]
        if node.func.id == "getattr" and isinstance(name, ast.Constant):
            modules = sorted(names.resolve(node.args[0]))
            yield from (f"{module}.{name.value}" for module in modules if type(name.value) is str)


def _only_arrays_have(method: str) -> bool:
    return (
        hasattr(np.ndarray, method)
        and hasattr(np, method)
        and not any(hasattr(kind, method) for kind in _BUILTIN_TYPES)
    )


def _check_loops(source: Source) -> Iterator[Complaint]:
    for node in source.nodes:
        kind = _LOOPS.get(type(node))
        if kind:
            message = f"a {kind}: this exercise asks for array operations"
            yield Complaint(Reason.POLICY, message, *source.locate(node))
