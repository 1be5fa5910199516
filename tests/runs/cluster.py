"""A real Dask cluster on this machine: a scheduler and workers, each a process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from types import TracebackType

from tests.course import ROOT


@dataclass
class Cluster:
    """Started with its context, ended with it."""

    workers: int = 2
    env: dict[str, str] = field(default_factory=dict)
    address: str = ""
    scheduler: subprocess.Popen[str] | None = None
    processes: list[subprocess.Popen[str]] = field(default_factory=list)

    def __enter__(self) -> Cluster:
        self.scheduler, found = _start(
            "dask_scheduler", ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"],
            r"Scheduler at: *(tcp://\S+)", self.env,
        )  # fmt: skip
        self.address = found
        for _ in range(self.workers):
            self.add_worker()
        return self

    def add_worker(self) -> None:
        words = [self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
                 "--host", "127.0.0.1"]  # fmt: skip
        process, _ = _start("dask_worker", words, r"Registered to: *(tcp://\S+)", self.env)
        self.processes.append(process)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in (*self.processes, self.scheduler):
            assert process is not None
            process.kill()
            process.wait()
            assert process.stderr is not None
            process.stderr.close()


def _start(
    program: str, words: list[str], pattern: str, env: dict[str, str]
) -> tuple[subprocess.Popen[str], str]:
    """Start a program of Dask and wait until it says where it is."""
    process = subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{program}", *words],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
    )
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        said.append(line)
        if match := re.search(pattern, line):
            # What it says later must not fill the pipe and stop it.
            threading.Thread(target=process.stderr.read, daemon=True).start()
            return process, match[1]
    raise AssertionError("".join(said))
