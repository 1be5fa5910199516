"""A run as files for programs: JSON Lines, a table, JUnit XML. Written result by result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TextIO

from grader.gradebooks import moment, number, write_rows
from grader.report.run_document import entry_json
from grader.runs import Entry, Store
from grader.text import clean, json_text

_COLUMNS = (
    "student", "name", "email", "attempt", "submitted", "late", "verdict", "reason", "points",
    "max_points", "cases", "failing_cases", "likely", "seconds", "memory_bytes", "path",
    "submission_sha256", "problem", "problem_hash",
)  # fmt: skip


def write_json_lines(store: Store, run: int, file: TextIO) -> None:
    """A line a submission: who, where from, and the whole result, secret cases included."""
    for entry in store.entries(run):
        data = {"run": run, **entry_json(entry), "result": document_of(store, entry)}
        file.write(json_text(data) + "\n")


def write_csv(store: Store, run: int, file: TextIO) -> None:
    """A row a submission."""
    write_rows(file, _rows(store, run))


def document_of(store: Store, entry: Entry) -> dict[str, Any] | None:
    """The result as JSON, or None where there is none yet."""
    return None if entry.judgement is None else store.document(entry.judgement)


def _rows(store: Store, run: int) -> Iterator[tuple[str, ...]]:
    yield _COLUMNS
    found = store.run(run)
    for entry in store.entries(run):
        result = document_of(store, entry)
        cells = (
            *_who(entry),
            *(_result_cells(result) if result else ("",) * 5),
            entry.path,
            result["submission_hash"] if result else "",
            found.problem,
            found.problem_hash,
        )
        yield tuple(map(clean, cells))


def _who(entry: Entry) -> tuple[str, ...]:
    student = entry.student
    return (
        student.id,
        student.name,
        student.email,
        str(entry.attempt),
        moment(entry.time),
        "yes" if entry.late else "no",
        entry.verdict.name if entry.verdict else "",
        entry.reason,
        number(entry.points),
        number(entry.max_points) if entry.verdict else "",
    )


def _result_cells(result: Mapping[str, Any]) -> tuple[str, ...]:
    cases = result["cases"]
    failing = sum(case["verdict"] != "AC" for case in cases)
    return (
        str(len(cases)),
        str(failing),
        result["likely"],
        f"{result['wall']:.4f}",
        str(result["memory"]),
    )
