"""A submission's result as JSON and back; its schema is versioned and documented.

``schema`` names the version: fields are added within a version, and never renamed,
removed or given another meaning. ``docs/result.schema.json`` is made from these classes.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from grader.judge.verdict import (
    CaseResult,
    Counterexample,
    Difference,
    Environment,
    GroupResult,
    Reason,
    SubmissionResult,
    Verdict,
)

SCHEMA = "grader/result/1"
_Record = TypeVar("_Record")


def to_json(result: SubmissionResult) -> dict[str, Any]:
    """Plain data for ``json.dumps``: verdicts by their short name, infinities as text."""
    return {"schema": SCHEMA, "accepted": result.accepted, **_plain(result)}


def dumps(result: SubmissionResult) -> str:
    """One JSON document, readable by people too."""
    return json.dumps(to_json(result), indent=2, ensure_ascii=False, allow_nan=False)


def from_json(data: Mapping[str, Any]) -> SubmissionResult:
    """The result that :func:`to_json` was given; fields of later versions are passed over.

    Raises:
        ValueError: it is no result, or one of another schema.
    """
    if data.get("schema") != SCHEMA:
        raise ValueError(f"a result of schema {data.get('schema')!r}, not {SCHEMA!r}")
    try:
        example = data["counterexample"]
        return _record(
            SubmissionResult,
            data,
            **_verdict(data),
            cases=tuple(_case(row) for row in data["cases"]),
            groups=tuple(_record(GroupResult, row) for row in data["groups"]),
            environment=_record(Environment, data["environment"]),
            warnings=tuple(data["warnings"]),
            counterexample=_counterexample(example) if example else None,
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a result: {error}") from error


def _plain(value: Any) -> Any:
    """JSON has no infinity: an error that is no number is written as text."""
    kind = type(value)
    if kind is str or kind is int or value is None or kind is bool:
        return value
    if kind is float:
        return value if math.isfinite(value) else str(value)
    if dataclasses.is_dataclass(kind):
        return {name: _plain(getattr(value, name)) for name in _names(kind)}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, Enum):
        return value.name if kind is Verdict else value.value
    if isinstance(value, float):  # NumPy's own
        return _plain(float(value))
    raise TypeError(f"{kind.__name__} has no place in a result")


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


def _record(kind: Callable[..., _Record], data: Mapping[str, Any], **own: Any) -> _Record:
    """An object of ``kind`` from the fields it knows; ``own`` are those that are not plain."""
    plain = {name: data[name] for name in _names(kind) if name in data and name not in own}
    return kind(**plain, **own)


def _verdict(data: Mapping[str, Any]) -> dict[str, Any]:
    reason = data["reason"]
    return {"verdict": Verdict[data["verdict"]], "reason": Reason(reason) if reason else None}


def _case(row: Mapping[str, Any]) -> CaseResult:
    found = row["difference"]
    difference = None
    if found:
        samples = tuple(tuple(sample) for sample in found["samples"])
        difference = _record(Difference, found, samples=samples)
    return _record(
        CaseResult, row, **_verdict(row), difference=difference, error=float(row["error"])
    )


def _counterexample(data: Mapping[str, Any]) -> Counterexample:
    way = tuple(tuple(step) for step in data["on_the_way"])
    return _record(Counterexample, data, on_the_way=way)
