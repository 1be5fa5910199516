"""The store: nothing changes, nothing is lost, nothing is counted twice."""

from __future__ import annotations

import dataclasses
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from grader import __version__
from grader.errors import JudgeError, UsageError
from grader.grading.judging import JudgingContext, judge
from grader.runs.records import Run, content_key
from grader.runs.store import Store
from grader.sandbox.runner import Runner
from grader.submission.reading import Submission
from grader.verdict import Verdict
from tests.runs.classes import NOT_PYTHON, RIGHT, WRONG, a_class, failure, numbered

CLASS = {"ann": RIGHT, "bob": WRONG, "eve": WRONG, "joe": NOT_PYTHON}


def begun(store: Store, context: JudgingContext, sources: dict[str, bytes] | None = None) -> Run:
    collected = a_class(CLASS if sources is None else sources)
    number = store.begin(context.problem, context.suite.suite_hash, collected, {"isolation": "A"})
    return store.run(number)


def judge_all(store: Store, run: Run, context: JudgingContext, runner: Runner) -> list[int]:
    pending = list(store.pending(run.id))
    return store.add(run, [(key, judge(context, taken, runner)) for key, taken in pending])


def test_a_run_comes_back_as_it_was(
    store: Store, feed_forward: JudgingContext, runner: Runner
) -> None:
    run = begun(store, feed_forward)
    assert (run.total, run.done, run.finished) == (4, 0, False)
    assert judge_all(store, run, feed_forward, runner) == [1, 2, 1]
    assert store.run(run.id).finished
    entries = {entry.student.id: entry for entry in store.entries(run.id)}
    assert [e.verdict.name for e in entries.values() if e.verdict] == ["AC", "WA", "WA", "CE"]
    assert entries["ann"].points == run.max_points > 0
    assert entries["ann"].student == a_class(CLASS).taken[0].student
    assert entries["ann"].path == "class.zip!ann.py"
    assert entries["bob"].judgement == entries["eve"].judgement
    result = store.result(entries["bob"].judgement or 0)
    assert result.verdict is Verdict.WA
    assert result.likely
    assert store.submission(entries["bob"].content).source == WRONG
    assert [student.id for student in store.absent(run.id)] == ["zoe"]
    assert len(store.left_out(run.id)) == 1


def test_the_same_content_is_not_judged_twice(
    store: Store, feed_forward: JudgingContext, runner: Runner
) -> None:
    first = begun(store, feed_forward)
    judge_all(store, first, feed_forward, runner)
    second = begun(store, feed_forward, {"pat": RIGHT, "sue": RIGHT + b"#"})
    assert store.adopt(second, __version__) == 1
    (left,) = store.pending(second.id)
    assert left[1].source == RIGHT + b"#"
    assert [e.adopted for e in store.entries(second.id) if e.verdict] == [True]


@pytest.mark.parametrize("what", ["problem_hash", "suite_hash", "grader", "fault", "notes"])
def test_content_is_judged_again_when_anything_else_differs(
    what: str, store: Store, feed_forward: JudgingContext, runner: Runner
) -> None:
    judge_all(store, begun(store, feed_forward, {"ann": RIGHT}), feed_forward, runner)
    collected = a_class({"ann": RIGHT})
    if what in ("fault", "notes"):
        submission = Submission("ann.py", RIGHT, **{what: ("x",) if what == "notes" else "x"})
        taken = dataclasses.replace(collected.taken[0], submission=submission)
        collected = dataclasses.replace(collected, taken=(taken,))
    problem = feed_forward.problem
    if what == "problem_hash":
        problem = dataclasses.replace(problem, hash="another")
    suite = "another" if what == "suite_hash" else feed_forward.suite.suite_hash
    run = store.run(store.begin(problem, suite, collected, {}))
    assert store.adopt(run, "another" if what == "grader" else __version__) == 0


def test_our_failure_is_no_score_and_is_not_adopted(
    store: Store, feed_forward: JudgingContext
) -> None:
    first = begun(store, feed_forward, {"ann": RIGHT})
    for key, taken in store.pending(first.id):
        store.add(first, [(key, failure(feed_forward, taken, "no memory"))])
    (entry,) = store.entries(first.id)
    assert entry.verdict is Verdict.JE
    assert entry.points is None
    second = begun(store, feed_forward, {"ann": RIGHT})
    assert store.adopt(second, __version__) == 0


