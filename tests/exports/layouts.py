"""The folders that each tool lays out around a submission, and its way to run a bundle."""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.exports.readers import (
    Read,
    read_coderunner,
    read_github,
    read_gradescope,
    read_prairielearn,
)

#: Puts what a student handed in into a folder.
Submit = Callable[[Path], None]


@dataclass(frozen=True)
class Ran:
    """What a tool got."""

    read: Read
    log: str
    """Standard output and error of the run, which an instructor may read."""


@dataclass(frozen=True)
class Tool:
    """How a tool prepares its folders, and what it does in them for each submission."""

    set_up: Callable[[Path, Path], None]
    """From a bundle, in a folder that is empty."""
    secret: str
    """What has ``course`` in it, in that folder."""
    grade: Callable[[Path, Submit], Ran]
    """In that folder; what belongs to the submission before is gone."""


@dataclass(frozen=True)
class Place:
    """A folder that a tool has set up."""

    tool: Tool
    where: Path

    @property
    def secret(self) -> Path:
        return self.where / self.tool.secret

    def run(self, submit: Submit) -> Ran:
        return self.tool.grade(self.where, submit)


def _set_up_gradescope(bundle: Path, where: Path) -> None:
    """``setup.sh`` without what it installs."""
    root = where / "autograder"
    with zipfile.ZipFile(bundle / "instructor" / "autograder.zip") as archive:
        archive.extractall(root / "source")
        modes = {entry.filename: entry.external_attr >> 16 for entry in archive.infolist()}
    assert modes["setup.sh"] & modes["run_autograder"] & 0o111
    for name, mode in modes.items():  # as unzip does
        (root / "source" / name).chmod(mode)
    shutil.copy(root / "source" / "run_autograder", root / "run_autograder")
    (root / "submission_metadata.json").write_text("{}")
    python = _interpreter(root / "venv" / "bin" / "python")
    _self_test(root / "source", str(python))


def _grade_gradescope(where: Path, submit: Submit) -> Ran:
    root = where / "autograder"
    shutil.rmtree(root / "results", ignore_errors=True)
    submit(_emptied(root / "submission"))
    done = _call(["sh", str(root / "run_autograder")], root)
    return Ran(read_gradescope(root / "results" / "results.json"), done.stdout + done.stderr)


def _set_up_prairielearn(bundle: Path, where: Path) -> None:
    root, course = where / "grade", bundle / "instructor"
    (question,) = (course / "questions").iterdir()
    shutil.copytree(course / "serverFilesCourse", root / "serverFilesCourse")
    shutil.copytree(question / "tests", root / "tests")
    (root / "data").mkdir()
    (root / "data" / "data.json").write_text("{}")
    _interpreter(where / "bin" / "python3")


def _grade_prairielearn(where: Path, submit: Submit) -> Ran:
    root = where / "grade"
    shutil.rmtree(root / "results", ignore_errors=True)
    submit(_emptied(root / "student"))
    entry = root / "serverFilesCourse" / "grader" / "run.sh"
    done = _call([str(entry)], root, PATH=f"{where / 'bin'}:{os.environ['PATH']}")
    return Ran(read_prairielearn(root / "results" / "results.json"), done.stdout + done.stderr)


def _set_up_github(bundle: Path, where: Path) -> None:
    """The instructor's workflow, up to the step that grades."""
    shutil.copytree(bundle / "instructor", where / "repository")
    python = _interpreter(where / "bin" / "python")
    _self_test(where / "repository", str(python))


def _grade_github(where: Path, submit: Submit) -> Ran:
    """The instructor's repository, the student's below it."""
    submit(_emptied(where / "repository" / "submission"))
    return _step(where, ["sh", "run.sh", "submission"])


def _set_up_github_student(bundle: Path, where: Path) -> None:
    shutil.copytree(bundle / "students", where / "repository")
    _interpreter(where / "bin" / "python")


def _grade_github_student(where: Path, submit: Submit) -> Ran:
    """A student's repository, in which the public cases are checked."""
    root = where / "repository"
    for starter in (*root.glob("*.py"), *root.glob("*.ipynb")):
        starter.unlink()
    submit(root)
    return _step(where, ["sh", "autograding/run.sh", "."])


def _step(where: Path, command: list[str]) -> Ran:
    root, output = where / "repository", where / "output"
    for left in (output, root / "results.json"):
        left.unlink(missing_ok=True)
    path = f"{where / 'bin'}:{os.environ['PATH']}"
    done = _call(command, root, PATH=path, GITHUB_OUTPUT=str(output))
    assert done.returncode == 0, "the reporter must get its turn"
    return Ran(read_github(output), done.stdout + done.stderr)


def _set_up_coderunner(bundle: Path, where: Path) -> None:
    """Moodle: what it sends for each submission is the question's."""
    question = ET.parse(bundle / "instructor" / "question.xml").getroot()[0]
    assert question.findtext("iscombinatortemplate") == "1"
    assert question.findtext("grader") == "TemplateGrader"
    (where / "support").mkdir()
    for file in question.iter("file"):
        (where / "support" / file.attrib["name"]).write_bytes(base64.b64decode(file.text or ""))
    (where / "template").write_text(question.findtext("template") or "", encoding="utf-8")


def _grade_coderunner(where: Path, submit: Submit) -> Ran:
    """Jobe: the expanded template is the program, the support files lie beside it."""
    handed_in = _emptied(where / "handed in")
    submit(handed_in)
    # A form's field: there is nothing but text, and a file that is missing is an empty one.
    files = [path for path in handed_in.iterdir() if not path.is_symlink()]
    answer = files[0].read_text("utf-8") if len(files) == 1 else ""
    escaped = answer.replace("\\", "\\\\").replace('"', '\\"')
    template = (where / "template").read_text("utf-8")
    program = template.replace("{{ STUDENT_ANSWER | e('py') }}", escaped)
    root = _emptied(where / "run")
    shutil.copytree(where / "support", root, dirs_exist_ok=True)
    (root / "prog.py").write_text(program, encoding="utf-8")
    done = _call([sys.executable, "prog.py"], root)
    return Ran(read_coderunner(done.stdout, done.stderr, done.returncode), "")


TOOLS: Mapping[str, Tool] = {
    "gradescope": Tool(_set_up_gradescope, "autograder/source", _grade_gradescope),
    "prairielearn": Tool(_set_up_prairielearn, "grade/tests", _grade_prairielearn),
    "github": Tool(_set_up_github, "repository", _grade_github),
    "github_student": Tool(_set_up_github_student, "repository/autograding", _grade_github_student),
    "coderunner": Tool(_set_up_coderunner, "support/grader.zip", _grade_coderunner),
}


def set_up(name: str, bundle: Path, where: Path) -> Place:
    """A tool's folders with a bundle in them, before a submission is there."""
    TOOLS[name].set_up(bundle, where)
    return Place(TOOLS[name], where)


def copied(place: Place, where: Path) -> Place:
    """The same folders again, to be damaged."""
    shutil.copytree(place.where, where)
    return Place(place.tool, where)


def _emptied(folder: Path) -> Path:
    """An empty folder in place of what is there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def _self_test(folder: Path, python: str) -> None:
    done = _call([str(folder / "self_test.sh"), python], folder)
    assert done.returncode == 0, done.stdout + done.stderr


def _interpreter(path: Path) -> Path:
    """This interpreter under another name: a link would be without its libraries."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    path.chmod(0o755)
    return path


def _call(command: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return subprocess.run(
        command, cwd=folder, env=kept | more, capture_output=True, text=True, check=False
    )
