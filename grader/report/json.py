"""A submission's result as JSON; its schema is versioned and documented.

``schema`` names the version: fields are added within a version, and never renamed,
removed or given another meaning. ``docs/result.schema.json`` is made from this module.
"""

from __future__ import annotations

import dataclasses
import json
import math
from typing import Any

from grader.judge.verdict import SubmissionResult

SCHEMA = "grader/result/1"


def to_json(result: SubmissionResult) -> dict[str, Any]:
    """Plain data for ``json.dumps``: enumerations by name, infinities as text."""
    data: dict[str, Any] = {"schema": SCHEMA, "accepted": result.accepted}
    data.update(_plain(dataclasses.asdict(result)))
    data["verdict"] = result.verdict.name
    data["reason"] = result.reason.value if result.reason else None
    for case, row in zip(result.cases, data["cases"], strict=True):
        row["verdict"] = case.verdict.name
        row["reason"] = case.reason.value if case.reason else None
    return data


def dumps(result: SubmissionResult) -> str:
    """One JSON document, readable by people too."""
    return json.dumps(to_json(result), indent=2, ensure_ascii=False, allow_nan=False)


def _plain(value: Any) -> Any:
    """JSON has no infinity: an error that is no number is written as text."""
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
