"""What pages and results say that is not the instructor's, by language."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from grader.errors import Diagnostic, Location, ProblemError
from grader.problem import (
    PROBLEMS,
    Course,
    Problem,
    did_you_mean,
    display,
    read_course,
    read_yaml,
)
from grader.verdict import Reason, Verdict

#: The languages that are shipped, one file each.
FOLDER = Path(__file__).parent / "languages"
#: The one that knows every key.
BASE = "en"
#: Where a course has strings of its own.
LANGUAGES = Path("handout") / "languages"
#: What strings must be that are no text, with how that is said.
_ALLOWED = {
    "direction": (re.compile("ltr|rtl"), "ltr or rtl"),
    "quotes": (re.compile(".{4}"), "four signs: opening and closing, double and single"),
    "decimal_mark": (re.compile("."), "one sign"),
}


@dataclass(frozen=True)
class Messages:
    """All strings of one language."""

    language: str
    """A BCP 47 tag, such as ``en`` or ``pt-BR``."""
    strings: Mapping[str, str] = field(hash=False)

    @property
    def direction(self) -> str:
        """``ltr`` or ``rtl``."""
        return self.strings["direction"]

    def get(self, key: str, **values: Any) -> str:
        """A string with its ``{places}`` filled in. KeyError for a key that is not known."""
        return self.strings[key].format(**values) if values else self.strings[key]

    __getitem__ = get

    def plural(self, key: str, count: int | float, **values: Any) -> str:
        """The string of a number of things: ``<key>_one`` of one, else ``key``.

        Both may name ``{count}``.
        """
        name = f"{key}_one" if count == 1 else key
        return self.strings[name].format(count=self.number(count), **values)

    def number(self, value: int | float) -> str:
        """A number of points, cases or percent with four digits at most, as people write it."""
        text = str(value) if isinstance(value, int) else f"{value:.4g}"
        return text.replace(".", self.strings["decimal_mark"])

    def out_of(self, part: int | float, whole: int | float) -> str:
        """``3 of 8``, of cases or points."""
        return self.get("count_of", count=self.number(part), total=self.number(whole))

    def share(self, part: float) -> str:
        """A share between 0 and 1 in percent."""
        return self.get("percent", value=f"{100 * part:.0f}")

    def verdict(self, verdict: Verdict | None) -> str:
        """What a verdict is called; None is that of what was not judged."""
        return self.strings[f"verdict_{verdict.name}" if verdict else "verdict_none"]

    def reason(self, reason: Reason | str | None) -> str:
        """What a reason is called; a name that an older version stored stays as it is."""
        if isinstance(reason, str):
            known = {one.value: one for one in Reason}
            if reason not in known:
                return reason
            reason = known[reason]
        return self.strings[f"reason_{reason.name}"] if reason else ""


def sentence(text: str) -> str:
    """With its first letter in upper case."""
    return text[:1].upper() + text[1:]


def course_messages(course: Course) -> Messages:
    """In a course's language.

    Raises:
        ProblemError: at ``course.yaml`` or the course's own language.
    """
    return messages_for(course.spec.language, course.root / LANGUAGES)


def messages_of(problem: Problem) -> Messages:
    """In the language of the course around a problem.

    Raises:
        ProblemError: at ``course.yaml`` or the course's own language.
    """
    root = problem.folder.parent.parent
    if problem.folder.parent.name != PROBLEMS:
        return messages_for(BASE)
    spec, diagnostics = read_course(root)
    if spec is None or diagnostics:
        raise ProblemError(diagnostics)
    return messages_for(spec.language, root / LANGUAGES)


def messages_for(language: str, folder: Path | None = None) -> Messages:
    """The strings of a language: ours, and over them those of a course.

    ``folder`` holds ``<language>.yaml`` of the course, which may change a few of our strings
    or be a language that we do not have; then it must have them all. A language of a region
    is that language: ``de-AT`` is ``de``.

    Raises:
        ProblemError: at the course's file, with every key that is unknown or missing.
    """
    own = folder / f"{language}.yaml" if folder else None
    strings = dict(_ours(language))
    if own is not None and own.is_file():
        strings |= _own(own, complete=not strings)
    elif not strings:
        known = ", ".join(sorted(path.stem for path in FOLDER.glob("*.yaml")))
        where = f"; or add {display(own)}" if own else ""
        raise ProblemError(
            [Diagnostic(Location(language), f"no such language; known are {known}{where}")]
        )
    return Messages(language, MappingProxyType(strings))


def own_strings(messages: Messages) -> dict[str, str]:
    """What a course says otherwise than we do, or in a language of its own."""
    ours = _ours(messages.language)
    return {key: text for key, text in messages.strings.items() if ours.get(key) != text}


def _ours(language: str) -> Mapping[str, str]:
    """The strings that are shipped for a language; none where there are none."""
    for tag in (language, language.split("-")[0]):
        if (FOLDER / f"{tag}.yaml").is_file():
            return _shipped(tag)
    return {}


@lru_cache(maxsize=16)
def _shipped(language: str) -> Mapping[str, str]:
    document, diagnostics = read_yaml(FOLDER / f"{language}.yaml", f"{language}.yaml")
    assert document is not None, diagnostics
    assert not diagnostics
    return MappingProxyType(document.value)


def _own(path: Path, *, complete: bool) -> dict[str, str]:
    """The strings of a course's file."""
    document, diagnostics = read_yaml(path, display(path))
    if document is None or diagnostics:
        raise ProblemError(diagnostics)
    found = document.value or {}
    if not isinstance(found, dict):
        raise ProblemError([Diagnostic(document.locate(()), "must hold keys and strings")])
    base = _shipped(BASE)
    faults = [
        Diagnostic(document.locate_key((key,)), fault)
        for key, value in found.items()
        if (fault := _fault(str(key), value, base))
    ]
    if complete:
        whole = Location(display(path))
        faults += [Diagnostic(whole, f"key {key!r} is missing") for key in base if key not in found]
    if faults:
        raise ProblemError(faults)
    return found


def _fault(key: str, value: Any, base: Mapping[str, str]) -> str:
    """What is wrong with a string of a course; empty if nothing is."""
    if key not in base:
        return f"unknown key {key!r}{did_you_mean(key, base)}"
    if not isinstance(value, str):
        return f"{key!r} must be text; write it in quotes"
    if not _placeholders(value) <= _placeholders(base[key]):
        return f"{key!r} has other places in braces than {base[key]!r}"
    allowed = _ALLOWED.get(key)
    if allowed is not None and not allowed[0].fullmatch(value):
        return f"{key!r} must be {allowed[1]}"
    return ""


def _placeholders(text: str) -> set[str]:
    """The names in braces; a brace without a partner counts as a name nobody knows."""
    try:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError:
        return {"unbalanced braces"}
