"""For tests of one problem: the module says which, as ``PROBLEM = "feed_forward"``."""

import runpy

import pytest

from grader.cases.suite import build_suite
from grader.problem.contract import entry_name
from grader.problem.load import load_problem
from tests.course import COURSE


class Functions(dict):
    """What the solutions of a problem define, by file: ``wrong/act_none.py``."""

    def __init__(self, problem):
        self.problem = problem

    def __missing__(self, name):
        defined = runpy.run_path(str(self.problem.solutions / name))
        self[name] = defined[entry_name(self.problem.spec)]
        return self[name]


@pytest.fixture(scope="module")
def problem(request):
    return load_problem(request.module.PROBLEM, course=COURSE)


@pytest.fixture(scope="module")
def functions(problem):
    return Functions(problem)


@pytest.fixture(scope="module")
def suite(problem):
    return build_suite(problem)
