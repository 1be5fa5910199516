"""A run as one JSON document: its submissions in short, each with what it came from."""

from __future__ import annotations

import dataclasses
from typing import Any

from grader.runs import Entry, Store

SCHEMA = "grader/run/1"


def run_json(store: Store, number: int) -> dict[str, Any]:
    """The document as plain data; whole results are in the JSON Lines of ``grader runs report``."""
    run = store.run(number)
    return {
        "schema": SCHEMA,
        "run": run.id,
        "problem": run.problem,
        "problem_hash": run.problem_hash,
        "suite_hash": run.suite_hash,
        "started": run.started,
        "rejudges": run.of,
        "finished": run.finished,
        "max_points": run.max_points,
        "environment": dict(run.environment),
        "submissions": [entry_json(entry) for entry in store.entries(number)],
        "absent": [dataclasses.asdict(student) for student in store.absent(number)],
        "left_out": [dataclasses.asdict(item) for item in store.left_out(number)],
    }


def entry_json(entry: Entry) -> dict[str, Any]:
    """A submission; verdict and points are null where there are none."""
    return {
        "student": dataclasses.asdict(entry.student),
        "path": entry.path,
        "time": entry.time,
        "late": entry.late,
        "attempt": entry.attempt,
        "content": entry.content.hex(),
        "verdict": entry.verdict.name if entry.verdict else None,
        "reason": entry.reason or None,
        "points": entry.points,
        "max_points": entry.max_points if entry.verdict else None,
        "adopted": entry.adopted,
    }
