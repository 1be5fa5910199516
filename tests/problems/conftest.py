import runpy
from pathlib import Path

import pytest

from grader.cases.suite import build_suite
from grader.problem.load import load_problem

ROOT = Path(__file__).parents[2]


class Solutions(dict):
    """The functions of feed_forward's solutions, by file: ``wrong/act_none.py``."""

    def __missing__(self, name):
        path = ROOT / "solutions" / "feed_forward" / name
        self[name] = runpy.run_path(str(path))["feed_forward"]
        return self[name]


@pytest.fixture(scope="session")
def solutions():
    return Solutions()


@pytest.fixture(scope="session")
def problem():
    return load_problem(ROOT / "problems" / "feed_forward")


@pytest.fixture(scope="session")
def suite(problem):
    return build_suite(problem)
