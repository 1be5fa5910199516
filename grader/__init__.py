"""Hand out and grade numeric coding exercises in NumPy.

The public names are loaded when they are first used, so that ``import grader`` costs
nothing: the student's process imports this package too, and must hold none of it.
"""

from __future__ import annotations

from typing import Any

__version__ = "0.1.0"
__all__ = ["Pool", "__version__", "check_cells", "grade", "load_problem"]

_HOMES = {
    "Pool": "grader.runs.pool",
    "check_cells": "grader.integrations.in_notebook",
    "grade": "grader.grading.judging",
    "load_problem": "grader.problem.load",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        import importlib

        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'grader' has no attribute {name!r}")
