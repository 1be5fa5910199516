"""A student's kit: what is in it, and that it works without the course."""

from __future__ import annotations

import dataclasses
import io
import zipfile
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from grader.cli.app import main_code
from grader.handout.build import Plan
from grader.handout.bundle_problem import WITHHELD, public_yaml
from grader.handout.content import handout_of
from grader.handout.course_build import build_problems
from grader.handout.markdown_page import render_part
from grader.pages.messages import messages_of
from grader.pages.theme import default_theme
from grader.problem.course import Course
from grader.problem.load import load_problem, read_spec
from grader.problem.model import (
    CallSpec,
    CaseSpec,
    ClassContract,
    Compare,
    Dim,
    Example,
    Function,
    Hint,
    Limits,
    Method,
    Parameter,
    Pitfall,
    Policy,
    Problem,
    ProblemSpec,
    Source,
    Statement,
    TestGroup,
    Tests,
)
from grader.problem.yaml import parse_yaml
from grader.sandbox.runner import IsolationPolicy
from tests.handout import golden
from tests.handout.made import COURSE, copy_course

RIGHT = """
import numpy as np

def attention(Q, K, V, mask=None):
    scores = np.einsum("...qd,...kd->...qk", Q, K) / Q.shape[-1] ** 0.5
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return weights @ V, weights
"""


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kits of the small course, as folders."""
    target = tmp_path_factory.mktemp("kits")
    plan = Plan(target, ("kit",), zip_bundle=False)
    course = Course(COURSE)
    for built in build_problems(course, course.ids, plan, policy=IsolationPolicy("D")):
        assert built.made == ("kit",), built
    return target


@pytest.fixture
def bundle(bundles: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """In the kit's folder, as a student works."""
    folder = bundles / "attention" / "attention-kit"
    monkeypatch.chdir(folder)
    return folder


def test_everything_is_in_the_kit(bundle: Path) -> None:
    files = sorted(
        path.relative_to(bundle).as_posix() for path in bundle.rglob("*") if path.is_file()
    )
    assert files == [
        "README.md",
        "attention.html",
        "attention.ipynb",
        "attention.md",
        "attention.pdf",
        "attention.py",
        "course.yaml",
        "keys.svg",
        "problems/attention/keys.svg",
        "problems/attention/problem.yaml",
        "problems/attention/public.cases",
        "problems/attention/theory.md",
    ]


def test_a_bundle_speaks_the_language_of_its_course(tmp_path: Path) -> None:
    course = copy_course(tmp_path)
    (course / "course.yaml").write_text("language: de\n")
    own = course / "handout" / "languages"
    own.mkdir(parents=True)
    (own / "de.yaml").write_text("result_why: warum\n")
    plan = Plan(tmp_path / "out", ("kit",), zip_bundle=False)
    (built,) = build_problems(Course(course), ["counter"], plan, policy=IsolationPolicy("D"))
    assert built.made == ("kit",), built
    bundle = tmp_path / "out" / "counter" / "counter-kit"
    assert (bundle / "handout/languages/de.yaml").read_text() == '"result_why": "warum"\n'
    messages = messages_of(load_problem(bundle / "problems" / "counter"))
    assert (messages["result_why"], messages["result_call"]) == ("warum", "Aufruf")


@pytest.mark.parametrize("name", ["attention", "counter"])
def test_the_public_problem_is_the_golden_one(name: str, request: pytest.FixtureRequest) -> None:
    problem: Problem = request.getfixturevalue(name)
    golden.check(f"{name}.public.yaml", public_yaml(problem))
    handout = handout_of(problem, default_theme())
    golden.check(f"{name}.kit.md", render_part("kit.md.j2", handout, pdf=True))


@pytest.mark.parametrize("name", ["attention", "counter"])
def test_the_public_problem_shows_what_the_whole_one_shows(bundles: Path, name: str) -> None:
    whole = load_problem(COURSE / "problems" / name)
    public = load_problem(bundles / name / f"{name}-kit" / "problems" / name)
    ours, theirs = (handout_of(problem, default_theme()) for problem in (whole, public))
    for field in (
        "statement",
        "contract",
        "constraints",
        "pitfalls",
        "hints",
        "examples",
        "theory",
    ):
        assert getattr(theirs, field) == getattr(ours, field), field


#: Every key of the format that a kit has, by the part of the format it is of.
SHOWN = {
    ProblemSpec: "spec id title summary statement source difficulty tags license function class_ "
    "theory requirements constraints pitfalls hints starter policy limits compare examples tests",
    Function: "name dims params returns dtype strict_dtype views",
    ClassContract: "name dims init methods dtype strict_dtype views doc",
    Method: "params returns doc",
    Parameter: "type shape dtype doc optional default items",
    Dim: "doc",
    Source: "title authors year section url",
    Statement: "text",
    Hint: "text cost",
    Pitfall: "title text",
    Policy: "imports forbid_calls loops",
    Limits: "wall cpu memory output",
    Compare: "slack rtol atol",
    Example: "name args returns calls explain",
    CallSpec: "method args returns",
    Tests: "groups",
    TestGroup: "id title visible points scoring cases",
    CaseSpec: "name calls",
}


