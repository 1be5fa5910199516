"""What a run of ten thousand costs beside the submissions themselves, in one run.

    python -m bench.runs [--rounds N] [--count N] [--cluster N] [--kills N]

The submissions are of feed_forward: right, wrong in many ways, crashing, and one in two hundred
hanging. Each differs from every other, so that nothing is judged before. CPU seconds are compared,
in turns, so that other work on the machine weighs on all of them alike:

* *isolation*: the runs in the sandbox alone, as ``bench.isolation`` measures them;
* *judging*: checks, comparison and diagnosis too;
* *keeping*: the store too. Reports are made once, at the end of the run of ten thousand.
"""

from __future__ import annotations

import argparse
import bisect
import contextlib
import dataclasses
import io
import os
import random
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from bench.isolation import children, on_cpu, one_core, resident, row
from grader.collect.model import Collected, Student, Taken
from grader.judge.results import SubmissionResult
from grader.problem.load import load_problem
from grader.problem.model import Problem
from grader.report.class_figures import class_data
from grader.report.class_report import render_class_report
from grader.report.run_files import write_csv
from grader.runs.dask_cluster import dask_engine
from grader.runs.engine import LocalEngine, execute
from grader.runs.local import Work, judge_many, make_context
from grader.runs.store import Store
from grader.sandbox.runner import Job, Runner
from grader.submission.reading import Submission
from grader.verdict import Verdict
from tests.runs.cluster import Cluster

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "solutions" / "feed_forward"
HANGS = b"def feed_forward(x, W1, b1, W2, b2):\n    while True:\n        pass\n"
#: Reads where no memory is.
CRASHES = (
    b"import numpy as np\ndef feed_forward(x, W1, b1, W2, b2):\n"
    b"    return np.lib.stride_tricks.as_strided(x, (1 << 40,), (1 << 20,))[1 << 39 :][:1]\n"
)
HANG_EVERY = 200
WALL = 1.0
BLOCK = 40
ROUNDS = 25


def sources(count: int, *, hanging: bool = True) -> Iterator[bytes]:
    """Half of them right, two in five wrong, one in ten crashing; all different."""
    right = [path.read_bytes() for path in sorted((FOLDER / "accepted").glob("*.py"))]
    wrong = [path.read_bytes() for path in sorted((FOLDER / "wrong").glob("*.py"))]
    draw = random.Random(7)
    for number in range(count):
        kind = number % 10
        source = draw.choice(right if kind < 5 else wrong) if kind < 9 else CRASHES
        if hanging and number % HANG_EVERY == HANG_EVERY // 2:
            source = HANGS
        yield source + b"\n# %d\n" % number


def problem_of_bench() -> Problem:
    """feed_forward with a second for each run, since one in two hundred uses it up."""
    problem = load_problem("feed_forward", course=ROOT)
    limits = dataclasses.replace(problem.spec.limits, wall=WALL, cpu=10 * WALL)
    return dataclasses.replace(problem, spec=dataclasses.replace(problem.spec, limits=limits))


class Meter:
    """CPU seconds of this process, of the processes that stay, and of the children."""

    def __init__(self, runner: Runner) -> None:
        self._processes = list(runner.process_ids)
        level = self._processes
        for _ in range(2):
            level = [child for process in level for child in children(process)]
            self._processes = self._processes + level
        self._start = self._now()

    def _now(self) -> float:
        alive = (process for process in self._processes if Path(f"/proc/{process}").exists())
        return time.process_time() + sum(map(on_cpu, alive))

    def since(self, children_cpu: float) -> float:
        return self._now() - self._start + children_cpu


def isolation(runner: Runner, works: list[Work]) -> float:
    """The sandbox alone."""
    meter = Meter(runner)
    jobs = (
        Job(w.tag, w.submission.source, w.bench.inputs, w.bench.problem.spec.limits) for w in works
    )
    return meter.since(sum(report.cpu for _, report in runner.run_many(jobs)))


def judging(runner: Runner, works: list[Work]) -> float:
    meter = Meter(runner)
    return meter.since(sum(judged.result.cpu for judged in judge_many(iter(works), runner)))


def keeping(runner: Runner, works: list[Work], store: Store) -> float:
    problem = works[0].bench.problem
    engine = LocalEngine(works[0].bench, runner)
    meter = Meter(runner)
    number = store.begin(problem, engine.suite_hash, a_class(w.submission for w in works), {})
    execute(store, store.run(number), engine, lambda *_: None)
    used = meter.since(0.0)
    return used + children_cpu(store, number)


