"""Shared by all tests: one wall for a whole session, and a cache that is nobody's own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from grader.grading.judging import JudgingContext, set_up
from grader.problem.load import load_problem
from grader.sandbox.runner import IsolationPolicy, Runner
from tests.course import COURSE

# No assertion on time: a machine with other work to do must not make a test fail.
settings.register_profile(
    "grader", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("grader")


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Expected values made by a test session are its own: never the user's, never kept.

    Processes that share the work of a session share them.
    """
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRADER_CACHE", str(folder / "expected-values"))
        yield


@pytest.fixture(scope="session")
def runner() -> Iterator[Runner]:
    """A wall as strong as this host has; tests of a level make their own."""
    with Runner(policy=IsolationPolicy("D")) as found:
        yield found


@pytest.fixture(scope="session")
def feed_forward(runner: Runner) -> JudgingContext:
    """The problem feed_forward with all its cases, ready to judge."""
    return set_up(load_problem("feed_forward", course=COURSE), runner)


@pytest.fixture(scope="session")
def solutions() -> Path:
    """The right and wrong solutions of feed_forward."""
    return COURSE / "solutions" / "feed_forward"
