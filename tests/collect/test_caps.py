"""How much is read: all that is allowed, and not one more."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grader.collect.caps import Budget, Exhausted


def bytes_of(budget: Budget) -> Callable[[], None]:
    return lambda: budget.take_bytes(1)


def kept_by(budget: Budget) -> Callable[[], None]:
    return lambda: budget.keep_bytes(1)


def files_of(budget: Budget) -> Callable[[], None]:
    return budget.take_file


@pytest.mark.parametrize("kind", [files_of, bytes_of, kept_by])
def test_all_that_is_allowed_is_read_and_nothing_more(
    kind: Callable[[Budget], Callable[[], None]],
) -> None:
    take = kind(Budget(files=3, size=3, kept=3))
    for _ in range(3):
        take()
    with pytest.raises(Exhausted, match="more than 3 "):
        take()
