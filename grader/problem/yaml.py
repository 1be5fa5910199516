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

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from grader.errors import Diagnostic, Keys, Location
from grader.problem.yaml_builder import MAX_DEPTH, MAX_VALUES, UNPRINTABLE, Builder, Stop
from grader.problem.yaml_words import in_our_words

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_VALUES",
    "Document",
    "decode",
    "parse_yaml",
    "place_in",
    "read_yaml",
]

MAX_BYTES = 2**20

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Document:
    """A YAML document: the value at its root, and where everything in it stands."""

    value: Any
    locations: dict[Keys, Location]
    """Where each value starts; what is below an alias has no place of its own."""
    keys: dict[Keys, Location]
    """Where the key of each value of a mapping starts."""
    texts: dict[Keys, Location]
    """Where the first character of a text stands, if the text is written line for line as it is
    read: a ``|`` block, or a scalar on one line."""

    def locate(self, path: Keys) -> Location:
        """The place of a value, or of the nearest thing around it."""
        while path and path not in self.locations:
            path = path[:-1]
        return self.locations[path]

    def locate_key(self, path: Keys) -> Location:
        """The place of the key of a value, or of the value where it has none."""
        return self.keys.get(path) or self.locate(path)


def read_yaml(path: Path, file: str) -> tuple[Document | None, list[Diagnostic]]:
    """Read a file, which messages call ``file``; see :func:`parse_yaml`."""
    whole = Location(file)
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        return None, [Diagnostic(whole, f"the file cannot be read: {error.strerror or error}")]
    return parse_yaml(data, file)


def parse_yaml(data: bytes, file: str) -> tuple[Document | None, list[Diagnostic]]:
    """Parse a document; without one, at least one diagnostic says why.

    A document that is whole but faulty (a key given twice, a number too large) comes with its
    diagnostics, so that more of them can be looked for in it.
    """
    if len(data) > MAX_BYTES:
        return None, [
            Diagnostic(Location(file), f"the file is larger than {MAX_BYTES // 2**20} MB")
        ]
    text = decode(data, file)
    if isinstance(text, Diagnostic):
        return None, [text]
    if bad := UNPRINTABLE.search(text):
        where = place_in(text, bad.start(), file)
        return None, [Diagnostic(where, f"character U+{ord(bad[0]):04X} is not allowed; delete it")]
    builder = Builder(file, text)
    try:
        for event in _events(text):
            builder.take(event)
    except yaml.YAMLError as error:
        line, column, message = in_our_words(error, text)
        builder.fault(Location(file, line, column), message)
        return None, builder.diagnostics
    except Stop:
        return None, builder.diagnostics
    if not builder.complete:
        return None, [Diagnostic(Location(file, 1, 1), "the file is empty")]
    return Document(
        builder.root, builder.locations, builder.keys, builder.texts
    ), builder.diagnostics


def decode(data: bytes, file: str) -> str | Diagnostic:
    """UTF-8, with or without a byte order mark; anything else is a diagnostic."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return Diagnostic(Location(file, 1, 1), "the file is UTF-16; save it as UTF-8")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        where = place_in(before, len(before), file)
        byte = data[error.start]
        return Diagnostic(where, f"byte 0x{byte:02X} is not UTF-8; save the file as UTF-8")


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
