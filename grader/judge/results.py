"""Verdicts and results: what is known about a submission after it was judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.verdict import Reason, Verdict


@dataclass(frozen=True)
class Difference:
    """How one output differs from what was expected (see ``numerics/comparator.py``)."""

    path: str
    """Which part of the result: ``""``, ``[1]``, ``['W_q']``."""
    summary: str
    """One line: ``16 of 24 values; largest error 6.82, allowed 2.1e-14``."""
    where: str = ""
    """The pattern over the axes."""
    samples: tuple[tuple[str, str, str], ...] = ()
    """(index, yours, expected) of some elements."""
    shape_note: str = ""
    """``shape (2, 3, 4) ok   dtype float64 ok``."""


@dataclass(frozen=True)
class CaseResult:
    """Verdict of one test case. Only ``feedback.py`` decides what of it a student may see."""

    name: str
    group: str
    verdict: Verdict
    reason: Reason | None = None
    message: str = ""
    """One sentence."""
    error: float = 0.0
    """Largest error in tolerances; above 1 is wrong, infinity where there is no number."""
    difference: Difference | None = None
    call: str = ""
    """``feed_forward(x=(2, 3, 4), W1=(4, 8), ...)``."""
    inputs: tuple[tuple[str, str], ...] = ()
    """(argument, value) of a failing case that has few numbers."""
    seconds: float = 0.0
    memory: int = 0
    likely: str = ""
    note: str = ""


@dataclass(frozen=True)
class GroupResult:
    """Points and counts of a test group."""

    id: str
    title: str
    visible: str
    passed: int
    total: int
    points: float
    max_points: float


@dataclass(frozen=True)
class Counterexample:
    """The smallest input found that shows the mistake, as text that can be pasted."""

    arguments: Mapping[str, str]
    expected: str
    given: str
    intermediate_values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Environment:
    """What the result depends on beside the submission."""

    grader: str
    python: str
    numpy: str
    blas: str
    cpu: str
    isolation: str


@dataclass(frozen=True)
class SubmissionResult:
    """Everything known about one submission."""

    problem: str
    problem_hash: str
    suite_hash: str
    seed: int
    submission_hash: str
    verdict: Verdict
    reason: Reason | None
    message: str
    points: float
    max_points: float
    share: float
    """Points of all points, from 0 to 1: exactly 1 where none is missing, and nowhere else.
    Where there are no points, 1 for a submission that was accepted."""
    cases: tuple[CaseResult, ...]
    groups: tuple[GroupResult, ...]
    environment: Environment
    wall: float = 0.0
    cpu: float = 0.0
    memory: int = 0
    output: str = ""
    warnings: tuple[str, ...] = ()
    likely: str = ""
    counterexample: Counterexample | None = None
    scope: str = "all"
    """``public`` or ``all``: which cases ran."""
    phases: Mapping[str, float] = field(default_factory=dict)

    @property
    def accepted(self) -> bool:
        """Whether every case that ran was accepted."""
        return self.verdict is Verdict.AC
