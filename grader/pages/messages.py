"""What pages and results say that is not the instructor's, by language."""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from grader.errors import Diagnostic, Location, ProblemError
from grader.verdict import Reason, Verdict

#: The languages that are shipped, one file each.
FOLDER = Path(__file__).parent / "languages"
#: The one that knows every key.
BASE = "en"


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


def messages_for(language: str, folder: Path | None = None) -> Messages:
    """The strings of a language: ours, and over them those of a course.

    ``folder`` holds ``<language>.yaml`` of the course, which may change a few of our strings
    or be a language that we do not have; then it must have them all.

    Raises:
        ProblemError: at the course's file, with every key that is unknown or missing.
    """
    own = folder / f"{language}.yaml" if folder else None
    strings = dict(_shipped(language)) if is_shipped(language) else {}
    if own is not None and own.is_file():
        strings |= _read(own, complete=not strings)
    if not strings:
        known = ", ".join(sorted(path.stem for path in FOLDER.glob("*.yaml")))
        where = f"; or add {own}" if own else ""
        raise ProblemError(
            [Diagnostic(Location(language), f"no such language; known are {known}{where}")]
        )
    return Messages(language, MappingProxyType(strings))


def is_shipped(language: str) -> bool:
    """Whether a language is one of ours."""
    return (FOLDER / f"{language}.yaml").is_file()


@lru_cache(maxsize=16)
def _shipped(language: str) -> Mapping[str, str]:
    return MappingProxyType(yaml.safe_load((FOLDER / f"{language}.yaml").read_text("utf-8")))


def _read(path: Path, *, complete: bool) -> dict[str, str]:
    base = _shipped(BASE)
    try:
        found = yaml.safe_load(path.read_text("utf-8")) or {}
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ProblemError([Diagnostic(Location(str(path)), f"cannot be read: {error}")]) from None
    if not isinstance(found, dict):
        raise ProblemError([Diagnostic(Location(str(path)), "must hold keys and strings")])
    faults = [f"unknown key {key!r}" for key in found if key not in base]
    if complete:
        faults += [f"key {key!r} is missing" for key in base if key not in found]
    for key, value in found.items():
        if key in base and not isinstance(value, str):
            faults.append(f"{key!r} must be text; write it in quotes")
        elif key in base and not _placeholders(value) <= _placeholders(base[key]):
            faults.append(f"{key!r} has other places in braces than {base[key]!r}")
    if faults:
        raise ProblemError(Diagnostic(Location(str(path)), fault) for fault in faults)
    return {str(key): str(value) for key, value in found.items()}


def _placeholders(text: str) -> set[str]:
    """The names in braces; a brace without a partner counts as a name nobody knows."""
    try:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError:
        return {"unbalanced braces"}
