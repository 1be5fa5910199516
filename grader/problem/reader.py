"""A document read as a frozen dataclass: every fault at its place, none told twice.

The annotations of the classes in ``model.py`` are the format. The types that may stand in them:
``str``, ``int``, ``float``, ``bool``, ``Any``, ``Literal[...]``, ``X | None``,
``tuple[X, ...]`` (a list in the file), ``Mapping[str, X]``, dataclasses, and
``Annotated[X, rules]`` with rules of ``fields.py``. Nothing is converted: ``"5"`` is no number,
``yes`` is not true, and only an integer may stand for a float.

Own code, where pydantic would do: with it, loading a problem took a fresh process 190 ms of
processor time, 100 without (importing NumPy: 110), and each of its messages had to be put into
other words, with the place and what may have been meant.
"""

from __future__ import annotations

import dataclasses
import math
import types
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from grader.errors import Finding, Keys
from grader.problem.fields import Rule
from grader.problem.words import closest, describe, did_you_mean, name_of
from grader.problem.yaml import Document

Model = TypeVar("Model")

#: Up to this many keys are listed where none is like the unknown one.
_FEW = 10
_WANTED = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


def read_as(model: type[Model], document: Document) -> tuple[Model | None, list[Finding]]:
    """The document as an instance of a dataclass; None if a value that it needs is wrong.

    Keys that the class does not know are found, and then left out.
    """
    reader = _Reader(document)
    value = reader.read(model, document.value, ())
    return (None if value is _WRONG else value), reader.findings


@cache
def keys_of(model: Any) -> dict[str, tuple[dataclasses.Field[Any], Any]]:
    """Fields of a dataclass and their annotations, by the key in the file.

    A field whose key is a word of Python ends in ``_``.
    """
    hints = get_type_hints(model, include_extras=True)
    return {
        field.name.rstrip("_"): (field, hints[field.name]) for field in dataclasses.fields(model)
    }


def take_apart(annotation: Any) -> tuple[Any, tuple[Rule, ...]]:
    """The type and the rules of ``Annotated[type, rules]``; no rules for other types."""
    if get_origin(annotation) is not Annotated:
        return annotation, ()
    kind, *rules = get_args(annotation)
    return kind, tuple(rules)


def without_none(annotation: Any) -> Any:
    """``X`` of ``X | None``; None for other types."""
    if get_origin(annotation) not in (Union, types.UnionType):
        return None
    (kind,) = (part for part in get_args(annotation) if part is not types.NoneType)
    return kind


def is_model(kind: Any) -> bool:
    """Whether a type is a dataclass."""
    return dataclasses.is_dataclass(kind)


def is_required(field: dataclasses.Field[Any]) -> bool:
    """Whether the file has to give a field."""
    missing = dataclasses.MISSING
    return field.default is missing and field.default_factory is missing


class _Wrong:
    """Stands for a value that could not be read; its fault is recorded."""


_WRONG: Any = _Wrong()


