"""What a class report says, as numbers: read result by result, kept as counts."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from grader.collect.model import LeftOut, Student
from grader.diagnosis.known_causes import EXACTLY
from grader.problem.model import Problem
from grader.report.agreement import Agreement, find_agreements
from grader.report.run_files import document_of
from grader.runs.records import Entry, Run
from grader.runs.store import Store
from grader.verdict import Verdict

#: Times and memory are counted in classes of which each is twice as wide as the one before.
_CLASSES = 12


@dataclass(frozen=True)
class Bar:
    """A row of a chart that is its own table."""

    label: str
    count: int
    share: float
    """Of the longest bar or of all, between 0 and 1."""
    note: str = ""


@dataclass(frozen=True)
class Histogram:
    """Counts in classes, and what they say in a sentence."""

    labels: tuple[str, ...]
    counts: tuple[int, ...]
    sentence: str

    @property
    def most(self) -> int:
        """The largest count, at least 1."""
        return max(1, *self.counts)


@dataclass
class CaseCount:
    """How often a test case fails, and in which way."""

    name: str
    group: str
    total: int = 0
    fails: int = 0
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def others(self) -> int:
        """How many fail in another way than the three that are the most frequent."""
        return self.fails - sum(count for _, count in self.kinds.most_common(3))


@dataclass(frozen=True)
class StudentRow:
    """A student's latest submission."""

    entry: Entry
    failing: int
    cases: int
    likely: str


@dataclass(frozen=True)
class ClassData:
    """Everything in the report."""

    run: Run
    title: str
    rows: tuple[StudentRow, ...]
    earlier: int
    """Attempts that were judged too, and do not count."""
    verdicts: tuple[Bar, ...]
    scores: Histogram
    groups: tuple[tuple[str, tuple[CaseCount, ...]], ...]
    """(title, its cases), in the problem's order."""
    mistakes: tuple[Bar, ...]
    unexplained: int
    """Failing submissions of which no likely mistake is known."""
    seconds: Histogram
    memory: Histogram
    agreements: tuple[Agreement, ...]
    absent: tuple[Student, ...]
    left_out: tuple[LeftOut, ...]
    mean: float | None
    median: float | None

    @property
    def judged(self) -> int:
        """Students with a result that is not our failure."""
        return sum(row.entry.points is not None for row in self.rows)

    @property
    def accepted(self) -> int:
        """Students all of whose cases pass."""
        return sum(row.entry.verdict is Verdict.AC for row in self.rows)


def class_data(store: Store, number: int, problem: Problem | None) -> ClassData:
    """Count a run; the latest attempt of each student. ``problem`` gives titles and the starter."""
    run = store.run(number)
    counts = _Counts()
    latest: dict[str, Entry] = {}
    total = 0
    for entry in store.entries(number):
        latest[entry.student.id] = entry
        total += 1
    rows = tuple(counts.add(entry, document_of(store, entry)) for entry in latest.values())
    starter = (problem.spec.starter.encode(),) if problem else ()
    sources = {
        row.entry.student.id: store.submission(row.entry.content).source
        for row in rows
        if row.entry.verdict not in (None, Verdict.CE)
    }
    points = [row.entry.points for row in rows if row.entry.points is not None]
    return ClassData(
        run=run,
        title=problem.spec.title if problem else run.problem,
        rows=rows,
        earlier=total - len(rows),
        verdicts=tuple(_verdict_bars(rows)),
        scores=_score_histogram(points, run.max_points),
        groups=tuple(counts.by_group(problem)),
        mistakes=_bars(counts.mistakes),
        unexplained=counts.unexplained,
        seconds=_spread(counts.seconds, 1e-3, seconds_text, "processor time"),
        memory=_spread(counts.memory, 1e6, bytes_text, "memory"),
        agreements=find_agreements(sources, starter),
        absent=tuple(store.absent(number)),
        left_out=tuple(store.left_out(number)),
        mean=statistics.fmean(points) if points else None,
        median=statistics.median(points) if points else None,
    )


