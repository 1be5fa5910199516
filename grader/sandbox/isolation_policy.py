"""Which sandbox is good enough to run a submission in, decided here and passed to every runner."""

from __future__ import annotations

from dataclasses import dataclass

from grader.errors import IsolationError, UsageError
from grader.sandbox.confine.layers import LEVEL_CHOICES, LEVELS, Layers, Level


@dataclass(frozen=True)
class IsolationPolicy:
    """What a submission may run in; by default everything that stops attacks."""

    at_least: Level = "B-"
    """The weakest level that will do."""
    at_most: str | None = None
    """One of ``LEVEL_CHOICES``, to use less than the host has; for tests."""

    def __post_init__(self) -> None:
        """UsageError at a level that is not known."""
        if self.at_most is not None and self.at_most not in LEVEL_CHOICES:
            raise UsageError(
                f"unknown isolation level {self.at_most!r}; choose one of "
                f"{', '.join(LEVEL_CHOICES)}"
            )

    @classmethod
    def allowing_weak(cls, allow_weak_isolation: bool) -> IsolationPolicy:
        """What ``--allow-weak-isolation`` means: a host that stops accidents only will do."""
        return cls(at_least="D") if allow_weak_isolation else cls()

    @property
    def allows_weak(self) -> bool:
        """Whether a host that stops accidents only will do."""
        return self.at_least == "D"

    def check(self, layers: Layers) -> Layers:
        """The same layers.

        Raises:
            IsolationError: they are weaker than what was asked for.
        """
        if LEVELS.index(layers.level) >= LEVELS.index(self.at_least):
            return layers
        found = f"isolation level {layers.level} {layers.promises}; 'grader doctor' says what is "
        if layers.level == "D":
            raise IsolationError(f"{found}missing, --allow-weak-isolation runs it anyway")
        raise IsolationError(f"{found}missing for level {self.at_least}, which was asked for")
