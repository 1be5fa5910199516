"""Every way in which a run can end, and that one run leaves nothing to the next."""

from __future__ import annotations

import os
import select
import signal
import threading

import numpy as np
import pytest
from runs import LIMITS, Run, call, case, make, same

from grader.errors import IsolationError, UsageError
from grader.problem.model import Limits
from grader.sandbox.exchange import SOURCE_LIMIT
from grader.sandbox.inputs import Entry
from grader.sandbox.report import RunReport, Stop
from grader.sandbox.runner import IsolationPolicy, Job, Runner

X = np.arange(3.0)
DOUBLE = "def f(x):\n    return 2 * x\n"


def test_a_right_submission(run: Run) -> None:
    report = run(DOUBLE, case(call(X), name="a"), case(call(X + 1), name="b"))
    assert report.stop is Stop.FINISHED
    assert report.load_error is None
    assert report.output == ""
    assert [found.status for found in report.cases] == ["returned"] * 2
    assert same(report.cases[1].results, (2 * (X + 1),))
    assert report.wall > 0
    assert report.cpu > 0
    assert set(report.phases) >= {"confine", "load", "cases"}


def loaded(run: Run, source: str | bytes, **kwargs: Entry) -> RunReport:
    report = run(source, case(call(X)), **kwargs)
    assert report.stop is Stop.LOAD_FAILED
    assert report.cases[0].status == "not reached"
    return report


@pytest.mark.parametrize(
    ("source", "type_", "line"),
    [
        ("def f(x):\n    return (", "SyntaxError", 2),
        ("x = 1\n  y = 2", "IndentationError", 2),
        (b"x = 1\n\0", None, None),
        (b"# coding: utf-16\nx = 1", "SyntaxError", None),
        (b"x = '\xff'", "SyntaxError", 1),
        ("x = " + "(" * 3000, "SyntaxError", 1),
        ("x = " + "-" * 50_000 + "1", None, None),
        ("return 1", "SyntaxError", 1),
    ],
    ids=["open", "indent", "null", "coding", "bytes", "parentheses", "deep", "return"],
)
def test_what_does_not_compile(
    run: Run, source: str | bytes, type_: str | None, line: int | None
) -> None:
    report = run(source, case(call(X)))
    assert report.stop in (Stop.LOAD_FAILED, Stop.MEMORY)
    assert report.load_fault is not None
    assert report.load_fault.problem == "syntax"
    assert report.load_error is not None
    if type_:
        assert report.load_error.type == type_
    if line:
        assert report.load_error.line == line


@pytest.mark.parametrize("source", ["", "\n", "# nothing"])
def test_an_empty_file_defines_nothing(run: Run, source: str) -> None:
    fault = loaded(run, source).load_fault
    assert fault is not None
    assert (fault.problem, fault.name, fault.names) == ("missing", "f", ())


def test_a_source_that_is_too_long(run: Run) -> None:
    error = loaded(run, b"#" * (SOURCE_LIMIT + 1)).load_error
    assert error is not None
    assert "longer than" in error.message
    longest = DOUBLE.encode() + b"#" * (SOURCE_LIMIT - len(DOUBLE.encode()))
    assert [done.status for done in run(longest, case(call(X))).cases] == ["returned"]


@pytest.mark.parametrize(
    ("source", "type_", "line"),
    [
        ("import torch\n", "ModuleNotFoundError", 1),
        ("\nfrom numpy import feedforward", "ImportError", 2),
        ("def g():\n    return 1 / 0\n\ng()", "ZeroDivisionError", 2),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", 1),
        ("class E(BaseException): pass\nraise E", "E", 2),
    ],
)
def test_what_raises_while_it_is_loaded(run: Run, source: str, type_: str, line: int) -> None:
    report = loaded(run, source)
    assert report.load_fault is not None
    assert report.load_fault.problem == "raised"
    assert report.load_error is not None
    assert (report.load_error.type, report.load_error.line) == (type_, line)


