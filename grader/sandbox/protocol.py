"""What a runner and its zygote say to each other: one packet a message.

To the zygote: first one JSON object, :class:`Setup`, then :data:`START` packets, each with the
four descriptors of a job. From the zygote: one JSON object, :class:`Ready`, when it is ready
(or cannot be), then :data:`STARTED` with a pidfd and :data:`ENDED` for each child.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from struct import Struct
from typing import Any

#: number, inputs size, plan start and end, cases, capacity, memory, cpu, output.
START = Struct("<IQQQIQQdQ")
#: kind, number, process id as the zygote sees it.
STARTED = Struct("<cIi")
#: kind, number, wait status, CPU seconds, peak memory in bytes, processes left behind.
ENDED = Struct("<cIidQI")
KIND_STARTED = b"S"
KIND_ENDED = b"E"
MESSAGE_LIMIT = 1 << 17


@dataclass(frozen=True)
class Setup:
    """How a zygote is to be."""

    path: list[str]
    """Where a submission finds modules, as far as it sees files at all."""
    layers: dict[str, Any]
    """``Layers`` as JSON."""
    filters: dict[str, str] | None
    """``Filters`` as JSON; None without seccomp."""

    def to_bytes(self) -> bytes:
        """As a packet."""
        return json.dumps(asdict(self)).encode()


@dataclass(frozen=True)
class Ready:
    """What a zygote says once, when it is set up."""

    failed: str = ""
    """Why it is not; empty when it is."""
    memory: int = 0
    """Resident bytes: the baseline of what a run uses."""
    seconds: float = 0.0

    def to_bytes(self) -> bytes:
        """As a packet."""
        return json.dumps(asdict(self)).encode()


def setup_from(packet: bytes) -> Setup:
    """Read :class:`Setup`."""
    return Setup(**json.loads(packet))


def ready_from(packet: bytes) -> Ready:
    """Read :class:`Ready`."""
    return Ready(**json.loads(packet))
