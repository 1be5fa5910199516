"""Pictures as files and inside of pages: what kinds there are, and how a page holds one."""

from __future__ import annotations

import base64
from pathlib import Path
from urllib.parse import unquote

#: By file name ending; what every browser, PDF and notebook can show.
MEDIA_TYPES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
}


def media_type(source: str) -> str:
    """The media type of a picture, by its name."""
    return MEDIA_TYPES[suffix(source)]


def suffix(source: str) -> str:
    """The ending of a picture's file name, with its dot."""
    return Path(unquote(source)).suffix.lower()


def data_address(data: bytes, media_type: str) -> str:
    """An address that holds the data itself."""
    return f"data:{media_type};base64,{base64.b64encode(data).decode()}"
