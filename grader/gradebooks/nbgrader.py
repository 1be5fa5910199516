"""Scores as nbgrader exports them: what its users read into their own programs."""

from __future__ import annotations

from grader.gradebooks.gradebook import Filled, scores, split_name
from grader.gradebooks.spreadsheet import moment, number
from grader.runs import Store

HEADER = (
    "assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email",
    "raw_score", "late_submission_penalty", "score", "max_score",
)  # fmt: skip


def nbgrader_rows(store: Store, run: int) -> Filled:
    """A row a student; 0.0 for who did not hand in, nothing where we failed."""
    assignment = store.run(run).problem
    rows = [HEADER]
    notes = []
    for score in scores(store, run):
        student = score.student
        first, last = split_name(student.name)
        points = "" if score.points is None else _decimal(score.points)
        if score.points is None:
            notes.append(f"{student.id} has no score: it was not judged")
        rows.append(
            (assignment, "", moment(score.time).replace("T", " ").removesuffix("+00:00"),
             student.id, last, first, student.email, points, "0.0", points,
             _decimal(score.max_points))
        )  # fmt: skip
    return Filled(tuple(rows), tuple(notes))


def _decimal(value: float) -> str:
    """As Python writes a float: 10.0."""
    text = number(value)
    return text if "." in text or "e" in text else f"{text}.0"
