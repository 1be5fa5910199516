"""What is in the bundles, and what is in none of the students' folders."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import yaml

from grader.cli.app import main_code
from grader.cli.export import _TOOLS
from grader.exports.inside import write_results
from grader.exports.make import export
from grader.exports.tools import TOOLS
from grader.pages.messages import messages_for
from grader.problem.course import Course
from grader.sandbox.runner import Runner
from tests.exports.conftest import SMALL_COURSE

SECRETS = (b"Secret words", b"7654321", b"8642097", b"private minus", b"private one")


@pytest.mark.parametrize("tool", TOOLS)
def test_students_get_nothing_secret(bundles: Path, tool: str) -> None:
    folder = bundles / tool / "students"
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert {"doubled.py", "doubled.html", "public.cases"} <= {path.name for path in files}
    assert not list(folder.rglob("solutions"))
    for path in files:
        data = path.read_bytes()
        assert not [word for word in SECRETS if word in data], path
    secret = (bundles / "github/instructor/course/solutions/doubled/reference.py").read_bytes()
    assert b"Secret words" in secret, "the search finds what is there"


def test_a_bundle_speaks_the_language_of_its_course(tmp_path: Path, runner: Runner) -> None:
    course = Path(shutil.copytree(SMALL_COURSE, tmp_path / "course"))
    (course / "course.yaml").write_text("language: de\n")
    export(Course(course), "doubled", "gradescope", tmp_path / "out", image="x", runner=runner)
    with zipfile.ZipFile(tmp_path / "out" / "instructor" / "autograder.zip") as archive:
        archive.extractall(tmp_path / "bundle")
    failure = json.loads((tmp_path / "bundle" / "failure.json").read_text())
    assert failure["output"] == messages_for("de")["export_our_failure"]
    wrong = tmp_path / "doubled.py"
    wrong.write_text("def doubled(x):\n    return x + x + 1\n")
    results = tmp_path / "results.json"
    assert write_results("gradescope", tmp_path / "bundle", wrong, results) == 0
    assert "WA falsches Ergebnis" in json.loads(results.read_text())["output"]
    (tmp_path / "bundle" / "course" / "problems" / "doubled" / "problem.yaml").write_text("")
    assert write_results("gradescope", tmp_path / "bundle", wrong, results) == 3
    assert json.loads(results.read_text()) == failure


def test_requirements_are_pinned(bundles: Path) -> None:
    text = (bundles / "github/instructor/requirements.txt").read_text()
    pins = dict(line.split("==") for line in text.splitlines() if not line.startswith("#"))
    assert pins["numpy"] == version("numpy")
    assert {"click", "pydantic", "pydantic-core", "rich", "markdown-it-py"} <= set(pins)
    assert not {"pytest", "typst", "distributed"} & set(pins), "extras are not needed"


@pytest.mark.parametrize("tool", TOOLS)
def test_scripts_are_shell(bundles: Path, tool: str) -> None:
    own = [p for p in (bundles / tool).rglob("*.sh") if "package" not in p.parts]
    for path in own:
        assert path.stat().st_mode & 0o111
        assert "@" not in path.read_text().replace('"$@"', ""), "everything is filled in"
        done = subprocess.run(["sh", "-n", str(path)], capture_output=True, check=False)
        assert done.returncode == 0, path


@pytest.mark.parametrize("path", ["instructor/.github/workflows/grade.yml",
                                  "students/.github/workflows/classroom.yml"])  # fmt: skip
def test_workflows_are_yaml(bundles: Path, path: str) -> None:
    data = yaml.safe_load((bundles / "github" / path).read_text())
    (job,) = data["jobs"].values()
    assert all(("uses" in step) != ("run" in step) for step in job["steps"])
    assert data["permissions"] == {"contents": "read"}


def test_the_question_of_prairielearn(bundles: Path) -> None:
    question = bundles / "prairielearn/instructor/questions/doubled"
    options = json.loads((question / "info.json").read_text())["externalGradingOptions"]
    assert options["image"] == "x/grader:1"
    assert options["timeout"] <= 600
    assert not options["enableNetworking"]
    page = (question / "question.html").read_text()
    assert "{{" not in page, "Mustache would take it for its own"
    assert "&#123;&#123; braces" in page
    assert (question / "starter.py").read_text().endswith('"""Double every number."""\n')


def test_the_question_of_coderunner(bundles: Path) -> None:
    question = ET.parse(bundles / "coderunner/instructor/question.xml").getroot()[0]
    assert question.attrib == {"type": "coderunner"}
    assert question.findtext("name/text") == "Twice as Much"
    assert question.findtext("defaultgrade") == "10"
    assert [f.attrib["name"] for f in question.findall("testcases/file")] == ["grader.zip"]
    assert "{{ STUDENT_ANSWER | e('py') }}" in (question.findtext("template") or "")


def test_the_command_knows_every_tool() -> None:
    assert set(_TOOLS) == set(TOOLS)


def test_a_folder_that_holds_something_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "old").write_text("")
    course = ["--course", str(SMALL_COURSE)]
    assert main_code([*course, "export", "doubled", "--to", "github", "-o", str(tmp_path)]) == 2
    assert "is not an empty folder" in capsys.readouterr().err


def test_a_kit_is_refused(
    bundles: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course = ["--course", str(bundles / "github" / "students")]
    target = str(tmp_path / "new")
    assert main_code([*course, "export", "doubled", "--to", "github", "-o", target]) == 2
    assert "is a student's kit here" in capsys.readouterr().err
