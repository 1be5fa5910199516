"""Reports as HTML: one template each, one style sheet, every value escaped."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup, escape

_TEMPLATES = Path(__file__).parent / "templates"


def render_page(name: str, **values: Any) -> str:
    """A page that needs no network: the style is in it, and there is no script."""
    return _environment().get_template(name).render(style=_style(), **values)


@cache
def _style() -> Markup:
    # Ours, and not escaped as text is.
    return Markup((_TEMPLATES / "report.css").read_text(encoding="utf-8"))


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters["prose"] = prose
    return environment


def prose(text: str) -> Markup:
    """A sentence in which code stands between backticks."""
    parts = re.split(r"`([^`\n]+)`", text)
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if index % 2 else escape(part)
        for index, part in enumerate(parts)
    )
