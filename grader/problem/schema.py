"""The JSON Schema that lets an editor complete and check ``problem.yaml``.

    python -m grader.problem.schema > problems/problem.schema.json

Made from the classes of the model: types by pydantic, descriptions from the text below each
field. The loader knows more than a schema can say; the schema refuses nothing that it takes.
"""

from __future__ import annotations

import ast
import inspect
import json
from typing import Any

from pydantic import TypeAdapter

from grader.problem import model, parameters, prose, testing
from grader.problem.model import ProblemSpec

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def problem_schema() -> dict[str, Any]:
    """The schema of ``problem.yaml``, in draft 2020-12."""
    schema = TypeAdapter(ProblemSpec).json_schema(by_alias=True, mode="validation")
    definitions: dict[str, Any] = schema.pop("$defs")
    root = {key: value for key, value in schema.items() if key not in ("title", "description")}
    texts = field_texts()
    for name, definition in (*definitions.items(), (ProblemSpec.__name__, root)):
        _describe(definition, texts[name])
    _tidy(root)
    _tidy(definitions)
    root["oneOf"] = [_holds("function"), _holds("class")]  # exactly one contract
    return {
        "$schema": DIALECT,
        "title": "A problem of grader",
        **root,
        "$defs": dict(sorted(definitions.items())),
    }


def schema_text() -> str:
    """The schema as the file that is shipped holds it."""
    return json.dumps(problem_schema(), indent=2, ensure_ascii=False) + "\n"


def field_texts() -> dict[str, dict[str, str]]:
    """By class and key of the file: the text that stands below a field of the model.

    Read from the source only here: pydantic would do so each time that a problem is loaded.
    """
    texts: dict[str, dict[str, str]] = {}
    for module in (parameters, testing, prose, model):
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.ClassDef):
                texts[node.name] = dict(_texts_of(node))
    return texts


def _holds(key: str) -> dict[str, Any]:
    return {"required": [key], "properties": {key: {"type": "object"}}}


def _texts_of(node: ast.ClassDef) -> list[tuple[str, str]]:
    found = []
    for field, text in zip(node.body, node.body[1:], strict=False):
        match field, text:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(words))),
            ):
                found.append((name.rstrip("_"), inspect.cleandoc(words).replace("\n", " ")))
            case _:
                pass  # a method, or two fields in a row
    return found


def _describe(definition: dict[str, Any], texts: dict[str, str]) -> None:
    for key, entry in definition.get("properties", {}).items():
        if key in texts:
            entry["description"] = texts[key].replace("``", "`")
    if "description" in definition:
        definition["description"] = definition["description"].replace("``", "`")


def _tidy(part: Any) -> None:
    """Remove what says nothing: titles that repeat a name, defaults that no file can hold."""
    if isinstance(part, list):
        for inner in part:
            _tidy(inner)
    elif isinstance(part, dict):
        if isinstance(part.get("title"), str):
            del part["title"]
        if part.get("default", 0) in (None, parameters.UNSET.value):
            del part["default"]
        for inner in part.values():
            _tidy(inner)


if __name__ == "__main__":
    print(schema_text(), end="")
