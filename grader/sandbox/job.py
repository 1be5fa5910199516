"""A submission that is to be run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grader.problem import Limits
from grader.sandbox.inputs import PreparedInputs


@dataclass(eq=False)
class Job:
    """What is to be run on what, within which limits; ``tag`` comes back with the report."""

    tag: Any
    source: bytes
    prepared: PreparedInputs
    limits: Limits
    attempts: int = 0
    """How often it was begun."""
    writing: bool = False
    """Whether it has tried to write to its arguments, and now may; see ``arguments``."""
