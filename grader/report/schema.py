"""The JSON Schema of a submission's result, made from the dataclasses themselves.

python -m grader.report.schema > docs/result.schema.json
"""

from __future__ import annotations

import json
from typing import Any

from grader.judge.result_json import SCHEMA
from grader.judge.verdict import SubmissionResult, Verdict
from grader.problem.schema import schema_of


def result_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of what ``--json`` prints."""
    schema = schema_of(SubmissionResult)
    definitions = schema["$defs"]
    for part in (schema, *definitions.values()):
        part.pop("additionalProperties", None)  # a result may gain keys without a new version
    # Verdicts are written by what scripts compare with: their short names.
    definitions["Verdict"] = {"enum": [verdict.name for verdict in Verdict]}
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
    schema["title"] = "Result of one submission"
    return schema


def schema_text() -> str:
    """The file as it is shipped."""
    return json.dumps(result_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
