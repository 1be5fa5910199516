"""A student's kit: everything to solve and check an exercise offline, and nothing secret.

It is laid out like a course, so that ``grader check``, ``show`` and ``hint`` work in it.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from grader.handout.content import Handout
from grader.handout.html import render_html
from grader.handout.kit_problem import public_yaml
from grader.handout.markdown_page import render_markdown, render_part
from grader.handout.notebook import render_notebook
from grader.handout.pdf import render_pdf
from grader.handout.starter_file import render_starter
from grader.judge.kit_file import FILE, Kit, write_kit
from grader.problem.folders import PROBLEM_FILE, PROBLEMS
from grader.problem.model import Problem

#: The oldest time a zip archive can say: ours say none.
_TIME = (1980, 1, 1, 0, 0, 0)
_ORDINARY_FILE = 0o100644 << 16
_UNIX = 3


def kit_files(problem: Problem, handout: Handout, kit: Kit, *, with_pdf: bool) -> dict[str, bytes]:
    """The kit's files by their path in it, in order.

    Raises:
        ProblemError: at the course's template that cannot be used.
        UsageError: ``with_pdf`` without the extra for it.
    """
    name, folder = handout.id, f"{PROBLEMS}/{handout.id}"
    readme = render_part("kit.md.j2", handout, pdf=with_pdf)
    files = {
        "README.md": readme.encode(),
        f"{name}.html": render_html(handout).encode(),
        f"{name}.md": render_markdown(handout).encode(),
        f"{name}.ipynb": render_notebook(handout).encode(),
        f"{name}.py": render_starter(handout).encode(),
    }
    if with_pdf:
        files[f"{name}.pdf"] = render_pdf(handout)
    files[f"{folder}/{PROBLEM_FILE}"] = public_yaml(problem).encode()
    files[f"{folder}/{problem.spec.theory}"] = problem.theory.encode()
    files[f"{folder}/{FILE}"] = write_kit(kit)
    for source, data in handout.figures.items():
        files[source] = files[f"{folder}/{source}"] = data
    return files


def zipped(files: Mapping[str, bytes], root: str) -> bytes:
    """The files in one archive below ``root``; equal files give equal bytes everywhere.

    They are stored as they are: how well a build of zlib packs is not ours to know.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(f"{root}/{path}", _TIME)
            entry.external_attr = _ORDINARY_FILE
            entry.create_system = _UNIX
            archive.writestr(entry, data)
    return out.getvalue()
