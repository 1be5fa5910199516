"""A submission's result as JSON and back; its schema is versioned and documented.

``schema`` names the version: fields are added within a version, and never renamed,
removed or given another meaning. ``docs/result.schema.json`` is made from these classes.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any

from grader.judge.results import CaseResult, SubmissionResult
from grader.text import json_text
from grader.verdict import Verdict

if TYPE_CHECKING:
    from pydantic import TypeAdapter

SCHEMA = "grader/result/2"
#: What stores of earlier versions hold; it had no share.
_FIRST = "grader/result/1"


def to_json(result: SubmissionResult) -> dict[str, Any]:
    """Plain data for ``json.dumps``: verdicts by their short name, infinities as text."""
    return {"schema": SCHEMA, "accepted": result.accepted, **_plain(result)}


def to_bytes(result: SubmissionResult) -> bytes:
    """:func:`to_json` as the shortest JSON: what a store keeps thousands of."""
    data = {"schema": SCHEMA, "accepted": result.accepted, **vars(result)}
    data["cases"] = [_case(case) for case in result.cases]
    # The encoder in C asks only for what it does not know.
    return json_text(data, default=_parts).encode("ascii")


def from_json(data: Mapping[str, Any]) -> SubmissionResult:
    """The result that :func:`to_json` was given; fields of later versions are passed over.

    Raises:
        ValueError: it is no result, or one of another schema.
    """
    if data.get("schema") not in (SCHEMA, _FIRST):
        raise ValueError(f"a result of schema {data.get('schema')!r}, not {SCHEMA!r}")
    try:
        if data["schema"] == _FIRST:
            data = {"share": _share_of_first(data), **data}
        cases = [_with_verdict(case) for case in data["cases"]]
        return _reader().validate_python({**_with_verdict(data), "cases": cases})
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a result: {error}") from error


@cache
def _reader() -> TypeAdapter[SubmissionResult]:
    from pydantic import TypeAdapter

    return TypeAdapter(SubmissionResult)


def _share_of_first(data: Mapping[str, Any]) -> float:
    if not data["max_points"]:
        return float(data["verdict"] == Verdict.AC.name)
    return min(float(data["points"]) / float(data["max_points"]), 1.0)


def _with_verdict(data: Mapping[str, Any]) -> dict[str, Any]:
    return {**data, "verdict": Verdict[data["verdict"]]}


def _case(case: CaseResult) -> dict[str, Any]:
    """Its fields, so that the encoder has nothing to ask of the many that are accepted."""
    fields = {**vars(case), "verdict": case.verdict.name}
    if case.reason is not None:
        fields["reason"] = case.reason.value
    if not math.isfinite(case.error):
        fields["error"] = str(case.error)
    return fields


def _parts(value: Any) -> Any:
    """A record as its fields, an enumeration as what it is written as."""
    if isinstance(value, Enum):
        return value.name if isinstance(value, Verdict) else value.value
    if dataclasses.is_dataclass(value):
        return vars(value)
    raise TypeError(f"{type(value).__name__} has no place in a result")


def _plain(value: Any) -> Any:
    """JSON has no infinity: an error that is no number is written as text."""
    kind = type(value)
    if kind is str or kind is int or value is None or kind is bool:
        return value
    if kind is float:
        return value if math.isfinite(value) else str(value)
    if dataclasses.is_dataclass(value):
        return {name: _plain(part) for name, part in vars(value).items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, float):  # NumPy's own
        return _plain(float(value))
    return _parts(value)
