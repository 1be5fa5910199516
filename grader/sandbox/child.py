"""All that runs beside the student's code: confine, load, call, write down.

The process that forks this one knows neither the source nor the inputs nor the results.
Nothing here knows what is expected. Whatever a submission does to this module, it can only
change what it says about itself, and that is compared like any other answer.
"""

from __future__ import annotations

import builtins
import gc
import mmap
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NoReturn

from grader.sandbox import exchange
from grader.sandbox.arguments import Call, CaseCalls, Inputs
from grader.sandbox.faults import describe
from grader.sandbox.loading import Unusable, compile_source, execute, find_entry
from grader.sandbox.sharing import Sharing
from grader.sandbox.wire import TooLarge, Writer
from grader.values import Ref, Value

if sys.platform != "win32":
    import resource

globals()["__builtins__"] = dict(vars(builtins))

#: The name of a constructor in a call; as in ``grader.cases``, which stays outside.
_INIT = "__init__"
_exit = os._exit
_KIB = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Job:
    """What a child is given: descriptors, and how the memory behind them is laid out."""

    inputs: int
    memory: int
    """For source and results, see ``exchange``."""
    channel: int
    """A socket: the length of the source comes in, traces of fatal signals go out."""
    plan: tuple[int, int]
    inputs_size: int
    layout: exchange.Layout


def run(job: Job, confine: Callable[[], None]) -> NoReturn:
    """Do one job and exit. Arguments are made, and walls put up, before the source comes."""
    stamps = [perf_counter(), 0.0, 0.0, 0.0]
    memory = mmap.mmap(job.memory, job.layout.size)
    try:
        inputs = Inputs(*_map_inputs(job.inputs, job.inputs_size), job.plan)
        cases = [inputs.next_case() for _ in range(job.layout.cases)]
        confine()
        stamps[1] = perf_counter()
        run_ = Run(memory, job.layout, inputs, stamps)
        exchange.wipe_token(memory)
        exchange.set_state(memory, exchange.READY)
        length = int.from_bytes(os.read(job.channel, 8), "little")
        if not 0 < length <= exchange.SOURCE_LIMIT:
            _exit(0)  # nobody needs this child any more
        start = job.layout.source
        source = memory[start : start + length]
    except BaseException as error:
        _report_failure(memory, job.layout, error)
    run_.submission(source, cases)


def _map_inputs(fd: int, size: int) -> tuple[mmap.mmap, mmap.mmap]:
    """A copy-on-write mapping of the inputs, and one that cannot be written to."""
    private = mmap.mmap(fd, size, access=mmap.ACCESS_COPY)
    if sys.platform == "win32":
        return private, mmap.mmap(fd, size, access=mmap.ACCESS_READ)
    # Not shared: Linux before 6.7 refuses even a read-only shared mapping of a sealed file.
    return private, mmap.mmap(fd, size, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)


def _report_failure(memory: mmap.mmap, layout: exchange.Layout, error: BaseException) -> NoReturn:
    """Our own failure, before any of the student's code: told apart by state and exit code."""
    try:
        start = layout.body
        writer = Writer(memory, start, layout.source)
        writer.write(f"{type(error).__name__}: {error}"[:1000])
        _say(memory, start, writer.position, exchange.SETUP_FAILED)
    finally:
        _exit(exchange.EXIT_SETUP)


def _say(memory: mmap.mmap, start: int, end: int, state: int) -> None:
    """Put the place of a text about loading into the header, then the state."""
    exchange.HEADER.pack_into(memory, 0, exchange.MAGIC, exchange.LOADING, 0, start, end - start)
    exchange.set_state(memory, state)


