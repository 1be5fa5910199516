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

from tests.report.export.readers import (
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
class Place:
    """A tool's folders, set up with a bundle, before a submission is there."""

    secret: Path
    """The folder with ``course`` in it."""
    run: Callable[[Submit], Ran]


def gradescope(bundle: Path, where: Path) -> Place:
    root = where / "autograder"
    with zipfile.ZipFile(bundle / "instructor" / "autograder.zip") as archive:
        archive.extractall(root / "source")
        modes = {entry.filename: entry.external_attr >> 16 for entry in archive.infolist()}
    assert modes["setup.sh"] & modes["run_autograder"] & 0o111
    shutil.copy(root / "source" / "run_autograder", root / "run_autograder")
    _interpreter(root / "venv" / "bin" / "python")
    (root / "submission").mkdir()
    (root / "submission_metadata.json").write_text("{}")

    def run(submit: Submit) -> Ran:
        submit(root / "submission")
        done = _call(["sh", str(root / "run_autograder")], root)
        return Ran(read_gradescope(root / "results" / "results.json"), done.stdout + done.stderr)

    return Place(root / "source", run)


def prairielearn(bundle: Path, where: Path) -> Place:
    root, course = where / "grade", bundle / "instructor"
    (question,) = (course / "questions").iterdir()
    shutil.copytree(course / "serverFilesCourse", root / "serverFilesCourse")
    shutil.copytree(question / "tests", root / "tests")
    (root / "student").mkdir()
    (root / "data").mkdir()
    (root / "data" / "data.json").write_text("{}")
    _interpreter(where / "bin" / "python3")

    def run(submit: Submit) -> Ran:
        submit(root / "student")
        entry = root / "serverFilesCourse" / "grader" / "run.sh"
        done = _call([str(entry)], root, PATH=f"{where / 'bin'}:{os.environ['PATH']}")
        return Ran(read_prairielearn(root / "results" / "results.json"), done.stdout + done.stderr)

    return Place(root / "tests", run)


def github(bundle: Path, where: Path) -> Place:
    """The instructor's workflow: the bundle's repository, the student's below it."""
    root = where / "repository"
    shutil.copytree(bundle / "instructor", root)
    _interpreter(where / "bin" / "python")
    (root / "submission").mkdir()

    def run(submit: Submit) -> Ran:
        submit(root / "submission")
        return _step(where, root, ["sh", "run.sh", "submission"])

    return Place(root, run)


def github_student(bundle: Path, where: Path) -> Place:
    """A student's repository, in which the public cases are checked."""
    root = where / "repository"
    shutil.copytree(bundle / "students", root)
    _interpreter(where / "bin" / "python")

    def run(submit: Submit) -> Ran:
        for starter in root.glob("*.py"):
            starter.unlink()
        for notebook in root.glob("*.ipynb"):
            notebook.unlink()
        submit(root)
        return _step(where, root, ["sh", "autograding/run.sh", "."])

    return Place(root / "autograding", run)


def _step(where: Path, root: Path, command: list[str]) -> Ran:
    output = where / "output"
    path = f"{where / 'bin'}:{os.environ['PATH']}"
    done = _call(command, root, PATH=path, GITHUB_OUTPUT=str(output))
    assert done.returncode == 0, "the reporter must get its turn"
    return Ran(read_github(output), done.stdout + done.stderr)


def coderunner(bundle: Path, where: Path) -> Place:
    """Jobe: the expanded template is the program, the support files lie beside it."""
    root = where / "run"
    root.mkdir()
    question = ET.parse(bundle / "instructor" / "question.xml").getroot()[0]
    assert question.findtext("iscombinatortemplate") == "1"
    assert question.findtext("grader") == "TemplateGrader"
    for file in question.iter("file"):
        (root / file.attrib["name"]).write_bytes(base64.b64decode(file.text or ""))
    template = question.findtext("template") or ""

    def run(submit: Submit) -> Ran:
        handed_in = where / "handed in"
        handed_in.mkdir()
        submit(handed_in)
        # A form's field: there is nothing but text, and a file that is missing is an empty one.
        files = [path for path in handed_in.iterdir() if not path.is_symlink()]
        answer = files[0].read_text("utf-8") if len(files) == 1 else ""
        escaped = answer.replace("\\", "\\\\").replace('"', '\\"')
        program = template.replace("{{ STUDENT_ANSWER | e('py') }}", escaped)
        (root / "prog.py").write_text(program, encoding="utf-8")
        done = _call([sys.executable, "prog.py"], root)
        return Ran(read_coderunner(done.stdout, done.stderr, done.returncode), "")

    return Place(root / "grader.zip", run)


PLACES: Mapping[str, Callable[[Path, Path], Place]] = {
    "gradescope": gradescope,
    "prairielearn": prairielearn,
    "github": github,
    "github_student": github_student,
    "coderunner": coderunner,
}


def _interpreter(path: Path) -> None:
    """This interpreter under another name: a link would be without its libraries."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    path.chmod(0o755)


def _call(command: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return subprocess.run(
        command, cwd=folder, env=kept | more, capture_output=True, text=True, check=False
    )
