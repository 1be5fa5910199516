"""The reader of result memory believes nothing, and survives everything."""

from __future__ import annotations

import random
import signal
import tracemalloc
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from grader.problem.model import Limits
from grader.sandbox import exchange
from grader.sandbox.codec import Writer
from grader.sandbox.exchange import Layout
from grader.sandbox.reading import Ending, make_report
from grader.sandbox.report import RunReport, Stop

LAYOUT = Layout(cases=3, capacity=4096)
TOKEN = bytes(range(16))
END = Ending(
    status=0, timed_out=False, cpu=0.1, memory=0, wall=0.2, trace="", token=TOKEN, baseline=0,
    limits=Limits(wall=1, cpu=1, memory=1 << 20, output=100), isolation="A",
)  # fmt: skip


class Bytes:
    """Memory as the reader sees it."""

    def __init__(self, data: bytes | bytearray) -> None:
        self.data = bytes(data)

    def read(self, offset: int, size: int) -> bytes:
        assert offset >= 0
        assert size >= 0
        return self.data[offset : offset + size]


def report(data: bytes | bytearray, end: Ending = END, printed: bytes = b"") -> RunReport:
    return make_report(Bytes(data), Bytes(printed), LAYOUT, end)  # type: ignore[arg-type]


def write_value(memory: bytearray, start: int, value: Any) -> int:
    writer = Writer(memory, start, LAYOUT.source)
    writer.write(value)
    return writer.position - start


def finished() -> bytearray:
    """What a run leaves that has gone well: a result, an exception, a result with remarks."""
    memory = bytearray(LAYOUT.source)
    values = [
        ((np.arange(6.0).reshape(2, 3),),),
        ("ValueError", "no", 3, "line 3, in f: raise"),
        (([1, "x", None],), ((0, 1),), ("a view",), ("the result shares memory with argument 1",)),
    ]
    position = LAYOUT.body
    for number, value in enumerate(values):
        length = write_value(memory, position, value)
        status = exchange.RAISED if number == 1 else exchange.RETURNED
        exchange.RECORD.pack_into(
            memory, LAYOUT.record(number), status, position, length, 0.5, 1000
        )
        position = exchange.align(position + length)
    exchange.HEADER.pack_into(memory, 0, exchange.MAGIC, exchange.FINISHED, 0, 0, 0)
    exchange.STAMPS.pack_into(memory, exchange.STAMPS_OFFSET, 1.0, 2.0, 3.0, 5.0)
    return memory


def test_what_went_well_is_read() -> None:
    found = report(finished())
    assert found.stop is Stop.FINISHED
    first, second, third = found.cases
    assert first.results[0].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert second.raised is not None
    assert (second.raised.type, second.raised.line) == ("ValueError", 3)
    assert third.results == ([1, "x", None],)
    assert third.changed == ((0, 1),)
    assert third.views == ("a view",)
    assert third.shared == ("the result shares memory with argument 1",)
    assert found.phases == {"confine": 1.0, "load": 1.0, "cases": 2.0}


def record(memory: bytearray, number: int, **changes: Any) -> bytearray:
    names = ("status", "start", "length", "seconds", "peak")
    fields = dict(zip(names, exchange.RECORD.unpack_from(memory, LAYOUT.record(number)),
                      strict=True))  # fmt: skip
    exchange.RECORD.pack_into(memory, LAYOUT.record(number), *{**fields, **changes}.values())
    return memory


def header(memory: bytearray, **changes: Any) -> bytearray:
    names = ("magic", "state", "unused", "start", "length")
    fields = dict(zip(names, exchange.HEADER.unpack_from(memory), strict=True))
    exchange.HEADER.pack_into(memory, 0, *{**fields, **changes}.values())
    return memory


def said(state: int, value: Any) -> bytearray:
    """Memory of a run that did not get as far as its cases."""
    memory = bytearray(LAYOUT.source)
    length = write_value(memory, LAYOUT.body, value)
    exchange.HEADER.pack_into(memory, 0, exchange.MAGIC, state, 0, LAYOUT.body, length)
    return memory


