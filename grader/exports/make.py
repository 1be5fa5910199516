"""Bundles, from a problem of a course to files in a folder.

<folder>/README.md        what to do with it
<folder>/instructor/      holds the reference and the secret cases
<folder>/students/        what students may have
"""

from __future__ import annotations

import html
import json
from pathlib import Path

from grader.errors import ProblemError, UsageError
from grader.exports.github import output_line
from grader.exports.package import package_files, pinned_requirements
from grader.exports.parts import (
    FAILURE,
    PACKAGE,
    REQUIREMENTS,
    SETTINGS,
    Files,
    Parts,
    prefixed,
    script,
)
from grader.exports.tools import TOOLS
from grader.grading import make_bundle
from grader.handout import (
    Handout,
    bundle_files,
    check_text,
    course_files,
    handout_of,
    is_script,
    render_html,
    render_markdown,
    render_notebook,
    render_starter,
    zipped,
)
from grader.judge import StudentBundle
from grader.pages import Context, markup, theme_of
from grader.problem import PROBLEM_FILE, PROBLEMS, SOLUTIONS, Course, Problem
from grader.provenance import files_below
from grader.sandbox import Runner

INSTRUCTOR = "instructor"
STUDENTS = "students"
_SECRET_COURSE = "course"


def export(
    course: Course, problem_id: str, tool: str, folder: Path, *, image: str, runner: Runner
) -> None:
    """Write a tool's bundle into a folder that is empty or not there yet.

    Args:
        course: of the problem.
        problem_id: of the problem.
        tool: one of ``TOOLS``.
        folder: where to write.
        image: name of the container image, for tools that ask for one.
        runner: to run the reference on the public cases, for the students' kit.

    Raises:
        UsageError: the folder holds something; the problem is itself a student's kit.
        ProblemError: texts that cannot be rendered.
        JudgeError: the public cases could not be made.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is not an empty folder; what is in it could be handed out")
    problem = course.problem(problem_id)
    if problem.public_cases is not None:
        raise UsageError(f"{problem.id} is a student's kit here; export it from the course")
    faults = [fault for fault in check_text(problem) if fault.severity == "error"]
    if faults:
        raise ProblemError(faults)
    parts = _parts(course, problem, tool, image, make_bundle(problem, lambda: runner))
    bundle = TOOLS[tool].lay_out(parts)
    _write(folder / INSTRUCTOR, bundle.instructor)
    for name, files in bundle.archives.items():
        (folder / INSTRUCTOR).mkdir(parents=True, exist_ok=True)
        (folder / INSTRUCTOR / name).write_bytes(zipped(files))
    _write(folder / STUDENTS, {**parts.public, **bundle.students})
    readme = script(f"{tool}_readme.md", problem.id)
    _write(folder, {"README.md": readme})


def _parts(
    course: Course, problem: Problem, tool: str, image: str, student_bundle: StudentBundle
) -> Parts:
    handout = handout_of(problem, theme_of(course))
    failure = TOOLS[tool].failure(handout.messages)
    texts = {
        "html": render_html(handout).encode(),
        "ipynb": render_notebook(handout).encode(),
        "md": render_markdown(handout).encode(),
        "py": render_starter(handout).encode(),
    }
    package = {
        **prefixed(PACKAGE, package_files()),
        REQUIREMENTS: pinned_requirements(),
        FAILURE: (json.dumps(failure) + "\n").encode(),
    }
    if tool == "github":
        package["failure.txt"] = output_line(failure).encode()
    return Parts(
        problem=problem,
        image=image,
        secret=_secret(course, problem, handout),
        package=package,
        public=bundle_files(problem, handout, student_bundle, texts),
        starter=texts["py"],
        statement=_statement(handout),
    )


def _secret(course: Course, problem: Problem, handout: Handout) -> Files:
    """A course of this problem alone, whole, so that its hash stays what it is.

    Of the problems that it builds on, there are the files by which they are known to exist.
    """
    found = {
        f"{_SECRET_COURSE}/{path.relative_to(course.root).as_posix()}": path.read_bytes()
        for part in (PROBLEMS, SOLUTIONS)
        for path in files_below(course.root / part / problem.id)
    }
    for other in problem.spec.prerequisites:
        path = course.folder(other) / PROBLEM_FILE
        found[f"{_SECRET_COURSE}/{PROBLEMS}/{other}/{PROBLEM_FILE}"] = path.read_bytes()
    found |= prefixed(_SECRET_COURSE, course_files(handout))
    settings = {"problem": problem.id, "scope": "all", "course": _SECRET_COURSE}
    return {**found, SETTINGS: (json.dumps(settings) + "\n").encode()}


def _statement(handout: Handout) -> str:
    """Summary, statement and signatures in HTML, for a tool's own page."""
    context = Context(handout.figures, handout.theme)
    signatures = (html.escape(contract.signature) for contract in handout.contract)
    return "\n".join(
        [
            markup(handout.summary, context, level=3),
            *(f"<pre><code>{signature}</code></pre>" for signature in signatures),
            markup(handout.statement, context, level=3),
        ]
    )


def _write(folder: Path, files: Files) -> None:
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        if is_script(data):
            target.chmod(0o755)
