"""What is kept is made again when something changes that it depends on, and not otherwise."""

from __future__ import annotations

import ast
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from grader import provenance
from grader.handout.build import Plan
from grader.handout.course_build import build_problems, stale_handouts
from grader.judge import cache_key
from grader.problem.course import Course
from grader.problem.load import load_problem
from grader.provenance import BUNDLE, HANDOUT, JUDGEMENT, SUITE, Artifact, code_digest, files_below
from grader.sandbox.runner import IsolationPolicy
from tests.course import ROOT
from tests.handout.made import COURSE

ARTIFACTS = {"suite": SUITE, "judgement": JUDGEMENT, "handout": HANDOUT, "bundle": BUNDLE}
#: The modules that make each, to begin at.
MAKERS = {
    "suite": ["grader.judge.prepared_suite"],
    "judgement": [
        "grader.grading.judging",
        "grader.grading.bundling",
        "grader.diagnosis.known_mistakes",
        "grader.diagnosis.small_case_corpus",
    ],
    "handout": [
        f"grader.handout.{name}"
        for name in ("html", "pdf", "notebook", "markdown_page", "starter_file")
    ],
    "bundle": ["grader.handout.student_bundle", "grader.grading.bundling"],
}
#: They read the problem's files, and what is read of these is in the problem's hash.
READERS = {"pydantic", "pydantic_core", "annotated_types", "yaml"}


@cache
def module_file(module: str) -> Path | None:
    path = ROOT.joinpath(*module.split("."))
    for file in (path / "__init__.py", path.with_suffix(".py")):
        if file.is_file():
            return file
    return None


@cache
def import_nodes(module: str, *, typing: bool) -> list[ast.Import | ast.ImportFrom]:
    """The imports of a module, wherever they stand; ``typing``: also those for types alone."""
    file = module_file(module)
    assert file is not None
    waiting: list[ast.AST] = [ast.parse(file.read_text("utf-8"))]
    found = []
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.append(node)
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not typing:
            waiting += node.orelse
        else:
            waiting += ast.iter_child_nodes(node)
    return found


