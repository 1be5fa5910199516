"""The face of a package: what others may use of it, loaded when it is first used (PEP 562).

A face costs nothing to import, so that ``grader hint`` needs no NumPy and the student's
process, which imports ``grader.sandbox``, holds nothing of the judge's.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` of a package that shows names of its modules.

    Args:
        package: the package's ``__name__``.
        homes: module of the package -> the names of it that the package shows, separated by spaces.
    """
    home_of = {
        name: f"{package}.{module}" for module, names in homes.items() for name in names.split()
    }

    def load(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        # Not kept in the package, so that a name has one binding: its module's.
        return getattr(import_module(home_of[name]), name)

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home_of})

    return load, names
