"""The judge inside other tools: notebooks and pytest."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.integrations.in_notebook import check_cells
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "in_notebook": "check_cells",
        },
    )

__all__ = [
    "check_cells",
]
