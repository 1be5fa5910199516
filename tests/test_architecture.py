"""The rules of the house, checked on the code itself, and these checks on bad houses."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "grader"

#: A package may import from itself and from those before it.
ORDER = [
    "startup",
    "errors",
    "values",
    "verdict",
    "problem",
    "cases",
    "numerics",
    "sandbox",
    "submission",
    "judge",
    "diagnosis",
    "grading",
    "pages",
    "handout",
    "authoring",
    "collect",
    "runs",
    "gradebooks",
    "report",
    "integrations",
    "exports",
    "cli",
]
#: What the student's process may import of ours.
BESIDE_THE_STUDENT = {"grader", "grader.values", "grader.sandbox"}
MAX_FILE_LINES = 320
MAX_FUNCTION_LINES = 65


def room(module: str) -> str:
    """``grader.cases.suite`` is in the room ``cases``."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imported_rooms(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            modules = [node.module]
            if node.module == "grader":
                modules = [f"grader.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        else:
            continue
        found |= {room(m) for m in modules if m.startswith("grader.")}
    return found & set(ORDER)


def wrong_imports(name: str, source: str) -> list[str]:
    own = room(name)
    if own not in ORDER:
        return []
    return [
        f"{name} imports from {other}"
        for other in sorted(imported_rooms(ast.parse(source)))
        if ORDER.index(other) > ORDER.index(own)
    ]


def long_functions(source: str) -> list[str]:
    return [
        f"{node.name} has {(node.end_lineno or 0) - node.lineno + 1} lines"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and (node.end_lineno or 0) - node.lineno + 1 > MAX_FUNCTION_LINES
    ]


def modules() -> list[tuple[str, Path]]:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found.append((".".join(p for p in parts if p != "__init__"), path))
    return found


MODULES = modules()


@pytest.mark.parametrize(("name", "path"), MODULES, ids=[name for name, _ in MODULES])
def test_module_keeps_the_rules(name: str, path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert wrong_imports(name, source) == []
    assert source.count("\n") <= MAX_FILE_LINES, f"{name} has grown too large: split it"
    assert long_functions(source) == []
    assert ast.get_docstring(ast.parse(source)), f"{name} does not say what it is for"


def test_the_import_rule_sees_a_wrong_import() -> None:
    assert wrong_imports("grader.cases.suite", "from grader.judge.results import Verdict")
    assert wrong_imports("grader.problem.load", "import grader.cli.app")
    assert wrong_imports("grader.sandbox.child", "def f():\n    from grader.report import json")
    assert wrong_imports("grader.errors", "from grader import values") != []
    assert wrong_imports("grader.grading.judging", "from grader.cases.suite import build") == []


def test_the_length_rule_sees_a_long_function() -> None:
    long = "def f():\n" + "    x = 1\n" * MAX_FUNCTION_LINES
    assert long_functions(long)
    assert not long_functions("def f():\n    return 1\n")


def test_nothing_of_ours_but_the_sandbox_is_beside_the_student() -> None:
    """The zygote's modules, as a fresh interpreter that imports it really has them."""
    code = (
        "import sys, grader.sandbox.zygote, grader.sandbox.child;"
        "print(*[m for m in sys.modules if m.startswith('grader')], sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = set(done.stdout.split())
    assert "grader.sandbox.child" in loaded
    foreign = {
        module
        for module in loaded
        if module not in BESIDE_THE_STUDENT and not module.startswith("grader.sandbox.")
    }
    assert foreign == set()
    assert "grader.sandbox.runner" not in loaded, "the parent's side must stay with the parent"
