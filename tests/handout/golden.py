"""Files that say what a format looks like today; a change of them is to be read in review.

``UPDATE_GOLDEN=1 python -m pytest tests/handout`` writes them anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "golden" / "handout"
_FONT = re.compile(r"(url\(data:font/woff2;base64,)[A-Za-z0-9+/=]+")


def without_fonts(page: str) -> str:
    """A page with its fonts left out: they have a test of their own."""
    return _FONT.sub(r"\1...", page)


def check(name: str, text: str) -> None:
    """Compare with the golden file, or write it."""
    file = FOLDER / name
    if os.environ.get("UPDATE_GOLDEN"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    assert text == file.read_text("utf-8")
