"""A handout as a PDF: tagged PDF/UA-1 by Typst, from the tokens of every other format.

Typst is the extra ``pdf``. It is given our texts as function calls on strings, its own fonts
and no clock, so that the same handout is the same bytes on every machine.
"""

from __future__ import annotations

import importlib.util
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from grader.errors import (
    Diagnostic,
    JudgeError,
    Location,
    ProblemError,
    UsageError,
    install_extra,
)
from grader.handout.citation import citation
from grader.handout.content import TEMPLATES, Handout
from grader.handout.typst_markup import Press, typst_inline, typst_markup
from grader.handout.typst_math import string
from grader.pages import render_template, suffix

#: PDF/UA-1: every part tagged, in reading order, with a language and texts for formulas.
STANDARD = "ua-1"
#: Seconds since 1970 that every PDF says it was made at.
_TIME = 0


def render_pdf(handout: Handout) -> bytes:
    """The whole problem as a tagged PDF.

    Raises:
        UsageError: the extra is not installed.
        ProblemError: the course's template is not Typst.
    """
    with tempfile.TemporaryDirectory() as folder:
        files = {
            source: f"picture-{number}{suffix(source)}"
            for number, source in enumerate(handout.figures)
        }
        for source, file in files.items():
            (Path(folder) / file).write_bytes(handout.figures[source])
        logo = _write_logo(handout, Path(folder))
        source = render_typst(handout, files, logo)
        return _compiled(source, Path(folder), handout)


def render_typst(handout: Handout, pictures: dict[str, str], logo: str = "") -> str:
    """The source that Typst compiles; ``pictures`` are files by address."""
    press = Press(handout.theme.dialect, pictures)
    messages = handout.messages
    points = f"{handout.points:g}"
    return render_template(
        TEMPLATES / "page.typ.j2",
        handout.theme.templates,
        handout=handout,
        theme=handout.theme,
        messages=messages,
        logo=logo,
        points=messages["points_one"] if points == "1" else messages.get("points", points=points),
        cited=citation(handout.source, messages) if handout.source else "",
        markup=lambda text, level, anchors=False: typst_markup(
            text, press, level=level, anchors=anchors
        ),
        inline=lambda text: typst_inline(text, press),
        string=string,
        decimal=lambda value: f"{value:g}",
    )


def _write_logo(handout: Handout, folder: Path) -> str:
    theme = handout.theme
    if theme.logo is None:
        return ""
    name = "logo." + theme.logo_type.removeprefix("image/").removesuffix("+xml")
    (folder / name).write_bytes(theme.logo)
    return name


def _compiled(source: str, folder: Path, handout: Handout) -> bytes:
    typst = _typst()
    try:
        pdf = typst.compile(
            source.encode(),
            root=folder,
            format="pdf",
            font_paths=_fonts(),
            ignore_system_fonts=True,
            pdf_standards=[STANDARD],
            timestamp=_TIME,
        )
    except typst.TypstError as error:
        if handout.theme.templates is None:
            raise JudgeError(f"Typst refuses the PDF of {handout.id}: {error.message}") from error
        where = Location(str(handout.theme.templates))
        raise ProblemError([Diagnostic(where, f"Typst refuses the PDF: {error.message}")]) from None
    assert isinstance(pdf, bytes)
    return pdf


def has_typst() -> bool:
    """Whether the extra for PDF is installed."""
    return importlib.util.find_spec("typst") is not None


def _typst() -> Any:
    """The module, which only this format needs."""
    try:
        import typst
    except ImportError:
        raise UsageError(
            f"PDF needs the extra 'pdf': run {install_extra('pdf')}, or choose other formats"
        ) from None
    return typst


@lru_cache(maxsize=1)
def _fonts() -> Any:
    return _typst().Fonts(include_system_fonts=False)
