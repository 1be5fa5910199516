"""A submission's result as a person reads it in a terminal of 80 columns.

Structure first, numbers second, the likely cause last; only the first failing cases in
full, since the others usually have the same cause.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grader.judge import CaseResult, Counterexample, Difference, SubmissionResult
from grader.verdict import Verdict

#: Failing cases shown in full; the rest get a line each.
IN_FULL = 2
#: Lines of the submission's own output that are shown.
OUTPUT_LINES = 12
#: Columns of a report that goes into another tool's page.
PLAIN_WIDTH = 88
_LABEL = 10
_INDENT = 2


def render(result: SubmissionResult, title: str) -> RenderableType:
    """The whole report; ``title`` names the problem and the submission's file."""
    return Group(*_parts(result, title))


def print_result(result: SubmissionResult, title: str, console: Console) -> None:
    """Print the report; colours only where the console has them."""
    console.print(render(result, title), highlight=False)


def _parts(result: SubmissionResult, title: str) -> Iterator[RenderableType]:
    scope = "public cases" if result.scope == "public" else "all cases"
    yield Rule(Text.assemble((title, "bold"), (f"  {scope}", "dim")), align="left", style="dim")
    yield Text()
    shown = [case for case in result.cases if case.call]
    yield from _cases(shown)
    if any(case.verdict is not Verdict.AC for case in shown):
        yield Text()
    yield from _causes(result)
    if result.groups:
        yield _groups(result)
    yield _verdict_line(result)


def group_text(result: SubmissionResult, group: str) -> str:
    """What the report says of one group's cases, as plain text; empty where it says nothing."""
    own = [case for case in result.cases if case.group == group]
    parts = [*_cases([case for case in own if case.call]), *_kinds(own)]
    return _plain(*parts)


def case_text(case: CaseResult) -> str:
    """What the report says of a case that it shows in full, as plain text."""
    return _plain(_headline(case), *_details(case))


def summary_text(result: SubmissionResult) -> str:
    """Verdict, likely cause and smallest counterexample, as plain text."""
    return _plain(_verdict_line(result), *_causes(result))


def _plain(*parts: RenderableType) -> str:
    """Parts of a report without colours or spaces at the ends of lines."""
    console = Console(file=io.StringIO(), width=PLAIN_WIDTH, color_system=None, highlight=False)
    with console.capture() as captured:
        console.print(Group(*parts))
    return "\n".join(line.rstrip() for line in captured.get().splitlines()).strip("\n")


def _cases(shown: Sequence[CaseResult]) -> Iterator[RenderableType]:
    """A line each; the first that fail in full."""
    failing = [case for case in shown if case.verdict is not Verdict.AC]
    in_full = failing[:IN_FULL]
    for case in shown:
        yield _headline(case)
        if case in in_full:
            yield from _details(case)


def _causes(result: SubmissionResult) -> Iterator[RenderableType]:
    """What may have been the cause, and what the program said."""
    if result.likely:
        yield _labelled("likely", Text(result.likely, style="bold yellow"), indent=0)
    if result.counterexample is not None:
        yield from _counterexample(result.counterexample)
    if result.output.strip():
        yield from _output(result.output)
    for warning in result.warnings:
        yield _labelled("note", Text(warning), indent=0)


def _headline(case: CaseResult) -> Text:
    passed = case.verdict is Verdict.AC
    line = Text(no_wrap=True, overflow="ellipsis")
    line.append("✓ " if passed else "✗ ", style="bold green" if passed else "bold red")
    line.append(case.name, style="" if passed else "bold")
    if not passed:
        line.append(f"  {case.verdict.name}", style="red")
        if case.reason is not None:
            line.append(f" {case.reason.value}", style="red")
    return line


def _details(case: CaseResult) -> Iterator[RenderableType]:
    if case.inputs:
        width = max(len(name) for name, _ in case.inputs)
        lines = "\n".join(f"{name:{width}} = {value}" for name, value in case.inputs)
        yield _labelled("inputs", Text(lines, style="dim"))
    else:
        yield _labelled("call", Text(case.call, style="dim"))
    if case.difference is not None:
        yield from _difference(case.difference)
    else:
        yield _labelled(_reason_word(case), Text(case.message))
    if case.note:
        yield _labelled("case", Text(case.note, style="dim"))
    if case.likely:
        yield _labelled("likely", Text(case.likely, style="yellow"))


