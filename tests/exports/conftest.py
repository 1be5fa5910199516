"""A small course, and its problem exported to every tool once."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.exports.make import export
from grader.exports.tools import TOOLS
from grader.problem.course import Course
from grader.sandbox.runner import Runner

SMALL_COURSE = Path(__file__).parent / "course"


@pytest.fixture(scope="session")
def bundles(tmp_path_factory: pytest.TempPathFactory, runner: Runner) -> Path:
    """A folder with a bundle for each tool, by its name."""
    folder = tmp_path_factory.mktemp("bundles")
    for tool in TOOLS:
        export(
            Course(SMALL_COURSE), "doubled", tool, folder / tool, image="x/grader:1", runner=runner
        )
    return folder