def children_cpu(store: Store, number: int) -> float:
    """CPU seconds of all programs of a run."""
    entries = store.entries(number)
    return float(sum(store.document(entry.judgement or 0)["cpu"] for entry in entries))


def a_class(submissions: Iterable[Submission]) -> Collected:
    return Collected(
        tuple(
            Taken(Student(f"s{index:05}"), submission, f"class.zip!s{index:05}.py")
            for index, submission in enumerate(submissions)
        )
    )


def write_reports(store: Store, number: int, problem: Problem) -> None:
    write_csv(store, number, io.StringIO())
    render_class_report(class_data(store, number, problem))


def overhead(rounds: int) -> Iterator[str]:
    """The three sides in turns, on submissions that do not hang."""
    problem = problem_of_bench()
    totals: Counter[str] = Counter()
    count = rounds * BLOCK
    with (
        Runner(2) as runner,
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder) / "runs.sqlite") as store,
    ):
        bench = make_context(problem, runner)
        works = [
            Work(index, bench, Submission("x", source))
            for index, source in enumerate(sources(count, hanging=False))
        ]
        sides: dict[str, Callable[[list[Work]], float]] = {
            "isolation": lambda block: isolation(runner, block),
            "judging": lambda block: judging(runner, block),
            "keeping": lambda block: keeping(runner, block, store),
        }
        judging(runner, works[:BLOCK])
        for start in range(0, count, BLOCK):
            for name in random.sample(list(sides), len(sides)):
                totals[name] += sides[name](works[start : start + BLOCK])
        level = runner.isolation
    base = totals["isolation"]
    yield f"CPU of {count} submissions, isolation {level}, load {os.getloadavg()[0]:.1f}\n"
    yield row("", "ms each", "more", "at most")
    yield row("  isolation", f"{1e3 * base / count:.2f}")
    for name, before, most in (("judging", base, ""), ("keeping", totals["judging"], "10 %")):
        more = 100 * (totals[name] - before) / base
        yield row(f"  {name}", f"{1e3 * totals[name] / count:.2f}", f"{more:.1f} %", most)
    yield row("  all together", "", f"{100 * (totals['keeping'] / base - 1):.1f} %", "25 %")


class Watched:
    """An engine of which it is noted when which verdict came."""

    def __init__(self, engine: LocalEngine) -> None:
        self._engine = engine
        self.isolation, self.suite_hash = engine.isolation, engine.suite_hash
        self.seen: list[tuple[float, Verdict]] = []

    def judge(
        self, submissions: Iterator[tuple[bytes, Submission]]
    ) -> Iterator[tuple[bytes, SubmissionResult]]:
        for key, result in self._engine.judge(submissions):
            self.seen.append((time.perf_counter(), result.verdict))
            yield key, result

    def while_one_hangs(self) -> list[int]:
        """For each that hung, the others that came in the second for which it did."""
        times = [when for when, verdict in self.seen if verdict is not Verdict.TLE]
        hung = [when for when, verdict in self.seen if verdict is Verdict.TLE]
        return [bisect.bisect(times, when) - bisect.bisect(times, when - WALL) for when in hung]


def many(count: int) -> Iterator[str]:
    """One run of all: counts, memory, and what comes while one hangs."""
    problem = problem_of_bench()
    heard: Counter[str] = Counter()
    memory = [resident(os.getpid())]

    def hear(verdict: Verdict, submissions: int) -> None:
        before = 5 * sum(heard.values()) // count
        heard[verdict.name] += submissions
        if 5 * sum(heard.values()) // count != before:
            memory.append(resident(os.getpid()))

    with (
        tempfile.TemporaryDirectory() as folder,
        Runner(2) as runner,
        Store(Path(folder) / "runs.sqlite") as store,
    ):
        watched = Watched(LocalEngine(make_context(problem, runner), runner))
        taken = a_class(Submission("x", source) for source in sources(count))
        run = store.run(store.begin(problem, watched.suite_hash, taken, {}))
        del taken
        start, meter = time.perf_counter(), Meter(runner)
        execute(store, run, watched, hear)
        seconds, used = time.perf_counter() - start, meter.since(0.0)
        done = store.run(run.id).done
        used += children_cpu(store, run.id)
        start_cpu = time.process_time()
        write_reports(store, run.id, problem)
        reporting = time.process_time() - start_cpu
        memory.append(resident(os.getpid()))
        size = sum(path.stat().st_size for path in Path(folder).iterdir()) / 1e6
    others = watched.while_one_hangs()
    yield f"\na run of {count}: {done} results, {done / seconds:.1f} a second"
    yield "  " + "  ".join(f"{name} {number}" for name, number in heard.most_common())
    yield row("  memory MB: start, fifths, reports", *(f"{value:.0f}" for value in memory), "< 300")
    yield row("  the store's file, MB", f"{size:.0f}")
    share = 100 * reporting / used
    yield row("  table and class report", f"{reporting:.1f} s CPU", f"{share:.1f} %", "10 %")
    yield row("  others while one hangs", f"{statistics.median(others):.0f} a second")
    yield row("    at the least", f"{min(others)} a second")