class _Reader:
    """Reads values of one document, and collects faults."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.findings: list[Finding] = []

    def read(self, annotation: Any, value: Any, path: Keys) -> Any:
        """A value as its annotation wants it, or ``_WRONG``."""
        kind, rules = take_apart(annotation)
        for rule in rules:
            try:
                value = rule.prepare(value)
            except ValueError as error:
                return self._wrong(path, str(error))
        result = self._read_plain(kind, value, path)
        if result is not _WRONG:
            for rule in rules:
                if fault := rule.fault(result):
                    return self._wrong(path, fault)
        return result

    def _read_plain(self, kind: Any, value: Any, path: Keys) -> Any:
        if kind is Any:
            return value
        inner = without_none(kind)
        if inner is not None:
            return None if value is None else self.read(inner, value, path)
        if value is None:
            return self._wrong(path, "has no value")
        if is_model(kind):
            return self._read_model(kind, value, path)
        if kind in _WANTED:
            return self._read_scalar(kind, value, path)
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Literal:
            return self._read_word(arguments, value, path)
        if origin is tuple:
            return self._read_list(arguments[0], value, path)
        assert origin is Mapping, f"{kind} is not a type of the format"
        return self._read_mapping(arguments[1], value, path)

    def _read_scalar(self, kind: Any, value: Any, path: Keys) -> Any:
        is_right = isinstance(value, int | float if kind is float else kind)
        if not is_right or (isinstance(value, bool) and kind is not bool):
            advice = "; write it in quotes" if kind is str and not _is_container(value) else ""
            return self._wrong(path, f"must be {_WANTED[kind]}, not {describe(value)}{advice}")
        if kind is not float:
            return value
        try:
            value = float(value)
        except OverflowError:
            value = math.inf
        if not math.isfinite(value):
            return self._wrong(path, f"must be a finite number, not {value}")
        return value

    def _read_word(self, words: tuple[Any, ...], value: Any, path: Keys) -> Any:
        if type(value) is type(words[0]) and value in words:
            return value
        *first, last = map(str, words)
        options = f"{', '.join(first)} or {last}" if first else last
        advice = did_you_mean(value, map(str, words)) if isinstance(value, str) else ""
        return self._wrong(path, f"must be {options}, not {describe(value)}{advice}")

    def _read_list(self, entry: Any, value: Any, path: Keys) -> Any:
        if not isinstance(value, list):
            return self._wrong(path, f"must be a list, not {describe(value)}")
        entries = [self.read(entry, part, (*path, index)) for index, part in enumerate(value)]
        return _WRONG if _any_wrong(entries) else tuple(entries)

    def _read_mapping(self, entry: Any, value: Any, path: Keys) -> Any:
        if not isinstance(value, dict):
            return self._wrong(path, f"must be a mapping, not {describe(value)}")
        entries = {}
        for key, part in value.items():
            if isinstance(key, str):
                entries[key] = self.read(entry, part, (*path, key))
            else:
                entries[key] = _WRONG
                self._at_key((*path, key), f"key {key!r} must be text; write it in quotes")
        return _WRONG if _any_wrong(entries.values()) else entries

    def _read_model(self, model: Any, value: Any, path: Keys) -> Any:
        if not isinstance(value, dict):
            return self._wrong(path, f"must be a mapping, not {describe(value)}")
        keys = keys_of(model)
        unknown = [key for key in value if key not in keys]
        meant = [self._unknown_key((*path, key), value[key], keys) for key in unknown]
        entries: dict[str, Any] = {}
        for key, (field, annotation) in keys.items():
            if key in value:
                entries[field.name] = self.read(annotation, value[key], (*path, key))
            elif is_required(field):
                entries[field.name] = _WRONG
                if key not in meant:
                    self._at_key(path, f"{_owner(path)}key {key!r} is missing")
        return _WRONG if _any_wrong(entries.values()) else model(**entries)

    def _unknown_key(self, path: Keys, value: Any, known: Mapping[str, Any]) -> str | None:
        """Record a key that the format does not know; the one that was probably meant."""
        key = path[-1]
        if not isinstance(key, str):
            self._at_key(path, f"{_owner(path[:-1])}unknown key {key!r}")
            return None
        if value is None and not key.isidentifier():
            self._at_key(
                path, f"unknown key {key[:40]!r}; text that holds ',' or ': ' must be in quotes"
            )
            return None
        advice = did_you_mean(key, known)
        if not advice and len(known) <= _FEW:
            advice = f"; known here: {', '.join(known)}"
        self._at_key(path, f"{_owner(path[:-1])}unknown key {key[:60]!r}{advice}")
        return closest(key, known)

    def _wrong(self, path: Keys, fault: str) -> Any:
        self.findings.append(Finding(self.document.locate(path), f"{name_of(path)} {fault}"))
        return _WRONG

    def _at_key(self, path: Keys, message: str) -> None:
        self.findings.append(Finding(self.document.locate_key(path), message))


def _any_wrong(values: Iterable[Any]) -> bool:
    return any(value is _WRONG for value in values)


def _is_container(value: Any) -> bool:
    return isinstance(value, list | dict)


def _owner(path: Keys) -> str:
    return f"{name_of(path)}: " if path else ""
