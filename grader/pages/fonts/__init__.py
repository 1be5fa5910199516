"""The fonts that every page carries (made by ``tools/build_fonts.py``)."""

from __future__ import annotations

import base64
import json
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent


@lru_cache(maxsize=1)
def font_faces() -> str:
    """CSS that has all of the fonts inside."""
    return "".join(
        "@font-face{"
        f"font-family:'{font['family']}';font-style:{font['style']};"
        f"font-weight:{font['weight']};font-display:block;"
        f"unicode-range:{font['unicode_range'].replace(', ', ',')};"
        f"src:url(data:font/woff2;base64,"
        f"{base64.b64encode((FOLDER / font['file']).read_bytes()).decode()})format('woff2')}}\n"
        for font in json.loads((FOLDER / "fonts.json").read_text("utf-8"))
    )
