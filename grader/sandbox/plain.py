"""A fresh interpreter for each run: the only way where there is no Linux.

It stops accidents and nothing else (level D): limits where the system has them, and a kill on
the wall clock. The child is the same as in the sandbox, and so is what is read of it, so that
verdicts do not depend on the system. Files in a folder of its own stand for shared memory.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from grader.errors import JudgeError
from grader.sandbox.confine.limits import ChildLimits
from grader.sandbox.exchange import SOURCE_LIMIT, TOKEN_OFFSET, TOKEN_SIZE
from grader.sandbox.job import Job
from grader.sandbox.module_paths import ENVIRONMENT, folders, module_path
from grader.sandbox.modules import named_in
from grader.sandbox.reading import Ending, is_ours, judge_error, make_report, too_long
from grader.sandbox.report import RunReport

_BOOT = (
    "import sys; sys.path += sys.argv[2:]; from grader.sandbox.plain_child import main; "
    "main(sys.argv[1])"
)
_ATTEMPTS = 2
_TRACE_LIMIT = 1 << 14
#: What an interpreter may need before its first line, in seconds.
_START = 2.0
#: Windows starts no program without it.
_NEEDED_BY_SYSTEM = ("SYSTEMROOT",)


class PlainRunner:
    """Runs jobs in interpreters of their own, several side by side."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = ThreadPoolExecutor(workers)

    def run_many(self, jobs: Iterable[Job]) -> Iterator[tuple[Any, RunReport]]:
        """As ``Runner.run_many``."""
        waiting = iter(jobs)
        running: dict[Future[RunReport], Job] = {}
        while True:
            for job in islice(waiting, self._workers - len(running)):
                running[self._pool.submit(_run_twice, job)] = job
            if not running:
                return
            for ended in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(ended).tag, ended.result()

    def close(self) -> None:
        """Wait for what is running, which ends at its limit."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def _run_twice(job: Job) -> RunReport:
    """Our own failure is tried again once."""
    while True:
        job.attempts += 1
        try:
            report = _run(job)
        except (OSError, JudgeError) as error:
            report = judge_error(job.prepared.layout, str(error), "D")
        if not is_ours(report) or job.attempts >= _ATTEMPTS:
            return report


def _run(job: Job) -> RunReport:
    if len(job.source) > SOURCE_LIMIT:
        return too_long(job.prepared.layout, "D")
    # A file that is still open somewhere cannot be removed on every system.
    with tempfile.TemporaryDirectory(prefix="run-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        token = secrets.token_bytes(TOKEN_SIZE)
        _write_files(folder, job, token)
        began = time.perf_counter()
        with open(folder / "output", "wb") as printed:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _BOOT, name, *folders()],
                stdin=subprocess.DEVNULL, stdout=printed, stderr=printed, cwd=folder,
                env={**ENVIRONMENT, **{n: os.environ[n] for n in _NEEDED_BY_SYSTEM
                                       if n in os.environ}},
                start_new_session=True,
            )  # fmt: skip
            status, timed_out, cpu = _wait(process, job.limits.wall + _START)
        ending = Ending(
            status=status,
            timed_out=timed_out,
            cpu=cpu,
            memory=0,
            wall=time.perf_counter() - began,
            trace=_read_trace(folder / "channel"),
            token=token,
            # How much an interpreter needs for itself is not known here, so nothing is told.
            baseline=sys.maxsize,
            limits=job.limits,
            isolation="D",
        )
        with File(folder / "exchange") as exchange, File(folder / "output") as output:
            return make_report(exchange, output, job.prepared.layout, ending)


def _write_files(folder: Path, job: Job, token: bytes) -> None:
    layout, source = job.prepared.layout, job.source or b"\n"
    (folder / "inputs").write_bytes(job.prepared.inputs.read(0, job.prepared.inputs.size))
    with open(folder / "exchange", "wb") as file:
        file.truncate(layout.size)
        for offset, data in ((TOKEN_OFFSET, token), (layout.source, source)):
            file.seek(offset)
            file.write(data)
    (folder / "channel").write_bytes(len(source).to_bytes(8, "little"))
    limits = ChildLimits(job.limits.memory, job.limits.cpu, job.limits.output + 1)
    text = json.dumps(
        {
            "imports": sorted(job.prepared.imports | named_in(job.source)),
            "path": module_path(),
            "limits": asdict(limits),
            "span": asdict(job.prepared.span),
            "layout": asdict(layout),
        }
    )
    (folder / "job.json").write_text(text, encoding="utf-8")


def _wait(process: subprocess.Popen[bytes], seconds: float) -> tuple[int, bool, float]:
    """Exit code or minus a signal's number, whether we ended it, CPU seconds where known."""
    late = threading.Event()

    def stop() -> None:
        late.set()
        _kill(process)

    timer = threading.Timer(seconds, stop)
    timer.start()
    try:
        if sys.platform == "win32":
            return process.wait(), late.is_set(), 0.0
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, late.is_set(), usage.ru_utime + usage.ru_stime
    finally:
        timer.cancel()
        # What it has started, as far as that has stayed in its session.
        _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        process.kill()
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _read_trace(path: Path) -> str:
    """What was written behind the length of the source when a fatal signal came."""
    with open(path, "rb") as file:
        return file.read(_TRACE_LIMIT)[8:].decode("utf-8", "replace")


class File:
    """A file that is read as shared memory is."""

    def __init__(self, path: Path) -> None:
        self._file = open(path, "rb")  # noqa: SIM115  # closed by __exit__

    def read(self, offset: int, size: int) -> bytes:
        """A copy of up to ``size`` bytes."""
        self._file.seek(offset)
        return self._file.read(size)

    def __enter__(self) -> File:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
