"""How many submissions can run side by side without waiting for each other."""

from __future__ import annotations

import os
import sys


def available_processors() -> int:
    """Those that this process may use, where the system says so: a container has fewer."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
