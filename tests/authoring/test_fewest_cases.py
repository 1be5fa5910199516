"""Which cases are suggested, and which could go: the smallest that do the work."""

from __future__ import annotations

import numpy as np

from grader.authoring.kill_matrix import KillMatrix, Row
from grader.authoring.suggestions import _cover, smallest_set
from grader.authoring.wide_search import WideCase
from grader.cases.testcase import Call, Testcase
from grader.problem.model import CaseSpec


def wide(name: str, size: int) -> WideCase:
    case = Testcase(name, "g", (Call("f", (np.zeros(size),)),))
    return WideCase(CaseSpec(name=name), case, ())


def suggested(sizes: dict[str, int], killing: dict[str, tuple[str, ...]]) -> list[str]:
    lacking = dict.fromkeys(killing, 1)  # killed once already; twice is wanted
    found = _cover([wide(name, size) for name, size in sizes.items()], killing, lacking)
    return [suggestion.spec.name for suggestion in found]


def test_of_inputs_that_kill_as_much_the_smallest_is_suggested() -> None:
    sizes = {"large": 90, "small": 2, "middle": 9}
    assert suggested(sizes, {"mutant": ("large", "middle", "small")}) == ["small"]


def test_an_input_that_kills_more_comes_before_a_smaller_one() -> None:
    killing = {"one": ("large", "small"), "other": ("large",)}
    assert suggested({"small": 2, "large": 90}, killing) == ["large"]


def matrix(numbers: dict[str, int], rows: dict[str, tuple[str, ...]]) -> KillMatrix:
    cases = tuple(numbers)
    made = tuple(
        Row(name, "wrong", tuple(float(case in killers) for case in cases))
        for name, killers in rows.items()
    )
    groups = ("g",) * len(cases)
    return KillMatrix("p", cases, groups, (0.0,) * len(cases), made, tuple(numbers.values()))


def test_the_smallest_cases_that_kill_as_often_are_kept() -> None:
    numbers = {"huge": 900, "tiny": 1, "small": 5, "large": 80}
    keep, go = smallest_set(matrix(numbers, {"wrong": tuple(numbers)}))
    assert (keep, go) == (("tiny", "small"), ("huge", "large"))


def test_a_group_keeps_its_smallest_case_though_it_kills_nothing() -> None:
    keep, _ = smallest_set(matrix({"huge": 900, "tiny": 1}, {}))
    assert keep == ("tiny",)


def test_fixed_cases_stay() -> None:
    numbers = {"huge": 900, "tiny": 1, "small": 5}
    keep, _ = smallest_set(matrix(numbers, {"wrong": tuple(numbers)}), frozenset({"huge"}))
    assert "huge" in keep
    assert len(keep) == 2