@pytest.mark.parametrize(
    ("source", "problem", "names", "accepts"),
    [
        ("def F(x): pass\ndef g(x): pass\nimport os", "missing", ("F", "g"), None),
        ("f = 3", "not callable", (), None),
        ("def f(): pass", "signature", ("f",), (0, 0)),
        ("def f(x, y): pass", "signature", ("f",), (2, 2)),
        ("def f(x, y, z=1): pass", "signature", ("f",), (2, 3)),
        ("def f(*, x): pass", "signature", ("f",), (1, 0)),
        ("class f:\n  def __init__(self): pass", "signature", (), (0, 0)),
        ("class C:\n  def m(self): pass\nf = C().m", "signature", (), (0, 0)),
        ("class C:\n  def __call__(self): pass\nf = C()", "signature", (), (0, 0)),
        ("f = (lambda: 0)", "signature", ("f",), (0, 0)),
    ],
)
def test_a_function_that_is_not_there_or_takes_something_else(
    run: Run, source: str, problem: str, names: tuple[str, ...], accepts: object
) -> None:
    fault = loaded(run, source).load_fault
    assert fault is not None
    assert (fault.problem, fault.names, fault.accepts) == (problem, names, accepts)
    if problem == "signature":
        assert fault.needs == 1


@pytest.mark.parametrize(
    "source",
    [
        "def f(*x): return x[0]",
        "def f(x, y=1): return x",
        "def f(x, *, y=1): return x",
        "f = lambda x: x",
        "import functools\nf = functools.partial(lambda y, x: x, 0)",
        "import numpy as np\nf = np.vectorize(lambda x: x)",
        "import numpy as np\nf = np.positive",
        "import functools\n@functools.lru_cache\ndef g(): pass\n"
        "def deco(g):\n  @functools.wraps(g)\n  def h(*a): return a[0]\n  return h\n"
        "@deco\ndef f(): pass",
        "class C:\n  def m(self, x): return x\nf = C().m",
        "class C:\n  @staticmethod\n  def m(x): return x\nf = C.m",
    ],
)
def test_whatever_takes_one_argument_is_called(run: Run, source: str) -> None:
    report = run(source, case(call(X)))
    assert report.cases[0].status == "returned"
    assert same(report.cases[0].results, (X,))


ADAM = Entry("Adam", 1, {"step": 2})


@pytest.mark.parametrize(
    ("source", "problem", "name", "names"),
    [
        ("class adam: pass", "missing", "Adam", ("adam",)),
        ("def Adam(x): pass", "not a class", "Adam", ("Adam",)),
        ("class Adam:\n  def __init__(self): pass", "signature", "Adam", ("Adam",)),
        ("class Adam: pass", "signature", "Adam", ("Adam",)),
        (
            "class Adam:\n  def __init__(self, x): pass\n  def stepp(self, a, b): pass",
            "method missing", "Adam.step", ("stepp",),
        ),
        (
            "class Adam:\n  def __init__(self, x): pass\n  def step(self, a): pass",
            "signature", "Adam.step", ("step",),
        ),
    ],
)  # fmt: skip
def test_a_class_that_is_not_there_or_takes_something_else(
    run: Run, source: str, problem: str, name: str, names: tuple[str, ...]
) -> None:
    report = run(source, case(make(X), call(X, X, target="step")), entry=ADAM)
    fault = report.load_fault
    assert fault is not None
    assert (fault.problem, fault.name, fault.names) == (problem, name, names)


def test_inherited_methods_and_dataclasses_are_found(run: Run) -> None:
    source = """
from dataclasses import dataclass
@dataclass
class Base:
    x: object
    def step(self, a, b):
        return self.x + a + b
class Adam(Base):
    pass
"""
    report = run(source, case(make(X), call(X, X, target="step")), entry=ADAM)
    assert same(report.cases[0].results, (None, 3 * X))


FUNCTION = "import os, sys, signal, ctypes, time\nimport numpy as np\ndef f(x):\n    "


