"""Results as a class might have them, and the themes in which their pages are tried."""

from __future__ import annotations

import dataclasses
from collections import Counter

from grader.authoring.kill_matrix import KillMatrix, Row
from grader.collect.model import LeftOut, Student
from grader.diagnosis.known_words import KnownMistake, say_exactly, words_of
from grader.judge.results import (
    CaseResult,
    Counterexample,
    Difference,
    Environment,
    GroupResult,
    SubmissionResult,
)
from grader.pages.theme import Theme, default_theme
from grader.report.agreement import Agreement
from grader.report.class_figures import (
    Bar,
    CaseCount,
    ClassData,
    GroupCount,
    Scores,
    Spread,
    StudentRow,
)
from grader.runs.records import Entry, Run
from grader.verdict import Reason, Verdict

LOGO = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 8 4 1 8 8"/></svg>'
#: What a student writes who wants more than a page gives.
NASTY = "\x1b[31mred \u202e<script>alert(1)</script> \udc80"
LIKELY = say_exactly([words_of(KnownMistake("`x` is scaled twice.", "Scaling"))])


def themes() -> dict[str, Theme]:
    """Without a course, and a German one with everything that a course may have."""
    german = dataclasses.replace(
        default_theme("de"),
        course="Kleine Übung",
        logo=LOGO,
        logo_type="image/svg+xml",
        accent="#0b5d4b",
        accent_dark="#7fd6c2",
    )
    return {"en": default_theme(), "de": german}


ENVIRONMENT = Environment("1.0", "3.11", "2.0", "blas", "cpu", "A")
DIFFERENCE = Difference(
    path="",
    summary="2 of 4 values; largest error 6.82, allowed 2.1e-14",
    where="axis 0: every index but the first",
    samples=(("[1, 0]", "+9.5", "+5.25"), ("[1, 1]", "-1", "+2")),
)
FAILING = SubmissionResult(
    problem="scaled",
    problem_hash="a" * 64,
    suite_hash="b" * 64,
    seed=1,
    submission_hash="c" * 64,
    verdict=Verdict.WA,
    reason=Reason.VALUE,
    message="",
    points=2.5,
    max_points=10,
    share=0.25,
    cases=(
        CaseResult("two by two", "public", Verdict.WA, Reason.VALUE, "2 of 4 values are wrong",
                   difference=DIFFERENCE, call="scaled(x=(2, 2))",
                   likely="the result is transposed", inputs=(("x", "[[1., 2.], [3., 4.]]"),),
                   note="Small enough for paper."),
        CaseResult(f"named {NASTY}", "public", Verdict.RTE, Reason.EXCEPTION,
                   f"ValueError: {NASTY} (line 3)", call="scaled(x=(4,))"),
        CaseResult("one number", "public", Verdict.AC, call="scaled(x=(1,))"),
        CaseResult("secret 1", "secret", Verdict.WA, Reason.SHAPE, "another shape"),
        CaseResult("secret 2", "secret", Verdict.TLE, Reason.CPU, "it takes too much time"),
        CaseResult("secret 3", "secret", Verdict.MLE),
    ),
    groups=(
        GroupResult("public", "Public cases", "full", 1, 3, 2.5, 4.0),
        GroupResult("secret", "Unusual sizes", "diagnosis", 0, 3, 0.0, 6.0),
    ),
    environment=ENVIRONMENT,
    output=f"printed {NASTY}\nsecond line\n",
    warnings=("cell 3: `plot()` was left out",),
    likely=LIKELY,
    counterexample=Counterexample({"x": "[2.]"}, "[1.]", "[4.]", (("x / 2", "[1.]"),)),
)  # fmt: skip


def entry(number: int, student: Student, verdict: Verdict | None = Verdict.WA) -> Entry:
    """A submission; the second of each three is late, of each four another attempt."""
    return Entry(
        id=number,
        student=student,
        path=f"class.zip!{student.id}.py",
        time=86400.0,
        late=number % 3 == 2,
        attempt=2 if number % 4 == 2 else 1,
        content=b"",
        verdict=verdict,
        reason={Verdict.WA: "shape", Verdict.RTE: "exception"}.get(verdict or Verdict.AC, ""),
        points={Verdict.AC: 10.0, Verdict.WA: 2.5}.get(verdict or Verdict.JE),
        max_points=10.0,
        judgement=number if verdict else None,
        adopted=False,
    )


ADA = entry(2, Student("ada", f"Ada {NASTY}"))


def class_of_five() -> ClassData:
    """One of each kind, and somebody absent."""
    verdicts = (Verdict.AC, Verdict.WA, Verdict.RTE, Verdict.JE, None)
    entries = [
        entry(number, Student(f"s{number}", f"Student {number} {NASTY if number == 3 else ''}"), v)
        for number, v in enumerate(verdicts, 1)
    ]
    likely = ["", LIKELY, "the result is transposed", "", ""]
    kinds = Counter({("WA", "shape"): 1, ("RTE", "exception"): 1, ("MLE", ""): 1})
    cases = (CaseCount("one", "g", 3, 3, kinds), CaseCount("two <b>", "g", 3, 0))
    return ClassData(
        run=Run(7, 86400.0, "scaled", "a" * 64, "b" * 64, 10.0, None,
                {"isolation": "A", "python": "3.11", "cpu": "a processor", "grader": "1.0"}, 5, 4),
        title="Scaled Sum-of-Squares",
        rows=tuple(
            StudentRow(each, 0 if not words else 1, 3 if each.points is not None else 0, words)
            for each, words in zip(entries, likely, strict=True)
        ),
        earlier=1,
        verdicts=tuple(Bar(verdict, 1, 0.2) for verdict in verdicts),
        scores=Scores((0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1), 2.5, 6.25, 10.0),
        groups=(GroupCount("examples", "Examples", cases[1:]), GroupCount("g", "Sizes", cases)),
        mistakes=(Bar(LIKELY, 2, 1.0), Bar("the result is transposed", 1, 0.5)),
        unexplained=1,
        seconds=Spread((0.002, 0.0039, 0.0078), (1, 2), 0.0045, 0.0069, 0.0071),
        memory=Spread(),
        agreements=(Agreement("s1", "s2", 0.95, 60),),
        absent=(Student("zoe", "Zoe"),),
        left_out=(LeftOut(f"class.zip!{NASTY}.pdf", "is neither a Python file nor a notebook"),),
        mean=6.25,
        median=6.25,
    )  # fmt: skip


MATRIX = KillMatrix(
    problem="scaled",
    cases=("many", "few", f"none {NASTY}"),
    groups=("public", "secret", "secret"),
    seconds=(0.001, 0.002, 0.5),
    rows=(
        Row("wrong/once.py", "wrong", (0.0, 30.0, 0.0)),
        Row("wrong/twice.py", "wrong", (float("inf"), 5e6, 0.0)),
        Row("constant-1a2b3c", "mutant", (2e4, 0.0, 0.0), "x + 1  →  x + 2"),
    ),
)