class Run:
    """One run of one submission; writes what happens as it happens."""

    def __init__(
        self, memory: mmap.mmap, layout: exchange.Layout, inputs: Inputs, stamps: list[float]
    ) -> None:
        self._memory = memory
        self._layout = layout
        self._inputs = inputs
        self._stamps = stamps
        self._source = b""
        self._entry: Any = None
        self._sharing = Sharing(inputs.wholes)
        self._position = layout.body
        self._output = sys.stdout

    def submission(self, source: bytes, cases: list[CaseCalls]) -> NoReturn:
        """Load it and run all cases."""
        self._source = source
        gc.enable()
        _say(self._memory, 0, 0, exchange.LOADING)
        if self._load():
            exchange.set_state(self._memory, exchange.RUNNING)
            self._stamps[2] = perf_counter()
            for number, case in enumerate(cases):
                self._case(case, self._layout.record(number))
                cases[number] = None  # type: ignore[call-overload]  # its arrays may go
            self._finish(exchange.FINISHED)
        self._finish(exchange.LOAD_FAILED)

    def _finish(self, state: int) -> NoReturn:
        self._stamps[3] = perf_counter()
        exchange.STAMPS.pack_into(self._memory, exchange.STAMPS_OFFSET, *self._stamps)
        try:
            if self._output is not None:
                self._output.flush()
        finally:
            # A submission that closed our stream has lost its last line, and nothing else.
            exchange.set_state(self._memory, state)
            _exit(0)

    def _load(self) -> bool:
        stage = "syntax"
        try:
            code = compile_source(self._source)
            stage = "raised"
            module = execute(code)
            inputs = self._inputs
            self._entry = find_entry(module, inputs.name, inputs.parameters, inputs.methods)
        except Unusable as unusable:
            facts: tuple[Value, ...] = unusable.facts
        except BaseException as error:
            facts = (stage, describe(error, self._source))
        else:
            return True
        start = self._position
        writer = Writer(self._memory, start, self._layout.source)
        writer.write(facts)
        _say(self._memory, start, writer.position, exchange.LOADING)
        return False

    def _case(self, case: CaseCalls, record: int) -> None:
        self._write_record(record, exchange.STARTED, 0, 0, 0.0)
        self._inputs.refill(case)
        start = self._position
        writer = Writer(self._memory, start, self._layout.source - exchange.RESERVE)
        seconds = [0.0]
        try:
            self._calls(case, writer, seconds)
            status = exchange.RETURNED
        except TooLarge:
            status = exchange.TOO_LARGE
            writer.position = start
        except BaseException as error:
            status = exchange.RAISED
            writer = self._write_error(error, start)
        length = writer.position - start
        self._position = exchange.align(writer.position)
        self._write_record(record, status, start, length, seconds[0])

    def _calls(self, case: CaseCalls, writer: Writer, seconds: list[float]) -> None:
        """Make the calls of a case and write (results, changed, shared)."""
        results: list[Value] = []
        shared: list[str] = []
        owner: Any = None
        writer.open_tuple(3)
        writer.open_tuple(len(case.calls))
        for number, call in enumerate(case.calls):
            function = self._target(call, owner)
            args, kwargs = call.args, call.kwargs
            if call.refers:
                args, kwargs = _resolve(args, results), _resolve(kwargs, results)
            begin = perf_counter()
            try:
                result = function(*args, **kwargs)
            finally:
                seconds[0] += perf_counter() - begin
            if call.target == _INIT:
                owner, result = result, None
            writer.write(result)
            shared += self._sharing.check(result, case, number)
            results.append(result)
        writer.write(self._inputs.changed(case))
        writer.write(tuple(shared[:20]))

    def _target(self, call: Call, owner: Any) -> Any:
        if self._inputs.methods is None or call.target == _INIT:
            return self._entry
        return getattr(owner, call.target)

    def _write_error(self, error: BaseException, start: int) -> Writer:
        description = describe(error, self._source)
        for text in (description, (description[0], "", description[2], "")):
            writer = Writer(self._memory, start, self._layout.source)
            try:
                writer.write(text)
            except TooLarge:
                writer.position = start
                continue
            break
        return writer

    def _write_record(
        self, record: int, status: int, start: int, length: int, seconds: float
    ) -> None:
        """The status last: a record that says it is complete is complete."""
        exchange.RECORD.pack_into(
            self._memory, record, exchange.STARTED, start, length, seconds, _peak_memory()
        )
        self._memory[record] = status


def _resolve(value: Value, results: list[Value]) -> Any:
    """``value`` with every reference replaced by what it refers to."""
    cls = type(value)
    if cls is Ref:
        found = results[value.call]
        for step in value.path:
            found = found[step]
        return found
    if cls is tuple or cls is list:
        return cls(_resolve(item, results) for item in value)
    if cls is dict:
        return {key: _resolve(item, results) for key, item in value.items()}
    return value


def _peak_memory() -> int:
    """Bytes, with what the process had when it began; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KIB
