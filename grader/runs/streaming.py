"""Sources in, answers out, a line of JSON each: bounded memory, and no line is the end of it.

One thread reads, the pool judges, the caller writes. A line is read only when there is room for
its answer, so a slow reader of the answers slows down who writes the sources.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, BinaryIO, TextIO

from grader.errors import GraderError
from grader.judge import for_student, to_json
from grader.runs.pool import Answer, Pool
from grader.text import json_text
from grader.verdict import Verdict

SCHEMA = "grader/stream/1"
#: Bytes of a line: a source of 1 MiB in which every byte is escaped, and something beside.
MAX_LINE = 7 << 20
#: Lines that are read and not yet answered, for each worker.
_AHEAD = 8
_Line = dict[str, Any]


@dataclass(frozen=True)
class Request:
    """A line, read and understood."""

    id: str | int | float | None
    problem: str | None
    source: str


class BadLine(Exception):
    """A line that is no request; the text says why, ``id`` whose it is if that can be told."""

    def __init__(self, why: str, id: Any = None) -> None:
        super().__init__(why)
        self.id = id


@dataclass(frozen=True)
class _Asked:
    """A line that is being judged, or has been."""

    number: int
    id: Any
    future: Future[Answer]


@dataclass
class _Output:
    """What is to be written, and room for as many lines as may be read before."""

    lines: queue.SimpleQueue[_Line | _Asked | None]
    room: threading.BoundedSemaphore


def stream(pool: Pool, source: BinaryIO, target: TextIO, shape: Callable[[Answer], _Line]) -> bool:
    """Answer every line of ``source`` on ``target``, as they are done, until it ends.

    Args:
        pool: judges.
        source: JSON Lines of ``{"id": ..., "problem": ..., "source": ...}``; ``problem`` may be
            left out where the pool has one only. Blank lines are passed over.
        target: gets a line for each, with the same ``id``.
        shape: what of an answer is written.

    Returns:
        Whether we could judge all that could be read.

    Raises:
        BrokenPipeError: nobody reads the answers any more.
    """
    ahead = _AHEAD * pool.workers
    output = _Output(queue.SimpleQueue(), threading.BoundedSemaphore(ahead))
    reader = threading.Thread(
        target=_read_all, args=(pool, source, output, ahead), name="grader-stream", daemon=True
    )
    reader.start()
    judged_all = True
    while (line := output.lines.get()) is not None:
        answer = line if isinstance(line, dict) else _answer(line, shape)
        judged_all = judged_all and answer.get("verdict") != Verdict.JE.name
        target.write(json_text(answer) + "\n")
        if output.lines.empty():
            target.flush()
        output.room.release()
    target.flush()
    return judged_all


def _answer(asked: _Asked, shape: Callable[[Answer], _Line]) -> _Line:
    error = asked.future.exception()
    if error is not None:
        return error_line(asked.number, asked.id, str(error), verdict=Verdict.JE.name)
    return {"id": asked.id, **shape(asked.future.result())}


def _read_all(pool: Pool, source: BinaryIO, output: _Output, ahead: int) -> None:
    """The reading thread: every line is asked or an error; at the end of all a None."""
    number = 0
    try:
        output.room.acquire()
        while (line := _read_line(source)) is not None:
            number += 1
            if line.strip():
                _ask(pool, number, line, output)
                output.room.acquire()
        for _ in range(ahead - 1):  # until everything is written
            output.room.acquire()
    finally:
        output.lines.put(None)


def _read_line(source: BinaryIO) -> bytes | None:
    """The next line, or the beginning of one that is too long; None at the end."""
    line = part = source.readline(MAX_LINE + 1)
    while len(part) > MAX_LINE and not part.endswith(b"\n"):
        part = source.readline(MAX_LINE + 1)
    return line or None


def _ask(pool: Pool, number: int, line: bytes, output: _Output) -> None:
    """Have a line judged; whatever comes of it is put among the lines, once."""
    identity = None
    try:
        request = parse(line)
        identity = request.id
        future = pool.submit(request.source, request.problem)
    except BadLine as bad:
        output.lines.put(error_line(number, bad.id, str(bad)))
    except GraderError as error:
        output.lines.put(error_line(number, identity, str(error)))
    else:
        future.add_done_callback(lambda f: output.lines.put(_Asked(number, identity, f)))


def parse(line: bytes) -> Request:
    """A line as a request.

    Raises:
        BadLine: it is none, in words.
    """
    if len(line) > MAX_LINE:
        raise BadLine(f"the line has more than {MAX_LINE >> 20} MiB")
    try:
        data = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadLine(f"the line is not UTF-8 at byte {error.start}") from error
    except (ValueError, RecursionError) as error:
        raise BadLine(f"the line is not JSON: {str(error)[:200]}") from error
    if not isinstance(data, dict):
        raise BadLine("the line is not an object with id, problem and source")
    identity = data.get("id")
    if not isinstance(identity, (str, int, float, type(None))):
        raise BadLine("id is neither text nor a number")
    if not isinstance(data.get("source"), str):
        raise BadLine("source is not a text", identity)
    problem = data.get("problem")
    if not isinstance(problem, (str, type(None))):
        raise BadLine("problem is not a text", identity)
    return Request(identity, problem, data["source"])


def error_line(number: int, identity: Any, why: str, **more: Any) -> _Line:
    """The answer to a line that could not be judged: its reward is null."""
    return {"id": identity, "schema": SCHEMA, "line": number, "error": why, "reward": None, **more}


def short(answer: Answer) -> _Line:
    """An answer in one line; all of it may be shown to whoever wrote the source."""
    result = answer.result
    failed = answer.reward is None
    return {
        "schema": SCHEMA,
        "problem": answer.problem,
        "verdict": answer.verdict.name,
        "reason": result.reason.value if result.reason else None,
        "reward": answer.reward,
        "points": None if failed else result.points,
        "max_points": result.max_points,
        "message": answer.message,
        "likely": answer.likely,
        "seconds": round(result.wall, 6),
        "memory": result.memory,
    }


def full(pool: Pool, *, reveal: bool) -> Callable[[Answer], _Line]:
    """A shape with the whole result: as its author may see it, or with all that is secret."""

    def shape(answer: Answer) -> _Line:
        result = answer.result
        shown = result if reveal else for_student(result, pool.problems[answer.problem])
        return {**short(answer), "result": to_json(shown)}

    return shape
