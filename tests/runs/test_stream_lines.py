"""JSON Lines: each line one answer, whatever it holds."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.runs import local, streaming
from grader.runs.pool import Pool
from grader.runs.streaming import BadLine, full, parse, short
from tests.course import ROOT
from tests.runs.small_course import HANGS, ONE, RIGHT, WRONG, make_course


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_course(tmp_path_factory.mktemp("stream"))


@pytest.fixture(scope="module")
def pool(course: Path) -> Iterator[Pool]:
    with Pool("double", course=course, workers=2, allow_weak_isolation=True) as found:
        yield found


def line(identity: object, source: bytes = RIGHT, **more: object) -> bytes:
    return json.dumps({"id": identity, "source": source.decode(), **more}).encode() + b"\n"


def answers(pool: Pool, text: bytes, shape: Any = short) -> list[dict[str, Any]]:
    target = io.StringIO()
    streaming.stream(pool, io.BytesIO(text), target, shape)
    return [json.loads(one) for one in target.getvalue().splitlines()]


def test_each_line_gets_one_answer(pool: Pool) -> None:
    text = b"".join(line(i, (RIGHT, WRONG, ONE)[i % 3]) for i in range(100))
    found = {one["id"]: one["reward"] for one in answers(pool, text)}
    assert found == {i: (1.0, 0.0, 0.4)[i % 3] for i in range(100)}


def test_an_answer_says_what_is_documented(pool: Pool) -> None:
    (one,) = answers(pool, line("a", ONE, problem="double"))
    documented = (ROOT / "docs" / "streaming.md").read_text()
    assert all(f"`{key}`" in documented for key in one)
    assert one["problem"] == "double"
    assert (one["verdict"], one["reason"], one["points"], one["max_points"]) == (
        "WA", "value", 4, 10,
    )  # fmt: skip


def test_whole_results(pool: Pool) -> None:
    schema = json.loads((ROOT / "docs" / "result.schema.json").read_text())
    for reveal in (False, True):
        (one,) = answers(pool, line(1, WRONG), full(pool, reveal=reveal))
        jsonschema.validate(one["result"], schema)
        assert ("hidden sizes" in json.dumps(one)) == reveal


BAD = {
    b"nonsense": "not JSON",
    b"[1, 2]": "not an object",
    b'{"id": 1}': "source is not a text",
    b'{"id": 1, "source": 7}': "source is not a text",
    b'{"id": [], "source": "x"}': "id is neither",
    b'{"id": 1, "source": "x", "problem": 3}': "problem is not a text",
    b'{"id": 1, "source": "x", "problem": "other"}': "no problem 'other'; it has double",
    b'{"id": "\xff"}': "not UTF-8 at byte 8",
    b"[" * 100_000: "not JSON",
    b'{"id": 1, "source": "' + b"x" * streaming.MAX_LINE + b'"}': "more than 7 MiB",
}


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad[:40].decode("latin-1"))
def test_a_bad_line_is_an_error_line_and_not_the_end(bad: bytes, pool: Pool) -> None:
    found = answers(pool, line("before") + b"\n" + bad + b"\n" + line("after"))
    assert len(found) == 3
    (error,) = (one for one in found if "error" in one)
    assert BAD[bad] in error["error"]
    assert error["reward"] is None
    assert error["line"] == 3
    assert {one["reward"] for one in found} == {1.0, None}


@given(text=st.binary(max_size=60))
def test_any_bytes_are_a_request_or_a_bad_line(text: bytes) -> None:
    try:
        source = parse(text).source
    except BadLine:
        return
    assert isinstance(source, str)


def test_odd_characters_in_a_source(pool: Pool) -> None:
    lone = b'{"id": 1, "source": "# \\ud800\\n"}\n'
    (one,) = answers(pool, lone)
    assert one["verdict"] == "CE"


def test_our_failure_is_null_and_the_exit_says_so(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr(local, "conclude", broken)
    target = io.StringIO()
    assert not streaming.stream(pool, io.BytesIO(line(1)), target, short)
    one = json.loads(target.getvalue())
    assert (one["verdict"], one["reward"], one["points"]) == ("JE", None, None)


def test_no_more_is_read_than_has_room(pool: Pool) -> None:
    """Nobody takes the answers: reading stops. The writer's first line is held by a lock."""
    room = streaming._AHEAD * pool.workers
    read = 0
    held = threading.Event()

    class Source(io.RawIOBase):
        def readline(self, size: int | None = -1) -> bytes:  # type: ignore[override]  # bytes
            nonlocal read
            if read == 200:
                return b""
            read += 1
            if read > 4 * room:
                held.set()
            return line(read)

    class Target(io.StringIO):
        def write(self, text: str) -> int:
            if not self.getvalue():
                assert not held.wait(0.5), "far more was read than there is room for"
            return super().write(text)

    target = Target()
    streaming.stream(pool, Source(), target, short)  # type: ignore[arg-type]  # all that is used
    assert target.getvalue().count("\n") == 200


def command(course: Path, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "grader", "--course", str(course), "stream", "double",
         "--allow-weak-isolation", *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
    )  # fmt: skip


def test_the_command(course: Path) -> None:
    with command(course) as process:
        out, err = process.communicate(line(1) + b"bad\n" + line(2, HANGS) + line(3))
    assert process.returncode == 0, err
    found = {one["id"]: one["reward"] for one in map(json.loads, out.splitlines())}
    assert found == {1: 1.0, None: None, 2: 0.0, 3: 1.0}


def test_answers_come_before_the_input_ends_and_ctrl_c_stops(course: Path) -> None:
    with command(course) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line("first"))
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == "first"
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stderr is not None
        err = process.stderr.read()
    assert b"Traceback" not in err
    assert b"Fatal" not in err


def test_a_reader_that_goes_away_ends_it(course: Path) -> None:
    with command(course) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"".join(map(line, range(4))))
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        while process.poll() is None:
            try:
                os.write(process.stdin.fileno(), line(5))
            except BrokenPipeError:
                break
        assert process.wait() == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""
