"""A run as a person reads it in a terminal: what was taken as whose, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grader.collect import LeftOut, Student
from grader.runs import Entry, Run, Store
from grader.verdict import Verdict

#: Rows of a table that are shown unless all are asked for.
ROWS = 100
_STYLES = {Verdict.AC: "bold green", Verdict.JE: "bold magenta", None: "dim"}


def render_run(store: Store, number: int, *, every: bool = False) -> RenderableType:
    """A whole run; ``every`` row of it, however many there are."""
    run = store.run(number)
    rows = None if every else ROWS
    parts: list[RenderableType] = [_title(run), Text()]
    entries = list(store.entries(number))
    left_out = store.left_out(number)
    folder = _folder([entry.path for entry in entries] + [item.path for item in left_out])
    if folder:
        parts.append(Text(f"from {folder}", style="dim", overflow="fold"))
    parts += _table(entries, rows, folder)
    parts += _without(store.absent(number), rows)
    parts += _left_out(left_out, rows, folder)
    parts.append(Text())
    parts += _sum(run, entries)
    return Group(*parts)


def render_runs(runs: list[Run]) -> RenderableType:
    """All runs of a store, a line each."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("run", "problem", "started", "submissions", ""):
        table.add_column(name, justify="right" if name in ("run", "submissions") else "left")
    for run in runs:
        note = "" if run.finished else f"cut short: {run.total - run.done} to go"
        if run.of is not None:
            note = f"rejudges {run.of}" + (f"; {note}" if note else "")
        table.add_row(str(run.id), run.problem, _when(run.started), str(run.total), note)
    return table


def _title(run: Run) -> RenderableType:
    title = Text.assemble((f"run {run.id} · {run.problem}", "bold"))
    title.append(f"  {_when(run.started)}  problem {run.problem_hash[:12]}", style="dim")
    return Rule(title, align="left", style="dim")


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M")


def _folder(paths: list[str]) -> str:
    """What all paths begin with, up to the end of a folder or archive."""
    if len(paths) < 2:
        return ""
    first, last = min(paths), max(paths)
    same = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), 0)
    return first[: max(first.rfind("/", 0, same), first.rfind("!", 0, same)) + 1]


def _table(entries: list[Entry], rows: int | None, folder: str) -> Iterator[RenderableType]:
    named = any(entry.student.name for entry in entries)
    table = Table(box=None, pad_edge=False, header_style="dim", expand=True)
    table.add_column("student", no_wrap=True, max_width=20)
    if named:
        table.add_column("name", no_wrap=True, max_width=20)
    table.add_column("verdict", no_wrap=True)
    table.add_column("points", justify="right", no_wrap=True)
    table.add_column("from", style="dim", no_wrap=True, ratio=1, min_width=8)
    for entry in entries[:rows]:
        who = [entry.student.id] + ([entry.student.name] if named else [])
        table.add_row(
            *map(Text, who), _verdict(entry), _points(entry), Text(_source(entry, folder))
        )
    yield table
    yield from _more(len(entries), rows, "submissions")


def _verdict(entry: Entry) -> Text:
    if entry.verdict is None:
        return Text("not judged", style="dim")
    text = Text(entry.verdict.name, style=_STYLES.get(entry.verdict, "bold red"))
    return text.append(f" {entry.reason}" if entry.reason else "", style="not bold")


def _points(entry: Entry) -> Text:
    if entry.verdict is None:
        return Text()
    if entry.points is None:
        return Text("unknown", style="magenta")
    return Text(f"{entry.points:.4g} of {entry.max_points:g}")


def _source(entry: Entry, folder: str) -> str:
    """Where it was found, and what is special about it."""
    short = entry.path.removeprefix(folder)
    notes = ["late"] if entry.late else []
    notes += [f"attempt {entry.attempt}"] if entry.attempt > 1 else []
    return " · ".join([*notes, short])


def _without(students: list[Student], rows: int | None) -> Iterator[RenderableType]:
    if students:
        yield Text(f"\nnothing from {len(students)} of the roster", style="bold")
        for student in students[:rows]:
            yield Padding(Text(" ".join(filter(None, (student.id, student.name)))), (0, 0, 0, 2))
        yield from _more(len(students), rows, "students")


def _left_out(items: list[LeftOut], rows: int | None, folder: str) -> Iterator[RenderableType]:
    if items:
        yield Text(f"\nleft out: {len(items)}", style="bold")
        for item in items[:rows]:
            path = item.path.removeprefix(folder)
            line = Text.assemble(path, (f" {item.reason}", "dim"), overflow="fold")
            yield Padding(line, (0, 0, 0, 2))
        yield from _more(len(items), rows, "paths")


def _more(count: int, rows: int | None, what: str) -> Iterator[RenderableType]:
    if rows is not None and count > rows:
        yield Text(f"… and {count - rows} more {what}; 'grader runs show --all' has them")


def _sum(run: Run, entries: list[Entry]) -> Iterator[RenderableType]:
    counts = Counter(entry.verdict for entry in entries)
    line = Text()
    for verdict in Verdict:
        if counts[verdict]:
            line.append(f"{verdict.name} ", style=_STYLES.get(verdict, "bold red"))
            line.append(f"{counts[verdict]}  ")
    if counts[None]:
        line.append(f"not judged {counts[None]}  ", style="dim")
    scores = [entry.points for entry in entries if entry.points is not None]
    if scores:
        mean = sum(scores) / len(scores)
        line.append(f"mean {mean:.4g} of {run.max_points:g} points", style="dim")
    yield line
    if counts[Verdict.JE]:
        yield Text(
            f"{counts[Verdict.JE]} could not be judged, which is our failure and no score; "
            f"'grader runs rejudge {run.id} --only JE' tries again"
        )
    if counts[None]:
        yield Text(f"to go on: grader grade {run.problem} --resume {run.id}")
