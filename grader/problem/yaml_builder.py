"""Values, and where they stand, from the events of a YAML parser."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from grader.errors import Diagnostic, Keys, Location
from grader.problem.scalars import resolve, tex_escape

MAX_VALUES = 100_000
MAX_DEPTH = 60

#: Characters that YAML does not allow (5.1), and line breaks that only YAML 1.1 knew: an editor
#: counts lines without them. What is wrong is listed, since compiling what is right takes 8 ms.
UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|[\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udfff]"
)


class Stop(Exception):
    """The document cannot be followed any further; its diagnostic is recorded."""


class _NoKey:
    """Stands where a mapping waits for its next key."""


@dataclass
class _Open:
    """A mapping or list that has begun and not ended."""

    path: Keys
    value: dict[Any, Any] | list[Any]
    anchor: str | None
    key: Any = _NoKey
    size: int = 1
    """Values in it so far, with every alias written out."""


@dataclass
class Builder:
    """Builds the root value from events, and collects faults."""

    file: str
    text: str
    root: Any = None
    complete: bool = False
    diagnostics: list[Diagnostic] = field(default_factory=list)
    locations: dict[Keys, Location] = field(default_factory=dict)
    keys: dict[Keys, Location] = field(default_factory=dict)
    texts: dict[Keys, Location] = field(default_factory=dict)
    _stack: list[_Open] = field(default_factory=list)
    _anchors: dict[str, tuple[Any, int]] = field(default_factory=dict)
    _total: int = 0
    _lines: list[str] | None = None

    def take(self, event: Any) -> None:
        """Follow one event of the parser."""
        match event:
            case yaml.ScalarEvent():
                self._scalar(event)
            case yaml.MappingStartEvent():
                self._begin(event, {})
            case yaml.SequenceStartEvent():
                self._begin(event, [])
            case yaml.AliasEvent():
                self._alias(event)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                done = self._stack.pop()
                self._finish(done.value, done.size, done.anchor)
            case yaml.DocumentStartEvent() if self.complete:
                self._stop(event, "a second document starts here; a problem file holds one")
            case _:
                pass  # the stream and the document begin or end

    def fault(self, where: Location, message: str) -> None:
        """Record a fault."""
        self.diagnostics.append(Diagnostic(where, message))

    def _stop(self, event: Any, message: str) -> None:
        self.fault(self._at(event), message)
        raise Stop

    def _at(self, event: Any) -> Location:
        return Location(self.file, event.start_mark.line + 1, event.start_mark.column + 1)

    def _scalar(self, event: Any) -> None:
        self._refuse_tag(event)
        value: Any = event.value
        try:
            if event.implicit[0]:  # without quotes and tag
                value = resolve(event.value)
            elif event.style == '"':
                self._check_escapes(event)
        except ValueError as error:
            self.fault(self._at(event), str(error))
        if mapping := self._awaits_key():
            self._key(event, mapping, value)
            return
        path = self._place(event)
        if isinstance(value, str) and (start := self._text_start(event)):
            self.texts.setdefault(path, start)
        self._finish(value, 1, event.anchor)

    def _check_escapes(self, event: Any) -> None:
        source = self._source(event)
        if escape := tex_escape(source, event.value):
            raise ValueError(
                f"in double quotes {escape} is an escape, not TeX; use single quotes or a | block"
            )
        if bad := UNPRINTABLE.search(event.value):
            raise ValueError(f"character U+{ord(bad[0]):04X} is not allowed in text")

    def _source(self, event: Any) -> str:
        start, end = event.start_mark, event.end_mark
        lines = self._all_lines()[start.line : end.line + 1]
        lines[-1] = lines[-1][: end.column] if start.line != end.line else lines[-1]
        lines[0] = lines[0][start.column :]
        return "\n".join(lines)

    def _all_lines(self) -> list[str]:
        if self._lines is None:
            self._lines = re.split("\r\n|\r|\n", self.text)
        return self._lines

    def _text_start(self, event: Any) -> Location | None:
        start, end = event.start_mark, event.end_mark
        if event.style == "|":
            lines = self._all_lines()
            header = lines[start.line][start.column :]
            first = lines[start.line + 1] if start.line + 1 < len(lines) else ""
            # Blank first lines and indentation given as a number are rare: no place is kept.
            if re.match(r"\|[-+]?(\s|$)", header) and first.strip():
                return Location(self.file, start.line + 2, len(first) - len(first.lstrip(" ")) + 1)
            return None
        if start.line != end.line or event.style == ">":
            return None
        quote = 1 if event.style else 0
        if len(event.value) != end.column - start.column - 2 * quote:
            return None  # it has escapes or an anchor
        return Location(self.file, start.line + 1, start.column + 1 + quote)

    def _awaits_key(self) -> _Open | None:
        """The mapping whose next key comes now."""
        top = self._top()
        return top if top and isinstance(top.value, dict) and top.key is _NoKey else None

    def _key(self, event: Any, mapping: _Open, value: Any) -> None:
        where = self._at(event)
        if isinstance(value, bool) or not isinstance(value, str | int):
            self.fault(where, f"a key must be text; write {event.value!r} in quotes")
            value = event.value
        path = (*mapping.path, value)
        mapping.key = value
        first = self.keys.setdefault(path, where)
        if first is not where:
            message = f"key {value!r} is given twice, first in line {first.line}; keep one of them"
            self.fault(where, message)
        self._count(event, 1)

    def _begin(self, event: Any, value: dict[Any, Any] | list[Any]) -> None:
        self._refuse_tag(event)
        if self._awaits_key():
            self._stop(event, "a key must be text, not a list or mapping")
        if len(self._stack) >= MAX_DEPTH:
            self._stop(event, f"nested more than {MAX_DEPTH} deep")
        self._stack.append(_Open(self._place(event), value, event.anchor))

    def _alias(self, event: Any) -> None:
        if event.anchor not in self._anchors:
            inside = any(part.anchor == event.anchor for part in self._stack)
            self._stop(
                event,
                f"alias *{event.anchor} stands inside what it names"
                if inside
                else f"alias *{event.anchor} has no anchor &{event.anchor} before it",
            )
        if self._awaits_key():
            self._stop(event, "a key must be text, not an alias")
        value, size = self._anchors[event.anchor]
        self._place(event)
        self._count(event, size)
        self._finish(value, size, None)

    def _refuse_tag(self, event: Any) -> None:
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self.fault(
                self._at(event),
                f"tag {tag} is not part of this format; write the value plainly, text in quotes",
            )

    def _top(self) -> _Open | None:
        return self._stack[-1] if self._stack else None

    def _place(self, event: Any) -> Keys:
        """Note where a value stands; its path."""
        top = self._top()
        if top is None:
            path: Keys = ()
        elif isinstance(top.value, list):
            path = (*top.path, len(top.value))
        else:
            path = (*top.path, top.key)
        self.locations.setdefault(path, self._at(event))
        self._count(event, 1)
        return path

    def _count(self, event: Any, size: int) -> None:
        self._total += size
        if self._total > MAX_VALUES:
            self._stop(event, f"more than {MAX_VALUES} values, with every alias written out")

    def _finish(self, value: Any, size: int, anchor: str | None) -> None:
        """Put a value that is complete where it belongs."""
        if anchor is not None:
            self._anchors[anchor] = (value, size)
        top = self._top()
        if top is None:
            self.root, self.complete = value, True
            return
        top.size += size
        if isinstance(top.value, list):
            top.value.append(value)
        else:
            top.value.setdefault(top.key, value)
            top.key = _NoKey