class _Counts:
    """What is counted over all results."""

    def __init__(self) -> None:
        self.cases: dict[tuple[str, str], CaseCount] = {}
        self.titles: dict[str, str] = {}
        self.mistakes: Counter[str] = Counter()
        self.unexplained = 0
        self.seconds: list[float] = []
        self.memory: list[float] = []

    def add(self, entry: Entry, result: Mapping[str, Any] | None) -> StudentRow:
        if result is None or result["verdict"] == "JE":
            return StudentRow(entry, 0, 0, "")
        failing = 0
        for case in result["cases"]:
            key = (case["group"], case["name"])
            count = self.cases.setdefault(key, CaseCount(case["name"], case["group"]))
            count.total += 1
            if case["verdict"] != "AC":
                failing += 1
                count.fails += 1
                count.kinds[" ".join(filter(None, (case["verdict"], case["reason"])))] += 1
        for group in result["groups"]:
            self.titles.setdefault(group["id"], group["title"])
        likely = result["likely"].removeprefix(EXACTLY)
        if likely:
            self.mistakes[likely] += 1
        elif result["verdict"] not in ("AC", "CE"):
            self.unexplained += 1
        if result["wall"]:
            self.seconds.append(result["cpu"])
            self.memory.append(result["memory"])
        return StudentRow(entry, failing, len(result["cases"]), likely)

    def by_group(self, problem: Problem | None) -> Iterator[tuple[str, tuple[CaseCount, ...]]]:
        order: list[str] = []
        for count in self.cases.values():
            if count.group not in order:
                order.append(count.group)
        titles = {g.id: g.title for g in problem.spec.tests.groups if g.title} if problem else {}
        for group in order:
            own = tuple(count for count in self.cases.values() if count.group == group)
            yield titles.get(group) or self.titles.get(group) or group.capitalize(), own


def _verdict_bars(rows: Sequence[StudentRow]) -> Iterator[Bar]:
    counts = Counter(row.entry.verdict for row in rows)
    for verdict in (*Verdict, None):
        if counts[verdict]:
            label = f"{verdict.name} {verdict.value}" if verdict else "not judged"
            share = counts[verdict] / len(rows)
            yield Bar(label, counts[verdict], share, f"{100 * share:.0f} %")


def _bars(counts: Counter[str]) -> tuple[Bar, ...]:
    most = max(counts.values(), default=1)
    return tuple(Bar(label, count, count / most) for label, count in counts.most_common())


def _score_histogram(points: Sequence[float], most: float) -> Histogram:
    """Tenths of the points; who has all of them is counted by itself."""
    labels = (*(f"{10 * i} to {10 * i + 9} %" for i in range(10)), "100 %")
    counts = [0] * 11
    for value in points:
        counts[min(10, math.floor(10 * value / most + 1e-9)) if most else 10] += 1
    sentence = "No submission has a score."
    if points:
        sentence = (
            f"{len(points)} scores from {min(points):.4g} to {max(points):.4g} of {most:g} points; "
            f"half of them are at least {statistics.median(points):.4g}."
        )
    return Histogram(labels, tuple(counts), sentence)


def _spread(
    values: Sequence[float], unit: float, text: Callable[[float], str], what: str
) -> Histogram:
    """Counts by powers of two of a unit, from the least to the most."""
    found = sorted(value for value in values if value > 0)
    if not found:
        return Histogram(("none",), (0,), f"No {what} was measured.")
    classes = [math.floor(math.log2(value / unit)) for value in found]
    first = max(classes[0], classes[-1] - _CLASSES + 1)
    edges = [text(float(f"{unit * 2.0**k:.2g}")) for k in range(first, classes[-1] + 2)]
    labels = tuple(f"{low} to {high}" for low, high in pairwise(edges))
    counts = [0] * len(labels)
    for index in classes:
        counts[max(0, index - first)] += 1
    middle, high = found[len(found) // 2], found[min(len(found) - 1, 9 * len(found) // 10)]
    sentence = (
        f"Half of the submissions need at most {text(middle)} of {what}, nine in ten at most "
        f"{text(high)}, the most is {text(found[-1])}."
    )
    return Histogram(labels, tuple(counts), sentence)


def seconds_text(value: float) -> str:
    """``3.9 ms`` or ``2.0 s``."""
    return f"{value:.3g} s" if value >= 1 else f"{1e3 * value:.3g} ms"


def bytes_text(value: float) -> str:
    """``3.9 MB``."""
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.0f} B"
