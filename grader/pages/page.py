"""A page: a template on the one base of all, with what every page has."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Any

from markupsafe import Markup

from grader.pages.fonts import font_faces
from grader.pages.media import data_address
from grader.pages.templating import BASE_TEMPLATES, render_template
from grader.pages.theme import Theme
from grader.pages.tokens import token_css

#: Shows a button that copies where copying works; the page reads the same without.
COPY_SCRIPT = BASE_TEMPLATES / "copy.js"


def render_page(
    template: Path,
    theme: Theme,
    *,
    typeset: bool = False,
    script: Path | None = None,
    **values: Any,
) -> str:
    """A whole page: one file that needs nothing from elsewhere.

    Args:
        template: ours, extending ``base.html.j2``; the course may have one of the same name.
        theme: of the course.
        typeset: whether the page carries the fonts for formulas and long texts (215 kB).
        script: the only one that may run in the page; by default none may.
        values: what the template may name, beside ``theme`` and ``messages``.

    Raises:
        ProblemError: at the course's template that cannot be used.
    """
    code = script.read_text("utf-8").strip() if script else ""
    return render_template(
        template,
        theme.templates,
        theme=theme,
        messages=theme.messages,
        style=Markup(_style(theme, typeset=typeset)),
        script=Markup(code),
        script_hash=base64.b64encode(hashlib.sha256(code.encode()).digest()).decode(),
        logo=data_address(theme.logo, theme.logo_type) if theme.logo else "",
        **values,
    )


def _style(theme: Theme, *, typeset: bool) -> str:
    """What every page's style begins with; each template adds what only its page has."""
    base = (BASE_TEMPLATES / "base.css").read_text("utf-8")
    fonts = font_faces() if typeset else ""
    return fonts + token_css(theme.accent, theme.accent_dark) + base
