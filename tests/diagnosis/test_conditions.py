"""When a program is wrong: sentences that are facts about the cases."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.cases.testcase import Call, Testcase
from grader.diagnosis.conditions import exactly_when, features

NAMES = {"f": ("x", "w")}


def case(name: str, batch: tuple[int, ...], n: int, m: int, **more: Any) -> Testcase:
    x = more.pop("x", np.linspace(-1, 2, int(np.prod((*batch, n)))).reshape(*batch, n))
    w = more.pop("w", np.linspace(-2, 1, n * m).reshape(n, m))
    sizes: dict[str, int | tuple[int, ...]] = {"batch": batch, "n": n, "m": m}
    return Testcase(name, "g", (Call("f", (x, w)),), sizes=sizes, **more)


F = np.asfortranarray(np.arange(6.0).reshape(2, 3))
CASES = (
    case("1-D", (), 2, 3),
    case("1-D too", (), 3, 2),
    case("square", (4,), 3, 3),
    case("square too", (2, 2), 2, 2),
    case("F", (2,), 2, 3, w=F),
    case("many", (60,), 2, 3),
    case("more", (70,), 3, 5),
    case("wide", (2,), 2, 30, w=F.repeat(10, axis=1)[::-1]),
    case("big", (3,), 2, 4, x=np.full((3, 2), -1e9)),
    case("bigger", (5,), 2, 4, x=np.full((5, 2), 1e12)),
    case("refilled", (3,), 2, 4, reuse="big"),
    case("refilled too", (5,), 2, 4, reuse="bigger"),
)
KNOWN = features(CASES, NAMES)


def wrong_on(*names: str) -> str:
    return exactly_when(KNOWN, [c.name in names for c in CASES])


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("1-D", "1-D too"), "wrong exactly where `x` has 1 axis (2 cases), right in the other 10"),
        (("square", "square too"), "wrong exactly where n = m (2 cases)"),
        (("F", "wide"), "wrong exactly where an argument is not C-contiguous"),
        (("many", "more"), "wrong where the product of batch is 60 or more (2 cases), right where"),
        (("refilled", "refilled too"), "where the arrays of an earlier call hold other values"),
        (("big", "bigger"), "wrong where the largest magnitude in `x` is 1e+09 or more (2 cases)"),
        (tuple(c.name for c in CASES if "1-D" not in c.name), "right only where `x` has 1 axis"),
    ],
)
def test_a_property_of_the_wrong_cases_is_told(names: tuple[str, ...], words: str) -> None:
    assert words in wrong_on(*names)


@pytest.mark.parametrize("names", [(), ("1-D",), ("1-D", "many"), tuple(c.name for c in CASES)])
def test_nothing_is_told_where_nothing_is_sure(names: tuple[str, ...]) -> None:
    assert wrong_on(*names) == ""


def test_cases_that_were_not_reached_count_for_nothing() -> None:
    wrong = [c.name.startswith("1-D") if c.name != "many" else None for c in CASES]
    assert "(2 cases), right in the other 9" in exactly_when(KNOWN, wrong)


def test_right_only_where_needs_fewer_right_cases_than_wrong_ones() -> None:
    """Where most cases are right, the sentence has to be about those that are wrong."""
    right = [c.name for c in CASES if c.name not in ("1-D", "1-D too", "square", "square too")]
    known = features(CASES, NAMES)
    flags = {"of most": tuple(c.name in right for c in CASES)}
    most = type(known)(flags, {})
    assert exactly_when(most, [c.name not in right for c in CASES]) == ""
    few = type(known)({"of few": tuple(c.name not in right for c in CASES)}, {})
    told = exactly_when(few, [c.name in right for c in CASES])
    assert told == "right only where of few (4 cases), wrong in the other 8"
