"""What reads a submission, and what is known of it before anything runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.submission.notebook import extract_cells
    from grader.submission.reading import NOTEBOOK, Submission, make_submission, read_submission
    from grader.submission.source import read_source
    from grader.submission.source_text import Complaint
    from grader.submission.static_check import SourceCheck, check_source
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "notebook": "extract_cells",
            "reading": "NOTEBOOK Submission make_submission read_submission",
            "source": "read_source",
            "source_text": "Complaint",
            "static_check": "SourceCheck check_source",
        },
    )

__all__ = [
    "NOTEBOOK",
    "Complaint",
    "SourceCheck",
    "Submission",
    "check_source",
    "extract_cells",
    "make_submission",
    "read_source",
    "read_submission",
]
