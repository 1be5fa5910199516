"""Tools for who writes problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.authoring.checks.mutation import MutationReport, Survivor
    from grader.authoring.checks.outcome import Outcome, count
    from grader.authoring.evidence import gather
    from grader.authoring.kill_matrix import write_matrix
    from grader.authoring.quality import Quality
    from grader.authoring.scaffolding import scaffold
    from grader.authoring.suggestions import Suggestions, suggest
    from grader.authoring.validation import Depth, Validation, validate
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "checks.mutation": "MutationReport Survivor",
            "checks.outcome": "Outcome count",
            "evidence": "gather",
            "kill_matrix": "write_matrix",
            "quality": "Quality",
            "scaffolding": "scaffold",
            "suggestions": "Suggestions suggest",
            "validation": "Depth Validation validate",
        },
    )

__all__ = [
    "Depth",
    "MutationReport",
    "Outcome",
    "Quality",
    "Suggestions",
    "Survivor",
    "Validation",
    "count",
    "gather",
    "scaffold",
    "suggest",
    "validate",
    "write_matrix",
]
