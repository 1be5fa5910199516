"""The notebook: golden, valid, stable."""

from __future__ import annotations

import json

import nbformat
import pytest

from grader.handout.content import Handout, handout_of
from grader.handout.notebook import render_notebook
from grader.pages.theme import default_theme
from grader.problem.model import Problem
from grader.submission.notebook import extract
from tests.handout import golden


@pytest.mark.parametrize("name", ["attention", "counter"])
def test_the_notebook_is_the_golden_one(name: str, request: pytest.FixtureRequest) -> None:
    problem: Problem = request.getfixturevalue(name)
    text = render_notebook(handout_of(problem, default_theme()))
    golden.check(f"{name}.ipynb", text)
    nbformat.validate(nbformat.reads(text, as_version=4))


def test_the_file_is_as_jupyter_itself_would_save_it(counter: Problem) -> None:
    text = render_notebook(handout_of(counter, default_theme()))
    assert nbformat.writes(nbformat.reads(text, as_version=4)) + "\n" == text


def test_cells_have_names_that_stay(handout: Handout) -> None:
    ids = [cell["id"] for cell in json.loads(render_notebook(handout))["cells"]]
    assert ids == [
        "problem", "work", "starter", "check", "hint-1", "hint-2", "pitfalls",
        "theory-0", "theory-1", "theory-2", "citation",
    ]  # fmt: skip


def test_pictures_are_inside(handout: Handout) -> None:
    cells = json.loads(render_notebook(handout))["cells"]
    (cell,) = [cell for cell in cells if "attachments" in cell]
    assert list(cell["attachments"]) == ["keys.svg"]
    assert list(cell["attachments"]["keys.svg"]) == ["image/svg+xml"]
    assert "(attachment:keys.svg)" in "".join(cell["source"])


def test_hints_are_folded(handout: Handout) -> None:
    cells = {
        cell["id"]: "".join(cell["source"])
        for cell in json.loads(render_notebook(handout))["cells"]
    }
    for number in (1, 2):
        text = cells[f"hint-{number}"]
        assert text.startswith("<details>\n<summary>Hint")
        assert text.endswith("\n\n</details>")


def test_what_is_handed_in_is_the_starter_cell(handout: Handout) -> None:
    found = extract(render_notebook(handout).encode())
    assert "# cell 3\nimport numpy as np\ndef attention(Q: np.ndarray" in found.source
    assert found.left_out == ('cell 4: left out line 4 (grader.check_cells("attention"))',)
