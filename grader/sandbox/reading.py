"""From the memory that a run left behind to a :class:`RunReport`.

The run has ended when this is called, but what it wrote is not trusted: everything is copied
first, then checked, and only then believed to be what the submission *says*.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from grader.problem import Limits
from grader.sandbox import exchange
from grader.sandbox.claims import (
    TEXT_LIMIT,
    Forged,
    read_changed,
    read_foreign,
    read_load_fault,
    read_raised,
    read_texts,
)
from grader.sandbox.codec import CodecError
from grader.sandbox.codec_reader import Reader
from grader.sandbox.exchange import Layout
from grader.sandbox.report import (
    CaseRun,
    CaseStatus,
    LoadFault,
    Raised,
    RunReport,
    Stop,
)
from grader.text import clean

_CRASHES = ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL", "SIGFPE")
_STATUSES: tuple[CaseStatus, ...] = (
    "not reached", "interrupted", "returned", "raised", "too large",
)  # fmt: skip
#: What a run can have come to once it has begun.
_STATES = (exchange.LOADING, exchange.RUNNING, exchange.FINISHED, exchange.LOAD_FAILED)
_TRACED_LINE = re.compile(r'^  File "submission\.py", line ([0-9]{1,9})\b', re.MULTILINE)


class Readable(Protocol):
    """Memory or a file that others may have written to."""

    def read(self, offset: int, size: int) -> bytes:
        """A copy of up to ``size`` bytes, which nobody can change any more."""
        ...


@dataclass(frozen=True)
class Ending:
    """How the process ended, as its parent knows it: this part can be trusted."""

    status: int
    """Exit code, or minus the signal's number."""
    timed_out: bool
    cpu: float
    memory: int
    wall: float
    trace: str
    """What was written when a signal came: untrusted text."""
    token: bytes
    """Found again in the memory only if no line of the submission was run."""
    baseline: int
    limits: Limits
    isolation: str
    phases: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class _Content:
    """What the memory says."""

    state: int
    cases: tuple[CaseRun, ...]
    load_error: Raised | None
    load_fault: LoadFault | None
    our_failure: str
    """What kept us from running a line of the submission; empty when something has run."""
    stamps: tuple[float, ...]


def make_report(memory: Readable, output: Readable, layout: Layout, end: Ending) -> RunReport:
    """The whole report of a run that has ended."""
    try:
        content = _read(memory, layout, end)
        forged = ""
    except Forged as problem:
        content = _nothing(layout)
        forged = str(problem)
    printed = output.read(0, end.limits.output + 1)
    stop, detail = _stop(content, end, len(printed))
    if forged and stop in (Stop.FINISHED, Stop.LOAD_FAILED, Stop.EXITED):
        stop, detail = Stop.FORGED, forged
    text = printed[: end.limits.output].decode("utf-8", "replace")
    return RunReport(
        stop=stop,
        detail=detail,
        cases=content.cases,
        load_error=content.load_error,
        output=clean(text, end.limits.output, lines=True),
        wall=end.wall,
        cpu=end.cpu,
        memory=max(0, end.memory - end.baseline),
        isolation=end.isolation,
        phases={**end.phases, **_phases(content.stamps)},
        load_fault=content.load_fault,
    )


def judge_error(layout: Layout, detail: str, isolation: str) -> RunReport:
    """A report of our own failure."""
    cases = _nothing(layout).cases
    return RunReport(Stop.JUDGE_ERROR, detail, cases, None, "", 0.0, 0.0, 0, isolation)


def is_ours(report: RunReport) -> bool:
    """Whether the failure is, or may be, not the submission's: worth another try.

    Nobody but the system (out of memory) or the submission itself sends it SIGKILL.
    """
    return report.stop is Stop.JUDGE_ERROR or (
        report.stop is Stop.CRASHED and report.detail == "SIGKILL"
    )


def too_long(layout: Layout, isolation: str) -> RunReport:
    """A report of a source that does not fit into its memory."""
    error = Raised("SyntaxError", f"the file is longer than {exchange.SOURCE_LIMIT} bytes")
    return RunReport(
        Stop.LOAD_FAILED, "", _nothing(layout).cases, error, "", 0.0, 0.0, 0, isolation,
        load_fault=LoadFault("syntax"),
    )  # fmt: skip


def _nothing(layout: Layout, our_failure: str = "") -> _Content:
    cases = (CaseRun("not reached"),) * layout.cases
    return _Content(exchange.EMPTY, cases, None, None, our_failure, ())


def _stop(content: _Content, end: Ending, printed: int) -> tuple[Stop, str]:
    """Why it ended: what the system says first, what the memory says last."""
    if content.our_failure:
        return Stop.JUDGE_ERROR, content.our_failure
    if end.timed_out:
        return Stop.WALL_TIME, f"it took more than {end.limits.wall:g} s"
    if end.status < 0:
        return _killed(-end.status, end)
    if printed > end.limits.output:
        return Stop.OUTPUT, f"more than {end.limits.output} bytes"
    if end.status == 0 and content.state == exchange.FINISHED:
        if any(case.raised and case.raised.type == "MemoryError" for case in content.cases):
            return Stop.MEMORY, "a case ran out of memory"
        return Stop.FINISHED, ""
    if end.status == 0 and content.state == exchange.LOAD_FAILED:
        error = content.load_error
        if error is not None and error.type == "MemoryError":
            return Stop.MEMORY, "loading it ran out of memory"
        if error is not None and error.type == "SystemExit":
            return Stop.EXITED, "it ended itself while it was loaded"
        return Stop.LOAD_FAILED, ""
    return Stop.EXITED, f"it ended itself with exit code {end.status}"


