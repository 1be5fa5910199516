"""What each known mistake gives on every case of a suite, and what a student is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from grader.judge.fingerprints import Fingerprint, Vector
from grader.values import Value


@dataclass(frozen=True)
class MistakeCatalogue:
    """Fingerprints of all wrong solutions."""

    names: tuple[str, ...]
    """Files below ``solutions/<id>/``, such as ``wrong/no_b1.py``; numbers in a student bundle."""
    fingerprints: Mapping[str, tuple[Fingerprint | None, ...]]
    """By the name of the case, aligned with ``names``."""
    messages: Mapping[str, str] = field(default_factory=dict)
    """By name, what is said to a student who made the mistake; absent where nothing is."""

    def matches(
        self, given: Iterable[tuple[str, Fingerprint | None]], allowed: Mapping[str, Vector]
    ) -> tuple[str, ...]:
        """Return the solutions that give the same on every single case that ran.

        Args:
            given: (case, the submission's fingerprint), asked for only while a solution still
                matches; a case that did not come to an end (None) is matched by nothing.
            allowed: the tolerances of the right result by case.
        """
        alive = list(range(len(self.names)))
        with np.errstate(all="ignore"):
            for case, mine in given:
                theirs = self.fingerprints.get(case)
                if mine is None or theirs is None:
                    return ()
                limit = allowed[case]
                alive = [
                    index
                    for index in alive
                    if (known := theirs[index]) is not None and known.matches(mine, limit)
                ]
                if not alive:
                    return ()
        return tuple(self.names[index] for index in alive)

    def without(self, names: Sequence[str]) -> MistakeCatalogue:
        """The catalogue without some solutions."""
        kept = [i for i, name in enumerate(self.names) if name not in names]
        return MistakeCatalogue(
            tuple(self.names[i] for i in kept),
            {case: tuple(row[i] for i in kept) for case, row in self.fingerprints.items()},
            self.messages,
        )


def pack_fingerprints(
    fingerprints: Mapping[str, Sequence[Fingerprint | None]],
) -> list[Value]:
    """A list for each case that begins with the case's name."""
    return [
        [case, *([] if p is None else [p.text, p.numbers] for p in row)]
        for case, row in fingerprints.items()
    ]


def unpack_fingerprints(rows: Sequence[Value]) -> dict[str, tuple[Fingerprint | None, ...]]:
    """The inverse of :func:`pack_fingerprints`."""
    return {case: tuple(Fingerprint(*p) if p else None for p in row) for case, *row in rows}
