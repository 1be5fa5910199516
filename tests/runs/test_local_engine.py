"""Judging many in one thread: whatever they are, each gets one result."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.errors import JudgeError
from grader.grading.judging import JudgingContext
from grader.problem.load import load_problem
from grader.runs import local
from grader.runs.engine import execute, local_engine
from grader.runs.local import Work, judge_many, make_context
from grader.runs.store import Store
from grader.sandbox.runner import IsolationPolicy, Runner
from grader.submission.reading import Submission
from grader.verdict import Verdict
from tests.runs.classes import a_class
from tests.runs.small_course import BROKEN, RIGHT, WRONG, make_course


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_course(tmp_path_factory.mktemp("local"))


@pytest.fixture(scope="module")
def context(course: Path, runner: Runner) -> JudgingContext:
    return make_context(load_problem("double", course=course), runner)


def works(context: JudgingContext, sources: list[bytes]) -> Iterator[Work]:
    for number, source in enumerate(sources):
        yield Work(number, context, Submission("x.py", source))


@pytest.mark.parametrize(
    "sources",
    [
        [],
        [BROKEN] * 300,
        [RIGHT] * 5,
        [BROKEN] * 100 + [RIGHT] + [BROKEN] * 100 + [WRONG],
        [RIGHT] + [BROKEN] * 100,
    ],
    ids=["none", "all refused", "all run", "mixed", "refused at the end"],
)
def test_each_gets_one_result(
    sources: list[bytes], context: JudgingContext, runner: Runner
) -> None:
    found = {judged.tag: judged.result for judged in judge_many(works(context, sources), runner)}
    expected = {RIGHT: Verdict.AC, WRONG: Verdict.WA, BROKEN: Verdict.CE}
    assert {tag: result.verdict for tag, result in found.items()} == {
        number: expected[source] for number, source in enumerate(sources)
    }


def test_what_is_refused_does_not_pile_up(context: JudgingContext, runner: Runner) -> None:
    """Of endlessly many that need not run, only some are taken ahead."""
    taken = 0

    def endless() -> Iterator[Work]:
        nonlocal taken
        while True:
            taken += 1
            yield Work(taken, context, Submission("x.py", BROKEN))

    judged = judge_many(endless(), runner)
    for _ in range(10):
        assert next(judged).result.verdict is Verdict.CE
    assert taken < 200


@pytest.mark.parametrize("name", ["check_source", "conclude"])
def test_a_bug_is_one_judge_error_and_not_the_end(
    name: str, context: JudgingContext, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = getattr(local, name)

    def sometimes(*arguments: object) -> object:
        given = [getattr(argument, "source", argument) for argument in arguments]
        if any(isinstance(source, bytes) and b"evil" in source for source in given):
            raise ZeroDivisionError("broken on purpose")
        return real(*arguments)

    monkeypatch.setattr(local, name, sometimes)
    sources = [RIGHT, RIGHT + b"# evil", WRONG]
    found = {j.tag: j.result for j in judge_many(works(context, sources), runner)}
    assert [found[number].verdict.name for number in range(3)] == ["AC", "JE", "WA"]
    assert found[1].message == "ZeroDivisionError: broken on purpose"


def test_what_was_judged_is_kept_when_the_engine_fails(
    course: Path, store: Store, context: JudgingContext
) -> None:
    class Fails:
        isolation, suite_hash = "A", context.suite.suite_hash

        def __init__(self, engine: object) -> None:
            self.engine = engine

        def judge(self, submissions: Iterator[tuple[bytes, Submission]]) -> Iterator[object]:
            for number, judged in enumerate(self.engine.judge(submissions)):  # type: ignore[attr-defined]  # an Engine
                if number == 3:
                    raise JudgeError("no more processes")
                yield judged

    problem = context.problem
    sources = {f"s{i}": RIGHT + b"#%d" % i for i in range(9)}
    run = store.run(store.begin(problem, context.suite.suite_hash, a_class(sources), {}))
    with local_engine(problem, 1, policy=IsolationPolicy("D")) as engine:
        with pytest.raises(JudgeError):
            execute(store, run, Fails(engine), lambda *_: None)  # type: ignore[arg-type]  # quacks
        assert store.run(run.id).done == 3
        execute(store, run, engine, lambda *_: None)
    assert store.run(run.id).finished
