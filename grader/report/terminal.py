"""A submission's result as a person reads it in a terminal of 80 columns.

Structure first, numbers second, the likely cause last; only the first failing cases in
full, since the others usually have the same cause.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grader.judge import CaseResult, Counterexample, Difference, SubmissionResult
from grader.pages import Messages
from grader.report.causes import likely_text, secret_text
from grader.verdict import Verdict

#: Failing cases shown in full; the rest get a line each.
IN_FULL = 2
#: Lines of the submission's own output that are shown.
OUTPUT_LINES = 12
#: Columns of a report that goes into another tool's page.
PLAIN_WIDTH = 88
_INDENT = 2
#: What may stand as a label before a text.
_LABELS = (
    "inputs", "call", "result", "wrong", "where", "why", "case", "likely", "note", "smallest",
    "expected", "yours",
)  # fmt: skip


def render(result: SubmissionResult, title: str, messages: Messages) -> RenderableType:
    """The whole report; ``title`` names the problem and the submission's file."""
    return Group(*_parts(result, title, messages))


def print_result(
    result: SubmissionResult, title: str, console: Console, messages: Messages
) -> None:
    """Print the report; colours only where the console has them."""
    console.print(render(result, title, messages), highlight=False)


def _parts(result: SubmissionResult, title: str, messages: Messages) -> Iterator[RenderableType]:
    scope = messages["result_public" if result.scope == "public" else "result_all"]
    yield Rule(Text.assemble((title, "bold"), (f"  {scope}", "dim")), align="left", style="dim")
    yield Text()
    shown = [case for case in result.cases if case.call]
    yield from _cases(shown, messages)
    if any(case.verdict is not Verdict.AC for case in shown):
        yield Text()
    yield from _causes(result, messages)
    if result.groups:
        yield _groups(result, messages)
    yield _verdict_line(result, messages)


def group_text(result: SubmissionResult, group: str, messages: Messages) -> str:
    """What the report says of one group's cases, as plain text; empty where it says nothing."""
    own = [case for case in result.cases if case.group == group]
    shown = [case for case in own if case.call]
    return _plain(*_cases(shown, messages), *_kinds(own, messages))


def case_text(case: CaseResult, messages: Messages) -> str:
    """What the report says of a case that it shows in full, as plain text."""
    return _plain(_headline(case, messages), *_details(case, messages))


def summary_text(result: SubmissionResult, messages: Messages) -> str:
    """Verdict, likely cause and smallest counterexample, as plain text."""
    return _plain(_verdict_line(result, messages), *_causes(result, messages))


def _plain(*parts: RenderableType) -> str:
    """Parts of a report without colours or spaces at the ends of lines."""
    console = Console(file=io.StringIO(), width=PLAIN_WIDTH, color_system=None, highlight=False)
    with console.capture() as captured:
        console.print(Group(*parts))
    return "\n".join(line.rstrip() for line in captured.get().splitlines()).strip("\n")


def _cases(shown: Sequence[CaseResult], messages: Messages) -> Iterator[RenderableType]:
    """A line each; the first that fail in full."""
    failing = [case for case in shown if case.verdict is not Verdict.AC]
    in_full = failing[:IN_FULL]
    for case in shown:
        yield _headline(case, messages)
        if case in in_full:
            yield from _details(case, messages)


def _causes(result: SubmissionResult, messages: Messages) -> Iterator[RenderableType]:
    """What may have been the cause, and what the program said."""
    label = _Labels(messages, indent=0)
    if result.likely:
        yield label("likely", Text(likely_text(result.likely, messages), style="bold yellow"))
    if result.counterexample is not None:
        yield from _counterexample(result.counterexample, label)
    if result.output.strip():
        yield from _output(result.output, messages)
    for warning in result.warnings:
        yield label("note", Text(warning))


def _headline(case: CaseResult, messages: Messages) -> Text:
    passed = case.verdict is Verdict.AC
    line = Text(no_wrap=True, overflow="ellipsis")
    line.append("✓ " if passed else "✗ ", style="bold green" if passed else "bold red")
    line.append(case.name, style="" if passed else "bold")
    if not passed:
        line.append(f"  {case.verdict.name}", style="red")
        if case.reason is not None:
            line.append(f" {messages.reason(case.reason)}", style="red")
    return line


def _details(case: CaseResult, messages: Messages) -> Iterator[RenderableType]:
    label = _Labels(messages, indent=_INDENT + 2)
    if case.inputs:
        width = max(len(name) for name, _ in case.inputs)
        lines = "\n".join(f"{name:{width}} = {value}" for name, value in case.inputs)
        yield label("inputs", Text(lines, style="dim"))
    else:
        yield label("call", Text(case.call, style="dim"))
    if case.difference is not None:
        yield from _difference(case.difference, label)
    else:
        yield label("why", Text(case.message))
    if case.note:
        yield label("case", Text(case.note, style="dim"))
    if case.likely:
        yield label("likely", Text(likely_text(case.likely, messages), style="yellow"))


