"""Run attacks in a world of their own, and print what became of them as JSON.

    python tests/attacks/run_attacks.py LEVEL COUNT NAME...

As a program of its own it can be run as another user, and sees each process that is left.
"""

from __future__ import annotations

import collections
import ctypes
import json
import os
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from world import (  # noqa: E402
    ATTACKS,
    LIMITS,
    PRELUDE,
    limits_of,
    make_cases,
    make_world,
    outcome,
)

from grader.sandbox.runner import Entry, IsolationPolicy, Job, Runner  # noqa: E402

#: An instructor who lets everything be imported: only the sandbox is left.
ENTRY = Entry("feed_forward", 5, imports=(
    "atexit", "ctypes", "encodings.idna", "faulthandler", "gc", "importlib.machinery", "mmap",
    "multiprocessing",
    "multiprocessing.pool", "pickle", "resource", "signal", "socket", "subprocess", "tempfile",
    "threading",
))  # fmt: skip
_PR_SET_CHILD_SUBREAPER = 36
_SYSTEM_V_KEYS = (0x4711, 0x4712, 0x4713)


def main(level: str, good_ones: int, names: list[str]) -> None:
    """Everything at one level, and then so many right answers."""
    # What loses its parent becomes our child, where we can count it.
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    cases = make_cases()
    before = _left_in_system()
    with tempfile.TemporaryDirectory() as folder, make_world(Path(folder)) as world:
        descriptors = len(os.listdir("/proc/self/fd"))
        with Runner(2, IsolationPolicy("D", level)) as runner:
            prepared = runner.prepare(cases, ENTRY, capacity=1 << 20)
            jobs = [
                Job(path.stem, world.source(path), prepared, limits_of(path.stem))
                for path in ATTACKS
                if path.stem in names
            ]
            outcomes, said = {}, {}
            for name, report in runner.run_many(jobs):
                outcomes[name] = outcome(report, cases)
                if "PWNED" in report.output or world.token in report.output:
                    said[name] = report.output[-300:]
            good = [Job(i, PRELUDE.encode(), prepared, LIMITS) for i in range(good_ones)]
            after = collections.Counter(
                outcome(report, cases) for _, report in runner.run_many(good)
            )
            isolation = runner.isolation
            prepared.close()
        left = {
            "traces": world.traces(),
            "descriptors": len(os.listdir("/proc/self/fd")) - descriptors,
            "processes": _children_left(),
            "system": sorted(_left_in_system() - before),
        }
    print(json.dumps({"isolation": isolation, "outcomes": outcomes, "said": said,
                      "good": after, "left": left}))  # fmt: skip


def _children_left() -> list[str]:
    """Processes below this one that are still there after a second."""
    deadline = time.monotonic() + 1.0
    while True:
        children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
        alive = [child for child in children if not _reaped(int(child))]
        if not alive or time.monotonic() > deadline:
            return alive
        time.sleep(0.01)


def _reaped(child: int) -> bool:
    return os.waitpid(child, os.WNOHANG)[0] == child


def _left_in_system() -> set[str]:
    """Shared memory and queues that outlive a process."""
    found = {f"/dev/shm/{name}" for name in os.listdir("/dev/shm") if name == "left"}
    for kind in ("shm", "msg", "sem"):
        for line in Path(f"/proc/sysvipc/{kind}").read_text().splitlines()[1:]:
            if int(line.split()[0]) in _SYSTEM_V_KEYS:
                found.add(f"{kind} {line.split()[0]}")
    return found


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
