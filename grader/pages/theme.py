"""How the handouts of a course look: language, name, logo, colours, templates.

A course says most of it in ``course.yaml``; its folder ``handout/`` may hold ``templates/``
and ``languages/`` of its own.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from grader.errors import Diagnostic, Location, ProblemError
from grader.pages.markdown import Dialect
from grader.pages.media import MEDIA_TYPES, media_type
from grader.pages.messages import BASE, Messages, course_messages, messages_for
from grader.pages.tokens import TOKENS
from grader.problem import COURSE_FILE, Course, did_you_mean, display, read_yaml

ACCENT, ACCENT_DARK = TOKENS["accent"].light, TOKENS["accent"].dark
#: What ``branding: colors:`` may name, with the paper that it stands on.
COLOURS = {"accent": TOKENS["paper"].light, "accent_dark": TOKENS["paper"].dark}
#: WCAG 2.2 AA: the least contrast of text.
MIN_CONTRAST = 4.5


@dataclass(frozen=True)
class Theme:
    """What a course decides about its handouts; without a course, the defaults."""

    messages: Messages
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
        return Dialect(self.allow_html, self.messages["quotes"])

    @property
    def digest(self) -> str:
        """SHA-256 over all of it: a handout that was made with another look is stale."""
        digest = hashlib.sha256()
        facts = (self.course, self.logo_type, self.accent, self.accent_dark, self.allow_html)
        digest.update(repr((facts, self.messages.language, dict(self.messages.strings))).encode())
        digest.update(self.logo or b"")
        for path in sorted(self.templates.rglob("*")) if self.templates else ():
            if path.is_file():
                digest.update(path.name.encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()


def default_theme(language: str = BASE) -> Theme:
    """The look of a problem that belongs to no course."""
    return Theme(messages_for(language))


def theme_of(course: Course) -> Theme:
    """The look of a course.

    Raises:
        ProblemError: a colour that cannot be read on its paper, a language nobody has, ...
    """
    spec, folder = course.spec, course.root / "handout"
    own_colours = _colours(course)
    logo = course.root / spec.branding.logo if spec.branding.logo else None
    if logo is not None and logo.suffix.lower() not in MEDIA_TYPES:
        kinds = ", ".join(sorted(MEDIA_TYPES))
        raise ProblemError([_diagnostic(course, f"the logo is of no known kind ({kinds})", "logo")])
    templates = folder / "templates"
    return Theme(
        messages=course_messages(course),
        course=spec.title,
        logo=logo.read_bytes() if logo else None,
        logo_type=media_type(logo.name) if logo else "",
        accent=own_colours.get("accent", ACCENT),
        accent_dark=own_colours.get("accent_dark", ACCENT_DARK),
        allow_html=spec.allow_html,
        templates=templates if templates.is_dir() else None,
    )


def _colours(course: Course) -> dict[str, str]:
    """The course's colours, each with enough contrast to its paper."""
    faults, found = [], {}
    for name, colour in course.spec.branding.colors.items():
        if name not in COLOURS:
            message = f"unknown colour {name!r}{did_you_mean(name, COLOURS)}"
            message += f"; known are {', '.join(COLOURS)}"
            faults.append(_diagnostic(course, message, "colors", name))
            continue
        ratio = contrast(colour, COLOURS[name])
        if ratio < MIN_CONTRAST:
            message = (
                f"{name} {colour} has a contrast of {ratio:.1f} to {COLOURS[name]}; text needs "
                f"{MIN_CONTRAST} (WCAG 2.2 AA): take a {_direction(name)} one"
            )
            faults.append(_diagnostic(course, message, "colors", name))
        found[name] = colour
    if faults:
        raise ProblemError(faults)
    return found


def _direction(name: str) -> str:
    return "lighter" if name.endswith("_dark") else "darker"


def _diagnostic(course: Course, message: str, *keys: str) -> Diagnostic:
    path = course.root / COURSE_FILE
    document, _ = read_yaml(path, display(path))
    place = document.locate(("branding", *keys)) if document else Location(display(path))
    return Diagnostic(place, message)


def contrast(first: str, second: str) -> float:
    """The contrast of two colours, 1 to 21, as WCAG 2.2 defines it (relative luminance)."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    parts = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
