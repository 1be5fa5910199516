"""What a runner says to the processes it has started, and they to it: one packet a message.

A *zygote* hears one :class:`Setup` and says :class:`Ready` once, when it is set up or cannot
be. After that each packet of :data:`FORK_SERVER` with its two descriptors makes it fork a *fork
server*.

A fork server hears :data:`START` with three descriptors, forks a child for each, and says
:data:`STARTED` with a pidfd, then :data:`ENDED`; or :data:`KIND_FAILED`, and is gone.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from struct import Struct
from typing import Any

#: The fields of ``InputsSpan``; with descriptors of the inputs and of the fork server's socket.
FORK_SERVER = Struct("<4QI")
#: number, whether arguments may be written to, cases, capacity, memory, CPU seconds, output;
#: with descriptors of the exchange, the output and the channel.
START = Struct("<I?IQQdQ")
#: kind, number.
STARTED = Struct("<cI")
#: kind, number, wait status, CPU seconds, peak memory in bytes.
ENDED = Struct("<cIidQ")
KIND_STARTED = b"S"
KIND_ENDED = b"E"
#: Followed by text: why a fork server cannot go on.
KIND_FAILED = b"F"
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
    imports: list[str]
    """Modules to load beside the usual ones."""

    def to_bytes(self) -> bytes:
        """As a packet."""
        return json.dumps(asdict(self)).encode()


@dataclass(frozen=True)
class Ready:
    """What a zygote says once."""

    failed: str = ""
    """Why it cannot be used; empty when it can."""
    memory: int = 0
    """Resident bytes: the baseline of what a run uses."""

    def to_bytes(self) -> bytes:
        """As a packet."""
        return json.dumps(asdict(self)).encode()


def setup_from(packet: bytes) -> Setup:
    """Read :class:`Setup`."""
    return Setup(**json.loads(packet))


def ready_from(packet: bytes) -> Ready:
    """Read :class:`Ready`."""
    return Ready(**json.loads(packet))
