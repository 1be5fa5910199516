"""The grader outlives what happens to its processes, and they do not outlive it."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from runs import LIMITS, call, case, same

from grader.errors import JudgeError
from grader.problem.model import Limits
from grader.sandbox.confine.probe import choose_layers, probe
from grader.sandbox.inputs import Entry, PreparedInputs
from grader.sandbox.memory import SharedMemory
from grader.sandbox.report import Stop
from grader.sandbox.runner import IsolationPolicy, Job, Runner

X = np.arange(3.0)
DOUBLE = b"def f(x):\n    return 2 * x\n"
HANG = b"def f(x):\n    while True: pass\n"
SLOW = b"import time\ndef f(x):\n    time.sleep(0.4)\n    return 2 * x\n"
LEVELS = [level for level in ("A", "B:landlock", "B:namespaces", "B-", "D")
          if choose_layers(probe(), level).level == level.partition(":")[0]]  # fmt: skip
HERE = Path(__file__).parent


@contextmanager
def running(level: str = "A", workers: int = 1) -> Iterator[tuple[Runner, PreparedInputs]]:
    with Runner(workers, IsolationPolicy("D", level)) as runner:
        prepared = runner.prepare([case(call(X))], Entry("f", 1))
        try:
            yield runner, prepared
        finally:
            prepared.close()


def children(process: int) -> list[int]:
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except FileNotFoundError:
        return []
    return [int(child) for child in text.split()]


def descendants(process: int) -> list[int]:
    direct = children(process)
    return direct + [below for child in direct for below in descendants(child)]


def within(seconds: float, condition: object) -> bool:
    """Whether something comes true in time; a failing test only waits longer."""
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


@pytest.mark.parametrize(
    "level",
    [
        pytest.param(level, marks=[] if level == "A" else pytest.mark.thorough)
        for level in LEVELS
        if level in ("A", "B-")
    ],
)
@pytest.mark.parametrize("who", ["the first process", "all processes", "the last process"])
def test_what_was_killed_is_replaced_and_the_submission_run_again(level: str, who: str) -> None:
    with running(level) as (runner, prepared):
        assert runner.run(DOUBLE, prepared, LIMITS).stop is Stop.FINISHED
        (first,) = runner.process_ids
        victims = [first, *descendants(first)]

        def kill() -> None:
            victims.extend(set(descendants(first)) - set(victims))
            chosen = {"the first process": victims[:1], "all processes": victims,
                      "the last process": victims[-1:]}[who]  # fmt: skip
            for victim in chosen:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(victim, signal.SIGKILL)

        timer = threading.Timer(0.2, kill)
        timer.start()
        report = runner.run(SLOW, prepared, LIMITS)
        timer.join()
        assert report.stop is Stop.FINISHED
        assert same(report.cases[0].results, (2 * X,))
        assert who == "the last process" or within(1.0, lambda: end_of(victims))


def test_who_dies_each_time_is_a_judge_error_in_the_end() -> None:
    with running() as (runner, prepared):
        runner.run(DOUBLE, prepared, LIMITS)
        stop = threading.Event()

        def kill() -> None:
            while not stop.wait(0.05):
                for process in runner.process_ids:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        report = runner.run(SLOW, prepared, LIMITS)
        stop.set()
        killer.join()
        assert report.stop is Stop.JUDGE_ERROR
        assert runner.run(DOUBLE, prepared, LIMITS).stop is Stop.FINISHED


def test_a_submission_that_kills_itself_is_not_run_for_ever() -> None:
    source = b"import os\ndef f(x):\n    os.kill(os.getpid(), 9)\n"
    with running() as (runner, prepared):
        report = runner.run(source, prepared, LIMITS)
        assert (report.stop, report.detail) == (Stop.CRASHED, "SIGKILL")


def test_no_room_for_memory_is_a_judge_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with running() as (runner, prepared):
        runner.run(DOUBLE, prepared, LIMITS)

        def full(*_: object) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "pwrite", full)
        report = runner.run(DOUBLE, prepared, LIMITS)
        assert report.stop is Stop.JUDGE_ERROR
        assert "No space left" in report.detail
        with pytest.raises(JudgeError, match="No space left"):
            SharedMemory.sealed("x", b"x")
        monkeypatch.undo()
        assert runner.run(DOUBLE, prepared, LIMITS).stop is Stop.FINISHED


def test_no_filters_is_a_judge_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise OSError(errno.ENOSYS, "no library for filters")

    if choose_layers(probe()).seccomp:
        monkeypatch.setattr("grader.sandbox.host.build_filters", broken)
        with running() as (runner, prepared):
            report = runner.run(DOUBLE, prepared, LIMITS)
            assert report.stop is Stop.JUDGE_ERROR
            assert "no library for filters" in report.detail


def test_no_descriptors_left_is_a_judge_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with running() as (runner, prepared):
        runner.run(DOUBLE, prepared, LIMITS)

        def full(*_: object) -> int:
            raise OSError(errno.EMFILE, "Too many open files")

        monkeypatch.setattr(os, "memfd_create", full)
        reports = [runner.run(DOUBLE, prepared, LIMITS) for _ in range(2)]
        assert [report.stop for report in reports] == [Stop.FINISHED, Stop.JUDGE_ERROR]
        monkeypatch.undo()
        assert runner.run(DOUBLE, prepared, LIMITS).stop is Stop.FINISHED


def test_a_runner_that_a_finished_thread_has_made_still_works() -> None:
    made: list[Runner] = []
    thread = threading.Thread(target=lambda: made.append(Runner(policy=IsolationPolicy("D"))))
    thread.start()
    thread.join()
    with made[0] as runner:
        prepared = runner.prepare([case(call(X))], Entry("f", 1))
        before = runner.process_ids
        assert runner.run(DOUBLE, prepared, LIMITS).stop is Stop.FINISHED
        assert runner.process_ids == before
        prepared.close()


def test_cases_that_take_turns_keep_their_processes() -> None:
    with Runner(policy=IsolationPolicy("D")) as runner:

        def prepare(value: float) -> PreparedInputs:
            return runner.prepare([case(call(np.full(2, value)))], Entry("f", 1))

        def fork_servers() -> set[int]:
            (zygote,) = runner.process_ids
            if runner.layers.namespaces:
                (zygote,) = children(zygote)
            return set(children(zygote))

        turns = [prepare(float(i)) for i in range(4)]
        for number in (*range(4), *range(4)):
            (result,) = runner.run(DOUBLE, turns[number], LIMITS).cases[0].results
            assert same(result, np.full(2, 2.0 * number))
            if number == 3:
                before = fork_servers()
        assert fork_servers() == before
        assert len(before) == 4
        for prepared in turns:
            prepared.close()
        last = prepare(9.0)
        runner.run(DOUBLE, last, LIMITS)
        assert within(1.0, lambda: len(fork_servers()) == 1)
        last.close()


def test_giving_up_in_the_middle_ends_what_is_running() -> None:
    with running(workers=2) as (runner, prepared):
        sources = [DOUBLE, HANG, HANG]
        limits = Limits(wall=60.0, cpu=60.0, memory=1 << 28, output=1000)
        jobs = (Job(i, source, prepared, limits) for i, source in enumerate(sources))
        for tag, _ in runner.run_many(jobs):
            assert tag == 0
            break
        assert runner.run(DOUBLE, prepared, LIMITS).stop is Stop.FINISHED


PROGRAM = """
import sys
sys.path[:0] = [{here!r}, {root!r}]
from test_survival import HANG, X, Entry, IsolationPolicy, Job, Limits, Runner, call, case
with Runner(2, IsolationPolicy("D", {level!r})) as runner:
    prepared = runner.prepare([case(call(X))], Entry("f", 1))
    limits = Limits(wall=60.0, cpu=60.0, memory=1 << 28, output=1000)
    runner.run(b"def f(x): return x", prepared, limits)
    print("running", flush=True)
    for _ in runner.run_many(Job(i, HANG, prepared, limits) for i in range(4)):
        pass
