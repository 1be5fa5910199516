"""``grader doctor``: what this machine gives to isolate submissions."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import click

from grader.cli import exit_codes
from grader.cli.options import console, json_option
from grader.cli.output import say_json

if TYPE_CHECKING:
    from grader.sandbox import Advice


@click.command("doctor")
@json_option
def command(as_json: bool) -> int:
    """Say how well this machine isolates submissions, and how to make it better.

    Every layer is found by its effect, in a process that is thrown away. Exit code 0: level B-
    or better. 2: submissions can only be kept from accidents here (level D).
    """
    from grader.sandbox import choose_layers, explain, probe

    report = probe()
    layers = choose_layers(report)
    advice = explain(report)
    if as_json:
        data = {
            "level": layers.level,
            "promises": layers.promises,
            "host": dataclasses.asdict(report),
            "layers": [dataclasses.asdict(row) for row in advice],
        }
        say_json(data)
    else:
        _print(layers.level, layers.promises, f"{report.system} {report.kernel}", advice)
    return exit_codes.USAGE if layers.level == "D" else exit_codes.ACCEPTED


def _print(level: str, promises: str, host: str, advice: list[Advice]) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    style = {"A": "bold green", "D": "bold red"}.get(level, "bold yellow")
    out.print(Text.assemble(("isolation level ", ""), (level, style), (f"  on {host}", "dim")))
    out.print(Text(f"this level {promises}"))
    out.print()
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for row in advice:
        mark = Text("✓", style="green") if row.present else Text("✗", style="red")
        table.add_row(mark, Text(row.layer, style="bold"), Text(row.adds))
        for extra in (row.reason, row.remedy):
            if extra:
                table.add_row("", "", Text(extra, style="dim"))
    out.print(table)
