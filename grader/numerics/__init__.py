"""What float64 allows: traced tolerances and comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.numerics.comparator import compare
    from grader.numerics.comparison import Comparison
    from grader.numerics.program import traced_call, tracing_program
    from grader.numerics.tolerance import ROUNDOFF, Expected, expected_result, worst_relative
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "comparator": "compare",
            "comparison": "Comparison",
            "program": "traced_call tracing_program",
            "tolerance": "Expected ROUNDOFF expected_result worst_relative",
        },
    )

__all__ = [
    "ROUNDOFF",
    "Comparison",
    "Expected",
    "compare",
    "expected_result",
    "traced_call",
    "tracing_program",
    "worst_relative",
]
