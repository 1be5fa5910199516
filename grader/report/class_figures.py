"""What a class report says, as numbers: read result by result, kept as counts."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from grader.collect import LeftOut, Student
from grader.problem import Problem
from grader.report.agreement import Agreement, find_agreements
from grader.report.run_files import document_of
from grader.runs import Entry, Run, Store
from grader.verdict import Verdict

#: Times and memory are counted in classes of which each is twice as wide as the one before.
_CLASSES = 12
T = TypeVar("T")
#: Ways to fail that are named for each case.
WAYS = 3
#: How a case fails: the name of its verdict, and its reason or nothing.
Kind = tuple[str, str]


@dataclass(frozen=True)
class Bar(Generic[T]):
    """A row of a chart that is its own table."""

    what: T
    count: int
    share: float
    """Of the longest bar or of all, between 0 and 1."""


@dataclass(frozen=True)
class Scores:
    """How many have which share of the points."""

    counts: tuple[int, ...]
    """By tenths; who has all of the points is counted by itself, at the end."""
    low: float = 0.0
    median: float = 0.0
    high: float = 0.0


@dataclass(frozen=True)
class Spread:
    """How many need how much: of times or of memory."""

    edges: tuple[float, ...] = ()
    """Of the classes, each twice as wide as the one before; none where nothing was measured."""
    counts: tuple[int, ...] = ()
    median: float = 0.0
    ninth: float = 0.0
    """What nine in ten need at most."""
    most: float = 0.0


@dataclass
class CaseCount:
    """How often a test case fails, and in which way."""

    name: str
    group: str
    total: int = 0
    fails: int = 0
    kinds: Counter[Kind] = field(default_factory=Counter)

    @property
    def others(self) -> int:
        """How many fail in another way than those that are the most frequent."""
        return self.fails - sum(count for _, count in self.kinds.most_common(WAYS))


@dataclass(frozen=True)
class GroupCount:
    """The cases of a test group."""

    id: str
    title: str
    cases: tuple[CaseCount, ...]


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
    verdicts: tuple[Bar[Verdict | None], ...]
    scores: Scores
    groups: tuple[GroupCount, ...]
    """In the problem's order."""
    mistakes: tuple[Bar[str], ...]
    unexplained: int
    """Failing submissions of which no likely mistake is known."""
    seconds: Spread
    memory: Spread
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
        scores=_scores(points, run.max_points),
        groups=tuple(counts.by_group(problem)),
        mistakes=_bars(counts.mistakes),
        unexplained=counts.unexplained,
        seconds=_spread(counts.seconds, 1e-3),
        memory=_spread(counts.memory, 1e6),
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
                count.kinds[case["verdict"], case["reason"] or ""] += 1
        for group in result["groups"]:
            self.titles.setdefault(group["id"], group["title"])
        likely = result["likely"]
        if likely:
            self.mistakes[likely] += 1
        elif result["verdict"] not in ("AC", "CE"):
            self.unexplained += 1
        if result["wall"]:
            self.seconds.append(result["cpu"])
            self.memory.append(result["memory"])
        return StudentRow(entry, failing, len(result["cases"]), likely)

    def by_group(self, problem: Problem | None) -> Iterator[GroupCount]:
        order: list[str] = []
        for count in self.cases.values():
            if count.group not in order:
                order.append(count.group)
        titles = {g.id: g.title for g in problem.spec.tests.groups if g.title} if problem else {}
        for group in order:
            own = tuple(count for count in self.cases.values() if count.group == group)
            title = titles.get(group) or self.titles.get(group) or group.capitalize()
            yield GroupCount(group, title, own)


def _verdict_bars(rows: Sequence[StudentRow]) -> Iterator[Bar[Verdict | None]]:
    counts = Counter(row.entry.verdict for row in rows)
    for verdict in (*Verdict, None):
        if counts[verdict]:
            yield Bar(verdict, counts[verdict], counts[verdict] / len(rows))


def _bars(counts: Counter[str]) -> tuple[Bar[str], ...]:
    most = max(counts.values(), default=1)
    return tuple(Bar(label, count, count / most) for label, count in counts.most_common())


def _scores(points: Sequence[float], most: float) -> Scores:
    counts = [0] * 11
    for value in points:
        counts[min(10, math.floor(10 * value / most + 1e-9)) if most else 10] += 1
    if not points:
        return Scores(tuple(counts))
    return Scores(tuple(counts), min(points), statistics.median(points), max(points))


def _spread(values: Sequence[float], unit: float) -> Spread:
    """Counts by powers of two of a unit, from the least to the most."""
    found = sorted(value for value in values if value > 0)
    if not found:
        return Spread()
    classes = [math.floor(math.log2(value / unit)) for value in found]
    first = max(classes[0], classes[-1] - _CLASSES + 1)
    edges = [float(f"{unit * 2.0**k:.2g}") for k in range(first, classes[-1] + 2)]
    counts = [0] * (len(edges) - 1)
    for index in classes:
        counts[max(0, index - first)] += 1
    return Spread(
        edges=tuple(edges),
        counts=tuple(counts),
        median=found[len(found) // 2],
        ninth=found[min(len(found) - 1, 9 * len(found) // 10)],
        most=found[-1],
    )
