"""``grader grade`` on a class, and ``grader runs``, as an instructor calls them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from grader.cli import exit_codes
from grader.cli.app import app
from grader.errors import GraderError
from tests.collect.archives import lay_out, zip_bytes
from tests.course import ROOT
from tests.runs.small_course import (
    BROKEN,
    CRASHES,
    HANGS,
    ONE,
    RIGHT,
    WRONG,
    edit,
    make_course,
)

CLASS = {"ann": RIGHT, "bob": WRONG, "cat": ONE, "dan": BROKEN, "eve": WRONG}
VERDICTS = {"ann": "AC", "bob": "WA", "cat": "WA", "dan": "CE", "eve": "WA"}


class Course:
    """A course, and the command called in it."""

    def __init__(self, root: Path) -> None:
        self.root = make_course(root)
        self.code = 0
        self.err = ""

    def __call__(self, *arguments: str | Path) -> str:
        """What a call prints; its exit code and its standard error are kept."""
        words = ["--course", str(self.root), *map(str, arguments)]
        if arguments[0] == "grade" or "rejudge" in arguments:
            words += ["--allow-weak-isolation", "--workers", "1"]
        try:
            done = CliRunner().invoke(app, words, standalone_mode=False, catch_exceptions=False)
        except GraderError as error:
            self.code, self.err = exit_codes.USAGE, str(error)
            return ""
        self.code, self.err = done.return_value or 0, done.stderr
        return done.stdout

    def json(self, *arguments: str | Path) -> Any:
        return json.loads(self(*arguments, "--json"))

    def hand_in(self, sources: dict[str, bytes], name: str = "class") -> Path:
        return lay_out(self.root / name, {f"{who}/double.py": s for who, s in sources.items()})


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return Course(tmp_path)


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A course in which the class has been graded: to read in, not to add to."""
    course = Course(tmp_path_factory.mktemp("graded"))
    course("grade", "double", course.hand_in(CLASS))
    return course


def verdicts(run: Any) -> dict[str, str]:
    return {row["student"]["id"]: row["verdict"] for row in run["submissions"]}


def test_a_class_is_graded_and_kept(course: Course) -> None:
    folder = course.hand_in(CLASS)
    (folder / "ann" / "notes.pdf").write_text("x")
    (folder / "roster.csv").write_text("id,name\nann,Ann A\nbob,Bob B\nzoe,Zoe Z\n")
    text = course("grade", "double", folder, "--roster", folder / "roster.csv")
    assert "5 of 5 (100 %)" in course.err
    assert "\x1b" not in course.err
    assert course.code == exit_codes.ACCEPTED
    assert "AC 1  WA 3  CE 1" in text
    assert "left out: 2" in text
    assert "ann/notes.pdf is neither" in text
    assert "nothing from 1 of the roster" in text
    assert "note: cat is not in the roster" in course.err
    assert course("runs", "show", "1") == text
    run = course.json("runs", "show", "1")
    assert verdicts(run) == VERDICTS
    assert [student["id"] for student in run["absent"]] == ["zoe"]
    assert run["environment"]["isolation"] in ("A", "B", "B-", "D")
    assert run["submissions"][0]["points"] == 10
    assert "double" in course("runs", "list")
    assert (course.root / ".grader" / ".gitignore").read_text().endswith("*\n")


def test_one_student_is_shown_whole(graded: Course) -> None:
    course = graded
    assert "hidden sizes" in course("runs", "show", "1", "bob"), "secret cases are the instructor's"
    assert course.json("runs", "show", "1", "bob")["likely"]
    course("runs", "show", "1", "bop")
    assert "did you mean 'bob'?" in course.err
    course("runs", "show", "9")
    assert "no run 9; it has 1" in course.err


def test_the_same_source_is_not_judged_twice_unless_asked(course: Course) -> None:
    folder = course.hand_in(CLASS)
    course("grade", "double", folder)
    (folder / "ann" / "double.py").write_bytes(WRONG + b"# changed\n")
    run = course.json("grade", "double", folder)
    assert "4 of 5 were judged before" in course.err
    assert [row["adopted"] for row in run["submissions"]] == [False, True, True, True, True]
    run = course.json("grade", "double", folder, "--again")
    assert not any(row["adopted"] for row in run["submissions"])


