"""What pydantic finds wrong, in our words and at its place."""

from __future__ import annotations

import dataclasses
import difflib
import types
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic_core import ErrorDetails

from grader.errors import Diagnostic, Keys
from grader.problem.yaml import Document

#: Up to this many keys are listed where none is like the unknown one.
_FEW = 10

_WANTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "mapping_type": "a mapping",
    "dict_type": "a mapping",
    "dataclass_type": "a mapping",
}
#: Classes in whose place a plain text may stand.
_TEXT_ALONE = ("Statement", "Hint")
_BOUNDS = {
    "greater_than": ("more than", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than": ("less than", "lt"),
    "less_than_equal": ("at most", "le"),
}


def diagnostics_of(
    errors: Iterable[ErrorDetails], document: Document, model: type
) -> tuple[list[Diagnostic], list[Keys]]:
    """A diagnostic for each error, and the paths of keys that the format does not know.

    ``model`` is the dataclass at the root of the document.
    """
    errors = list(errors)
    diagnostics: list[Diagnostic] = []
    unknown: list[Keys] = []
    meant: set[Keys] = set()
    for error in errors:
        if error["type"] == "unexpected_keyword_argument":
            path = error["loc"]
            known = _keys_at(model, path[:-1])
            close = _closest(path[-1], known)
            unknown.append(path)
            meant.add((*path[:-1], *close))
            diagnostics.append(_unknown_key(path, error["input"], document, known))
    for error in errors:
        path = error["loc"][:-1] if _is_about_key(error) else error["loc"]
        match error["type"]:
            case "unexpected_keyword_argument":
                pass
            case "missing" if path not in meant:
                where = document.locate_key(path[:-1])
                diagnostics.append(
                    Diagnostic(where, f"{_owner(path[:-1])}key {path[-1]!r} is missing")
                )
            case "missing":
                pass  # it is there, misspelt
            case "too_short" if any(_is_below(other["loc"], path) for other in errors):
                pass  # pydantic counts only the entries that are right
            case "invalid_key":
                message = f"{_owner(path[:-1])}unknown key {path[-1]!r}"
                diagnostics.append(Diagnostic(document.locate_key(path), message))
            case _:
                diagnostics.append(Diagnostic(document.locate(path), _wrong_value(path, error)))
    return diagnostics, unknown


def name_of(path: Keys) -> str:
    """A path in short: ``hints[2]`` for ``("hints", 2)``, ``cost`` for ``("hints", 2, "cost")``."""
    indices = ""
    for step in reversed(path):
        if isinstance(step, str):
            return step + indices
        indices = f"[{step}]{indices}"
    return "the file" + indices


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """``"; did you mean 'hints'?"``, or nothing if no known word is like it."""
    close = _closest(word, known)
    return f"; did you mean {close[0]!r}?" if close else ""


def _closest(word: object, known: Iterable[str]) -> list[str]:
    """The known word that is most like a word, as a list of one; empty if none is like it."""
    text, words = str(word)[:100], list(known)
    same = [other for other in words if other.casefold() == text.casefold()]
    return same[:1] or difflib.get_close_matches(text, words, n=1, cutoff=0.6)


def _is_below(path: Keys, above: Keys) -> bool:
    return len(path) > len(above) and path[: len(above)] == above


def describe(value: Any) -> str:
    """A value in a few words: ``text 'abc'``, ``3``, ``a list``, ``nothing``."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return f"text {value!r}" if len(value) <= 40 else f"text {value[:37]!r}..."
        case list() | tuple():
            return "a list"
        case Mapping():
            return "a mapping"
        case _:
            return repr(value)[:40]


def _is_about_key(error: ErrorDetails) -> bool:
    """Whether the error is about a key of a mapping that is no text."""
    location = error["loc"]
    return len(location) > 1 and location[-1] == "[key]" and not isinstance(location[-2], str)


def _owner(path: Keys) -> str:
    return f"{name_of(path)}: " if path else ""


def _unknown_key(path: Keys, value: Any, document: Document, known: tuple[str, ...]) -> Diagnostic:
    key, where = path[-1], document.locate_key(path)
    if isinstance(key, str) and value is None and not key.isidentifier():
        message = f"unknown key {key[:40]!r}; text that holds ',' or ': ' must be in quotes"
        return Diagnostic(where, message)
    advice = did_you_mean(key, known)
    if not advice and 0 < len(known) <= _FEW:
        advice = f"; known here: {', '.join(known)}"
    return Diagnostic(where, f"{_owner(path[:-1])}unknown key {key!r}{advice}")


def _wrong_value(path: Keys, error: ErrorDetails) -> str:
    name, kind, context = name_of(path), error["type"], error.get("ctx", {})
    given = describe(error["input"])
    if _is_about_key(error):
        return f"key {path[-1]!r} must be text; write it in quotes"
    if error["input"] is None:
        return f"{name} has no value"
    if kind == "dataclass_type" and context.get("class_name") in _TEXT_ALONE:
        return f"{name} must be text, or a mapping with a 'text', not {given}"
    if kind in _WANTED:
        quotes = kind == "string_type" and isinstance(error["input"], bool | int | float)
        advice = "; write it in quotes" if quotes else ""
        return f"{name} must be {_WANTED[kind]}, not {given}{advice}"
    if kind in _BOUNDS:
        words, key = _BOUNDS[kind]
        return f"{name} must be {words} {_number(context[key])}, not {given}"
    if kind == "literal_error":
        expected = str(context["expected"]).replace("'", "")
        options = expected.replace(" or ", ", ").split(", ")
        advice = did_you_mean(error["input"], options) if isinstance(error["input"], str) else ""
        return f"{name} must be {expected}, not {given}{advice}"
    if kind == "too_short":
        return f"{name} must not be empty"
    if kind == "ours":
        return f"{name} {error['msg']}, not {given}"
    return f"{name}: {error['msg']}"


def _number(bound: Any) -> str:
    return f"{bound:,}" if isinstance(bound, int) else f"{bound:g}"


def _keys_at(model: type, path: Keys) -> tuple[str, ...]:
    """The keys that the dataclass at a path of the document takes."""
    current: Any = model
    for step in path:
        current = _dataclass_or_container(current)
        if _is_model(current):
            current = _keys_of(current).get(str(step))
        else:  # a mapping's or a tuple's values
            arguments = get_args(current)
            current = arguments[0 if get_origin(current) is tuple else 1] if arguments else None
    current = _dataclass_or_container(current)
    return tuple(_keys_of(current)) if _is_model(current) else ()


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and dataclasses.is_dataclass(annotation)


def _keys_of(model: Any) -> dict[str, Any]:
    """Types of a dataclass's fields, by the key in the file."""
    hints = get_type_hints(model, include_extras=True)
    return {field.name.rstrip("_"): hints[field.name] for field in dataclasses.fields(model)}


def _dataclass_or_container(annotation: Any) -> Any:
    """What is inside ``Annotated[...]`` and ``... | None``."""
    while True:
        if get_origin(annotation) is Annotated:
            annotation = get_args(annotation)[0]
        elif get_origin(annotation) in (Union, types.UnionType):
            annotation = next(part for part in get_args(annotation) if part is not type(None))
        else:
            return annotation
