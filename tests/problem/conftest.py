from __future__ import annotations

from pathlib import Path

import pytest
from small_problem import Shop


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    monkeypatch.chdir(tmp_path)
    made = Shop(tmp_path)
    made.folder.mkdir(parents=True)
    (made.solutions / "wrong").mkdir(parents=True)
    (made.solutions / "wrong" / "adds.py").write_text("def scale(x, c=2.0):\n    return x + c\n")
    (made.solutions / "reference.py").write_text("def scale(x, c=2.0):\n    return x * c\n")
    made.write()
    return made