def test_a_changed_problem_is_judged_again_and_the_difference_explained(course: Course) -> None:
    course("grade", "double", course.hand_in(CLASS))
    edit(course.root, "- {name: plain, sizes: {n: 3}}", "- {name: plain, sizes: {n: 4}}")
    text = course("runs", "rejudge", "1")
    assert "runs diff 1 2" in text
    changes = {change["student"]: change for change in course.json("runs", "diff", "1", "2")}
    assert list(changes) == ["cat"]
    assert changes["cat"]["points"] < 0
    assert changes["cat"]["why"] == ["plain: AC, now WA value"]
    assert "cat: WA value, 4 of 10 points -> WA value, 0 of 10 points" in course(
        "runs", "diff", "1", "2"
    )
    edit(course.root, "points: 4", "points: 5")
    course("runs", "rejudge", "2", "--only", "AC")
    (change,) = course.json("runs", "diff", "2", "3")
    assert change["why"] == ["the problem had 10 points, now 11"]
    course("runs", "rejudge", "2", "--only", "XY")
    assert "no verdict XY" in course.err


def test_diff_without_changes(course: Course) -> None:
    folder = course.hand_in(CLASS)
    course("grade", "double", folder)
    course("grade", "double", folder, "--again")
    assert course.json("runs", "diff", "1", "2") == []
    assert "nothing changed of 5" in course("runs", "diff", "1", "2")


def test_the_smallest_input_is_looked_for_when_asked(course: Course) -> None:
    folder = course.hand_in(CLASS)
    course("grade", "double", folder)
    assert course.json("runs", "show", "1", "bob")["counterexample"] is None
    course("grade", "double", folder, "--explain", "--again")
    example = course.json("runs", "show", "2", "bob")["counterexample"]
    assert example["arguments"]["x"]
    assert "A small input" in _feedback(course, "2", "bob")


def _feedback(course: Course, run: str, student: str) -> str:
    course("runs", "report", run, "--as", "feedback", "-o", course.root / "out")
    return (course.root / "out" / f"{student}.html").read_text()


def test_all_attempts(course: Course) -> None:
    old, new = course.hand_in({"ann": WRONG}, "old"), course.hand_in({"ann": RIGHT}, "new")
    os.utime(old / "ann" / "double.py", (1, 1))
    latest = course.json("grade", "double", old, new)
    assert [row["verdict"] for row in latest["submissions"]] == ["AC"]
    assert "is not the latest of ann" in latest["left_out"][0]["reason"]
    every = course.json("grade", "double", old, new, "--all-attempts")
    assert [(r["attempt"], r["verdict"]) for r in every["submissions"]] == [(1, "WA"), (2, "AC")]


def test_a_hanging_and_a_crashing_submission_are_verdicts(course: Course) -> None:
    run = course.json("grade", "double", course.hand_in({"a": HANGS, "b": CRASHES, "c": RIGHT}))
    assert verdicts(run) == {"a": "TLE", "b": "RTE", "c": "AC"}
    assert course.code == exit_codes.ACCEPTED


