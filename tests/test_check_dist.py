"""tools/check_dist.py sees what must not be published, and what must not be missing."""

from __future__ import annotations

import pytest

from tools.check_dist import source_faults, wheel_faults

TRACKED = ["grader/__init__.py", "grader/handout/templates/page.html.j2"]
META = "numeric_grader-0.1.0.dist-info/METADATA"


@pytest.mark.parametrize(
    ("names", "faults"),
    [
        ([*TRACKED, META], []),
        ([TRACKED[0], META], [f"the wheel lacks {TRACKED[1]}"]),
        (
            [*TRACKED, META, "grader/notes.txt"],
            ["the wheel holds grader/notes.txt, which git does not have in grader"],
        ),
        (
            [*TRACKED, META, "solutions/softmax/reference.py"],
            ["the wheel holds solutions/softmax/reference.py, which git does not have in grader"],
        ),
    ],
)
def test_a_wheel_holds_the_package_and_nothing_else(names: list[str], faults: list[str]) -> None:
    assert wheel_faults(names, TRACKED) == faults


@pytest.mark.parametrize(
    ("names", "faults"),
    [
        (["a-1", "a-1/PKG-INFO", "a-1/pyproject.toml", "a-1/grader/__init__.py"], []),
        (["a-1/solutions/softmax/reference.py"], ["the source archive holds solutions"]),
        (["a-1/problems/x", "a-1/tests/x"], [f"the source archive holds {top}" for top in
                                             ("problems", "tests")]),
    ],
)  # fmt: skip
def test_a_source_archive_holds_no_solution(names: list[str], faults: list[str]) -> None:
    assert source_faults(names) == faults