def _reason_word(case: CaseResult) -> str:
    return (case.reason.value if case.reason else case.verdict.value).split()[-1]


def _difference(difference: Difference) -> Iterator[RenderableType]:
    if difference.shape_note:
        part = f"{difference.path}: " if difference.path else ""
        yield _labelled("result", Text(part + difference.shape_note))
    yield _labelled("wrong", Text(difference.summary))
    if difference.where:
        yield _labelled("where", Text(difference.where))
    if difference.samples:
        table = Table(box=None, pad_edge=False, show_header=True, header_style="dim")
        table.add_column("index")
        table.add_column("yours", justify="right", style="red")
        table.add_column("expected", justify="right", style="green")
        for index, yours, expected in difference.samples:
            table.add_row(index, yours, expected)
        yield Padding(table, (0, 0, 0, _INDENT + 2 + _LABEL))


def _labelled(label: str, content: Text, indent: int = _INDENT + 2) -> RenderableType:
    """A dim word in a column of its own, and text that wraps beside it."""
    grid = Table.grid(padding=0)
    grid.add_column(width=_LABEL, no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(Text(label, style="dim"), content)
    return Padding(grid, (0, 0, 0, indent))


def _counterexample(example: Counterexample) -> Iterator[RenderableType]:
    given = Text()
    for name, value in example.arguments.items():
        given.append(f"{name} = {value}\n")
    given.rstrip()
    yield _labelled("smallest", given, indent=0)
    for name, value in example.intermediate_values:
        yield _labelled("", Text(f"{name} = {value}", style="dim"), indent=0)
    yield _labelled("expected", Text(example.expected, style="green"), indent=0)
    yield _labelled("yours", Text(example.given, style="red"), indent=0)


def _output(output: str) -> Iterator[RenderableType]:
    lines = output.rstrip("\n").split("\n")
    yield Text("your program printed", style="dim")
    for line in lines[:OUTPUT_LINES]:
        yield Padding(Text(line, overflow="fold"), (0, 0, 0, _INDENT))
    if len(lines) > OUTPUT_LINES:
        yield Padding(
            Text(f"… and {len(lines) - OUTPUT_LINES} more lines", style="dim"), (0, 0, 0, _INDENT)
        )


def _groups(result: SubmissionResult) -> RenderableType:
    """Points by group; a secret group's cases are marks, with what went wrong in words."""
    table = Table(box=box.SIMPLE, pad_edge=False, show_edge=False)
    table.add_column("group")
    table.add_column("passed", justify="right")
    table.add_column("points", justify="right")
    table.add_column("cases")
    for group in result.groups:
        own = [case for case in result.cases if case.group == group.id]
        marks = Text()
        for case in own:
            passed = case.verdict is Verdict.AC
            marks.append("✓" if passed else "✗", style="green" if passed else "red")
        table.add_row(
            group.title,
            f"{group.passed} of {group.total}",
            f"{group.points:.4g} of {group.max_points:g}",
            marks,
        )
    parts: list[RenderableType] = [Padding(table, (1, 0))]
    kinds = _kinds(result.cases)
    if kinds:
        parts += [*kinds, Text()]
    return Group(*parts)


def _kinds(cases: Sequence[CaseResult]) -> list[RenderableType]:
    """What went wrong in the secret ones among some cases, the most frequent first."""
    kinds = Counter(
        case.message or case.verdict.value
        for case in cases
        if not case.call and case.verdict is not Verdict.AC
    )
    if not kinds:
        return []
    lines = (_labelled(f"  {n} ×", Text(kind), indent=0) for kind, n in kinds.most_common())
    return [Text("In cases that are not shown:", style="dim"), *lines]


def _verdict_line(result: SubmissionResult) -> Text:
    style = {Verdict.AC: "bold green", Verdict.JE: "bold magenta"}.get(result.verdict, "bold red")
    failing = sum(case.verdict is not Verdict.AC for case in result.cases)
    line = Text.assemble((f"{result.verdict.name} {result.verdict.value}", style))
    if result.message:
        line.append(f": {result.message}")
    elif failing:
        line.append(f": {failing} of {len(result.cases)} cases fail")
    if result.groups:
        line.append(f"   {result.points:.4g} of {result.max_points:g} points", style="dim")
    return line
