"""docs/course.md is about the course as it is, as far as that shows without running it."""

import pytest

from grader.cases.suite import build_suite
from grader.problem.course import Course
from grader.problem.load import load_problem
from tests.course import COURSE, IDS, ROOT, SOLUTIONS
from tests.problems.texts import table

TEXT = (ROOT / "docs" / "course.md").read_text("utf-8")
ROWS = {row[0]: row for row in table(TEXT)}


def test_the_rows_are_the_problems_in_teaching_order():
    assert tuple(ROWS) == Course(COURSE).ids


@pytest.mark.parametrize("problem_id", IDS)
def test_the_row_counts_what_is_there(problem_id):
    _, cases, right, _, wrong, *_ = ROWS[problem_id]
    problem = load_problem(problem_id, course=COURSE)
    assert int(cases) == len(build_suite(problem).cases)
    assert int(right) == len(list(problem.solutions.glob("accepted/*.py")))
    assert int(wrong) == len(list(problem.solutions.glob("wrong/*.py")))


@pytest.mark.parametrize("problem_id", IDS)
def test_the_cases_are_as_good_as_the_course_promises(problem_id):
    *_, worst_right, wrong, nearest, kills, mutants, score, _ = ROWS[problem_id][2:]
    assert float(worst_right) <= 0.5
    assert int(wrong) >= 8
    assert nearest == "—" or float(nearest) > 10
    assert int(kills) >= 2
    killed, of, all_of_them = mutants.split()
    assert (killed, of, score) == (all_of_them, "of", "100 %")


def test_solutions_written_from_the_statement_alone_are_there():
    names = {path.parent.parent.name for path in SOLUTIONS.glob("*/accepted/from_the_statement.py")}
    section = TEXT[TEXT.index("## Written from the statement alone") :]
    assert len(names) >= 5
    assert all(f"`{name}`" in section for name in names)
