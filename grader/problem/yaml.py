"""YAML, read by the rules of 1.2 with the place of every key and value kept.

libyaml (through PyYAML) turns bytes into events; values are built here, since a place for
each of them, a sentence for each fault and a bound on all of it are what PyYAML's own
constructors lack:

* plain scalars mean what the core schema says (:mod:`grader.problem.scalars`);
* a key that is given twice is a fault that names both places;
* there are no tags, no merge keys, no dates, and keys are text or integers;
* an alias stands for the very value it names. What a document comes to when all of them
  are written out is bounded (:data:`MAX_VALUES`), so that nested ones do no harm;
* nesting is bounded, and walked without recursion.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from grader.errors import Finding, Location
from grader.problem.scalars import resolve, tex_escape
from grader.problem.yaml_words import in_our_words

#: A step is a key of a mapping or an index of a list: ``("tests", "groups", 0, "id")``.
Keys = tuple[str | int, ...]

MAX_BYTES = 2**20
MAX_VALUES = 100_000
MAX_DEPTH = 60

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
#: Characters that YAML does not allow (5.1), and line breaks that only YAML 1.1 knew: an editor
#: counts lines without them.
_UNPRINTABLE = re.compile(
    "[^\t\n\r -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_OUR_TAGS = (None, "!")


@dataclass(frozen=True)
class Document:
    """A YAML document: the value at its root, and where everything in it stands."""

    value: Any
    places: dict[Keys, Location]
    """Where each value starts; what is below an alias has no place of its own."""
    keys: dict[Keys, Location]
    """Where the key of each value of a mapping starts."""
    texts: dict[Keys, Location]
    """Where the first character of a text stands, if the text is written line for line as it is
    read: a ``|`` block, or a scalar on one line."""

    def locate(self, path: Keys) -> Location:
        """The place of a value, or of the nearest thing around it."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places[path]

    def locate_key(self, path: Keys) -> Location:
        """The place of the key of a value, or of the value where it has none."""
        return self.keys.get(path) or self.locate(path)


def read_yaml(path: Path, file: str) -> tuple[Document | None, list[Finding]]:
    """Read a file, which messages call ``file``; see :func:`parse_yaml`."""
    whole = Location(file)
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        return None, [Finding(whole, f"cannot be read: {error.strerror or error}")]
    return parse_yaml(data, file)


def parse_yaml(data: bytes, file: str) -> tuple[Document | None, list[Finding]]:
    """Parse a document; without one, at least one finding says why.

    A document that is whole but faulty (a key given twice, a number too large) comes with its
    findings, so that more of them can be looked for in it.
    """
    if len(data) > MAX_BYTES:
        return None, [Finding(Location(file), f"is larger than {MAX_BYTES // 2**20} MB")]
    text = decode(data, file)
    if isinstance(text, Finding):
        return None, [text]
    if bad := _UNPRINTABLE.search(text):
        where = place_in(text, bad.start(), file)
        return None, [Finding(where, f"character U+{ord(bad[0]):04X} is not allowed; delete it")]
    builder = _Builder(file, text)
    try:
        for event in _events(text):
            builder.take(event)
    except yaml.YAMLError as error:
        line, column, message = in_our_words(error, text)
        builder.fault(Location(file, line, column), message)
        return None, builder.findings
    except _Stop:
        return None, builder.findings
    if not builder.complete:
        return None, [Finding(Location(file, 1, 1), "the file is empty")]
    return Document(builder.root, builder.places, builder.keys, builder.texts), builder.findings


def decode(data: bytes, file: str) -> str | Finding:
    """UTF-8, with or without a byte order mark; anything else is a finding."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Finding(Location(file, 1, 1), "the file is UTF-16; save it as UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        where = place_in(before, len(before), file)
        byte = data[error.start]
        return Finding(where, f"byte 0x{byte:02X} is not UTF-8; save the file as UTF-8")


def place_in(text: str, offset: int, file: str) -> Location:
    """The line and column of a character of a file's text."""
    line = text.count("\n", 0, offset)
    return Location(file, line + 1, offset - text.rfind("\n", 0, offset))


def _events(text: str) -> Iterator[Any]:
    loader = _Loader(text)
    try:
        while loader.check_event():
            yield loader.get_event()
    finally:
        loader.dispose()


class _Stop(Exception):
    """The document cannot be followed any further; its finding is recorded."""


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
class _Builder:
    """Builds the root value from events, and collects faults."""

    file: str
    text: str
    root: Any = None
    complete: bool = False
    findings: list[Finding] = field(default_factory=list)
    places: dict[Keys, Location] = field(default_factory=dict)
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
        self.findings.append(Finding(where, message))

    def _stop(self, event: Any, message: str) -> None:
        self.fault(self._at(event), message)
        raise _Stop

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
        top = self._top()
        if isinstance(top, _Open) and isinstance(top.value, dict) and top.key is _NoKey:
            self._key(event, top, value)
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
        if bad := _UNPRINTABLE.search(event.value):
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
        if quote and len(event.value) != end.column - start.column - 2:
            return None  # it has escapes
        return Location(self.file, start.line + 1, start.column + 1 + quote)

    def _key(self, event: Any, top: _Open, value: Any) -> None:
        where = self._at(event)
        if isinstance(value, bool) or not isinstance(value, str | int):
            self.fault(where, f"a key must be text; write {event.value!r} in quotes")
            value = event.value
        path = (*top.path, value)
        top.key = value
        first = self.keys.setdefault(path, where)
        if first is not where:
            message = f"key {value!r} is given twice, first in line {first.line}; keep one of them"
            self.fault(where, message)
        self._count(event, 1)

    def _begin(self, event: Any, value: dict[Any, Any] | list[Any]) -> None:
        self._refuse_tag(event)
        top = self._top()
        if isinstance(top, _Open) and isinstance(top.value, dict) and top.key is _NoKey:
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
        top = self._top()
        if isinstance(top, _Open) and isinstance(top.value, dict) and top.key is _NoKey:
            self._stop(event, "a key must be text, not an alias")
        value, size = self._anchors[event.anchor]
        self._place(event)
        self._count(event, size)
        self._finish(value, size, None)

    def _refuse_tag(self, event: Any) -> None:
        if event.tag not in _OUR_TAGS:
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
        self.places.setdefault(path, self._at(event))
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
