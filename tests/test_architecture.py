"""The rules of the architecture, checked on the code itself, and these checks on bad code."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "grader"

#: A package may import from itself and from those before it.
ORDER = [
    "faces",
    "startup",
    "errors",
    "text",
    "signs",
    "values",
    "verdict",
    "provenance",
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
BESIDE_THE_STUDENT = {"grader", "grader.faces", "grader.values", "grader.sandbox"}
#: Packages whose face is not a table of names: ``grader.cli`` has ``main`` and nothing else.
WITHOUT_TABLE = {"cli"}
MAX_FILE_LINES = 320
MAX_FUNCTION_LINES = 65


@dataclass(frozen=True)
class Import:
    """A name, or a whole module where there is no name, as a module imports it."""

    module: str
    name: str = ""

    @property
    def package(self) -> str:
        """``grader.cases.suite`` is in the package ``cases``."""
        return package_of(self.module)


@dataclass(frozen=True)
class Face:
    """What a package shows, as its ``__init__.py`` says it three times."""

    typed: dict[str, str]
    """Name -> module, from the imports that only a type checker sees."""
    lazy: dict[str, str]
    """Name -> module, from the table by which names are loaded."""
    public: tuple[str, ...]
    """``__all__``."""


def package_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imports(tree: ast.AST) -> Iterator[Import]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "grader":
            yield from (Import(f"grader.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("grader."):
            yield from (Import(node.module or "", alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (
                Import(alias.name) for alias in node.names if alias.name.startswith("grader.")
            )


def read_face(source: str, package: str) -> Face:
    tree = ast.parse(source)
    typed: dict[str, str] = {}
    lazy: dict[str, str] = {}
    public: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for item in node.body:
                assert isinstance(item, ast.ImportFrom)
                typed |= {alias.asname or alias.name: item.module or "" for alias in item.names}
            table = node.orelse[-1]
            assert isinstance(table, ast.Assign)
            assert isinstance(table.value, ast.Call)
            for module, names in ast.literal_eval(table.value.args[1]).items():
                lazy |= dict.fromkeys(names.split(), f"{package}.{module}")
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            public = ast.literal_eval(node.value)
    return Face(typed, lazy, tuple(public))


def modules() -> list[tuple[str, Path]]:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found.append((".".join(p for p in parts if p != "__init__"), path))
    return found


MODULES = modules()
PACKAGES = sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
FACES = {
    name: read_face((PACKAGE / name / "__init__.py").read_text("utf-8"), f"grader.{name}")
    for name in PACKAGES
    if name not in WITHOUT_TABLE
}
#: What other packages import, package by package.
USED = {
    package: {
        item.name
        for name, path in MODULES
        if package_of(name) != package
        for item in imports(ast.parse(path.read_text("utf-8")))
        if item.package == package
    }
    for package in FACES
}


def wrong_imports(name: str, source: str) -> list[str]:
    """Imports against the order, or past a face."""
    own = package_of(name)
    if own not in ORDER:
        return []
    found = set()
    for item in imports(ast.parse(source)):
        if item.package == own or item.package not in ORDER:
            continue
        if ORDER.index(item.package) > ORDER.index(own):
            found.add(f"{name} imports from {item.package}, which comes after {own}")
        if item.package not in FACES:
            continue
        if item.module != f"grader.{item.package}" or not item.name:
            found.add(f"{name} imports from {item.module} past the face of {item.package}")
        elif item.name not in FACES[item.package].public:
            found.add(f"{name} imports {item.name}, which {item.package} does not show")
    return sorted(found)


def long_functions(source: str) -> list[str]:
    return [
        f"{node.name} has {(node.end_lineno or 0) - node.lineno + 1} lines"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and (node.end_lineno or 0) - node.lineno + 1 > MAX_FUNCTION_LINES
    ]


@pytest.mark.parametrize(("name", "path"), MODULES, ids=[name for name, _ in MODULES])
def test_module_keeps_the_rules(name: str, path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert wrong_imports(name, source) == []
    assert source.count("\n") <= MAX_FILE_LINES, f"{name} has grown too large: split it"
    assert long_functions(source) == []
    assert ast.get_docstring(ast.parse(source)), f"{name} does not say what it is for"


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("grader.cases.suite", "from grader.judge import CaseResult"),
        ("grader.problem.load", "import grader.cli.app"),
        ("grader.sandbox.child", "def f():\n    from grader.report import print_result"),
        ("grader.errors", "from grader import values"),
        ("grader.judge.outcomes", "from grader.cases.testcase import Testcase"),
        ("grader.judge.outcomes", "import grader.cases.testcase"),
        ("grader.judge.outcomes", "from grader import cases"),
        ("grader.judge.outcomes", "import grader.cases"),
        ("grader.judge.outcomes", "from grader.cases import testcase"),
        ("grader.judge.outcomes", "def f():\n    from grader.cases import no_such_name"),
    ],
)
def test_the_import_rule_sees_a_wrong_import(name: str, source: str) -> None:
    assert wrong_imports(name, source)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("grader.judge.outcomes", "from grader.cases import Testcase"),
        ("grader.judge.outcomes", "from grader.judge.results import CaseResult"),
        ("grader.judge.outcomes", "from grader.values import Value"),
        ("grader.judge.outcomes", "from grader import __version__"),
        ("grader.judge.outcomes", "import numpy"),
    ],
)
def test_the_import_rule_accepts_what_is_right(name: str, source: str) -> None:
    assert wrong_imports(name, source) == []


def test_every_package_has_its_place_in_the_order() -> None:
    files = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}
    assert files | set(PACKAGES) == set(ORDER)


@pytest.mark.parametrize("package", FACES)
def test_a_face_says_three_times_the_same(package: str) -> None:
    face = FACES[package]
    assert face.typed == face.lazy
    assert sorted(face.public) == sorted(face.typed)
    assert len(face.public) == len(set(face.public))


def test_the_root_says_three_times_the_same() -> None:
    face = read_face((PACKAGE / "__init__.py").read_text("utf-8"), "grader")
    assert face.typed == face.lazy
    assert set(face.public) == {*face.typed, "__version__"}
    for name, module in face.typed.items():
        assert name in FACES[package_of(module)].public


@pytest.mark.parametrize("package", FACES)
def test_a_face_shows_what_other_packages_use(package: str) -> None:
    """And nothing else: what is not used from outside may change freely."""
    assert set(FACES[package].public) - USED[package] == set()


@pytest.mark.parametrize("package", FACES)
def test_no_name_of_a_face_is_a_module_of_its_package(package: str) -> None:
    """Python sets a package's attribute when a submodule is imported: the name would be lost."""
    folder = PACKAGE / package
    own = {path.stem for path in folder.glob("*.py")} | {p.name for p in folder.iterdir()}
    assert own & set(FACES[package].public) == set()


@pytest.mark.parametrize("package", FACES)
def test_a_face_gives_what_its_modules_define(package: str) -> None:
    face = importlib.import_module(f"grader.{package}")
    for name, module in FACES[package].lazy.items():
        assert getattr(face, name) is getattr(importlib.import_module(module), name)
        assert name in dir(face)
    with pytest.raises(AttributeError, match=f"module 'grader.{package}' has no attribute 'nono'"):
        _ = face.nono


def test_a_face_loads_nothing() -> None:
    code = (
        "import sys, " + ", ".join(f"grader.{name}" for name in PACKAGES) + ";"
        "print(*[m for m in sys.modules if m.startswith('grader') or m == 'numpy'], sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    allowed = {"grader", "grader.faces", "grader.startup"}
    assert set(done.stdout.split()) <= allowed | {f"grader.{name}" for name in PACKAGES}


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
