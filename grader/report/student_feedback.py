"""A feedback file for each student: what may be said, as a page of its own."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from grader.judge import SubmissionResult, for_student, has_secrets
from grader.pages import Theme, english, prose, render_page, unbroken
from grader.problem import Problem
from grader.report.causes import likely_markup, secret_text
from grader.runs import Entry, Store, Work, judge_many, make_context
from grader.sandbox import Runner
from grader.verdict import Verdict

_TEMPLATE = Path(__file__).parent / "templates" / "feedback.html.j2"
#: Failing cases that are shown whole; the rest usually fail for the same reason.
_IN_FULL = 4
_UNSAFE = re.compile(r"[^\w.@+-]+")


def feedback_files(
    store: Store, run: int, problem: Problem, theme: Theme, runner: Runner
) -> Iterator[tuple[str, str]]:
    """(path, page) of every judged submission.

    What a failing program says is shown only as it says it where no secret case is: it is run
    once more, on the public cases alone (see :mod:`grader.judge.disclosure`).

    Raises:
        ProblemError, JudgeError: as :func:`grader.runs.local.make_context`.
    """
    waiting: Mapping[bytes, list[Entry]] = defaultdict(list)
    names = _names(list(store.entries(run)))
    for entry in store.entries(run):
        if entry.judgement is None:
            continue
        if entry.verdict in (Verdict.AC, Verdict.JE) or not has_secrets(problem):
            result = for_student(store.result(entry.judgement), problem)
            yield names[entry.id], page_of(entry, result, problem, theme)
        else:
            waiting[entry.content].append(entry)
    if not waiting:
        return
    context = make_context(problem, runner, "public")
    works = (Work(key, context, store.submission(key)) for key in waiting)
    for judged in judge_many(works, runner):
        seen = None if judged.result.verdict is Verdict.JE else judged.result
        for entry in waiting[judged.tag]:
            assert entry.judgement is not None, "only judged submissions wait"
            result = for_student(store.result(entry.judgement), problem, seen)
            yield names[entry.id], page_of(entry, result, problem, theme)


def page_of(entry: Entry, result: SubmissionResult, problem: Problem, theme: Theme) -> str:
    """The page of one student; ``result`` holds what may be said and no more.

    Raises:
        ProblemError: at the course's template that cannot be used.
    """
    messages = theme.messages
    failing = [case for case in result.cases if case.verdict is not Verdict.AC]
    secret = Counter(secret_text(case, messages) for case in failing if not case.call)
    return render_page(
        _TEMPLATE,
        theme,
        title=problem.spec.title,
        who=entry.student.name or entry.student.id,
        entry=entry,
        result=result,
        passed=len(result.cases) - len(failing),
        failing=[case for case in failing if case.call],
        secret=secret.most_common(),
        in_full=_IN_FULL,
        prose=prose,
        unbroken=unbroken,
        english=lambda text: english(text, messages),
        likely=lambda text: likely_markup(text, messages),
    )


def _names(entries: list[Entry]) -> dict[int, str]:
    """A path for each submission, no two alike whatever the students are called.

    For who came from Moodle it is the one that Moodle takes back in a zip of feedback files.
    """
    used: set[str] = set()
    names = {}
    for entry in entries:
        student = entry.student
        stem = _UNSAFE.sub("_", student.id).strip(".") or "student"
        if student.handle.startswith("Participant "):
            number = student.handle.removeprefix("Participant ")
            full = _UNSAFE.sub("_", student.name) or "Participant"
            stem = f"{full}_{number}_assignsubmission_file_/feedback"
        if entry.attempt > 1:
            stem += f"-attempt-{entry.attempt}"
        name, count = f"{stem}.html", 1
        while name.casefold() in used:
            count += 1
            name = f"{stem}-{count}.html"
        used.add(name.casefold())
        names[entry.id] = name
    return names
