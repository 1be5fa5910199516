"""A result as the rows that every tool's page has: one a test group, which carries its points.

Points belong to groups, which may give all or nothing, and a secret group's cases must not be
told apart; so a row is a group, and what is said of its cases is the row's text.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.judge import GroupResult, SubmissionResult
from grader.pages import Messages, sentence
from grader.report import group_text, summary_text

#: Characters of a row's text; a page shows no more than a screen or two of each.
MAX_TEXT = 8000
_CUT = "\n[...] the rest is left out"


@dataclass(frozen=True)
class Row:
    """A line of a tool's table of results."""

    name: str
    points: float
    max_points: float
    passed: bool
    """Whether it has all its points."""
    text: str


def rows_of(result: SubmissionResult, messages: Messages) -> tuple[Row, ...]:
    """The groups that give points, in order; their maxima add up to that of the result.

    Where nothing ran, one row for all of it.
    """
    if not result.groups:
        name = sentence(messages.verdict(result.verdict))
        text = clipped(result.message, MAX_TEXT)
        return (Row(name, result.points, result.max_points, result.accepted, text),)
    return tuple(
        Row(
            group.title,
            group.points,
            group.max_points,
            group.points >= group.max_points,
            clipped(_text(result, group, messages), MAX_TEXT),
        )
        for group in result.groups
        if group.max_points > 0
    )


def summary_of(result: SubmissionResult, messages: Messages) -> str:
    """Verdict and causes, then what is said of groups without points, such as examples."""
    scored = {group.id for group in result.groups if group.max_points > 0}
    others = dict.fromkeys(case.group for case in result.cases if case.group not in scored)
    texts = [
        summary_text(result, messages),
        *(group_text(result, group, messages) for group in others),
    ]
    return clipped("\n\n".join(text for text in texts if text), MAX_TEXT)


def clipped(text: str, length: int) -> str:
    """The text, or its beginning with a note that there was more."""
    if len(text) <= length:
        return text
    return text[: max(length - len(_CUT), 0)] + _CUT


def _text(result: SubmissionResult, group: GroupResult, messages: Messages) -> str:
    passing = messages.get("export_passing", count=group.passed, total=group.total)
    return f"{passing}\n{group_text(result, group.id, messages)}"
