"""Without Linux there is no wall, but the same verdicts: an interpreter for each run."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from runs import LIMITS, call, case, same

from grader.problem.model import Limits
from grader.sandbox.inputs import Entry, prepare
from grader.sandbox.job import Job
from grader.sandbox.plain import PlainRunner
from grader.sandbox.report import RunReport, Stop

X = np.arange(3.0)
CASES = [
    case(call(X), name="first"),
    case(call(X + 1), name="second", reuse="first"),
    case(call(np.asfortranarray(np.ones((2, 3)))), name="third"),
]


@pytest.fixture(scope="module")
def plain() -> Iterator[PlainRunner]:
    runner = PlainRunner(2)
    yield runner
    runner.close()


def run(plain: PlainRunner, *sources: str, limits: Limits = LIMITS) -> list[RunReport]:
    prepared = prepare(CASES, Entry("f", 1))
    jobs = [Job(i, source.encode(), prepared, limits) for i, source in enumerate(sources)]
    reports = dict(plain.run_many(jobs))
    prepared.close()
    return [reports[i] for i in range(len(sources))]


def test_results_and_changes_are_as_behind_the_wall(plain: PlainRunner) -> None:
    right, changing = run(
        plain, "def f(x):\n    return 2 * x", "def f(x):\n    x += 1\n    return x.strides"
    )
    assert right.stop is Stop.FINISHED
    assert right.isolation == "D"
    for found, case_ in zip(right.cases, CASES, strict=True):
        assert same(found.results, (2 * case_.calls[0].args[0],))
        assert found.changed == ()
    assert [found.changed for found in changing.cases] == [((0, 0),)] * 3
    assert changing.cases[2].results == ((8, 16),)


def test_numbers_that_nobody_seeded_are_the_same_again(plain: PlainRunner) -> None:
    source = (
        "import random\nimport numpy as np\n"
        "def f(x):\n    return random.random(), float(np.random.rand())\n"
    )
    first, second = run(plain, source, source)
    assert first.stop is Stop.FINISHED
    assert [case.results for case in first.cases] == [case.results for case in second.cases]


SOURCES = {
    "def f(:": Stop.LOAD_FAILED,
    "def g(x): pass": Stop.LOAD_FAILED,
    "import os\nos._exit(0)": Stop.EXITED,
    "import os\nos._exit(97)": Stop.EXITED,
    "import os\nos.abort()": Stop.CRASHED,
    "while True: pass": Stop.WALL_TIME,
    "print('x' * 10_000)": Stop.OUTPUT,
    "def f(x):\n    raise MemoryError": Stop.MEMORY,
    "": Stop.LOAD_FAILED,
    "#" * (1 << 21): Stop.LOAD_FAILED,
}


def test_every_end_is_told_as_behind_the_wall(plain: PlainRunner) -> None:
    limits = Limits(wall=0.5, cpu=10, memory=1 << 28, output=1000)
    reports = run(plain, *SOURCES, limits=limits)
    assert [report.stop for report in reports] == list(SOURCES.values())
    assert "line 2" in reports[4].detail


def test_our_own_failure_is_told_after_a_second_try(plain: PlainRunner) -> None:
    prepared = prepare(CASES, Entry("f", 1, imports=("not_installed",)))
    job = Job("tag", b"def f(x): pass", prepared, LIMITS)
    ((tag, report),) = plain.run_many([job])
    prepared.close()
    assert (tag, report.stop, job.attempts) == ("tag", Stop.JUDGE_ERROR, 2)
