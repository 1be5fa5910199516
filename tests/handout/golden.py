"""Files that say what a format looks like today; a change of them is to be read in review.

``UPDATE_GOLDEN=1 python -m pytest tests/handout tests/report`` writes them again.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "golden"
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_FONT = re.compile(r"(url\(data:font/woff2;base64,)[A-Za-z0-9+/=]+")


def without_style(page: str) -> str:
    """A page without its style, which every golden page of a handout shows."""
    return _STYLE.sub("<style>...</style>", page)


def without_fonts(page: str) -> str:
    """A page with its fonts left out: they have a test of their own."""
    return _FONT.sub(r"\1...", page)


def check(name: str, text: str, kind: str = "handout") -> None:
    """Compare with the golden file, or write it."""
    file = FOLDER / kind / name
    if os.environ.get("UPDATE_GOLDEN"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    assert text == file.read_text("utf-8")
