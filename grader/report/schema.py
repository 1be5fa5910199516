"""The JSON Schema of a submission's result, made from the dataclasses themselves.

python -m grader.report.schema > docs/result.schema.json
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter

from grader.judge import SCHEMA, SubmissionResult
from grader.verdict import Reason, Verdict


def result_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of what ``--json`` prints."""
    schema = TypeAdapter(SubmissionResult).json_schema(mode="serialization")
    definitions = schema["$defs"]
    # Enumerations are written by what scripts compare with: the short name of a verdict.
    definitions["Verdict"] = {"enum": [verdict.name for verdict in Verdict], "type": "string"}
    definitions["Reason"] = {"enum": [reason.value for reason in Reason], "type": "string"}
    number_or_text = {"anyOf": [{"type": "number"}, {"enum": ["inf", "-inf", "nan"]}]}
    definitions["CaseResult"]["properties"]["error"] = {
        **number_or_text,
        "description": "Largest error in tolerances; above 1 is wrong.",
    }
    schema["properties"] = {
        "schema": {"const": SCHEMA},
        "accepted": {"type": "boolean"},
        **schema["properties"],
    }
    schema["required"] = ["schema", "accepted", *schema["required"]]
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "Result of one submission"
    return schema


def schema_text() -> str:
    """The file as it is shipped."""
    return json.dumps(result_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
