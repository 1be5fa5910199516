"""What is known after one result was compared with what was expected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

#: Names of ``judge.verdict.Reason``.
ReasonName = Literal["TYPE", "STRUCTURE", "SHAPE", "DTYPE", "NON_FINITE", "VALUE"]


@dataclass(slots=True)
class Comparison:
    """What was found, for the first part of the result that is wrong, or for all of it.

    Made for every result of every case: a frozen one would take longer to make than many
    results to compare.
    """

    ok: bool
    reason: ReasonName | None = None
    message: str = ""
    """One sentence; tells nothing of the expected values."""
    path: str = ""
    """Which part of the result: ``""``, ``[1]``, ``['W_q']``."""
    error: float = 0.0
    """Largest error in tolerances; infinity where there is no number to compare."""
    largest: float = 0.0
    """The absolute error of the element that is wrong by the most tolerances."""
    allowed: float = 0.0
    """The tolerance of that element."""
    wrong: int = 0
    total: int = 0
    """Elements of the part at ``path``."""
    where: str = ""
    """The pattern of the wrong elements over the axes."""
    samples: tuple[tuple[str, str, str], ...] = ()
    """(index, yours, expected) of the first wrong elements."""
    shape_note: str = ""
    """``shape (2, 3, 4) ok   dtype float64 ok``."""
    bad: np.ndarray[Any, Any] | None = field(default=None, compare=False, repr=False)
    """Mask of the wrong elements."""

    @property
    def detail(self) -> str:
        """``16 of 24 values; largest error 6.82, allowed 2.1e-14``: with numbers."""
        if not self.total:
            return ""
        counted = f"{self.wrong} of {self.total} value{'s' if self.total > 1 else ''}"
        if not self.allowed:
            return counted
        return f"{counted}; largest error {self.largest:.3g}, allowed {self.allowed:.2g}"