FAILED = exchange.LOAD_FAILED
FORGERIES = {
    "magic": header(finished(), magic=b"something"[:8]),
    "state": header(finished(), state=99),
    "cut short": finished()[: LAYOUT.body - 1],
    "before the body": record(finished(), 0, start=0),
    "behind the body": record(finished(), 2, start=LAYOUT.source, length=16),
    "too long": record(finished(), 2, length=1 << 60),
    "overflowing": record(finished(), 2, start=(1 << 64) - 16, length=32),
    "the same bytes twice": record(finished(), 1, start=LAYOUT.body),
    "not aligned": record(finished(), 2, start=LAYOUT.body + 1000 + 1),
    "a part only": record(finished(), 0, length=20),
    "unknown status": record(finished(), 0, status=77),
    "time that is none": record(finished(), 0, seconds=float("nan")),
    "negative time": record(finished(), 0, seconds=-1.0),
    "not reached": record(finished(), 1, status=exchange.NOT_REACHED),
    "interrupted": record(finished(), 1, status=exchange.STARTED),
    "a result for an exception": record(finished(), 0, status=exchange.RAISED),
    "an exception for a result": record(finished(), 1, status=exchange.RETURNED),
    "no failure": said(FAILED, None),
    "unknown failure": said(FAILED, ("else", "x", (), None, None)),
    "failure of odd parts": said(FAILED, ("missing", 1, (), None, None)),
    "failure of odd names": said(FAILED, ("missing", "f", (1,), None, None)),
    "failure of odd numbers": said(FAILED, ("signature", "f", (), (1, "2"), 3)),
    "failure without exception": said(FAILED, ("syntax",)),
    "odd exception": said(FAILED, ("raised", ("E", "m", True, ""))),
    "our failure": said(exchange.SETUP_FAILED, "OSError: no"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_found(name: str) -> None:
    found = report(FORGERIES[name])
    assert found.stop is Stop.FORGED
    assert found.detail
    assert {case.status for case in found.cases} == {"not reached"}


def test_our_own_failure_still_has_the_token() -> None:
    memory = said(exchange.SETUP_FAILED, "OSError: no")
    memory[exchange.TOKEN_OFFSET : exchange.TOKEN_OFFSET + 16] = TOKEN
    found = report(memory, replace(END, status=exchange.EXIT_SETUP))
    assert (found.stop, found.detail) == (Stop.JUDGE_ERROR, "OSError: no")
    memory[:40] = bytes(40)
    for end in (replace(END, status=1), replace(END, status=-9), replace(END, timed_out=True)):
        assert report(memory, end).stop is Stop.JUDGE_ERROR
    memory[exchange.TOKEN_OFFSET] ^= 1
    assert report(memory, replace(END, status=1)).stop is Stop.EXITED


def test_texts_are_cleaned() -> None:
    memory = said(FAILED, ("missing", "f\x1b[31m", ("\u202eg",), None, None))
    found = report(memory, printed=b"\x1b]0;title\x07\xff\r")
    assert found.load_fault is not None
    assert (found.load_fault.name, found.load_fault.names) == (r"f\x1b[31m", (r"\u202eg",))
    assert found.output == "\\x1b]0;title\\x07\ufffd\\r"


@pytest.mark.parametrize(
    ("status", "cpu", "stop", "detail"),
    [
        (-signal.SIGSYS, 0.0, Stop.VIOLATION, "a forbidden system call at line 7"),
        (-signal.SIGXFSZ, 0.0, Stop.OUTPUT, "more than 100 bytes"),
        (-signal.SIGXCPU, 1.0, Stop.CPU_TIME, "it used more than 1 s of processor time"),
        (-signal.SIGKILL, 1.0, Stop.CPU_TIME, "it used more than 1 s of processor time"),
        (-signal.SIGKILL, 0.5, Stop.CRASHED, "SIGKILL"),
        (-signal.SIGSEGV, 0.0, Stop.CRASHED, "SIGSEGV at line 7"),
        (-signal.SIGALRM, 0.0, Stop.CRASHED, "SIGALRM"),
        (-63, 0.0, Stop.CRASHED, "signal 63"),
        (3, 0.0, Stop.EXITED, "it ended itself with exit code 3"),
        (exchange.EXIT_SETUP, 0.0, Stop.EXITED, "it ended itself with exit code 97"),
    ],
)
def test_the_system_is_believed_before_the_memory(
    status: int, cpu: float, stop: Stop, detail: str
) -> None:
    trace = 'Fatal\n  File "submission.py", line 7 in f\n  File "submission.py", line 1\n'
    found = report(finished(), replace(END, status=status, cpu=cpu, trace=trace))
    assert (found.stop, found.detail) == (stop, detail)
    assert found.cases[0].status == "returned"


@pytest.mark.parametrize("trace", ["", '  File "submission.py", line ', '  File "submission.py", '
                                   'line x in f', "line 7"])  # fmt: skip
def test_a_trace_without_a_line_names_none(trace: str) -> None:
    found = report(finished(), replace(END, status=-signal.SIGSEGV, trace=trace))
    assert found.detail == "SIGSEGV"


SEEDS = [
    finished(),
    said(FAILED, ("signature", "f", ("g",), (1, None), 2)),
    said(FAILED, ("raised", ("E", "m", 3, "t"))),
]
PLACES = [
    *range(exchange.HEADER.size),
    *range(exchange.HEADER_SIZE, LAYOUT.record(3)),
    *range(LAYOUT.body, LAYOUT.body + 400),
]


def mutated(chance: random.Random) -> bytearray:
    memory = bytearray(chance.choice(SEEDS))
    for _ in range(chance.randint(1, 3)):
        memory[chance.choice(PLACES)] = chance.choice((0, 1, 2, 127, 128, 255))
    return memory


def test_a_hundred_thousand_mutations_raise_nothing() -> None:
    chance = random.Random(7)
    stops = {report(mutated(chance)).stop for _ in range(100_000)}
    assert stops == {Stop.FINISHED, Stop.LOAD_FAILED, Stop.FORGED, Stop.EXITED}


def test_mutations_take_no_memory_beyond_what_was_given() -> None:
    chance = random.Random(8)
    tracemalloc.start()
    for _ in range(5_000):
        report(mutated(chance))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20 * LAYOUT.source
