"""How far a run of many is: a bar in a terminal, a line now and then in a file or pipe."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from grader.verdict import Verdict

#: A plain line comes after so many seconds, or after a tenth of all if that takes longer.
_SECONDS = 5.0


class Heard(Protocol):
    """Told of each verdict, and of how many submissions got it."""

    def __call__(self, verdict: Verdict, count: int) -> None:
        """Count it."""


class Tally:
    """Verdicts so far, and how fast they come."""

    def __init__(self, total: int, done: int) -> None:
        self.total = total
        self.done = done
        self.verdicts: Counter[str] = Counter()
        self._before = done
        self._began = time.monotonic()

    def add(self, verdict: Verdict, count: int) -> None:
        """Count a verdict that ``count`` submissions got."""
        self.done += count
        self.verdicts[verdict.name] += count

    @property
    def rate(self) -> float:
        """Submissions a second, of those that were judged now."""
        passed = time.monotonic() - self._began
        return (self.done - self._before) / passed if passed > 0 else 0.0

    @property
    def left(self) -> str:
        """The time that the rest will take."""
        return clock((self.total - self.done) / self.rate) if self.rate else "?"

    @property
    def counts(self) -> str:
        """``AC 12  WA 3``, by severity."""
        order = sorted(self.verdicts, key=lambda name: Verdict[name].severity)
        return "  ".join(f"{name} {self.verdicts[name]}" for name in order)


def clock(seconds: float) -> str:
    """``1:02:03`` or ``2:03``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def progress(total: int, done: int) -> Iterator[Heard]:
    """Show on standard error how a run goes on; ``done`` had results before."""
    tally = Tally(total, done)
    if sys.stderr.isatty():
        with _bar(tally) as heard:
            yield heard
    else:
        with _lines(tally) as heard:
            yield heard


@contextmanager
def _bar(tally: Tally) -> Iterator[Heard]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (
        TextColumn("judging"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}/s  {task.fields[left]} left  {task.fields[counts]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(
            "", total=tally.total, completed=tally.done, rate="-", left="?", counts=""
        )

        def heard(verdict: Verdict, count: int) -> None:
            tally.add(verdict, count)
            bar.update(
                task,
                completed=tally.done,
                rate=f"{tally.rate:.3g}",
                left=tally.left,
                counts=tally.counts,
            )

        yield heard


@contextmanager
def _lines(tally: Tally) -> Iterator[Heard]:
    last_time, last_done = time.monotonic(), tally.done

    def heard(verdict: Verdict, count: int) -> None:
        nonlocal last_time, last_done
        tally.add(verdict, count)
        now = time.monotonic()
        step = tally.done - last_done
        if now - last_time >= _SECONDS and 10 * step >= tally.total:
            last_time, last_done = now, tally.done
            print(_line(tally), file=sys.stderr, flush=True)

    yield heard
    if tally.done > last_done:
        print(_line(tally), file=sys.stderr, flush=True)


def _line(tally: Tally) -> str:
    share = 100 * tally.done // tally.total if tally.total else 100
    rest = "" if tally.done == tally.total else f"{tally.left} left, "
    return (
        f"{tally.done} of {tally.total} ({share} %), {tally.rate:.3g}/s, {rest}"
        f"{tally.counts or 'nothing new'}"
    )
