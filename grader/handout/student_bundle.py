"""A student bundle: everything to solve and check an exercise offline, and nothing secret.

It is laid out like a course, so that ``grader check``, ``show`` and ``hint`` work in it.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.handout.bundle_problem import as_yaml, course_yaml, public_yaml
from grader.handout.content import Handout
from grader.handout.markdown_page import render_part
from grader.judge import StudentBundle, write_bundle
from grader.pages import LANGUAGES, own_strings
from grader.problem import COURSE_FILE, PROBLEM_FILE, PROBLEMS, PUBLIC_CASES, Problem


def bundle_files(
    problem: Problem, handout: Handout, bundle: StudentBundle, texts: Mapping[str, bytes]
) -> dict[str, bytes]:
    """The bundle's files by their path in it, in order.

    Args:
        problem: of which only the public part gets in.
        handout: of the problem.
        bundle: the public cases.
        texts: the other formats by their names, such as ``html``.

    Raises:
        ProblemError: at the course's template that cannot be used.
    """
    name, folder = handout.id, f"{PROBLEMS}/{handout.id}"
    readme = render_part("kit.md.j2", handout, pdf="pdf" in texts)
    files = {"README.md": readme.encode()}
    files |= {f"{name}.{kind}": data for kind, data in texts.items()}
    files |= course_files(handout)
    files[f"{folder}/{PROBLEM_FILE}"] = public_yaml(problem).encode()
    files[f"{folder}/{problem.spec.theory}"] = problem.theory.encode()
    files[f"{folder}/{PUBLIC_CASES}"] = write_bundle(bundle)
    for source, data in handout.figures.items():
        files[source] = files[f"{folder}/{source}"] = data
    return files


def course_files(handout: Handout) -> dict[str, bytes]:
    """The settings of a bundle's course: its name, and the language in which it speaks."""
    files = {COURSE_FILE: course_yaml(handout).encode()}
    if own := own_strings(handout.messages):
        path = LANGUAGES / f"{handout.messages.language}.yaml"
        files[path.as_posix()] = as_yaml(own).encode()
    return files
