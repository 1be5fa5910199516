"""What the class report counts, and how it writes it down."""

from __future__ import annotations

from collections import Counter

import pytest

from grader.report.class_figures import CaseCount


@pytest.mark.parametrize(
    ("kinds", "others"),
    [
        ({}, 0),
        ({"WA value": 8, "RTE exception": 2, "WA type": 1}, 0),
        ({"WA value": 8, "RTE exception": 2, "WA type": 1, "MLE": 1, "WA shape": 1}, 2),
    ],
)
def test_the_ways_to_fail_add_up(kinds: dict[str, int], others: int) -> None:
    count = CaseCount("case", "group", 20, sum(kinds.values()), Counter(kinds))
    shown = sum(number for _, number in count.kinds.most_common(3))
    assert count.others == others
    assert shown + count.others == count.fails
