"""What runs inside a Dask worker: the same judging as on one machine, a batch at a time."""

from __future__ import annotations

import contextlib
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grader import __version__
from grader.errors import GraderError, JudgeError
from grader.grading import JudgingContext
from grader.judge import SubmissionResult
from grader.runs.local import Work, judge_many, make_context
from grader.runs.payload import Payload, unpack
from grader.sandbox import IsolationPolicy, Runner
from grader.submission import Submission

Item = tuple[bytes, Submission]


@dataclass(frozen=True)
class Order:
    """How a run wants its submissions judged; the same for all of it."""

    payload: Payload
    grader: str
    """Version of the main process."""
    suite_hash: str
    """Of the test cases that the main process makes."""
    policy: IsolationPolicy
    explain: bool


@dataclass(frozen=True)
class Readiness:
    """What a worker says when it is asked, before anything is judged."""

    problem: str = ""
    """Why it cannot judge; empty if it can."""
    isolation: str = ""


class _Place:
    """A runner and a bench of one thread: a worker may have several."""

    def __init__(self, order: Order) -> None:
        if order.grader != __version__:
            raise JudgeError(f"it has grader {__version__}, and {order.grader} is wanted")
        with contextlib.ExitStack() as stack:
            self.runner = stack.enter_context(Runner(policy=order.policy))
            self.explainer: Runner | None = None
            if order.explain:
                self.explainer = stack.enter_context(Runner(policy=order.policy))
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="grader-"))
            self.context: JudgingContext = make_context(
                unpack(order.payload, Path(folder)), self.runner
            )
            if self.context.suite.suite_hash != order.suite_hash:
                raise JudgeError("it makes other test cases: its software differs")
            self.isolation = self.runner.isolation
            self._stack = stack.pop_all()

    def close(self) -> None:
        """End its processes and remove its files."""
        self._stack.close()


_OWN = threading.local()


def _place(order: Order) -> _Place:
    """This thread's place for an order; the one before it is given up."""
    if getattr(_OWN, "order", None) != order:
        forget()
        _OWN.place, _OWN.order = _Place(order), order
    place: _Place = _OWN.place
    return place


def forget() -> None:
    """Give up this thread's place, if it has one."""
    if hasattr(_OWN, "place"):
        _OWN.place.close()
        del _OWN.place, _OWN.order


def ask(order: Order) -> Readiness:
    """Whether this worker can judge; called once on each before a run."""
    try:
        with contextlib.closing(_Place(order)) as place:
            return Readiness("", place.isolation)
    except (GraderError, OSError) as error:
        return Readiness(str(error))


def judge_batch(
    order: Order, batch: Sequence[Item]
) -> list[tuple[bytes, SubmissionResult]] | Readiness:
    """The results of a batch, in any order; or why this worker can judge none at all."""
    try:
        place = _place(order)
        works = (Work(key, place.context, submission) for key, submission in batch)
        judged = judge_many(works, place.runner, explainer=place.explainer)
        return [(one.tag, one.result) for one in judged]
    except (GraderError, OSError) as error:
        return Readiness(str(error))


def keep(order: Order) -> Order:
    """An order as a value of the cluster: sent once, and made again where it was lost."""
    return order
