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
import types
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NoReturn

import numpy as np

from grader.sandbox import exchange
from grader.sandbox.arguments import Call, CaseCalls, Inputs
from grader.sandbox.codec import TooLarge, Writer
from grader.sandbox.exceptions import describe
from grader.sandbox.loading import Unusable, compile_source, execute, find_entry
from grader.sandbox.sharing import Sharing
from grader.values import Ref, Value

if sys.platform != "win32":
    import resource

globals()["__builtins__"] = dict(vars(builtins))

#: The name of a constructor in a call; as in ``grader.cases``, which stays outside.
_INIT = "__init__"
#: So many cases make CPython rewrite all code that a case goes through.
_REHEARSALS = 24
_exit = os._exit
_KIB = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Job:
    """What a child is given: descriptors, and how the memory behind them is laid out."""

    memory: int
    """For source and results, see ``exchange``."""
    channel: int
    """A socket: the length of the source comes in, traces of fatal signals go out."""
    layout: exchange.Layout


def run(job: Job, inputs: Inputs, confine: Callable[[], None]) -> NoReturn:
    """Do one job and exit. The sandbox is put up before the source comes."""
    stamps = [perf_counter(), 0.0, 0.0, 0.0]
    memory = mmap.mmap(job.memory, job.layout.size)
    try:
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
    run_.submission(source)


def rehearse(inputs: Inputs) -> None:
    """Go through a few cases with a function of ours, before there is any submission.

    CPython rewrites the code of a function when it has run some times. Done here, it is done
    once; done in each child, it costs time, and a copy of every page that it rewrites.
    """
    layout = exchange.Layout(len(inputs.cases), 1 << 16)
    answer = np.zeros((2, 2))
    with mmap.mmap(-1, layout.size) as memory:
        for _ in range(1 + _REHEARSALS // max(1, len(inputs.cases))):
            Run(memory, layout, inputs, [0.0] * 4).rehearse(lambda *_, **__: answer)
            module = types.ModuleType("rehearsal")
            exec(compile_source(b"def f(x):\n    return x\n"), module.__dict__)
            find_entry(module, "f", 1, None)


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
        self._sharing = Sharing(inputs.whole)
        self._position = layout.body
        self._output = sys.stdout

    def submission(self, source: bytes) -> NoReturn:
        """Load it and run all cases."""
        self._source = source
        gc.enable()
        _say(self._memory, 0, 0, exchange.LOADING)
        if self._load():
            exchange.set_state(self._memory, exchange.RUNNING)
            self._stamps[2] = perf_counter()
            for number, case in enumerate(self._inputs.cases):
                self._case(case, self._layout.record(number))
            self._finish(exchange.FINISHED)
        self._finish(exchange.LOAD_FAILED)

    def rehearse(self, entry: Any) -> None:
        """Run all cases with a function of ours."""
        self._entry = entry
        for number, case in enumerate(self._inputs.cases):
            self._case(case, self._layout.record(number))

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
        self._memory[record] = exchange.STARTED
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
        exchange.RECORD.pack_into(
            self._memory, record, exchange.STARTED, start, length, seconds[0], _peak_memory()
        )
        # The status last: a record that says it is complete is complete.
        self._memory[record] = status

    def _calls(self, case: CaseCalls, writer: Writer, seconds: list[float]) -> None:
        """Make the calls of a case; write (results,), or (results, changed, views, shared)."""
        results: list[Value] = []
        views: list[str] = []
        shared: list[str] = []
        owner: Any = None
        first = writer.position
        writer.open_tuple(4)
        writer.open_tuple(len(case.calls))
        for number, call in enumerate(case.calls):
            function = self._target(call, owner)
            args, kwargs = call.args, call.kwargs
            referred: list[Value] = []
            if call.refers:
                args, kwargs = _resolve(args, results), _resolve(kwargs, results)
                referred = [*args, *kwargs.values()]
            begin = perf_counter()
            try:
                result = function(*args, **kwargs)
            finally:
                seconds[0] += perf_counter() - begin
            if call.target == _INIT:
                owner, result = result, None
            writer.write(result)
            seen = self._sharing.check(result, case, number, referred)
            views += seen[0]
            shared += seen[1]
            results.append(result)
        changed = self._inputs.changed(case)
        if changed or views or shared:
            writer.write(changed)
            writer.write(tuple(views[:20]))
            writer.write(tuple(shared[:20]))
        else:
            writer.open_tuple(1, at=first)

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
    if sys.platform != "win32":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KIB
    return 0
