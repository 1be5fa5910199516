"""docs/authoring.md: every command runs and prints what the text shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.course import ROOT
from tests.docs_runner import run_tutorial


@pytest.mark.thorough
def test_the_tutorial_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path / "cache"))
    differences = run_tutorial(ROOT / "docs" / "authoring.md", tmp_path)
    assert not differences, "\n".join(differences)
