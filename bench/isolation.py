"""What the sandbox costs, against bare ``fork``, fresh interpreters and bubblewrap, in one run.

    python -m bench.isolation [--runs N] [--soak N]

All layers that the host has are on. A submission of feed_forward runs on all its cases; floor
and ours take turns, so that a slow spell of the machine hits both.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import os
import pickle
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from grader.cases.suite import build_suite
from grader.cases.testcase import Testcase
from grader.problem.load import load_problem
from grader.problem.model import Limits
from grader.sandbox.report import RunReport, Stop
from grader.sandbox.runner import Entry, Job, PreparedInputs, Runner

ROOT = Path(__file__).parent.parent
SOURCE = (ROOT / "solutions" / "feed_forward" / "accepted" / "matmul.py").read_bytes()
LIMITS = Limits()
ROUND = 50
FLOOR = ROOT / "bench" / "floor.py"
ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "LC_ALL": "C.UTF-8"}


def cases_of_feed_forward() -> tuple[Testcase, ...]:
    """All cases, public and secret, as they are graded."""
    return build_suite(load_problem("feed_forward", course=ROOT)).cases


class Floor:
    """A process with NumPy that does nothing but fork."""

    def __init__(self, cases: tuple[Testcase, ...]) -> None:
        self.data = pickle.dumps((SOURCE, [case.calls[0].args for case in cases]))
        folder = str(Path(np.__file__).parent.parent)
        self.command = [sys.executable, "-I", "-S", str(FLOOR), folder]
        self._process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=ENVIRONMENT,
        )
        self._say(self.data)

    def _say(self, data: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(data)
        self._process.stdin.flush()

    def run(self, count: int) -> tuple[list[float], float]:
        """Seconds of each run, CPU seconds of all."""
        assert self._process.stdout is not None
        self._say(b"%d\n" % count)
        taken, cpu = ast.literal_eval(self._process.stdout.readline().decode())
        return taken, cpu

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


class Ours:
    """A runner with one worker."""

    def __init__(self, cases: tuple[Testcase, ...], workers: int = 1) -> None:
        self.runner = Runner(workers)
        self.prepared = self.runner.prepare(cases, Entry("feed_forward", 5), 1 << 22)
        self.reports: list[RunReport] = []
        self.once()

    def once(self) -> RunReport:
        report = self.runner.run(SOURCE, self.prepared, LIMITS)
        assert report.stop is Stop.FINISHED, report
        return report

    def run(self, count: int) -> tuple[list[float], float]:
        """Seconds of each run, CPU seconds of all: ours, the zygote's and the children's."""
        taken, before = [], self._cpu()
        for _ in range(count):
            start = time.perf_counter()
            report = self.once()
            taken.append(time.perf_counter() - start)
            self.reports.append(report)
        children = sum(report.cpu for report in self.reports[-count:])
        return taken, self._cpu() - before + children

    def _cpu(self) -> float:
        return time.process_time() + sum(map(on_cpu, self.processes()))

    def processes(self) -> list[int]:
        """All that stay: holder, zygote, fork server; what runs submissions comes and goes."""
        level, found = self.runner.process_ids, list(self.runner.process_ids)
        for _ in range(2 if self.runner.layers.namespaces else 1):
            level = [child for process in level for child in children(process)]
            found += level
        return found

    def close(self) -> None:
        self.prepared.close()
        self.runner.close()


def children(process: int) -> list[int]:
    return list(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


def on_cpu(process: int) -> float:
    """Seconds that a process has had of a processor."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


def throughput(runner: Runner, prepared: PreparedInputs, count: int) -> float:
    """Submissions a second."""
    start = time.perf_counter()
    for _, report in runner.run_many(Job(i, SOURCE, prepared, LIMITS) for i in range(count)):
        assert report.stop is Stop.FINISHED
    return count / (time.perf_counter() - start)


def forks_a_second(floor: Floor, count: int) -> float:
    start = time.perf_counter()
    floor.run(count)
    return count / (time.perf_counter() - start)


def processes_a_second(command: list[str], data: bytes, count: int) -> float:
    """A process for each submission."""
    start = time.perf_counter()
    for _ in range(count):
        subprocess.run(command, input=data, check=True, env=ENVIRONMENT, stderr=subprocess.DEVNULL)
    return count / (time.perf_counter() - start)