class Pinned(Cluster):
    """Each worker on a core of its own, as workers of a cluster are."""

    def add_worker(self) -> None:
        with one_core(len(self.processes)):
            super().add_worker()


def cluster(count: int) -> Iterator[str]:
    """One Dask worker and two, in turns."""
    problem = problem_of_bench()
    kinds = {"a core each": Pinned, "any core": Cluster}
    rates: dict[tuple[str, int], list[float]] = {(k, n): [] for k in kinds for n in (1, 2)}
    for number in range(3):
        for kind, workers in rates:
            works = [
                (source, Submission("x", source + b"# %d\n" % number))
                for source in sources(count, hanging=False)
            ]
            with kinds[kind](workers) as made, dask_engine(problem, made.address) as engine:
                list(engine.judge(iter(works[:40])))
                start = time.perf_counter()
                results = list(engine.judge(iter(works)))
                rates[kind, workers].append(len(results) / (time.perf_counter() - start))
                assert len({key for key, _ in results}) == count
    yield "\nDask workers, submissions a second"
    for kind in kinds:
        one, two = (statistics.median(rates[kind, workers]) for workers in (1, 2))
        gain = f"{two / one:.2f}"
        yield row(f"  {kind}: one, two, ratio", f"{one:.1f}", f"{two:.1f}", gain, " at least 1.6")


def kills(count: int, times: int) -> Iterator[str]:
    """The command, killed again and again; then what is in its store."""
    draw = random.Random(11)
    with tempfile.TemporaryDirectory() as folder:
        handed_in = Path(folder) / "class"
        for index, source in enumerate(sources(count)):
            (handed_in / f"s{index:05}").mkdir(parents=True)
            (handed_in / f"s{index:05}" / "feed_forward.py").write_bytes(source)
        store = Path(folder) / "runs.sqlite"
        command = [sys.executable, "-m", "grader", "grade", "feed_forward", "--store", str(store)]
        done = [0]
        for number in range(times):
            words = [str(handed_in)] if number == 0 else ["--resume", "1"]
            process = subprocess.Popen([*command, *words], cwd=ROOT, stderr=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL)  # fmt: skip
            goal = done[-1] + draw.randint(1, max(1, 2 * count // times))
            while process.poll() is None and results(store) < min(goal, count - 1):
                time.sleep(draw.uniform(0.01, 0.2))
            process.send_signal(signal.SIGKILL)
            process.wait()
            done.append(results(store))
        subprocess.run([*command, "--resume", "1"], cwd=ROOT, stderr=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, check=True)  # fmt: skip
        with Store(store) as kept:
            entries = list(kept.entries(1))
        verdicts = Counter(entry.verdict.name if entry.verdict else "none" for entry in entries)
    yield f"\n{times} times kill -9 during a run of {count}; results after each:"
    yield "  " + " ".join(map(str, done[1:]))
    yield f"  at the end {len(entries)} submissions with a result each: " + "  ".join(
        f"{name} {number}" for name, number in verdicts.most_common()
    )


def results(store: Path) -> int:
    """How many the run has, as another process sees it."""
    if not store.exists():
        return 0
    try:
        with contextlib.closing(sqlite3.connect(store)) as found:
            return int(found.execute("SELECT count(*) FROM result").fetchone()[0])
    except sqlite3.OperationalError:  # it is being made
        return 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--count", type=int, default=10_000, help="0: leave this part out")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="0: leave this part out")
    parser.add_argument("--cluster", type=int, default=400, help="0: leave this part out")
    parser.add_argument("--kills", type=int, default=20, help="0: leave this part out")
    options = parser.parse_args()
    parts = [
        (options.rounds, lambda: overhead(options.rounds)),
        (options.count, lambda: many(options.count)),
        (options.cluster, lambda: cluster(options.cluster)),
        (options.kills, lambda: kills(2000, options.kills)),
    ]
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    for wanted, part in parts:
        if wanted:
            for line in part():
                print(line, flush=True)


if __name__ == "__main__":
    main()
