"""The tracing program in the sandbox, where references run."""

from __future__ import annotations

import numpy as np
from test_program import STATEFUL

from grader.cases.testcase import INIT, Call, Testcase
from grader.numerics.program import traced_call, tracing_program
from grader.numerics.tolerance import Expected, expected_result
from grader.problem.model import Limits
from grader.sandbox.runner import Entry, Runner
from grader.values import Ref

GENEROUS = Limits(wall=120, cpu=120)


def test_state_and_earlier_results_behind_the_wall(runner: Runner) -> None:
    p, g = np.array([1.0, 2.0, 3.0]), np.array([0.3, -0.1, 0.7])
    calls = (
        Call(INIT, ((3,), 0.9)),
        Call("step", (p, g)),
        Call("step", (Ref(1), g)),
        Call("state", ()),
        Call("step", (Ref(3, ("m",)), g)),
    )
    case = Testcase("three steps", "group", tuple(traced_call(call) for call in calls))
    entry = Entry(name="Adam", parameters=2, methods={"step": 2, "state": 0, "decode": 1})
    prepared = runner.prepare([case], entry, 1 << 22)
    report = runner.run(tracing_program(STATEFUL, "Adam"), prepared, GENEROUS)
    (run,) = report.cases
    assert run.status == "returned", (report.stop, run.raised)
    made, first, second, state, last = (expected_result(result) for result in run.results)
    assert made == Expected(None, None, "exact")
    assert {first.kind, second.kind, state.kind, last.kind} == {"traced"}
    assert np.all(second.tolerance > first.tolerance)
    assert state.value["t"] == 2
    assert state.tolerance["t"] is None


def test_a_reference_that_raises_is_told_by_its_own_line(runner: Runner) -> None:
    case = Testcase("one", "group", (Call("f", (np.zeros(2),)),))
    prepared = runner.prepare([case], Entry(name="f", parameters=1), 1 << 20)
    program = tracing_program(b"def f(x):\n    y = x\n    return y.nothing\n", "f")
    (run,) = runner.run(program, prepared, GENEROUS).cases
    assert run.raised is not None
    assert (run.raised.type, run.raised.line) == ("AttributeError", 3)