@pytest.mark.parametrize(
    ("body", "stop", "detail"),
    [
        ("ctypes.string_at(0)", Stop.CRASHED, "SIGSEGV at line 4"),
        ("os.abort()", Stop.CRASHED, "SIGABRT at line 4"),
        ("os._exit(0)", Stop.EXITED, "exit code 0"),
        ("os._exit(97)", Stop.EXITED, "exit code 97"),
        ("exec('while 1: pass')", Stop.WALL_TIME, "0.6 s"),
        ("time.sleep(60)", Stop.WALL_TIME, "0.6 s"),
        ("print('x' * 100_000)", Stop.OUTPUT, "1000 bytes"),
        ("os.write(2, b'x' * 1001) and os.write(2, b'x')", Stop.OUTPUT, "1000 bytes"),
        ("os.kill(os.getpid(), signal.SIGTERM)", Stop.CRASHED, "SIGTERM"),
        ("os.kill(os.getpid(), signal.SIGKILL)", Stop.CRASHED, "SIGKILL"),
    ],
)
def test_a_run_that_is_stopped_keeps_the_cases_before(
    run: Run, body: str, stop: Stop, detail: str
) -> None:
    report = run(
        FUNCTION + f"if x[0]: {body}\n    return x",
        case(call(np.zeros(2)), name="a"),
        case(call(np.ones(2)), name="b"),
        case(call(np.zeros(2)), name="c"),
        limits=Limits(wall=0.6, cpu=10, memory=1 << 28, output=1000),
    )
    assert report.stop is stop
    assert detail in report.detail
    first, second, third = report.cases
    assert (first.status, second.status, third.status) == ("returned", "interrupted", "not reached")
    assert same(first.results, (np.zeros(2),))


def test_processor_time_is_limited(run: Run) -> None:
    limits = Limits(wall=20.0, cpu=1.0, memory=1 << 28, output=1000)
    report = run("def f(x):\n    while True: pass", case(call(X)), limits=limits)
    assert report.stop is Stop.CPU_TIME
    assert 0.5 < report.cpu < 2.5


def test_memory_is_limited_and_later_cases_still_run(run: Run) -> None:
    limits = Limits(wall=10, cpu=10, memory=64 << 20, output=1000)
    source = "import numpy as np\ndef f(x):\n    return np.ones(int(x[0]) << 17).sum()"
    report = run(
        source,
        case(call(np.array([1000.0])), name="large"),
        case(call(np.array([20.0])), name="small"),
        limits=limits,
    )
    assert report.stop is Stop.MEMORY
    large, small = report.cases
    assert large.raised is not None
    assert large.raised.type == "MemoryError"
    assert small.results == (float(20 << 17),)
    assert 20 << 20 < small.memory < 40 << 20


@pytest.mark.parametrize("step", [1 << 16, 1 << 20, 8 << 20])
def test_memory_goes_hardly_beyond_its_limit(run: Run, step: int) -> None:
    limits = Limits(wall=10, cpu=10, memory=64 << 20, output=1000)
    source = f"""
import numpy as np
def f(x):
    kept = []
    try:
        while True:
            kept.append(np.ones({step}, np.uint8))
    except MemoryError:
        return len(kept) * {step}
"""
    (taken,) = run(source, case(call(X)), limits=limits).cases[0].results
    assert taken <= 1.2 * limits.memory
    assert taken >= 0.7 * limits.memory


def test_exceptions_are_told_with_their_line(run: Run) -> None:
    source = "def g(x):\n    return x['k']\n\ndef f(x):\n    return g({})\n"
    raised = run(source, case(call(X))).cases[0].raised
    assert raised is not None
    assert (raised.type, raised.message, raised.line) == ("KeyError", "'k'", 2)
    assert raised.traceback == "line 5, in f: return g({})\nline 2, in g: return x['k']"


HOSTILE = """
class Boom(Exception):
    def __str__(self):
        raise SystemExit(3)
    __repr__ = __str__
class Long(Exception):
    def __str__(self):
        return "x" * 10**7
class Odd(str):
    def __getitem__(self, key): raise SystemExit
    def encode(self, *args): raise SystemExit
class Lying(Exception):
    def __str__(self):
        return Odd("odd \\x1b[31mred\\u202e")
class Meta(type):
    def __getattribute__(cls, name): raise SystemExit
    def __subclasscheck__(cls, other): return True
class Masked(Exception, metaclass=Meta):
    @property
    def args(self): raise SystemExit
    @property
    def __traceback__(self): raise SystemExit
class Numbered(Exception):
    def __str__(self): return 3
def f(x):
    raise [Boom, Long, Lying, Masked, Numbered][int(x[0])]("word")
"""


