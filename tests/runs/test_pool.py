"""The pool: every source one answer, from any thread, in any number, and no false zero."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import pytest

import grader
from grader.errors import JudgeError, ProblemError, UsageError
from grader.runs import local
from grader.runs.pool import Pool
from tests.course import ROOT
from tests.runs.small_course import BROKEN, CRASHES, HANGS, ONE, RIGHT, WRONG, make_course

SOURCES = [RIGHT, WRONG, CRASHES, BROKEN, ONE]
REWARDS = [1.0, 0.0, 0.0, 0.0, 0.4]


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_course(tmp_path_factory.mktemp("pool"))


@pytest.fixture(scope="module")
def pool(course: Path) -> Iterator[Pool]:
    with Pool("double", course=course, workers=2, allow_weak_isolation=True) as found:
        yield found


def test_answers_come_in_order(pool: Pool) -> None:
    answers = list(pool.map(SOURCES * 10))
    assert [answer.reward for answer in answers] == REWARDS * 10
    assert [answer.verdict.name for answer in answers[:5]] == ["AC", "WA", "RTE", "CE", "WA"]
    assert answers[0].accepted
    assert answers[1].likely
    assert "line 1" in answers[3].message
    assert pool.grade(RIGHT.decode()).accepted


def test_sources_are_taken_as_they_are_needed(pool: Pool) -> None:
    taken = 0

    def endless() -> Iterator[bytes]:
        nonlocal taken
        while True:
            taken += 1
            yield RIGHT

    answers = pool.map(endless())
    for _ in range(10):
        assert next(answers).accepted
    assert taken < 60


def test_nothing_secret_is_in_what_may_be_shown(pool: Pool) -> None:
    leak = b"def double(x):\n    raise ValueError(f'saw {list(x)}')\n"
    answer = pool.grade(leak)
    assert "saw" in str(answer.result.cases)
    assert "saw" not in answer.message + answer.likely


def test_one_that_hangs_holds_up_no_other(pool: Pool) -> None:
    """The answer of the hanging one comes last, though it was asked for first."""
    order: list[str] = []
    hanging = pool.submit(HANGS)
    hanging.add_done_callback(lambda _: order.append("hangs"))
    for answer in [pool.submit(RIGHT + b"#%d" % i) for i in range(10)]:
        assert answer.result().accepted
        order.append("right")
    assert hanging.result().verdict.name == "TLE"
    assert order[-1] == "hangs"


def test_many_threads(pool: Pool) -> None:
    found: dict[int, Any] = {}

    def ask(number: int) -> None:
        found[number] = [answer.reward for answer in pool.map(SOURCES)]

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == dict.fromkeys(range(8), REWARDS)


def test_asyncio(course: Path) -> None:
    async def main() -> list[float | None]:
        async with Pool("double", course=course, workers=2, allow_weak_isolation=True) as pool:
            ticks = 0

            async def tick() -> None:
                nonlocal ticks
                while True:
                    await asyncio.sleep(0)
                    ticks += 1

            ticking = asyncio.create_task(tick())
            answers = await asyncio.gather(*(pool.grade_async(s) for s in SOURCES * 20))
            ticking.cancel()
            assert ticks > 100, "the event loop goes on meanwhile"
        return [answer.reward for answer in answers]

    assert asyncio.run(main()) == REWARDS * 20


def test_a_bug_of_ours_is_no_zero(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken on purpose")

    with monkeypatch.context() as patch:
        patch.setattr(local, "conclude", broken)
        answer = pool.grade(RIGHT)
    assert answer.reward is None
    assert answer.verdict.name == "JE"
    assert "broken on purpose" in answer.message
    assert pool.grade(RIGHT).reward == 1, "and the pool goes on"


def test_dead_zygotes_are_replaced(pool: Pool) -> None:
    children = Path(f"/proc/self/task/{pool._thread.native_id}/children").read_text().split()
    assert children
    for child in children:
        os.kill(int(child), signal.SIGKILL)
    assert [answer.reward for answer in pool.map([RIGHT] * 6)] == [1.0] * 6


def test_a_pool_that_breaks_down_says_so(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> Iterator[local.Judged]:
        raise JudgeError("no more processes")
        yield

    with Pool("double", course=course, workers=1, allow_weak_isolation=True) as pool:
        assert pool.grade(RIGHT).accepted
        monkeypatch.setattr("grader.runs.pool.judge_many", broken)
        # The thread may still be inside the real one, which returns when nothing runs.
        said = (_error_of(pool) for _ in range(1000))
        last = next(filter(None, said))
        assert "broken down: no more processes" in last
        with pytest.raises(JudgeError, match="no more processes"):
            pool.submit(RIGHT)


def _error_of(pool: Pool) -> str:
    try:
        pool.grade(RIGHT)
    except JudgeError as error:
        return str(error)
    return ""


def test_closing_judges_what_was_submitted_or_cancels_it(course: Path) -> None:
    pool = Pool("double", course=course, workers=1, allow_weak_isolation=True)
    futures = [pool.submit(RIGHT) for _ in range(5)]
    pool.close()
    assert [future.result().reward for future in futures] == [1.0] * 5
    with pytest.raises(JudgeError, match="closed"):
        pool.submit(RIGHT)
    pool.close()
    pool = Pool("double", course=course, workers=1, allow_weak_isolation=True)
    cancelled = [pool.submit(HANGS) for _ in range(5)]
    pool.__exit__(RuntimeError, RuntimeError("stop"), None)
    with pytest.raises(CancelledError):
        cancelled[-1].result()


def test_pools_that_cannot_be(course: Path) -> None:
    with pytest.raises(UsageError, match="at least one"):
        Pool()
    with pytest.raises(UsageError, match="did you mean 'double'"):
        Pool("doubel", course=course)
    (course / "problems" / "bad").mkdir()
    (course / "problems" / "bad" / "problem.yaml").write_text("spec: 1\n")
    with pytest.raises(ProblemError):
        Pool("bad", course=course)


def test_problems_by_name(pool: Pool) -> None:
    assert pool.grade(RIGHT, "double").accepted
    with pytest.raises(UsageError, match="no problem 'x'; it has double"):
        pool.submit(RIGHT, "x")


def test_a_reference_that_fails_is_said_at_once(course: Path, tmp_path: Path) -> None:
    bad = make_course(tmp_path / "bad")
    (bad / "solutions" / "double" / "reference.py").write_text("def double(x):\n    return 1 / 0\n")
    with pytest.raises(ProblemError, match="ZeroDivisionError"):
        Pool("double", course=bad, allow_weak_isolation=True)


EXAMPLES = re.findall(
    r"^```python\n(.*?)^```", (ROOT / "docs" / "streaming.md").read_text(), re.DOTALL | re.MULTILINE
)


@pytest.mark.parametrize("number", range(3))
def test_the_examples_of_the_documentation_run(
    number: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(EXAMPLES) == 3
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    exec(compile(EXAMPLES[number], "docs/streaming.md", "exec"), names)
    if "POOL" in names:
        names["POOL"].close()
    given = names.get("rewards") or [float(capsys.readouterr().out.split()[1])]
    (one,) = set(given)
    assert 0 <= one < 0.5


def test_the_public_name() -> None:
    assert grader.Pool is Pool
