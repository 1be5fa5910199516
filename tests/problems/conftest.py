import runpy

import pytest

from grader.cases.suite import build_suite
from grader.problem.load import load_problem
from tests.course import COURSE, SOLUTIONS


class Functions(dict):
    """The functions of feed_forward's solutions, by file: ``wrong/act_none.py``."""

    def __missing__(self, name):
        path = SOLUTIONS / "feed_forward" / name
        self[name] = runpy.run_path(str(path))["feed_forward"]
        return self[name]


@pytest.fixture(scope="session")
def functions():
    return Functions()


@pytest.fixture(scope="session")
def problem():
    return load_problem("feed_forward", course=COURSE)


@pytest.fixture(scope="session")
def suite(problem):
    return build_suite(problem)
