"""How the handouts of a course look: language, name, logo, colours, templates."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grader.handout.markdown import Dialect
from grader.handout.words import BASE, Words, words_for

#: Links and lines on white and on black; both have a contrast of more than 7.
ACCENT, ACCENT_DARK = "#1d4ed8", "#93b4ff"


@dataclass(frozen=True)
class Look:
    """What a course decides about its handouts; without a course, the defaults."""

    words: Words
    course: str = ""
    """The course's name, plain text."""
    logo: bytes | None = None
    logo_type: str = ""
    """Its media type."""
    accent: str = ACCENT
    accent_dark: str = ACCENT_DARK
    allow_html: bool = False
    """Whether raw HTML in Markdown is HTML."""
    templates: Path | None = None
    """A folder whose templates replace blocks of ours."""

    @property
    def dialect(self) -> Dialect:
        """How the course's Markdown is read."""
        return Dialect(self.allow_html, self.words["quotes"])


def default_look(language: str = BASE) -> Look:
    """The look of a problem that belongs to no course."""
    return Look(words_for(language))