def bubblewrap(command: list[str]) -> list[str]:
    """The same behind bubblewrap: read-only files, own namespaces, no network."""
    return ["bwrap", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--unshare-all",
            "--die-with-parent", "--new-session", *command]  # fmt: skip


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def latency_and_cpu(cases: tuple[Testcase, ...], runs: int) -> Iterator[str]:
    floor, ours = Floor(cases), Ours(cases)
    times: dict[str, list[float]] = {"floor": [], "ours": []}
    cpu = {"floor": 0.0, "ours": 0.0}
    floor.run(ROUND), ours.run(ROUND)
    ours.reports.clear()
    for _ in range(max(1, runs // ROUND)):
        for name, side in (("floor", floor), ("ours", ours)):
            taken, used = side.run(ROUND)
            times[name] += taken
            cpu[name] += used
    count = len(times["ours"])
    yield f"{count} runs of {len(cases)} cases, isolation {ours.runner.isolation}\n"
    yield row("", "floor", "ours", "ratio", "at most")
    yield compare("CPU ms a submission", cpu["floor"] / count, cpu["ours"] / count, 1.6)
    for name, part, most in (("p50", 0.5, 2.0), ("p99", 0.99, 5.0)):
        values = (percentile(times["floor"], part), percentile(times["ours"], part))
        yield compare(f"latency {name} ms", *values, most)
    yield "\nwhere the time goes, ms (median)\n"
    for phase in ours.reports[0].phases:
        spent = statistics.median(report.phases[phase] for report in ours.reports)
        yield row(f"  {phase}", f"{spent * 1e3:.3f}")
    spent = statistics.median(report.cpu for report in ours.reports)
    yield row("  CPU of the child", f"{spent * 1e3:.3f}")
    floor.close()
    ours.close()


@contextlib.contextmanager
def one_core(number: int = 0) -> Iterator[None]:
    """This process, and those that it starts, on one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {sorted(before)[number % len(before)]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def rates(cases: tuple[Testcase, ...], runs: int) -> Iterator[str]:
    floor = Floor(cases)
    command = [*floor.command, "once"]
    sides: dict[str, Callable[[], float]] = {"bare fork": lambda: forks_a_second(floor, runs // 5)}
    few = max(5, runs // 50)
    sides["fresh interpreter"] = lambda: processes_a_second(command, floor.data, few)
    if shutil.which("bwrap"):
        sides["bubblewrap"] = lambda: processes_a_second(bubblewrap(command), floor.data, few)
    with one_core():
        alone = Ours(cases, 1)
    one, two = Ours(cases, 1), Ours(cases, 2)

    def on_one_core() -> float:
        with one_core():
            return throughput(alone.runner, alone.prepared, runs // 5)

    sides["one worker, one core"] = on_one_core
    sides["one worker"] = lambda: throughput(one.runner, one.prepared, runs // 5)
    sides["two workers"] = lambda: throughput(two.runner, two.prepared, runs // 5)
    found: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(5):
        for name, measure in sides.items():
            found[name].append(measure())
    rate = {name: statistics.median(values) for name, values in found.items()}
    yield "\n" + row("submissions a second", "", "bare fork", "ours", "at least")
    for name, least in (("fresh interpreter", 15.0), ("bubblewrap", 20.0)):
        if name in rate:
            times = [rate[side] / rate[name] for side in ("bare fork", "one worker")]
            yield row(f"  {name}", f"{rate[name]:.1f}", *(f"x {t:.1f}" for t in times), least)
    yield row("  bare fork", f"{rate['bare fork']:.1f}")
    yield row("  two workers", f"{rate['two workers']:.1f}")
    for name, least in (("one worker, one core", 1.7), ("one worker", "")):
        yield row(
            f"  {name}", f"{rate[name]:.1f}", "", f"x {rate['two workers'] / rate[name]:.2f}", least
        )
    for side in (floor, alone, one, two):
        side.close()


def soak(cases: tuple[Testcase, ...], runs: int) -> Iterator[str]:
    """Whether memory and descriptors stay as they are."""
    ours = Ours(cases)
    *_, zygote, fork_server = ours.processes()
    yield "\n" + row("memory, MB", "grader", "zygote", "stem", "files")
    for number in range(runs + 1):
        if number % max(1, runs // 5) == 0:
            memory = [f"{resident(process):.1f}" for process in (os.getpid(), zygote, fork_server)]
            yield row(f"  after {number}", *memory, len(os.listdir("/proc/self/fd")))
        ours.once()
    ours.close()


def resident(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def row(*cells: Any) -> str:
    first, *others = cells
    return f"{first:26}" + "".join(f"{cell:>12}" for cell in others)


def compare(what: str, floor: float, ours: float, most: float) -> str:
    return row(what, f"{floor * 1e3:.2f}", f"{ours * 1e3:.2f}", f"{ours / floor:.2f}", most)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--soak", type=int, default=0, help="check memory over so many runs")
    options = parser.parse_args()
    cases = cases_of_feed_forward()
    for line in latency_and_cpu(cases, options.runs):
        print(line, flush=True)
    for line in rates(cases, options.runs):
        print(line, flush=True)
    if options.soak:
        for line in soak(cases, options.soak):
            print(line, flush=True)


if __name__ == "__main__":
    main()
