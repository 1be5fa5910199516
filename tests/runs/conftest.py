"""Stores and classes for tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.runs.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "kept" / "runs.sqlite") as found:
        yield found
