"""Which cases run once more at the end: small ones, each whole by itself."""

from __future__ import annotations

import numpy as np

from grader.cases.testcase import Call, Testcase
from grader.judge import prepared_suite


def case(name: str, size: int, group: str = "g", reuse: str | None = None) -> Testcase:
    return Testcase(name, group, (Call("f", (np.zeros(size),)),), reuse=reuse)


def repeated(*cases: Testcase) -> list[str]:
    return [cases[index].name for index in prepared_suite._repeats(cases)]


def test_the_smallest_case_of_each_group_runs_again() -> None:
    assert repeated(case("a", 3), case("b", 2), case("c", 4), case("d", 9, "h")) == ["b", "d"]


def test_a_case_that_refills_anothers_arrays_does_not_run_again() -> None:
    """Its arrays would hold what the case before it left there."""
    assert repeated(case("first", 5), case("refilled", 2, reuse="first")) == ["first"]
    assert repeated(case("refilled", 2, reuse="first")) == []


def test_large_cases_do_not_run_again() -> None:
    around = prepared_suite.case_bytes(case("empty", 0))
    most = (prepared_suite._REPEATED_BYTES - around) // 8
    assert repeated(case("largest", most)) == ["largest"]
    assert repeated(case("too large", most + 1)) == []
