"""Bundles with which other tools grade a problem, and the results files that these tools read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.exports.make import export
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "make": "export",
        },
    )

__all__ = [
    "export",
]