def home(package: str, name: str) -> str:
    """The module that a name imported from a package stands in."""
    if module_file(f"{package}.{name}"):
        return f"{package}.{name}"
    for node in import_nodes(package, typing=True):
        names = {alias.asname or alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module and name in names:
            return node.module
    return package


def imported(module: str) -> Iterator[str]:
    for node in import_nodes(module, typing=False):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif node.module is not None and module_file(node.module):
            yield from (home(node.module, alias.name) for alias in node.names)
        elif node.module is not None:
            yield node.module


def closure(modules: list[str]) -> set[str]:
    """All modules that some modules import, directly or not; of others' packages the first name."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if not module.startswith("grader."):
            module = module.split(".")[0]
        if module not in found and module != "grader":
            found.add(module)
            if module.startswith("grader."):
                waiting += imported(module)
    return found


def part_of(module: str) -> str:
    """How provenance names the package or module that a module of ours belongs to."""
    first = module.split(".")[1]
    return first if (ROOT / "grader" / first).is_dir() else f"{first}.py"


@pytest.mark.parametrize("name", ARTIFACTS)
def test_all_code_that_makes_it_is_named_and_no_other(name: str) -> None:
    used = {part_of(m) for m in closure(MAKERS[name]) if m.startswith("grader.")}
    assert used - {"provenance.py"} == set(ARTIFACTS[name].code)


@pytest.mark.parametrize("name", ARTIFACTS)
def test_all_libraries_that_make_it_are_named(name: str) -> None:
    others = {m for m in closure(MAKERS[name]) if not m.startswith("grader")}
    others -= sys.stdlib_module_names | READERS
    by_import = packages_distributions()
    assert {by_import[m][0].lower() for m in others} <= {
        library.lower() for library in ARTIFACTS[name].libraries
    }


def test_the_closure_follows_faces_and_imports_in_functions() -> None:
    found = closure(["grader.grading.judging"])
    assert {"grader.diagnosis.explainer", "grader.diagnosis.conditions", "numpy"} <= found
    assert "grader.runs.store" not in found


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our code, to be changed."""
    target = tmp_path_factory.mktemp("code") / "grader"
    shutil.copytree(ROOT / "grader", target, ignore=shutil.ignore_patterns("__pycache__"))
    return target


@pytest.fixture
def code(copy: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(provenance, "PACKAGE", copy)
    code_digest.cache_clear()
    yield copy
    code_digest.cache_clear()


def digests() -> dict[str, str]:
    code_digest.cache_clear()
    return {name: code_digest(artifact) for name, artifact in ARTIFACTS.items()}


SUITES = ["suite", "judgement", "bundle"]
VERDICTS = ["judgement", "bundle"]
PAGES = ["handout", "bundle"]


@pytest.mark.parametrize(
    ("file", "stale"),
    [
        ("values.py", list(ARTIFACTS)),
        ("problem/contract.py", list(ARTIFACTS)),
        ("cases/recipes/numbers.py", list(ARTIFACTS)),
        ("numerics/tolerance.py", SUITES),
        ("numerics/tracing/array.py", SUITES),
        ("sandbox/child.py", SUITES),
        ("judge/outcomes.py", SUITES),
        ("submission/static_check.py", VERDICTS),
        ("diagnosis/small_cases.py", VERDICTS),
        ("grading/judging.py", VERDICTS),
        ("handout/html.py", PAGES),
        ("pages/languages/de.yaml", PAGES),
        ("authoring/validation.py", []),
        ("collect/walk.py", []),
        ("runs/store.py", []),
        ("report/terminal.py", []),
        ("exports/make.py", []),
        ("cli/app.py", []),
    ],
)
def test_a_change_in_the_code_reaches_what_depends_on_it(
    code: Path, file: str, stale: list[str]
) -> None:
    path = code / file
    before, content = digests(), path.read_bytes()
    path.write_bytes(content + b"\n")
    changed = digests()
    assert [name for name in ARTIFACTS if changed[name] != before[name]] == stale
    path.rename(path.with_name("renamed.py"))
    renamed = digests()
    assert [name for name in ARTIFACTS if renamed[name] not in (before[name], changed[name])] == (
        stale
    )
    path.with_name("renamed.py").rename(path)
    path.write_bytes(content)
    assert digests() == before


def test_every_file_of_the_packages_counts(code: Path) -> None:
    """Also what no Python imports: templates, languages, fonts, the child's own files."""
    counted = {
        path.relative_to(code).as_posix()
        for part in BUNDLE.code
        for path in files_below(code / part)
    }
    assert {
        "handout/templates/page.html.j2",
        "pages/languages/en.yaml",
        "sandbox/zygote.py",
        "numerics/tracing/__init__.py",
        "values.py",
    } <= counted
    assert not [path for path in counted if "__pycache__" in path]


def test_libraries_count_by_their_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digests()
    monkeypatch.setattr(provenance, "_version", lambda name: f"another {name}")
    assert all(digests()[name] != before[name] for name in ARTIFACTS)
    monkeypatch.undo()
    assert digests() == before
    assert code_digest(Artifact((), ("no-such-library",))) != code_digest(Artifact((), ()))


def test_what_is_cached_is_kept_under_it(code: Path) -> None:
    problem = load_problem(COURSE / "problems" / "attention")

    def keys() -> list[str]:
        code_digest.cache_clear()
        return [cache_key("x", SUITE, problem), cache_key("x", JUDGEMENT, problem, "abc")]

    before = keys()
    assert len(set(before)) == 2
    path = code / "diagnosis" / "small_cases.py"
    content = path.read_bytes()
    path.write_bytes(content + b"\n")
    suite, judgement = keys()
    assert (suite, judgement == before[1]) == (before[0], False)
    path.write_bytes(content)


def test_a_handout_is_stale_exactly_when_it_would_be_another(code: Path, tmp_path: Path) -> None:
    course, plan = Course(COURSE), Plan(tmp_path, ("md", "kit"))

    def stale() -> list[str]:
        code_digest.cache_clear()
        return [name for _, name, _ in stale_handouts(course, ["counter"], plan)]

    list(build_problems(course, ["counter"], plan, policy=IsolationPolicy("D")))
    assert stale() == []
    for file, expected in {
        "numerics/tolerance.py": ["kit"],
        "sandbox/codec.py": ["kit"],
        "handout/portable.py": ["md", "kit"],
        "collect/walk.py": [],
    }.items():
        path = code / file
        content = path.read_bytes()
        path.write_bytes(content + b"\n")
        assert stale() == expected, file
        path.write_bytes(content)
    assert stale() == []


def test_a_folder_that_cannot_be_read_is_an_error_and_not_an_empty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "file").touch()
    (tmp_path / "b.py").touch()
    assert files_below(tmp_path) == [tmp_path / "b.py"]
    assert files_below(tmp_path / "b.py") == [tmp_path / "b.py"]
    assert files_below(tmp_path / "none") == []

    def refuse(path: object) -> object:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("os.scandir", refuse)
    with pytest.raises(PermissionError):
        files_below(tmp_path)
