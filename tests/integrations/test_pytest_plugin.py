"""The plugin as a student meets it: pytest in a folder, in a process of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from grader.exports.make import export
from grader.integrations import pytest_plugin
from grader.problem.course import Course
from grader.sandbox.runner import Runner
from tests.course import ROOT

COURSE = Path(__file__).parent.parent / "exports" / "course"
RIGHT = "def doubled(x):\n    return x + x\n"
#: Those that our own tests use take longer to load than the runs here.
NO_OTHER_PLUGINS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
HALF = "def doubled(x):\n    return x + x if len(x) != 2 else 3 * x\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, runner: Runner) -> Path:
    """The students' part of a bundle, which is a kit."""
    folder = tmp_path_factory.mktemp("plugin") / "bundle"
    export(Course(COURSE), "doubled", "gradescope", folder, image="", runner=runner)
    return folder / "students"


@pytest.fixture
def bundle(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "kit"))


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    """pytest's exit code and output, with the plugin and none of our own settings."""
    command = [sys.executable, "-m", "pytest", "-p", "grader.integrations.pytest_plugin", "-p"]
    command += ["no:cacheprovider", "-v", "--rootdir", str(folder), "-c", os.devnull]
    done = subprocess.run(
        [*command, "--grader-allow-weak-isolation", *arguments],
        cwd=folder,
        env={**os.environ, **NO_OTHER_PLUGINS, "PYTHONPATH": str(ROOT), "COLUMNS": "120"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_each_public_case_is_a_test(bundle: Path) -> None:
    (bundle / "doubled.py").write_text(RIGHT)
    code, out = run(bundle)
    assert code == 0, out
    for name in ("by hand", "two", "drawn"):
        assert f"doubled.py::{name} PASSED" in out
    assert "3 passed" in out


@pytest.mark.parametrize("ci", ["", "true"])
def test_a_failing_case_shows_the_report_and_no_traceback(
    bundle: Path, ci: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", ci)  # there pytest's summary is longer
    (bundle / "doubled.py").write_text(HALF)
    code, out = run(bundle)
    assert code == 1
    assert "FAILED doubled.py::two - ✗ two  WA value\n" in out
    assert "doubled.py::two FAILED" in out
    assert "✗ two  WA value" in out
    assert "index  yours  expected" in out
    assert out.count("WA wrong answer") == 1, "the summary is said once"
    assert "Traceback" not in out
    assert "pytest_plugin.py" not in out


def test_one_case_can_be_chosen(bundle: Path) -> None:
    (bundle / "doubled.py").write_text(HALF)
    code, out = run(bundle, "doubled.py::two")
    assert code == 1
    assert "1 failed" in out
    assert "passed" not in out


def test_a_solution_is_never_imported(bundle: Path) -> None:
    (bundle / "doubled.py").write_text("open('ran', 'w')\n" + RIGHT)
    code, out = run(bundle, "doubled.py")
    assert code == 1
    assert "3 failed" in out
    assert not (bundle / "ran").exists()


def test_a_file_of_any_name_is_tested_in_a_course(tmp_path: Path) -> None:
    course = Path(shutil.copytree(COURSE, tmp_path / "course"))
    (course / "mine.py").write_text(RIGHT)
    code, out = run(course, "--grader-problem", "doubled", "mine.py")
    assert code == 0, out
    assert "mine.py::drawn PASSED" in out


def test_a_misspelt_problem_is_said(bundle: Path) -> None:
    code, out = run(bundle, "--grader-problem", "dubled", "doubled.py")
    assert code == 2
    assert "no problem 'dubled'" in out
    assert "doubled" in out
    assert "Traceback" not in out


def test_our_own_failure_is_no_failed_test(bundle: Path) -> None:
    (bundle / "conftest.py").write_text(
        "import grader.grading.judging as judge\n"
        "from grader.errors import JudgeError\n"
        "def fail(*_, **__):\n"
        "    raise JudgeError('the sandbox fell')\n"
        "judge.grade = fail\n"
    )
    code, out = run(bundle)
    assert code == 3
    assert "judge error (not the solution's fault): the sandbox fell" in out
    assert "failed" not in out


def test_other_projects_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "doubled.py").write_text("raise SystemExit('imported')\n")
    (tmp_path / "test_other.py").write_text(
        "import sys\n\n\ndef test_it():\n    assert 'numpy' not in sys.modules\n"
    )
    code, out = run(tmp_path)
    assert code == 0, out
    assert "1 passed" in out


def test_it_is_found_by_pytest_once_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    name = pytest_plugin.__name__
    assert project["entry-points"]["pytest11"] == {name: name}
