"""Code with colours: pygments, with a class for each kind of token."""

from __future__ import annotations

import html
from functools import lru_cache
from typing import Any

import pygments
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

_FORMATTER: HtmlFormatter[str] = HtmlFormatter(nowrap=True)


@lru_cache(maxsize=1024)
def highlight(code: str, language: str) -> str:
    """Code as HTML spans; a language that pygments does not know stays plain."""
    lexer = _lexer(language)
    if lexer is None:
        return html.escape(code)
    return str(pygments.highlight(code, lexer, _FORMATTER))


@lru_cache(maxsize=32)
def _lexer(language: str) -> Any:
    try:
        return get_lexer_by_name(language, stripnl=False) if language else None
    except ClassNotFound:
        return None
