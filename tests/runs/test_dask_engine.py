"""A real cluster on loopback: nothing lost, nothing counted twice, whoever dies."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader import __version__
from grader.errors import JudgeError, UsageError
from grader.problem.load import load_problem
from grader.problem.model import Problem
from grader.runs import dask_cluster as module
from grader.runs.dask_cluster import DaskEngine, dask_engine
from grader.runs.dask_worker import Order, Readiness, ask, forget, judge_batch
from grader.runs.engine import execute, local_engine
from grader.runs.payload import pack, unpack
from grader.runs.records import Run
from grader.runs.store import Store
from grader.sandbox.runner import IsolationPolicy
from grader.submission.reading import Submission
from grader.verdict import Verdict
from tests.runs.classes import a_class
from tests.runs.cluster import Cluster
from tests.runs.small_course import CRASHES, HANGS, RIGHT, WRONG, edit, make_course

COUNT = 60


@pytest.fixture
def problem(tmp_path: Path) -> Problem:
    return load_problem("double", course=make_course(tmp_path / "course"))


@pytest.fixture
def order(problem: Problem) -> Order:
    from grader.cases.suite import build_suite

    return Order(pack(problem), __version__, build_suite(problem).hash, IsolationPolicy("D"), False)


def sources() -> dict[str, bytes]:
    kinds = [RIGHT, WRONG, CRASHES] * 13 + [HANGS]
    return {f"s{i:03}": kinds[i % 40] + f"# {i}\n".encode() for i in range(COUNT)}


def expected(source: bytes) -> str:
    return "TLE" if b"while" in source else "RTE" if b"as_strided" in source else (
        "AC" if b"x + x" in source else "WA"
    )  # fmt: skip


def begun(store: Store, problem: Problem, suite_hash: str) -> Run:
    number = store.begin(problem, suite_hash, a_class(sources()), {})
    store.lock(number)
    return store.run(number)


def test_a_worker_dies_and_nothing_is_lost_or_counted_twice(store: Store, problem: Problem) -> None:
    heard: Counter[str] = Counter()
    with (
        Cluster() as cluster,
        dask_engine(problem, cluster.address, policy=IsolationPolicy("D")) as engine,
    ):
        run = begun(store, problem, engine.suite_hash)

        def count(verdict: Verdict, submissions: int) -> None:
            before = sum(heard.values())
            heard[verdict.name] += submissions
            if before < COUNT // 4 <= sum(heard.values()):
                cluster.processes[0].kill()

        execute(store, run, engine, count)
        assert cluster.processes[0].wait() < 0, "it was killed in the middle"
    assert heard == Counter(expected(source) for source in sources().values())
    entries = list(store.entries(run.id))
    assert len(entries) == COUNT
    for entry in entries:
        assert entry.verdict is not None
        assert entry.verdict.name == expected(sources()[entry.student.id])


def test_the_cluster_is_lost_and_the_run_goes_on_here(store: Store, problem: Problem) -> None:
    with (
        Cluster(1) as cluster,
        dask_engine(problem, cluster.address, policy=IsolationPolicy("D")) as engine,
    ):
        run = begun(store, problem, engine.suite_hash)
        with pytest.raises(JudgeError, match="the Dask cluster is lost"):
            execute(store, run, engine, lambda verdict, count: _kill(cluster))
    done = store.run(run.id).done
    assert 0 < done < COUNT
    with local_engine(problem, 2, policy=IsolationPolicy("D")) as local:
        execute(store, run, local, lambda verdict, count: None)
    assert store.run(run.id).finished
    for entry in store.entries(run.id):
        assert entry.verdict is not None
        assert entry.verdict.name == expected(sources()[entry.student.id])


def _kill(cluster: Cluster) -> None:
    assert cluster.scheduler is not None
    cluster.scheduler.kill()


def test_a_cluster_that_cannot_judge_is_refused_before_the_run(problem: Problem) -> None:
    (problem.solutions / "reference.py").write_text("def double(x):\n    raise ValueError\n")
    broken = load_problem(problem.folder)
    with Cluster(0) as cluster:
        with (
            pytest.raises(UsageError, match="has no worker"),
            dask_engine(problem, cluster.address, policy=IsolationPolicy()),
        ):
            pass
        cluster.add_worker()
        with (
            pytest.raises(UsageError, match=r"worker tcp://\S+: .*ValueError"),
            dask_engine(broken, cluster.address, policy=IsolationPolicy("D")),
        ):
            pass


def test_no_cluster(problem: Problem, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SECONDS_TO_CONNECT", 0.3)
    with (
        pytest.raises(UsageError, match="no Dask scheduler answers at"),
        dask_engine(problem, "tcp://127.0.0.1:1", policy=IsolationPolicy()),
    ):
        pass


@pytest.mark.parametrize(
    ("change", "words"),
    [({"grader": "0.0"}, "and 0.0 is wanted"), ({"suite_hash": "x"}, "other test cases")],
)
def test_other_software_is_noticed(change: dict[str, str], words: str, order: Order) -> None:
    other = dataclasses.replace(order, **change)  # type: ignore[arg-type]  # texts both
    for answer in (ask(other), judge_batch(other, [(b"k", Submission("x", RIGHT))])):
        assert isinstance(answer, Readiness)
        assert words in answer.problem


class FakeFuture:
    def __init__(self, status: str, answer: Any = None) -> None:
        self.status = status
        self.answer = answer

    def result(self) -> Any:
        return self.answer

    def exception(self) -> Exception:
        return RuntimeError("killed three workers")


class FakeClient:
    """A cluster on which every batch with b"evil" takes its worker down."""

    def __init__(self) -> None:
        self.sent: list[int] = []

    def run(self, function: Any, order: Order) -> dict[str, Readiness]:
        return {"w": ask(order)}

    def nthreads(self) -> dict[str, int]:
        return {"w": 1}

    def submit(self, function: Any, order: Any, batch: Any = None, **_: Any) -> Any:
        if batch is None:
            return order
        self.sent.append(len(batch))
        if any(b"evil" in submission.source for _, submission in batch):
            return FakeFuture("error")
        return FakeFuture("finished", function(order, batch))

    def cancel(self, futures: list[Any]) -> None:
        assert futures == []

    loop = None


class FakeCompleted(list[Any]):
    def add(self, future: Any) -> None:
        self.append(future)

    def __next__(self) -> Any:
        return self.pop(0)


def test_what_takes_workers_down_is_found_and_is_a_judge_error(
    order: Order, problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    import distributed

    monkeypatch.setattr(distributed, "as_completed", lambda loop: FakeCompleted())
    client = FakeClient()
    engine = DaskEngine(problem, client, order)
    works: Iterator[tuple[bytes, Submission]] = iter(
        (bytes([i]), Submission("x", b"# evil" if i == 5 else RIGHT)) for i in range(20)
    )
    results = list(engine.judge(works))
    forget()
    assert sorted(key[0] for key, _ in results) == list(range(20))
    verdicts = {key[0]: result for key, result in results}
    assert verdicts.pop(5).verdict is Verdict.JE
    assert {result.verdict for result in verdicts.values()} == {Verdict.AC}
    assert client.sent.count(1) == 8, "one batch was divided"


def test_a_problem_arrives_as_it_was_sent(problem: Problem, tmp_path: Path) -> None:
    payload = pack(problem)
    assert unpack(payload, tmp_path / "there").hash == problem.hash
    edit(problem.folder.parent.parent, "points: 4", "points: 5")
    changed = dataclasses.replace(payload, files=pack(problem).files)
    with pytest.raises(JudgeError, match="another problem on the way"):
        unpack(changed, tmp_path / "elsewhere")