def _killed(number: int, end: Ending) -> tuple[Stop, str]:
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    where = _line_of(end.trace)
    if name == "SIGSYS":
        return Stop.VIOLATION, f"a forbidden system call{where}"
    if name == "SIGXFSZ":
        return Stop.OUTPUT, f"more than {end.limits.output} bytes"
    if name == "SIGXCPU" or (name == "SIGKILL" and end.cpu >= end.limits.cpu):
        return Stop.CPU_TIME, f"it used more than {end.limits.cpu:g} s of processor time"
    return Stop.CRASHED, name + (where if name in _CRASHES else "")


def _line_of(trace: str) -> str:
    """`` at line 3`` for the innermost line of the submission in faulthandler's text."""
    found = _TRACED_LINE.search(trace)
    return f" at line {found[1]}" if found else ""


def _read(memory: Readable, layout: Layout, end: Ending) -> _Content:
    head = memory.read(0, layout.body)
    if len(head) < layout.body:
        raise Forged("the memory was cut short")
    magic, state, _, start, length = exchange.HEADER.unpack_from(head)
    if head[exchange.TOKEN_OFFSET :][: exchange.TOKEN_SIZE] == end.token:
        return _nothing(layout, _our_failure(memory, layout, end, state, start, length))
    if magic != exchange.MAGIC:
        if state in (exchange.EMPTY, exchange.READY):
            return _nothing(layout)
        raise Forged("the header is not ours")
    if state not in _STATES:
        raise Forged("it says that we failed, and we did not")
    stamps = exchange.STAMPS.unpack_from(head, exchange.STAMPS_OFFSET)
    records = [
        exchange.RECORD.unpack_from(head, layout.record(number)) for number in range(layout.cases)
    ]
    ends = [record[1] + record[2] for record in records]
    body = _Body(memory, layout, [start + length, *ends])
    error, fault = None, None
    if state == exchange.LOAD_FAILED:
        fault, error = read_load_fault(body.value(start, length))
    cases = tuple(_case(body, record, end.baseline) for record in records)
    if state == exchange.FINISHED and any(
        case.status in ("not reached", "interrupted") for case in cases
    ):
        raise Forged("it says that it finished, and has not")
    return _Content(state, cases, error, fault, "", stamps)


def _our_failure(
    memory: Readable, layout: Layout, end: Ending, state: int, start: int, length: int
) -> str:
    """Why the child ended before the submission began, as it says, or as far as is known."""
    if state == exchange.SETUP_FAILED:
        return clean(str(_Body(memory, layout, [start + length]).value(start, length)), TEXT_LIMIT)
    return f"the process ended with {end.status} before the submission began"


class _Body:
    """The encoded values; each byte is given out once, so that a small memory stays small."""

    def __init__(self, memory: Readable, layout: Layout, ends: Iterable[int]) -> None:
        self._layout = layout
        self._at = layout.body
        end = max((e for e in ends if layout.body <= e <= layout.source), default=layout.body)
        self._data = memory.read(layout.body, end - layout.body)

    def value(self, start: int, length: int) -> Any:
        """Decode one value that lies behind all that were read before."""
        first = start - self._layout.body
        if start < self._at or start % 16 or length > len(self._data) - first:
            raise Forged("a value lies outside its memory")
        self._at = start + length
        reader = Reader(self._data, first, first + length, foreign=read_foreign)
        try:
            value = reader.read()
        except CodecError as error:
            raise Forged(f"a value cannot be read: {error}") from None
        if reader.position != first + length:
            raise Forged("a value is followed by something else")
        return value


def _case(body: _Body, record: tuple[int, int, int, float, int], baseline: int) -> CaseRun:
    status, start, length, seconds, peak = record
    if status not in range(len(_STATUSES)):
        raise Forged("a case has an unknown status")
    name = _STATUSES[status]
    if not 0 <= seconds < 1e9:
        raise Forged("a case has an impossible time")
    memory = max(0, peak - baseline)
    if name == "raised":
        raised = read_raised(body.value(start, length)) if length else Raised("", "")
        return CaseRun(name, raised=raised, seconds=seconds, memory=memory)
    if name != "returned":
        return CaseRun(name, seconds=seconds, memory=memory)
    value = body.value(start, length)
    if not (type(value) is tuple and len(value) in (1, 4) and type(value[0]) is tuple):
        raise Forged("a case is not what a case is")
    results, *found = value
    changed, *sharing = found or ((), (), ())
    views, shared = map(read_texts, sharing)
    return CaseRun(name, results, None, read_changed(changed), views, shared, seconds, memory)


def _phases(stamps: tuple[float, ...]) -> dict[str, float]:
    """Seconds in the child, as it says itself."""
    if len(stamps) != 4 or not all(stamp > 0 for stamp in stamps):
        return {}
    began, confined, loaded, finished = stamps
    return {
        "confine": confined - began,
        "load": loaded - confined,
        "cases": finished - loaded,
    }
