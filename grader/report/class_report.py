"""A class's results as one HTML file: no network, no script, for eyes and for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from grader.pages import Messages, Theme, prose, render_page, unbroken
from grader.problem import EXAMPLES
from grader.report.causes import likely_markup
from grader.report.class_figures import WAYS, CaseCount, ClassData, Kind, Scores, Spread
from grader.verdict import Verdict

_TEMPLATE = Path(__file__).parent / "templates" / "class_report.html.j2"
#: What is said of a run's environment, with the key of its message or the name that it has.
_ENVIRONMENT = {
    "isolation": "class_isolation",
    "grader": "",
    "python": "Python",
    "numpy": "NumPy",
    "blas": "BLAS",
    "cpu": "class_cpu_model",
    "engine": "class_engine",
}


@dataclass(frozen=True)
class Chart:
    """Counts in classes, as a picture and as a table, and what they say in a sentence."""

    id: str
    title: str
    column: str
    """What the classes are of."""
    ticks: tuple[str, ...]
    """Below each bar."""
    labels: tuple[str, ...]
    """Of each row of the table."""
    counts: tuple[int, ...]
    sentence: str

    @property
    def most(self) -> int:
        """The largest count, at least 1."""
        return max(1, *self.counts)


def render_class_report(data: ClassData, theme: Theme, *, names: bool = True) -> str:
    """The page; without ``names`` it says nothing about single students.

    Raises:
        ProblemError: at the course's template that cannot be used.
    """
    messages = theme.messages
    started = datetime.fromtimestamp(data.run.started).astimezone()
    return render_page(
        _TEMPLATE,
        theme,
        data=data,
        names=names,
        started=started.strftime("%Y-%m-%d %H:%M"),
        charts=_charts(data, messages),
        environment=tuple(_environment(data, messages)),
        ways=lambda case: tuple(_ways(case, messages)),
        prose=prose,
        unbroken=unbroken,
        groups=tuple(_groups(data, messages)),
        likely=lambda text: likely_markup(text, messages, exactly=False),
    )


def _groups(data: ClassData, messages: Messages) -> Iterator[tuple[str, tuple[CaseCount, ...]]]:
    """The groups with their titles; that of the examples is ours."""
    for group in data.groups:
        yield messages["examples"] if group.id == EXAMPLES else group.title, group.cases


def _charts(data: ClassData, messages: Messages) -> dict[str, Chart]:
    return {
        "scores": _scores(data.scores, data.run.max_points, messages),
        "cpu": _spread("cpu", data.seconds, seconds_text, messages),
        "memory": _spread("memory", data.memory, bytes_text, messages),
    }


def _scores(scores: Scores, most: float, messages: Messages) -> Chart:
    percent, number = messages["percent"], messages.number
    ranges = [messages.get("range", low=10 * i, high=10 * i + 9) for i in range(10)]
    count = sum(scores.counts)
    sentence = messages["class_scores_none"]
    if count:
        sentence = messages.plural(
            "class_scores_said",
            count,
            low=number(scores.low),
            high=number(scores.high),
            points=number(most),
            median=number(scores.median),
        )
    return Chart(
        id="scores-chart",
        title=messages["class_scores"],
        column=messages["class_scores_column"],
        ticks=(*(str(10 * i) for i in range(10)), percent.format(value=100)),
        labels=(*(percent.format(value=text) for text in ranges), percent.format(value=100)),
        counts=scores.counts,
        sentence=sentence,
    )


def _spread(
    key: str, spread: Spread, text: Callable[[float, Messages], str], messages: Messages
) -> Chart:
    edges = [text(edge, messages) for edge in spread.edges]
    facts = {name: text(getattr(spread, name), messages) for name in ("median", "ninth", "most")}
    said = messages.get(f"class_{key}_said", **facts) if edges else messages[f"class_{key}_none"]
    return Chart(
        id=f"{key}-chart",
        title=messages[f"class_{key}"],
        column=messages[f"class_{key}_column"],
        ticks=tuple(edges[:-1]),
        labels=tuple(messages.get("range", low=low, high=high) for low, high in pairwise(edges)),
        counts=spread.counts,
        sentence=said,
    )


def _ways(case: CaseCount, messages: Messages) -> Iterator[str]:
    """In which ways a case fails, the most frequent first."""
    for kind, count in case.kinds.most_common(WAYS):
        yield messages.get("count_times", count=count, what=_kind(kind, messages))
    if case.others:
        yield messages.get("class_other_way", count=case.others)


def _kind(kind: Kind, messages: Messages) -> str:
    """``WA shape``; without a reason what the verdict is called."""
    verdict, reason = kind
    if reason:
        return f"{verdict} {messages.reason(reason)}"
    return f"{verdict} {messages.verdict(Verdict[verdict])}"


def _environment(data: ClassData, messages: Messages) -> Iterator[tuple[str, str]]:
    for key, value in data.run.environment.items():
        if key in _ENVIRONMENT:
            label = _ENVIRONMENT[key] or key
            yield messages.strings.get(label, label), value


def seconds_text(value: float, messages: Messages) -> str:
    """``3.9 ms`` or ``2.0 s``."""
    return _with_unit(value, (("s", 1.0), ("ms", 1e-3)), messages)


def bytes_text(value: float, messages: Messages) -> str:
    """``3.9 MB``."""
    return _with_unit(value, (("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("B", 1.0)), messages)


def _with_unit(value: float, units: Sequence[tuple[str, float]], messages: Messages) -> str:
    """In the first unit of which it is at least one, or in the last."""
    unit, size = next((each for each in units if value >= each[1]), units[-1])
    return f"{messages.number(float(f'{value / size:.3g}'))} {unit}"
