"""Hand out and grade numeric coding exercises in NumPy.

The public names are loaded when they are first used, so that ``import grader`` costs
nothing: the student's process imports this package too, and must hold none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.grading import grade
    from grader.integrations import check_cells
    from grader.problem import load_problem
    from grader.runs import Pool
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "grading": "grade",
            "integrations": "check_cells",
            "problem": "load_problem",
            "runs": "Pool",
        },
    )

__version__ = "0.1.0"
__all__ = ["Pool", "__version__", "check_cells", "grade", "load_problem"]
