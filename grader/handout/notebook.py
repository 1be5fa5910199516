"""A handout as a Jupyter notebook: to be read, worked in, checked and handed in."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

from grader.handout.content import Handout
from grader.handout.markdown_page import markdown_of, render_part
from grader.handout.portable import portable_chapters
from grader.pages import media_type

#: How cells are told apart from those that a student adds: their ids never change.
STARTER, CHECK = "starter", "check"


def render_notebook(handout: Handout) -> str:
    """A notebook in format 4.5, as JSON.

    Raises:
        ProblemError: at the course's template that cannot be used.
    """
    notebook = {
        "cells": list(_cells(handout)),
        "metadata": {
            "grader": {"problem": handout.id},
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _cells(handout: Handout) -> Iterator[dict[str, Any]]:
    messages = handout.messages
    yield _markdown(handout, "problem", _part(handout, "heading", "task"))
    yield _markdown(handout, "work", f"## {messages['starter']}\n\n{messages['notebook_intro']}\n")
    yield _code(STARTER, handout.starter)
    check = f'import grader\n\ngrader.check_cells("{handout.id}")'
    yield _code(CHECK, f"# {messages['notebook_check']}\n{check}")
    for number, hint in enumerate(handout.hints, 1):
        text = render_part(
            "notebook.md.j2", handout, part="hint", hint=hint, number=number, **_texts(handout)
        )
        yield _markdown(handout, f"hint-{number}", text)
    if handout.pitfalls:
        yield _markdown(handout, "pitfalls", _part(handout, "pitfalls"))
    for number, text in enumerate(_chapters(handout)):
        yield _markdown(handout, f"theory-{number}", text)
    if handout.source is not None:
        yield _markdown(handout, "citation", _part(handout, "citation"))


def _part(handout: Handout, *parts: str) -> str:
    return "\n".join(
        render_part("notebook.md.j2", handout, part=part, **_texts(handout)) for part in parts
    )


def _texts(handout: Handout) -> dict[str, Any]:
    return {"markdown": markdown_of(handout, _attached)}


def _attached(source: str) -> str:
    return f"attachment:{source}"


def _chapters(handout: Handout) -> Iterator[str]:
    """The theory, a chapter a cell: a table of contents can lead to each."""
    if not handout.theory:
        return
    title = f"## {handout.messages['theory']}\n\n"
    html = handout.theme.allow_html
    for chapter in portable_chapters(handout.theory, level=3, allow_html=html, picture=_attached):
        yield title + chapter.strip() + "\n"
        title = ""


def _markdown(handout: Handout, name: str, text: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": "markdown", "id": name, "metadata": {}}
    used = [source for source in handout.figures if f"attachment:{source}" in text]
    if used:
        cell["attachments"] = {
            source: {media_type(source): base64.b64encode(handout.figures[source]).decode()}
            for source in used
        }
    return cell | {"source": _lines(text.strip())}


def _code(name: str, code: str) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": {},
        "outputs": [],
        "source": _lines(code.strip()),
    }


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)