def test_an_archive_by_itself_is_a_class(course: Course) -> None:
    path = course.root / "class.zip"
    path.write_bytes(zip_bytes({"ann/double.py": RIGHT, "bob/double.py": WRONG}))
    assert verdicts(course.json("grade", "double", path)) == {"ann": "AC", "bob": "WA"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("grade", "double"), "name the files"),
        (("grade", "double", "empty"), "empty: there is nothing to grade, no file at all"),
        (("grade", "double", "x.py", "y.py"), "x.py is not there"),
        (("grade", "double", "--resume", "3"), "no run 3"),
        (("grade", "double", "--resume", "x"), "the number of a run, or 'last'"),
        (("grade", "double", "--resume", "last"), "no run of double was cut short"),
        (("grade", "double", "empty", "--resume", "1"), "name no PATH"),
        (("grade", "double", "empty", "--reveal"), "is for one file"),
        (("grade", "double", "class", "--engine", "dask"), "belong together"),
        (("grade", "double", "class", "--scheduler", "tcp://x:1"), "belong together"),
        (("grade", "double", "empty", "--roster", "none.csv"), "none.csv cannot be read"),
    ],
)
def test_what_cannot_be_done(
    arguments: tuple[str, ...], message: str, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    (course.root / "empty").mkdir()
    course.hand_in({"ann": RIGHT})
    monkeypatch.chdir(course.root)
    course(*arguments)
    assert course.code == exit_codes.USAGE
    assert message in course.err


def test_an_own_failure_is_no_score_and_tried_again(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    from grader.runs import local

    def broken(*_: object) -> None:
        raise RuntimeError("broken on purpose")

    folder = course.hand_in(CLASS)
    with monkeypatch.context() as patch:
        patch.setattr(local, "conclude", broken)
        text = course("grade", "double", folder)
    assert course.code == exit_codes.JUDGE_ERROR
    assert "JE 4" in text
    run = course.json("runs", "show", "1")
    assert [row["points"] for row in run["submissions"]] == [None, None, None, 0.0, None]
    assert "broken on purpose" in course.json("runs", "show", "1", "ann")["message"]
    course("runs", "rejudge", "1", "--only", "je")
    assert verdicts(course.json("runs", "show", "2")) == {
        who: verdict for who, verdict in VERDICTS.items() if verdict != "CE"
    }


def started(course: Course, *arguments: str | Path) -> subprocess.Popen[str]:
    words = ["--course", course.root, *arguments, "--allow-weak-isolation", "--workers", "2"]
    return subprocess.Popen(
        [sys.executable, "-m", "grader", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def until_done(course: Course, process: subprocess.Popen[str], count: int) -> None:
    """Wait until a run in another process has so many results."""
    from grader.runs.store import Store

    path = course.root / ".grader" / "runs.sqlite"
    while process.poll() is None:
        if path.exists():
            with Store(path) as store:
                runs = store.runs()
                if runs and runs[0].done >= count:
                    return
        time.sleep(0.01)
    raise AssertionError(process.communicate())


def many(count: int) -> dict[str, bytes]:
    """Submissions that all differ; each twentieth hangs until it is stopped."""
    return {
        f"s{i:03}": (HANGS if i % 20 == 9 else RIGHT if i % 2 else WRONG) + f"#{i}\n".encode()
        for i in range(count)
    }


def test_a_killed_run_goes_on_and_each_has_one_result(course: Course) -> None:
    sources = many(40)
    folder = course.hand_in(sources)
    process = started(course, "grade", "double", folder)
    for count in (5, 20):
        with process:
            until_done(course, process, count)
            process.kill()
        text = course("runs", "show", "1")
        assert "to go on: grader grade double --resume 1" in text
        process = started(course, "grade", "double", "--resume", "last")
    with process:
        out, err = process.communicate()
    assert process.returncode == exit_codes.ACCEPTED, err
    run = course.json("runs", "show", "1")
    assert len(run["submissions"]) == 40
    assert verdicts(run) == {
        who: "TLE" if b"while" in s else "AC" if b"x + x" in s else "WA"
        for who, s in sources.items()
    }
    assert out == course("runs", "show", "1")


def test_ctrl_c_stops_cleanly_and_says_how_to_go_on_unless_the_problem_changes(
    course: Course,
) -> None:
    folder = course.hand_in(many(40))
    with started(course, "grade", "double", folder) as process:
        until_done(course, process, 3)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    assert process.returncode == exit_codes.INTERRUPTED
    assert "results are kept. To go on:\n  grader grade double --resume 1" in err
    assert "Traceback" not in err
    edit(course.root, "points: 4", "points: 5")
    course("grade", "double", "--resume", "1")
    assert course.code == exit_codes.USAGE
    assert "has changed since run 1 began" in course.err
    assert "runs rejudge 1" in course.err
    edit(course.root, "points: 5", "points: 4")
    run = course.json("grade", "double", "--resume", "1")
    assert all(verdicts(run).values())


def test_feedback_into_a_folder_and_into_a_zip(course: Course) -> None:
    """Only what is public is quoted: the program runs once more where nothing else is."""
    leaks = b"def double(x):\n    raise ValueError(f'I was given {len(x)} numbers')\n"
    course("grade", "double", course.hand_in({"ann": RIGHT, "bob": leaks, "../eve": WRONG}))
    course("runs", "report", "1", "--as", "feedback", "-o", course.root / "out")
    pages = {p.name: p.read_text() for p in (course.root / "out").iterdir()}
    assert "Accepted" in pages["ann.html"]
    assert "I was given 3 numbers" in pages["bob.html"]
    assert "hidden sizes" not in pages["bob.html"]
    assert "2 × the program raises an exception" in pages["bob.html"]
    course("runs", "report", "1", "--as", "feedback", "-o", course.root / "out.zip")
    with zipfile.ZipFile(course.root / "out.zip") as archive:
        assert {name: archive.read(name).decode() for name in archive.namelist()} == pages


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("1", "--as", "canvas", "-o", "x.csv"), "needs --into"),
        (("1", "--as", "csv", "-o", "x.csv", "--into", "y.csv"), "takes no --into"),
        (("1", "--as", "moodle", "-o", "x.csv", "--into", "y.csv"), "y.csv cannot be read"),
        (("7", "--as", "csv", "-o", "x.csv"), "no run 7"),
        (("1", "--as", "csv", "-o", "class/ann/double.py/x.csv"), "cannot be written"),
    ],
)
def test_reports_that_cannot_be_made(
    arguments: tuple[str, ...], message: str, graded: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(graded.root)
    graded("runs", "report", *arguments)
    assert message in graded.err