def test_hostile_exceptions_are_told_all_the_same(run: Run) -> None:
    cases = [case(call(np.full(1, i)), name=str(i)) for i in range(5)]
    report = run(HOSTILE, *cases)
    assert report.stop is Stop.FINISHED
    raised = [found.raised for found in report.cases]
    assert [error.type for error in raised if error] == [
        "Boom", "Long", "Lying", "Masked", "Numbered",
    ]  # fmt: skip
    messages = [error.message for error in raised if error]
    assert "cannot be read: SystemExit" in messages[0]
    assert len(messages[1]) < 5000
    assert messages[2] == r"odd \x1b[31mred\u202e"
    assert messages[3] == "word"
    line = HOSTILE[: HOSTILE.index("    raise [Boom")].count("\n") + 1
    assert [error.line for error in raised if error] == [line] * 5


def test_sys_exit_ends_a_case_and_ends_loading(run: Run) -> None:
    report = run("import sys\ndef f(x):\n    sys.exit(0)", case(call(X)))
    assert report.cases[0].raised is not None
    assert report.cases[0].raised.type == "SystemExit"
    assert run("import sys\nsys.exit(0)", case(call(X))).stop is Stop.EXITED


def test_output_is_kept_and_cleaned(run: Run) -> None:
    source = (
        "import sys\nprint('é', end='')\nprint('\\x1b[2J\\r\\u202e', file=sys.stderr)\n" + DOUBLE
    )
    report = run(source, case(call(X)))
    assert report.stop is Stop.FINISHED
    assert set(report.output) <= set("é\\x1b[2J\\r\\u202e\n")
    assert "é" in report.output


def test_results_that_do_not_fit_are_too_large(run: Run) -> None:
    source = "import numpy as np\ndef f(x):\n    return np.zeros(int(x[0]))"
    report = run(
        source,
        case(call(np.array([10**7])), name="large"),
        case(call(np.array([3])), name="small"),
        capacity=1 << 16,
    )
    assert [found.status for found in report.cases] == ["too large", "returned"]


def test_results_are_as_they_were_when_they_were_returned(run: Run) -> None:
    source = (
        "kept = []\ndef f(x):\n    kept.append(2 * x)\n    kept[0][:] = -1\n    return kept[-1]"
    )
    report = run(source, case(call(X), name="a"), case(call(X + 1), name="b"))
    assert same(report.cases[1].results, (2 * (X + 1),))


def test_replaced_builtins_and_numpy_change_nothing(run: Run) -> None:
    source = """
import builtins, numpy as np
real = np.ndarray
def f(x):
    return 2 * x
np.ndarray = np.array_equal = np.shares_memory = np.may_share_memory = None
for name in ("len", "isinstance", "type", "id", "str", "tuple", "list", "dict", "any", "zip"):
    setattr(builtins, name, None)
"""
    report = run(source, case(call(X)))
    assert same(report.cases[0].results, (2 * X,))


def test_one_run_leaves_nothing_to_the_next(run: Run) -> None:
    source = """
import numpy as np, builtins, sys
seen = getattr(np, "left", 0)
np.left = builtins.left = 1
sys.modules["left"] = sys
def f(x):
    return float(seen)
"""
    for _ in range(3):
        assert run(source, case(call(X))).cases[0].results == (0.0,)


def test_submissions_side_by_side(runner: Runner) -> None:
    prepared = runner.prepare([case(call(X))], Entry("f", 1))
    sources = [f"def f(x):\n    return {i} * x".encode() for i in range(20)]
    sources[3] = b"import time\ntime.sleep(60)"
    limits = Limits(wall=1.0, cpu=10, memory=1 << 28, output=1000)
    order = []
    with Runner(2, IsolationPolicy("D")) as pair:
        jobs = (Job(i, source, prepared, limits) for i, source in enumerate(sources))
        for tag, report in pair.run_many(jobs):
            order.append(tag)
            if tag == 3:
                assert report.stop is Stop.WALL_TIME
            else:
                assert same(report.cases[0].results, (tag * X,))
    assert sorted(order) == list(range(20))
    assert order[-1] == 3
    prepared.close()


