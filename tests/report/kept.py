"""A run in a store, without running anything: results are what tests want them to be."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from grader.collect.model import Collected, LeftOut, Student, Taken
from grader.grading.judging import JudgingContext
from grader.judge.results import SubmissionResult
from grader.runs.store import Store
from grader.submission.reading import Submission
from grader.verdict import Verdict
from tests.runs.classes import failure


def keep(
    store: Store,
    context: JudgingContext,
    students: Mapping[Student, SubmissionResult | None],
    absent: tuple[Student, ...] = (),
) -> int:
    """A run with a submission of each student, judged as given or not at all."""
    taken = tuple(
        Taken(student, Submission("x.py", student.id.encode()), f"class.zip!{student.id}.py", 86400)
        for student in students
    )
    left_out = (LeftOut("class.zip!<b>.pdf", "is neither a Python file nor a notebook"),)
    number = store.begin(
        context.problem,
        context.suite.suite_hash,
        Collected(taken, left_out, absent),
        {"isolation": "A"},
    )
    results = {student.id.encode(): result for student, result in students.items()}
    run = store.run(number)
    for key, submission in store.pending(number):
        result = results[submission.source]
        if result is not None:
            store.add(run, [(key, result)])
    return number


def scored(context: JudgingContext, points: float) -> SubmissionResult:
    """A result with so many points, and otherwise empty."""
    empty = failed(context)
    return dataclasses.replace(empty, verdict=Verdict.WA, points=points)


def failed(context: JudgingContext) -> SubmissionResult:
    return failure(context, Submission("x.py", b""), "no memory")