def _difference(difference: Difference, label: _Labels) -> Iterator[RenderableType]:
    if difference.shape_note:
        part = f"{difference.path}: " if difference.path else ""
        yield label("result", Text(part + difference.shape_note))
    yield label("wrong", Text(difference.summary))
    if difference.where:
        yield label("where", Text(difference.where))
    if difference.samples:
        messages = label.messages
        table = Table(box=None, pad_edge=False, show_header=True, header_style="dim")
        table.add_column(messages["result_index"])
        table.add_column(messages["result_yours"], justify="right", style="red")
        table.add_column(messages["result_expected"], justify="right", style="green")
        for index, yours, expected in difference.samples:
            table.add_row(index, yours, expected)
        yield Padding(table, (0, 0, 0, label.indent + label.width))


@dataclass(frozen=True)
class _Labels:
    """A dim word in a column of its own, and text that wraps beside it."""

    messages: Messages
    indent: int

    @property
    def width(self) -> int:
        """Of the column: the longest word of the language and a gap."""
        return max(cell_len(self.messages[f"result_{name}"]) for name in _LABELS) + 2

    def __call__(self, name: str, content: Text) -> RenderableType:
        grid = Table.grid(padding=0)
        grid.add_column(width=self.width, no_wrap=True)
        grid.add_column(overflow="fold")
        grid.add_row(Text(self.messages[f"result_{name}"] if name else "", style="dim"), content)
        return Padding(grid, (0, 0, 0, self.indent))


def _counterexample(example: Counterexample, label: _Labels) -> Iterator[RenderableType]:
    given = Text()
    for name, value in example.arguments.items():
        given.append(f"{name} = {value}\n")
    given.rstrip()
    yield label("smallest", given)
    for name, value in example.intermediate_values:
        yield label("", Text(f"{name} = {value}", style="dim"))
    yield label("expected", Text(example.expected, style="green"))
    yield label("yours", Text(example.given, style="red"))


def _output(output: str, messages: Messages) -> Iterator[RenderableType]:
    lines = output.rstrip("\n").split("\n")
    yield Text(messages["result_printed"], style="dim")
    for line in lines[:OUTPUT_LINES]:
        yield Padding(Text(line, overflow="fold"), (0, 0, 0, _INDENT))
    if len(lines) > OUTPUT_LINES:
        more = messages.plural("result_more_lines", len(lines) - OUTPUT_LINES)
        yield Padding(Text(more, style="dim"), (0, 0, 0, _INDENT))


def _groups(result: SubmissionResult, messages: Messages) -> RenderableType:
    """Points by group; a secret group's cases are marks, with what went wrong in words."""
    table = Table(box=box.SIMPLE, pad_edge=False, show_edge=False)
    table.add_column(messages["result_group"])
    table.add_column(messages["result_passed"], justify="right")
    table.add_column(messages["result_points"], justify="right")
    table.add_column(messages["result_cases"])
    for group in result.groups:
        own = [case for case in result.cases if case.group == group.id]
        marks = Text()
        for case in own:
            passed = case.verdict is Verdict.AC
            marks.append("✓" if passed else "✗", style="green" if passed else "red")
        table.add_row(
            group.title,
            messages.out_of(group.passed, group.total),
            messages.out_of(group.points, group.max_points),
            marks,
        )
    parts: list[RenderableType] = [Padding(table, (1, 0))]
    kinds = _kinds(result.cases, messages)
    if kinds:
        parts += [*kinds, Text()]
    return Group(*parts)


def _kinds(cases: Sequence[CaseResult], messages: Messages) -> list[RenderableType]:
    """What went wrong in the secret ones among some cases, the most frequent first."""
    kinds = Counter(
        secret_text(case, messages)
        for case in cases
        if not case.call and case.verdict is not Verdict.AC
    )
    if not kinds:
        return []
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(overflow="fold")
    for kind, count in kinds.most_common():
        grid.add_row(f"{count} ×", kind)
    return [Text(messages["result_secret"], style="dim"), Padding(grid, (0, 0, 0, _INDENT))]


def _verdict_line(result: SubmissionResult, messages: Messages) -> Text:
    style = {Verdict.AC: "bold green", Verdict.JE: "bold magenta"}.get(result.verdict, "bold red")
    failing = sum(case.verdict is not Verdict.AC for case in result.cases)
    line = Text.assemble((f"{result.verdict.name} {messages.verdict(result.verdict)}", style))
    if result.message:
        line.append(f": {result.message}")
    elif failing:
        total = len(result.cases)
        line.append(f": {messages.get('result_failing', count=failing, total=total)}")
    if result.groups:
        number = messages.number
        points = messages.get(
            "result_of_points", count=number(result.points), total=number(result.max_points)
        )
        line.append(f"   {points}", style="dim")
    return line