@pytest.mark.parametrize("part", SHOWN, ids=lambda part: part.__name__)
def test_a_new_key_of_the_format_is_thought_about(part: Any) -> None:
    known = {field.name for field in dataclasses.fields(part)}
    assert known == set(SHOWN[part].split()) | WITHHELD.get(part, frozenset())


def test_what_is_set_comes_back(counter: Problem) -> None:
    """A contract with every key that a kit shows set to something else than its default."""
    parameter = Parameter(
        type="array", shape="n", dtype="int64", doc="doc", optional=True, default=None
    )
    parts = Parameter(type="dict", items={"a": parameter, "b": Parameter(shape="")})
    function = Function(
        name="f",
        dims={"n": Dim(min=3, max=4, doc="doc")},
        params={"x": parameter, "y": parts},
        returns=parts,
        dtype="float32",
        strict_dtype=False,
        views=True,
    )
    spec = dataclasses.replace(
        counter.spec,
        function=function,
        class_=None,
        policy=Policy(imports=("numpy",), forbid_calls=("np.load",), loops="forbid"),
        limits=Limits(wall=1.0, cpu=2.0, memory=3, output=4),
        compare=Compare(slack=2.0, rtol=0.5, atol=0.25),
    )
    text = public_yaml(dataclasses.replace(counter, spec=spec))
    document, diagnostics = parse_yaml(text.encode(), "problem.yaml")
    assert document is not None
    assert diagnostics == []
    again, faults = read_spec(document)
    assert faults == []
    assert again is not None
    assert again.function == dataclasses.replace(function, dims={"n": Dim(doc="doc")})
    for key in ("policy", "limits", "compare"):
        assert getattr(again, key) == getattr(spec, key)


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main_code([*arguments])
    return code, capsys.readouterr().out


def test_check_works_without_the_course(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bundle / "right.py").write_text(RIGHT)
    code, out = check(capsys, "check", "attention", "right.py", "--allow-weak-isolation")
    assert (code, "AC accepted" in out) == (0, True)
    code, out = check(capsys, "check", "attention", "attention.py", "--allow-weak-isolation")
    assert code == 1
    assert "returned None" in out


def test_show_and_hint_work_without_the_course(
    bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Scaled Dot-Product Attention" in check(capsys, "show", "attention")[1]
    assert "−∞ becomes 0" in check(capsys, "hint", "attention", "2")[1]


def test_a_notebook_is_handed_in(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notebook = nbformat.read(bundle / "attention.ipynb", as_version=4)
    starter = next(cell for cell in notebook.cells if cell.id == "starter")
    starter.source = RIGHT + "\nprint(attention)"
    nbformat.write(notebook, bundle / "mine.ipynb")
    code, out = check(capsys, "check", "attention", "mine.ipynb", "--allow-weak-isolation")
    assert code == 0
    messages = " ".join(out.split())
    assert "cell 3: left out line 12 (print(attention))" in messages


@pytest.mark.filterwarnings("ignore")  # of Jupyter's own libraries
def test_the_cells_of_the_notebook_run(bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them as they are handed out, and again with a solution in place of the starter."""
    monkeypatch.setenv("PYTHONPATH", str(COURSE.parents[2]))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    notebook = nbformat.read(bundle / "attention.ipynb", as_version=4)
    cells = {cell.id: cell for cell in notebook.cells}
    cells["check"].source = cells["check"].source.replace(
        '("attention")', '("attention", allow_weak_isolation=True)'
    )
    client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(bundle)}})
    with client.setup_kernel():
        for source, said in ((cells["starter"].source, "returned None"), (RIGHT, "AC accepted")):
            cells["starter"].source = source
            for index, cell in enumerate(notebook.cells):
                client.execute_cell(cell, index)
            outputs = cells["check"].outputs
            assert said in str([out.get("text", out.get("data")) for out in outputs])


def test_a_zip_is_one_folder_with_files_of_no_time(tmp_path: Path) -> None:
    plan = Plan(tmp_path, ("kit",))
    list(build_problems(Course(COURSE), ["counter"], plan, policy=IsolationPolicy("D")))
    data = (tmp_path / "counter" / "counter-kit.zip").read_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = archive.infolist()
    assert {entry.filename.split("/")[0] for entry in entries} == {"counter-kit"}
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