"""


@contextmanager
def program(level: str) -> Iterator[subprocess.Popen[str]]:
    """A grader of its own that runs submissions which never end."""
    text = PROGRAM.format(here=str(HERE), root=str(HERE.parents[1]), level=level)
    process = subprocess.Popen(
        [sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "running\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def end_of(processes: list[int]) -> bool:
    """Whether all have ended; one that nobody has waited for yet has."""
    pidfds = []
    for process in processes:
        try:
            pidfds.append(os.pidfd_open(process))
        except ProcessLookupError:
            continue
    try:
        return len(select.select(pidfds, [], [], 0)[0]) == len(pidfds)
    finally:
        for pidfd in pidfds:
            os.close(pidfd)


@pytest.mark.parametrize(
    ("level", "number"),
    [
        *((level, signal.SIGKILL) for level in LEVELS),
        *((LEVELS[0], number) for number in (signal.SIGTERM, signal.SIGINT)),
    ],
)
def test_nothing_is_left_of_a_grader_that_was_killed(level: str, number: signal.Signals) -> None:
    with program(level) as grader:
        assert within(10, lambda: len(descendants(grader.pid)) >= 6)
        below = descendants(grader.pid)
        grader.send_signal(number)
        grader.wait(10)
        assert within(1.0, lambda: end_of(below))
        if number is signal.SIGINT:
            assert grader.stderr is not None
            assert "KeyboardInterrupt" in grader.stderr.read()
