"""Why a submission fails: known mistakes, conditions, the smallest input that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.diagnosis.explainer import Explainer
    from grader.diagnosis.known_mistakes import make_catalogue, wrong_files
    from grader.diagnosis.known_words import mistakes_in
    from grader.diagnosis.small_case_corpus import intermediate_values, solve_small_cases
    from grader.diagnosis.small_cases import corpus, make, planned_numbers
    from grader.diagnosis.trial import expect
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "explainer": "Explainer",
            "known_mistakes": "make_catalogue wrong_files",
            "known_words": "mistakes_in",
            "small_case_corpus": "intermediate_values solve_small_cases",
            "small_cases": "corpus make planned_numbers",
            "trial": "expect",
        },
    )

__all__ = [
    "Explainer",
    "corpus",
    "expect",
    "intermediate_values",
    "make",
    "make_catalogue",
    "mistakes_in",
    "planned_numbers",
    "solve_small_cases",
    "wrong_files",
]
