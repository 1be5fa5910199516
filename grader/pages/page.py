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


def render_page(template: Path, theme: Theme, **values: Any) -> str:
    """A whole page: one file that needs nothing from elsewhere.

    Args:
        template: ours, extending ``base.html.j2``; the course may have one of the same name.
        theme: of the course.
        values: what the template may name, beside ``theme`` and ``messages``.

    Raises:
        ProblemError: at the course's template that cannot be used.
    """
    script = (BASE_TEMPLATES / "copy.js").read_text("utf-8").strip()
    return render_template(
        template,
        theme.templates,
        theme=theme,
        messages=theme.messages,
        style=Markup(font_faces() + _style(theme)),
        script=Markup(script),
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        logo=data_address(theme.logo, theme.logo_type) if theme.logo else "",
        **values,
    )


def _style(theme: Theme) -> str:
    colours = (
        f":root{{--accent:{theme.accent}}}"
        f"@media(prefers-color-scheme:dark){{:root{{--accent:{theme.accent_dark}}}}}"
    )
    return (BASE_TEMPLATES / "style.css").read_text("utf-8") + colours
