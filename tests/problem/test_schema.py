"""The schema that editors use is current, describes every key, and takes what the loader takes."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import jsonschema
import pytest
from small_problem import SPEC

from grader.problem import model
from grader.problem.schema import field_texts, problem_schema, schema_text
from grader.problem.yaml import parse_yaml

SHIPPED = Path(__file__).parents[2] / "problems" / "problem.schema.json"


def validator() -> jsonschema.Draft202012Validator:
    schema = problem_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def faults(text: str) -> list[str]:
    document, _ = parse_yaml(text.encode(), "f.yaml")
    return [error.message for error in validator().iter_errors(document.value)]


def test_the_shipped_schema_is_current():
    assert SHIPPED.read_text(encoding="utf-8") == schema_text(), (
        "run: python -m grader.problem.schema > problems/problem.schema.json"
    )


def test_every_key_is_described():
    texts = field_texts()
    for name in model.__all__:
        thing = getattr(model, name)
        if dataclasses.is_dataclass(thing) and name != "Problem":
            keys = {field.name.rstrip("_") for field in dataclasses.fields(thing)}
            assert keys == set(texts[name]), name


def test_definitions_carry_the_descriptions():
    schema = problem_schema()
    assert schema["properties"]["class"]["description"].startswith("The contract")
    assert "class_" not in schema["properties"]
    assert "`num_heads*d_k 2`" not in str(schema["$defs"]["Hint"])
    assert schema["$defs"]["Dim"]["properties"]["max"]["description"] == "The largest size."
    assert "default" not in schema["$defs"]["Parameter"]["properties"]["default"]


def test_a_right_problem_fits():
    assert faults(SPEC) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hints:", "hint:"),
        ("title: Scale", "title: 5"),
        ("cost: 50", "cost: '50'"),
        ("wall: 2s", "wall: fast"),
        ("visible: full", "visible: fully"),
        ("spec: 1", "spec: 2"),
        ("summary: Multiply by a factor.\n", ""),
        ("  - Multiply every entry.", "  - 5"),
        ("requirements:\n", "class: {name: A, methods: {f: {}}}\nrequirements:\n"),
    ],
)
def test_a_wrong_problem_does_not_fit(old, new):
    assert old in SPEC
    assert faults(SPEC.replace(old, new, 1)) != []
