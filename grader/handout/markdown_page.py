"""A handout as Markdown that GitHub and Obsidian render."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from grader.handout.citation import citation
from grader.handout.content import TEMPLATES, Handout
from grader.handout.portable import portable_markdown
from grader.pages import render_template

#: Markdown's own signs, in text that is none.
_SIGNS = re.compile(r"([\\`*_\[\]<>#|$~])")
_FENCE = re.compile(r"[ >]*(`{3,}|~{3,})(.*)")


def render_markdown(handout: Handout) -> str:
    """The whole problem; its pictures are files beside it.

    Raises:
        ProblemError: at the course's template that cannot be used.
    """
    return render_part("page.md.j2", handout)


def render_part(name: str, handout: Handout, **values: Any) -> str:
    """A template for Markdown, filled in; blank lines that it leaves are one."""
    ours = {
        "handout": handout,
        "messages": handout.messages,
        "cited": citation(handout.source, handout.messages) if handout.source else "",
        "markdown": markdown_of(handout),
        "plain": escaped,
        "cell": lambda text: " ".join(text.split()).replace("|", "\\|"),
        "item": lambda text, width: text.strip().replace("\n", "\n" + " " * width),
        "decimal": lambda value: f"{value:g}",
    }
    return _tidied(render_template(TEMPLATES / name, handout.theme.templates, **ours | values))


def _tidied(text: str) -> str:
    """The text without the blank lines that a template leaves; code keeps its own."""
    lines: list[str] = []
    fence = ""
    for line in text.strip().split("\n"):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and not mark[2].strip():
            fence = ""
        if line.strip() or fence or (lines and lines[-1].strip()):
            lines.append(line if fence or line.strip() else "")
    return "\n".join(lines) + "\n"


def markdown_of(handout: Handout, picture: Callable[[str], str] = str) -> Callable[[str, int], str]:
    """What turns a text of the problem into Markdown, by the level of its headings."""

    def markdown(source: str, level: int) -> str:
        html = handout.theme.allow_html
        return portable_markdown(
            source.strip(), level=level, allow_html=html, picture=picture
        ).strip()

    return markdown


def escaped(text: str) -> str:
    """Plain text as Markdown."""
    return _SIGNS.sub(r"\\\1", text)
