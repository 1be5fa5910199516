from __future__ import annotations

from typing import Any

import pytest
from made_problems import make_problem, one_function

from grader.cases.suite import build_suite, check
from grader.cases.testcase import Testcase
from grader.errors import ProblemError

FUNCTION = {
    **one_function(x={"shape": "*batch n"}, y={"shape": "m"}),
    "dims": {"n": {"min": 2, "max": 5}, "k": {"min": 7, "max": 7}},
}


def drawn(sizes: dict[str, Any], count: int = 60, **more: Any) -> list[Testcase]:
    case = {"name": "c", "sizes": sizes, "repeat": count, **more}
    return list(build_suite(make_problem(case, function=FUNCTION)).cases)


def test_what_is_not_given_is_drawn_from_its_range() -> None:
    cases = drawn({})
    assert {case.sizes["n"] for case in cases} == {2, 3, 4, 5}
    assert {case.sizes["k"] for case in cases} == {7}
    m = [case.sizes["m"] for case in cases]
    assert set(m) <= set(range(1, 17))
    assert len(set(m)) > 10
    batches = [case.sizes["batch"] for case in cases]
    assert {len(batch) for batch in batches} == {0, 1, 2, 3}  # type: ignore[arg-type]
    assert {axis for batch in batches for axis in batch} == {1, 2, 3, 4}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("name", "size", "expected"),
    [
        ("n", 9, {9}),
        ("n", {"max": 3}, {2, 3}),
        ("n", {"min": 4}, {4, 5}),
        ("n", {"min": 8}, {8}),
        ("n", {"max": 1}, {1}),
        ("n", {"min": 0, "max": 1}, {0, 1}),
        ("n", "k+1", {8}),
        ("n", "2*k-4", {10}),
        ("batch", [], {()}),
        ("batch", [0, 3], {(0, 3)}),
        ("batch", {"ndim": 2, "min": 3, "max": 3}, {(3, 3)}),
        ("batch", {"ndim": [0, 1], "max": 1}, {(), (1,)}),
        ("batch", {"ndim": 1, "max": 2}, {(1,), (2,)}),
    ],
)
def test_sizes_as_they_are_written(name: str, size: Any, expected: set[Any]) -> None:
    assert {case.sizes[name] for case in drawn({name: size})} == expected


def test_sizes_that_follow_from_each_other() -> None:
    for case in drawn({"n": "m+1", "m": "2*k"}, count=2):
        assert case.sizes["m"] == 14
        assert case.sizes["n"] == 15


def test_a_drawn_size_does_not_depend_on_the_others() -> None:
    m = [case.sizes["m"] for case in drawn({})]
    assert [case.sizes["m"] for case in drawn({"n": 3, "batch": []})] == m


def test_a_seed_of_its_own_changes_a_case_and_no_other() -> None:
    one, other = drawn({}, count=20), drawn({}, count=20, seed=5)
    assert [case.sizes for case in one] != [case.sizes for case in other]


def test_literals_give_sizes_to_their_own_call() -> None:
    calls = [{"args": {"y": [1, 2]}}, {"args": {"y": [1, 2, 3], "x": [[1, 2]]}}, {}]
    case = {"name": "c", "calls": calls, "sizes": {"n": {"max": 9}}}
    (made,) = build_suite(make_problem(case, function=FUNCTION)).cases
    shapes = [(call.args[0].shape[-1], call.args[1].shape) for call in made.calls]
    assert shapes[0][1] == (2,)
    assert shapes[1] == (2, (3,))
    assert shapes[0][0] == shapes[2][0]
    assert made.sizes["m"] == 2


@pytest.mark.parametrize(
    ("sizes", "path", "message"),
    [
        ({"batch": 3}, (), "'batch' stands for any number of axes: give a list, such as [2, 3]"),
        ({"batch": "n"}, (), "'batch' stands for any number of axes: give a list"),
        ({"batch": [2, "x"]}, (1,), "a size is a whole number from 0, not 'x'"),
        ({"batch": [1] * 17}, (), "at most 16 axes are possible"),
        ({"batch": {"ndim": [3, 1]}}, ("ndim",), "'ndim' is a number of axes up to 16, or a range"),
        ({"batch": {"ndim": 99}}, ("ndim",), "'ndim' is a number of axes up to 16"),
        ({"batch": {"dim": 1}}, ("dim",), "unknown key 'dim'; did you mean 'ndim'?"),
        ({"n": [3]}, (), "'n' is one axis: give one number"),
        ({"n": -1}, (), "a size is a whole number from 0, not -1"),
        ({"n": 1.5}, (), "a size is a whole number from 0, not 1.5"),
        ({"n": True}, (), "a size is a whole number from 0, not True"),
        ({"n": None}, (), "a size is a whole number from 0, not None"),
        ({"n": 2**40}, (), "a size is a whole number from 0, not 1099511627776"),
        ({"n": {"min": 3, "max": 2}}, (), "the range from 3 to 2 is empty"),
        ({"n": {"ndim": 1}}, ("ndim",), "unknown key 'ndim'"),
        ({"n": "m**2"}, (), "cannot read 'm**2' at column 3"),
        ({"n": "q+1"}, (), "unknown size 'q'"),
        ({"n": "batch"}, (), "'batch' stands for any number of axes"),
        ({"n": "k-9"}, (), "a size of -2 is impossible"),
        ({"zz": 3}, (), "unknown size 'zz'; there are batch, k, m, n"),
        ({"bacth": []}, (), "unknown size 'bacth'; did you mean 'batch'?"),
    ],
)
def test_sizes_that_cannot_be(sizes: dict[str, Any], path: tuple[Any, ...], message: str) -> None:
    problem = make_problem({"name": "c", "sizes": sizes}, function=FUNCTION)
    (diagnostic,) = check(problem)
    assert diagnostic.message.startswith(message)
    where = ("tests", "groups", 0, "cases", 0, "sizes", *sizes, *path)
    assert diagnostic.where == problem.locate(*where)


def test_sizes_in_a_circle() -> None:
    problem = make_problem({"name": "c", "sizes": {"n": "m", "m": "n+0"}}, function=FUNCTION)
    (diagnostic,) = check(problem)
    assert diagnostic.message == "the sizes of m and n need each other"


def test_a_literal_against_a_formula() -> None:
    case = {"name": "c", "sizes": {"m": "2*n"}, "args": {"y": [1, 2, 3], "x": [1, 2]}}
    problem = make_problem(case, function=FUNCTION)
    with pytest.raises(ProblemError, match=r"m is 3 by a literal argument, not 2\*n"):
        build_suite(problem)


def test_nothing_where_there_should_be_something_is_doubted() -> None:
    problem = make_problem({"name": "c", "sizes": {"n": 0, "batch": [0]}}, function=FUNCTION)
    (diagnostic,) = check(problem)
    assert diagnostic.severity == "warning"
    assert diagnostic.message.startswith("n is 0")
