"""Grades into the tables of learning systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.gradebooks.canvas import canvas_rows
    from grader.gradebooks.gradebook import Filled
    from grader.gradebooks.moodle import moodle_rows
    from grader.gradebooks.nbgrader import nbgrader_rows
    from grader.gradebooks.spreadsheet import moment, number, write_rows
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "canvas": "canvas_rows",
            "gradebook": "Filled",
            "moodle": "moodle_rows",
            "nbgrader": "nbgrader_rows",
            "spreadsheet": "moment number write_rows",
        },
    )

__all__ = [
    "Filled",
    "canvas_rows",
    "moment",
    "moodle_rows",
    "nbgrader_rows",
    "number",
    "write_rows",
]
