"""One submission from its bytes to its verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.grading.bundling import make_bundle
    from grader.grading.judging import JudgingContext, conclude, grade, refuse, set_up
    from grader.grading.suite_sources import suite_source
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "bundling": "make_bundle",
            "judging": "JudgingContext conclude grade refuse set_up",
            "suite_sources": "suite_source",
        },
    )

__all__ = ["JudgingContext", "conclude", "grade", "make_bundle", "refuse", "set_up", "suite_source"]
