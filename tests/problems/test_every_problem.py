"""What holds of every problem of the course: it is complete, and its texts are sound."""

import re

import pytest

from grader.handout.check import check_text
from grader.problem.course import Course
from grader.problem.load import load_problem, read_problem
from tests.course import COURSE, IDS, ROOT
from tests.problems.texts import Theory

#: What no feedback may show: code that does it right.
_CODE = re.compile(r"@|np\.(?!ndarray)|\w\(|\.T\b")
_STATEMENTS = ("requirements", "constraints", "pitfalls", "hints")


@pytest.fixture(scope="module", params=IDS)
def problem(request):
    return load_problem(request.param, course=COURSE)


def test_nothing_is_found_wrong_with_it(problem):
    assert read_problem(problem.folder)[1] == ()
    assert check_text(problem) == ()


def test_it_has_all_parts(problem):
    spec = problem.spec
    assert len(spec.requirements) >= 3
    assert len(spec.constraints) >= 3
    assert len(spec.pitfalls) >= 5
    assert len(spec.hints) >= 3
    assert len(spec.examples) >= 2
    assert all(example.explain for example in spec.examples)
    assert spec.source is not None
    assert spec.source.section
    assert len(re.findall(r"^#{2,3} ", problem.theory, re.M)) >= 8
    assert re.search(r"^## References$", problem.theory, re.M)
    assert len(list((problem.solutions / "accepted").glob("*.py"))) >= 3
    assert len(list((problem.solutions / "wrong").glob("*.py"))) >= 8


def test_students_see_some_cases_in_full_and_of_others_a_diagnosis(problem):
    groups = problem.spec.tests.groups
    assert {group.visible for group in groups} >= {"full", "diagnosis"}
    assert all(group.points > 0 for group in groups)
    assert sum(group.points for group in groups) == 100


def test_every_pitfall_says_how_to_notice(problem):
    for pitfall in problem.spec.pitfalls:
        assert "*How to notice:*" in " ".join(pitfall.text.split()), pitfall.title


def test_no_hint_holds_a_line_of_the_reference(problem):
    lines = (problem.solutions / "reference.py").read_text("utf-8").splitlines()
    told = [line.strip().removeprefix("return ") for line in lines]
    telling = [line for line in told if re.search(r"[(@*/]", line) and len(line) > 12]
    for hint in problem.spec.hints:
        assert not any(line in hint.text for line in telling), hint.text


def test_the_cost_of_hints_never_falls(problem):
    costs = [hint.cost for hint in problem.spec.hints]
    assert costs == sorted(costs)


def test_every_wrong_solution_has_words_for_the_student(problem):
    files = {f"wrong/{path.name}" for path in (problem.solutions / "wrong").glob("*.py")}
    named = [misconception.solution for misconception in problem.spec.misconceptions]
    assert sorted(named) == sorted(files)
    assert all(misconception.breaks for misconception in problem.spec.misconceptions)


def test_feedback_names_no_code(problem):
    for misconception in problem.spec.misconceptions:
        assert not _CODE.search(misconception.feedback), misconception.solution


@pytest.mark.parametrize("part", _STATEMENTS)
def test_every_statement_is_broken_by_a_wrong_solution_or_says_why_not(problem, part):
    broken = {statement for m in problem.spec.misconceptions for statement in m.breaks}
    for number, statement in enumerate(getattr(problem.spec, part)):
        assert (f"{part}[{number}]" in broken) != (statement.untested is not None), statement


def test_every_solution_says_what_it_does(problem):
    for path in problem.solutions.rglob("*.py"):
        assert path.read_text("utf-8").startswith('"""'), path.name


def test_the_worked_example_of_the_theory_is_tested(problem):
    tests = ROOT / "tests" / "problems" / f"test_{problem.id}_theory.py"
    assert tests.is_file()


@pytest.mark.parametrize(
    ("left", "right", "tolerance"),
    [
        pytest.param(*equation.values, id=f"{problem_id}: {equation.id}")
        for problem_id in IDS
        for equation in Theory(problem_id).equations()
    ],
)
def test_arithmetic_in_the_theory_holds(left, right, tolerance):
    assert left == pytest.approx(right, rel=0, abs=tolerance)


def test_prerequisites_come_first():
    course = Course(COURSE)
    for problem_id in course.ids:
        before = course.ids[: course.ids.index(problem_id)]
        assert set(course.problem(problem_id).spec.prerequisites) <= set(before)


def test_the_order_of_the_course_names_every_problem():
    assert sorted(Course(COURSE).spec.order) == list(IDS)
