"""Whatever a report is made of, nothing unprintable leaves the console."""

from __future__ import annotations

import io

from rich.console import Group
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grader.report.console import ReportConsole

HARM = "a\x1b[2Jb\u202ec\ud800"
SHOWN = r"a\x1b[2Jb\u202ec\ud800"


def printed(*parts: object, **options: object) -> str:
    file = io.StringIO()
    console = ReportConsole(file=file, width=80, highlight=False, **options)  # type: ignore[arg-type]  # options of rich
    console.print(*parts, markup=False)
    return file.getvalue()


def test_harm_is_escaped_in_every_part_of_a_report() -> None:
    table = Table(box=None)
    table.add_column(HARM, min_width=40)
    table.add_row(Text(HARM))
    for part in (HARM, Text(HARM), Rule(HARM), Padding(Text(HARM), 1), Panel(HARM), table):
        for shape in (part, Group(part)):
            text = printed(shape)
            assert SHOWN in text, part
            assert "\x1b" not in text


def test_colours_of_ours_stay() -> None:
    text = printed(Text(HARM, style="bold red"), force_terminal=True, color_system="standard")
    assert text == f"\x1b[1;31m{SHOWN}\x1b[0m\n"
