"""Which layers of the sandbox stand, and what they promise together.

The levels are those of ``docs/design.md``, section 7. A level is a consequence of the
layers, never stated beside them, so that a stored result cannot claim more than was there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

Level = Literal["A", "B", "B-", "D"]
LEVELS: tuple[Level, ...] = ("D", "B-", "B", "A")
"""From the weakest to the strongest."""
DROPPED: Mapping[str, frozenset[str]] = {
    "A": frozenset(),
    "B": frozenset({"namespaces"}),
    "B:landlock": frozenset({"namespaces"}),
    "B:namespaces": frozenset({"landlock"}),
    "B-": frozenset({"namespaces", "landlock"}),
    "D": frozenset({"namespaces", "landlock", "seccomp"}),
}
"""What is left out to show a level on a host that has more."""
LEVEL_CHOICES = tuple(DROPPED)
"""What may be asked for at most."""

LANDLOCK_GUARDS_TCP = 4
"""The first Landlock ABI with rules for TCP."""
LANDLOCK_GUARDS_SIGNALS = 6
"""The first Landlock ABI that bars signals and abstract sockets to the outside."""


@dataclass(frozen=True)
class Layers:
    """What confines a submission's process on this host, or what a run was asked to use."""

    rlimits: bool
    """Address space, CPU seconds, output bytes, processes."""
    privileges: bool
    """No capabilities, no new privileges, not dumpable, dies with its parent."""
    uid: int | None
    """The unprivileged user that a child becomes; None: it keeps the caller's."""
    landlock: int
    """The Landlock ABI that is used; 0: no Landlock."""
    seccomp: bool
    namespaces: bool
    """Own mount, process, network, IPC and host name namespaces."""
    user_namespace: bool
    """Whether the namespaces hang below one of users, as they must for an ordinary user."""

    @property
    def level(self) -> Level:
        """The level that these layers make."""
        if not (self.seccomp and self.rlimits and self.privileges):
            return "D"
        if self.landlock and self.namespaces:
            return "A"
        if self.landlock or self.namespaces:
            return "B"
        return "B-"

    @property
    def barriers(self) -> Mapping[str, int]:
        """How many independent barriers stand before files, processes and the network.

        Landlock counts for the network from its ABI 4 (TCP), for processes from ABI 6 (signals).
        """
        seccomp, namespaces = int(self.seccomp), int(self.namespaces)
        return {
            "files": seccomp + namespaces + (self.landlock > 0),
            "processes": seccomp + namespaces + (self.landlock >= LANDLOCK_GUARDS_SIGNALS),
            "the network": seccomp + namespaces + (self.landlock >= LANDLOCK_GUARDS_TCP),
        }

    @property
    def promises(self) -> str:
        """What this level does, for a person, to follow on its name: "puts two barriers ..."."""
        if self.level == "D":
            return (
                "stops accidents only: limits and a kill, but nothing that keeps a submission from"
                " reading files, using the network or reaching other processes"
            )
        by_count: dict[int, list[str]] = {}
        for what, count in self.barriers.items():
            by_count.setdefault(count, []).append(what)
        parts = [
            f"{_NUMBERS[count]} before {_enumerate(names)}"
            for count, names in sorted(by_count.items(), reverse=True)
        ]
        return f"puts {', '.join(parts)}"

    def to_json(self) -> dict[str, Any]:
        """Plain data for ``json.dumps``, with the level for readers."""
        return {**asdict(self), "level": self.level}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Layers:
        """The inverse of ``to_json``; a level that does not follow from the layers is refused."""
        layers = cls(**{name: data[name] for name in cls.__dataclass_fields__})
        if data.get("level", layers.level) != layers.level:
            raise ValueError(f"layers of level {layers.level} claim level {data['level']}")
        return layers


_NUMBERS = {0: "no barrier", 1: "one barrier", 2: "two barriers", 3: "three barriers"}


def _enumerate(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
