"""JSON Schema, made from dataclasses; first of all that of ``problem.yaml``, for editors.

    python -m grader.problem.schema > problems/problem.schema.json

Types come from the annotations, descriptions from the text below each field. The loader knows
more than a schema can say; the schema refuses nothing that the loader takes.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Mapping
from enum import Enum
from functools import cache
from itertools import pairwise
from typing import Any, Literal, get_args, get_origin

from grader.problem.fields import Schema
from grader.problem.model import ProblemSpec
from grader.problem.reader import is_model, is_required, keys_of, take_apart, without_none

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean"}


def problem_schema() -> Schema:
    """The schema of ``problem.yaml``, in draft 2020-12."""
    schema = schema_of(ProblemSpec)
    schema["title"] = "A problem of grader"
    schema["oneOf"] = [_holds("function"), _holds("class")]  # exactly one contract
    return schema


def schema_of(model: type[Any]) -> Schema:
    """The schema of a mapping with the fields of a dataclass.

    Besides the types of ``reader.py`` there may be enumerations, by value, and tuples of fixed
    length.
    """
    definitions: dict[str, Schema] = {}
    root = _object(model, definitions)
    return {"$schema": DIALECT, **root, "$defs": dict(sorted(definitions.items()))}


def schema_text() -> str:
    """The schema as the file that is shipped holds it."""
    return json.dumps(problem_schema(), indent=2, ensure_ascii=False) + "\n"


def field_texts(model: Any) -> dict[str, str]:
    """The text that stands below each field of a dataclass, by the key in the file."""
    texts: dict[str, str] = {}
    body = _class_body(model)
    for field, text in pairwise(body):
        match field, text:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(words))),
            ):
                texts[name.rstrip("_")] = _markdown(words)
            case _:
                pass  # a method, or two fields in a row
    return texts


def _class_body(model: Any) -> list[ast.stmt]:
    module = _parsed(inspect.getsource(sys.modules[model.__module__]))
    return next(
        node.body
        for node in module.body
        if isinstance(node, ast.ClassDef) and node.name == model.__name__
    )


@cache
def _parsed(source: str) -> ast.Module:
    return ast.parse(source)


def _object(model: Any, definitions: dict[str, Schema]) -> Schema:
    texts = field_texts(model)
    properties: dict[str, Schema] = {}
    required = []
    for key, (field, annotation) in keys_of(model).items():
        properties[key] = _schema(annotation, definitions)
        if key in texts:
            properties[key]["description"] = texts[key]
        if type(field.default) in _SCALARS and field.default != "":
            properties[key]["default"] = field.default
        if is_required(field):
            required.append(key)
    return {
        "type": "object",
        "description": _markdown(model.__doc__ or ""),
        "additionalProperties": False,
        "required": required,
        "properties": properties,
    }


def _schema(annotation: Any, definitions: dict[str, Schema]) -> Schema:
    kind, rules = take_apart(annotation)
    schema = _plain(kind, definitions)
    for rule in rules:
        schema = rule.schema(schema)
    return schema


def _plain(kind: Any, definitions: dict[str, Schema]) -> Schema:
    if kind is Any:
        return {}
    if kind in _SCALARS:
        return {"type": _SCALARS[kind]}
    if (inner := without_none(kind)) is not None:
        return {"anyOf": [_schema(inner, definitions), {"type": "null"}]}
    if is_model(kind):
        if kind.__name__ not in definitions:
            definitions[kind.__name__] = {}  # it may hold itself
            definitions[kind.__name__].update(_object(kind, definitions))
        return {"$ref": f"#/$defs/{kind.__name__}"}
    if isinstance(kind, type) and issubclass(kind, Enum):
        definitions[kind.__name__] = {"enum": [member.value for member in kind]}
        return {"$ref": f"#/$defs/{kind.__name__}"}
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is tuple and arguments[-1] is not ...:
        parts = [_schema(part, definitions) for part in arguments]
        return {"type": "array", "prefixItems": parts, "items": False, "minItems": len(parts)}
    if origin is tuple:
        return {"type": "array", "items": _schema(arguments[0], definitions)}
    assert origin is Mapping, f"{kind} is not a type of the format"
    return {"type": "object", "additionalProperties": _schema(arguments[1], definitions)}


def _holds(key: str) -> Schema:
    return {"required": [key], "properties": {key: {"type": "object"}}}


def _markdown(text: str) -> str:
    """A docstring as editors show it: a line a paragraph, code between single quotes."""
    paragraphs = inspect.cleandoc(text).replace("``", "`").split("\n\n")
    return "\n\n".join(paragraph.replace("\n", " ") for paragraph in paragraphs)


if __name__ == "__main__":
    print(schema_text(), end="")
