"""What changed between two runs, submission by submission, and why: pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grader.judge import CaseResult, SubmissionResult
from grader.runs.records import Entry
from grader.verdict import Verdict

#: Cases that are named as a reason; the others are counted.
_SHOWN = 5


@dataclass(frozen=True)
class Change:
    """A submission whose verdict or score is not the same."""

    student: str
    attempt: int
    before: str
    """``WA value, 12 of 20 points``; ``nothing`` if it was not there."""
    after: str
    points: float | None
    """By how many points it changed; None where one of them is unknown."""
    why: tuple[str, ...]
    """Sentences: cases that changed, came or went, another source."""


def compare_runs(
    before: list[Entry], after: list[Entry], result: Callable[[int], SubmissionResult]
) -> Iterator[Change]:
    """The changes from one run to another, by student and attempt.

    ``result`` gives the whole result of a judgement; it is asked only where something changed.
    """
    old = {(entry.student.id, entry.attempt): entry for entry in before}
    new = {(entry.student.id, entry.attempt): entry for entry in after}
    for key in sorted(old.keys() | new.keys()):
        first, second = old.get(key), new.get(key)
        if first is None or second is None or _short(first) != _short(second):
            yield Change(
                student=key[0],
                attempt=key[1],
                before=describe(first),
                after=describe(second),
                points=_points(first, second),
                why=tuple(_reasons(first, second, result)),
            )


def describe(entry: Entry | None) -> str:
    """A result in a few words."""
    if entry is None:
        return "nothing"
    if entry.verdict is None:
        return "not judged"
    words = f"{entry.verdict.name} {entry.reason}".strip()
    if entry.points is None:
        return words
    return f"{words}, {entry.points:.4g} of {entry.max_points:g} points"


def _short(entry: Entry) -> tuple[object, ...]:
    return (entry.verdict, entry.reason, entry.points, entry.max_points)


def _points(first: Entry | None, second: Entry | None) -> float | None:
    if first is None or second is None or first.points is None or second.points is None:
        return None
    return second.points - first.points


def _reasons(
    first: Entry | None, second: Entry | None, result: Callable[[int], SubmissionResult]
) -> Iterator[str]:
    if first is None or second is None:
        yield "it is in the later run only" if first is None else "it is in the earlier run only"
        return
    if first.content != second.content:
        yield "another source was judged"
    if first.judgement is None or second.judgement is None:
        return
    old, new = result(first.judgement), result(second.judgement)
    yield from _cases(old, new)
    if old.message != new.message:
        yield f"it said {old.message or 'nothing'!r}, now {new.message or 'nothing'!r}"
    if old.max_points != new.max_points:
        yield f"the problem had {old.max_points:g} points, now {new.max_points:g}"
    if old.environment != new.environment:
        yield from _environment(old, new)


def _cases(old: SubmissionResult, new: SubmissionResult) -> Iterator[str]:
    was = {(case.group, case.name): case for case in old.cases}
    now = {(case.group, case.name): case for case in new.cases}
    changed = [
        f"{name}: {_case(was[group, name])}, now {_case(now[group, name])}"
        for group, name in was
        if (group, name) in now and _case(was[group, name]) != _case(now[group, name])
    ]
    added = [f"{key[1]} is new: {_case(now[key])}" for key in now if key not in was]
    gone = [f"{key[1]} is gone: it was {_case(was[key])}" for key in was if key not in now]
    if not (old.cases and new.cases):  # one of them never ran
        added, gone = [], []
    for sentences in (changed, added, gone):
        yield from sentences[:_SHOWN]
        if len(sentences) > _SHOWN:
            yield f"and {len(sentences) - _SHOWN} more like these"


def _case(case: CaseResult) -> str:
    reason = f" {case.reason.value}" if case.reason and case.verdict is not Verdict.AC else ""
    return f"{case.verdict.name}{reason}"


def _environment(old: SubmissionResult, new: SubmissionResult) -> Iterator[str]:
    for name, was in vars(old.environment).items():
        now = getattr(new.environment, name)
        if was != now:
            yield f"{name} was {was}, now {now}"
