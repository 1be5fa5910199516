from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from runs import LIMITS, Run

from grader.cases.testcase import Testcase
from grader.problem.model import Limits
from grader.sandbox.report import RunReport
from grader.sandbox.runner import Entry, IsolationPolicy, Runner


@pytest.fixture(scope="session")
def runner() -> Iterator[Runner]:
    with Runner(policy=IsolationPolicy("D")) as runner:
        yield runner


@pytest.fixture
def run(runner: Runner) -> Run:
    """Run a source on cases of ``f``, or of another entry."""

    def run_(
        source: str | bytes,
        *cases: Testcase,
        entry: Entry | None = None,
        limits: Limits = LIMITS,
        capacity: int = 1 << 20,
    ) -> RunReport:
        given: Sequence[Testcase] = cases
        count = len(given[0].calls[0].args) if given else 0
        prepared = runner.prepare(given, entry or Entry("f", count), capacity)
        text = source.encode() if isinstance(source, str) else source
        try:
            return runner.run(text, prepared, limits)
        finally:
            prepared.close()

    return run_
