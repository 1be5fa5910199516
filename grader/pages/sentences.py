"""Sentences in which code stands between backticks: of ours, of instructors, of the judge."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from grader.pages.messages import BASE, Messages
from grader.pages.visible import visible


def prose(text: str) -> Markup:
    """The sentence as HTML; what it quotes of a submission stays text, whatever it looks like."""
    parts = re.split(r"`([^`\n]+)`", visible(text))
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if index % 2 else escape(part)
        for index, part in enumerate(parts)
    )


def english(text: str, messages: Messages) -> Markup:
    """A sentence of the judge, marked as English on a page of another language (WCAG 3.1.2)."""
    if messages.language.split("-")[0] == BASE or not text:
        return prose(text)
    return Markup('<span lang="{}">{}</span>').format(BASE, prose(text))


def unbroken(title: str) -> Markup:
    """A title whose hyphenated words stay on one line where they fit."""
    words = (
        Markup("<span class=unbroken>{}</span>").format(word) if "-" in word else escape(word)
        for word in title.split()
    )
    return Markup(" ").join(words)
