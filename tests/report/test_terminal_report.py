"""A result in the terminal, and in other tools' pages, in the course's language."""

from __future__ import annotations

import dataclasses
import io

import pytest
from rich.console import Console

from grader.pages.messages import BASE, Messages, messages_for
from grader.report.terminal import case_text, group_text, print_result, summary_text
from tests.handout import golden
from tests.report.made_pages import FAILING

#: Without what only a page or a terminal of the past would mind.
PLAIN = dataclasses.replace(
    FAILING, cases=(FAILING.cases[0], *FAILING.cases[2:]), output="printed\n" * 14
)


def printed(messages: Messages) -> str:
    console = Console(file=io.StringIO(), width=80, color_system=None)
    with console.capture() as captured:
        print_result(PLAIN, "scaled · ada.py", console, messages)
    return "\n".join(line.rstrip() for line in captured.get().splitlines()) + "\n"


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_report_is_the_golden_one(language: str) -> None:
    golden.check(f"terminal.{language}.txt", printed(messages_for(language)), "report")


def test_labels_stand_in_a_column_however_long_they_are() -> None:
    messages = messages_for(BASE)
    long = {
        **messages.strings,
        "result_why": "すべての理由",
        "result_smallest": "the smallest of all",
    }
    text = printed(dataclasses.replace(messages, strings=long))
    assert "the smallest of all  x = [2.]" in text
    assert "yours                [4.]" in text


def test_tools_get_the_same_sentences() -> None:
    german = messages_for("de")
    assert "WA falsches Ergebnis: 5 von 6 Fällen scheitern" in summary_text(FAILING, german)
    assert "vermutlich  Die Ergebnisse sind genau die dieses Fehlers" in summary_text(
        FAILING, german
    )
    assert "1 ×  das Ergebnis hat die falsche Form" in group_text(FAILING, "secret", german)
    assert "erwartet" in case_text(FAILING.cases[0], german)


def test_what_a_secret_case_says_without_a_reason() -> None:
    told = dataclasses.replace(FAILING.cases[3], reason=None, message="something else")
    result = dataclasses.replace(FAILING, cases=(told,))
    assert "1 ×  something else" in group_text(result, "secret", messages_for("de"))