def test_a_submission_gets_one_result(
    store: Store, feed_forward: JudgingContext, runner: Runner
) -> None:
    run = begun(store, feed_forward, {"ann": RIGHT})
    ((key, taken),) = store.pending(run.id)
    result = judge(feed_forward, taken, runner)
    assert store.add(run, [(key, result)]) == [1]
    assert store.add(run, [(key, failure(feed_forward, taken, "late"))]) == [0]
    (entry,) = store.entries(run.id)
    assert entry.verdict is Verdict.AC
    assert store.run(run.id).done == 1


def test_pending_goes_through_pages_once(store: Store, feed_forward: JudgingContext) -> None:
    sources = {f"s{i}": source for i, source in enumerate(numbered(WRONG, 150) * 2)}
    run = begun(store, feed_forward, sources)
    result = failure(feed_forward, Submission("x", b""), "x")
    seen = []
    for key, _ in store.pending(run.id):
        seen.append(key)
        if len(seen) % 3 == 0:
            store.add(run, [(key, result)])
    assert len(seen) == len(set(seen)) == 150
    assert len(list(store.pending(run.id))) == 100
    assert store.run(run.id).done == 100


def test_nothing_can_be_changed(store: Store, feed_forward: JudgingContext, runner: Runner) -> None:
    judge_all(store, begun(store, feed_forward), feed_forward, runner)
    with sqlite3.connect(store.path) as other:
        tables = [n for (n,) in other.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        assert len(tables) == 7
        for table in tables:
            for change in (f"DELETE FROM {table}", f"UPDATE {table} SET rowid = rowid"):
                with pytest.raises(sqlite3.IntegrityError, match="only added to"):
                    other.execute(change)
    other.close()


def test_all_of_a_transaction_or_nothing(store: Store, feed_forward: JudgingContext) -> None:
    run = begun(store, feed_forward)
    good = failure(feed_forward, Submission("x", b""), "x")
    ((key, _), *_) = store.pending(run.id)
    with pytest.raises(AttributeError):
        store.add(run, [(key, good), (key, None)])  # type: ignore[list-item]  # on purpose
    assert store.run(run.id).done == 0
    assert store.add(run, [(key, good)]) == [1]


def test_a_full_disk_is_our_failure(store: Store, feed_forward: JudgingContext) -> None:
    begun(store, feed_forward)
    store._db.execute("PRAGMA max_page_count = 1")
    with pytest.raises(JudgeError, match="full"):
        begun(store, feed_forward, {f"s{i}": s for i, s in enumerate(numbered(RIGHT, 200))})
    assert len(store.runs()) == 1


def test_a_run_that_another_process_works_on(store: Store, feed_forward: JudgingContext) -> None:
    """The lock goes with the process, however that ends."""
    run = begun(store, feed_forward)
    code = (
        "import sys, pathlib; from grader.runs.store import Store;"
        f"s = Store(pathlib.Path({str(store.path)!r})); s.lock({run.id}); print('locked', flush=1);"
        "sys.stdin.read()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        with pytest.raises(UsageError, match="another process is working on run 1"):
            store.lock(run.id)
        store.lock(run.id + 1)
        other.kill()
    store.lock(run.id)


@pytest.mark.parametrize("kind", ["text", "other database", "another version", "folder"])
def test_files_that_are_no_store(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    if kind == "folder":
        path.mkdir()
    elif kind == "text":
        path.write_text("not a database, by far" * 100)
    elif kind == "another version":
        Store(path).close()
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA user_version = 99")
        db.close()
    else:
        with sqlite3.connect(path) as db:
            db.execute("CREATE TABLE mine (x)")
        db.close()
    with pytest.raises(UsageError, match=r"runs\.sqlite"):
        Store(path)


def test_only_its_owner_reads_it(store: Store) -> None:
    assert stat.S_IMODE(os.stat(store.path).st_mode) == 0o600


def test_a_run_that_is_not_there(store: Store, feed_forward: JudgingContext) -> None:
    with pytest.raises(UsageError, match="no run 7; it has none yet"):
        store.run(7)
    begun(store, feed_forward)
    with pytest.raises(UsageError, match="no run 7; it has 1"):
        store.run(7)


def test_keys_tell_contents_apart() -> None:
    contents = [
        Submission("a", b"x"),
        Submission("a", b"y"),
        Submission("a", b"", "x"),
        Submission("a", b"x", notes=("y",)),
        Submission("a", b"", "", ("x",)),
    ]
    assert len({content_key(c) for c in contents}) == len(contents)
    assert content_key(Submission("a", b"x")) == content_key(Submission("b", b"x"))