def test_a_free_worker_is_given_what_comes_while_another_is_busy() -> None:
    """The iterator has none when it is asked, and says by ``wake`` when it has."""
    wake, waker = os.pipe()
    sleeps = [b"import time\ntime.sleep(60)"]
    timer = threading.Timer(0.2, os.write, (waker, b"x"))

    class Jobs:
        def __iter__(self) -> Jobs:
            return self

        def __next__(self) -> Job:
            if sleeps:
                timer.start()
                return Job("sleeps", sleeps.pop(), prepared, limits)
            if select.select([wake], [], [], 0)[0] and os.read(wake, 1):
                return Job("quick", DOUBLE.encode(), prepared, limits)
            raise StopIteration

    limits = Limits(wall=1.0, cpu=10.0)
    with Runner(2, IsolationPolicy("D")) as pair:
        prepared = pair.prepare([case(call(X))], Entry("f", 1))
        both = [Job(i, DOUBLE.encode(), prepared, LIMITS) for i in range(2)]
        assert len(list(pair.run_many(both))) == 2, "both workers are ready"
        order = [tag for tag, _ in pair.run_many(Jobs(), wake)]
    timer.join()
    prepared.close()
    os.close(wake)
    os.close(waker)
    assert order == ["quick", "sleeps"]


def test_a_dead_zygote_is_replaced_and_the_submission_run_again() -> None:
    with Runner(policy=IsolationPolicy("D")) as runner:
        prepared = runner.prepare([case(call(X))], Entry("f", 1))
        assert runner.run(DOUBLE.encode(), prepared, LIMITS).stop is Stop.FINISHED
        for victim in runner.process_ids:
            os.kill(victim, signal.SIGKILL)
        report = runner.run(DOUBLE.encode(), prepared, LIMITS)
        assert report.stop is Stop.FINISHED
        assert same(report.cases[0].results, (2 * X,))
        prepared.close()


def test_nothing_is_left_open_by_runs(runner: Runner) -> None:
    prepared = runner.prepare([case(call(X))], Entry("f", 1))
    for source in (DOUBLE, "import os; os._exit(0)", "def f(:"):
        runner.run(source.encode(), prepared, LIMITS)
    before = len(os.listdir("/proc/self/fd"))
    for source in (DOUBLE, "import os; os._exit(0)", "def f(:", DOUBLE) * 5:
        runner.run(source.encode(), prepared, LIMITS)
    assert len(os.listdir("/proc/self/fd")) == before
    prepared.close()


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UsageError, match="choose one of A"):
        Runner(policy=IsolationPolicy(at_most="C"))


def test_a_weak_wall_has_to_be_asked_for() -> None:
    with Runner(policy=IsolationPolicy(at_most="D")) as runner:
        prepared = runner.prepare([case(call(X))], Entry("f", 1))
        with pytest.raises(IsolationError, match="accidents only"):
            runner.run(DOUBLE.encode(), prepared, LIMITS)
        prepared.close()
    with Runner(policy=IsolationPolicy("D", "D")) as runner:
        assert runner.isolation == "D"


def test_what_a_problem_lets_be_imported_is_loaded_for_it(runner: Runner) -> None:
    source = b"import sqlite3\ndef f(x):\n    return 'sqlite3' in str(sqlite3)\n"
    for imports, stop in (((), Stop.LOAD_FAILED), (("sqlite3",), Stop.FINISHED)):
        prepared = runner.prepare([case(call(X))], Entry("f", 1, imports=imports))
        assert runner.run(source, prepared, LIMITS).stop is stop
        prepared.close()


def test_what_cannot_be_loaded_is_our_failure() -> None:
    with Runner(policy=IsolationPolicy("D")) as runner:
        prepared = runner.prepare([case(call(X))], Entry("f", 1, imports=("not_installed",)))
        report = runner.run(DOUBLE.encode(), prepared, LIMITS)
        assert report.stop is Stop.JUDGE_ERROR
        assert "not_installed" in report.detail
        prepared.close()
