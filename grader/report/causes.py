"""Why something failed, in the course's language as far as it is ours to say."""

from __future__ import annotations

from markupsafe import Markup

from grader.diagnosis import mistakes_in
from grader.judge import CaseResult
from grader.pages import Messages, english, prose


def likely_text(likely: str, messages: Messages, *, exactly: bool = True) -> str:
    """What to say: of a known mistake the instructor's own words, else what the judge says.

    Args:
        likely: of a result, in the judge's words.
        messages: of the course's language.
        exactly: whether to say also that the numbers are those of the mistake.
    """
    mistakes = mistakes_in(likely)
    if not mistakes:
        return likely
    texts = [
        messages.get("likely_see", words=words, title=title) if title else words
        for words, title in mistakes
    ]
    text = messages["likely_or"].join(texts)
    return messages.get("likely_exactly", words=text) if exactly else text


def likely_markup(likely: str, messages: Messages, *, exactly: bool = True) -> Markup:
    """The same as HTML; what the judge says is in English."""
    if not mistakes_in(likely):
        return english(likely, messages)
    return prose(likely_text(likely, messages, exactly=exactly))


def secret_text(case: CaseResult, messages: Messages) -> str:
    """What went wrong in a secret case, as far as it may be said."""
    key = f"told_{case.reason.name}" if case.reason else ""
    return messages.strings.get(key) or case.message or messages.verdict(case.verdict)
