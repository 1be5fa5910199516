"""The tracing program: one file that needs nothing but NumPy and the standard library."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from grader.cases.testcase import INIT, Call
from grader.numerics.program import MODULES, PACKAGE, traced_call, tracing_program
from grader.numerics.tolerance import expected_result
from grader.values import Ref

FEED_FORWARD = (
    b"""\
# -*- coding: latin-1 -*-
import numpy as np

def feed_forward(x, W1, b1, W2, b2):
    '\xe9 \\' """
    + b'"""'
    + b"""'
    return np.maximum(x @ W1 + b1, 0.0) @ W2 + b2
"""
)
STATEFUL = b"""\
import numpy as np

class Adam:
    rate = 0.1

    def __init__(self, shape, beta):
        self.m, self.beta, self.t = np.zeros(shape), beta, 0

    def step(self, p, g):
        self.t += 1
        self.m = self.beta * self.m + (1 - self.beta) * g
        return p - self.rate * self.m / (1 - self.beta ** self.t)

    def state(self):
        return {"m": self.m, "t": self.t}

    def decode(self, ids):
        return " ".join(str(i) for i in ids)
"""


def load(source: bytes, entry: str) -> Any:
    names: dict[str, Any] = {}
    exec(compile(tracing_program(source, entry), "submission.py", "exec"), names)
    for module in MODULES:
        del sys.modules[f"{PACKAGE}.{module}"]
    return names[entry]


def test_it_runs_where_nothing_can_be_imported_or_opened() -> None:
    """As in the sandbox: no files, an import finds only what is loaded already."""
    script = b"""
import sys, numpy, __future__, inspect, io, base64, builtins
program = base64.b64decode(sys.stdin.buffer.read())
sys.meta_path.clear(); sys.path.clear()
def no(*args, **kwargs): raise PermissionError(args)
builtins.open = io.open = no
code = compile(program, "submission.py", "exec")
names = {"__name__": "submission"}
exec(code, names)
one = numpy.ones
got = names["feed_forward"](one((2, 3)), one((3, 4)) / 3, one(4), one((4, 3)), one(3))
print(got["status"], got["value"].tolist(), float(got["error"].max()) < 1e-13, got["tie"])
assert not any(name.split(".")[0] == "grader" for name in sys.modules)
"""
    import base64

    program = base64.b64encode(tracing_program(FEED_FORWARD, "feed_forward"))
    done = subprocess.run(
        [sys.executable, "-I", "-c", script.decode()],
        input=program,
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode().strip() == f"traced {[[9.0] * 3] * 2} True False"


def test_a_function_gives_value_error_and_status() -> None:
    function = load(FEED_FORWARD, "feed_forward")
    draw = np.random.default_rng(2).standard_normal
    args = draw((2, 3)), draw((3, 4)), draw(4), draw((4, 3)), draw(3)
    got = function(*args)
    assert set(got) == {"value", "error", "status", "why", "tie"}
    plain = np.maximum(args[0] @ args[1] + args[2], 0.0) @ args[3] + args[4]
    assert np.array_equal(got["value"], plain)
    assert type(got["value"]) is np.ndarray
    assert got["error"].dtype == np.float64
    assert got["error"].shape == (2, 3)
    assert expected_result(got).kind == "traced"


def test_what_the_reference_raises_is_raised_with_its_line() -> None:
    function = load(b"def f(x):\n    y = x\n    return y['a']\n", "f")
    with pytest.raises(TypeError) as caught:
        function(3)
    last = caught.tb
    while last.tb_next is not None:
        last = last.tb_next
    assert (last.tb_frame.f_code.co_filename, last.tb_lineno) == ("submission.py", 3)


def test_a_reference_without_the_entry() -> None:
    with pytest.raises(NameError, match="defines no 'g'"):
        load(b"def f(x):\n    return x\n", "g")


def test_an_object_keeps_errors_from_call_to_call() -> None:
    cls = load(STATEFUL, "Adam")
    adam = cls((3,), 0.9)
    p, g = np.array([1.0, 2.0, 3.0]), np.array([0.3, -0.1, 0.7])
    errors = []
    for _ in range(3):
        got = adam.step({"traced value": p, "traced error": np.zeros(3)}, g)
        assert got["status"] == "traced"
        p = got["value"]
        errors.append(got["error"].max())
    state = adam.state()
    assert state["value"]["t"] == 3
    assert state["error"]["t"] is None
    assert state["error"]["m"].min() > 0
    assert adam.decode([1, 2])["value"] == "1 2"


def test_errors_of_earlier_results_are_passed_on() -> None:
    function = load(b"def f(x, more):\n    return x * 3.0 + more[0]['a']\n", "f")
    x = np.array([1.0, 2.0])
    alone = function(x, [{"a": x}])
    later = function(
        {"traced value": x, "traced error": np.array([1e-9, 0.0])},
        [{"a": {"traced value": x, "traced error": np.array([0.0, 1e-8])}}],
    )
    assert np.array_equal(alone["value"], later["value"])
    np.testing.assert_allclose(later["error"] - alone["error"], [3e-9, 1e-8], rtol=1e-6)


def test_calls_are_rewritten_for_the_program() -> None:
    call = Call("step", (Ref(0), [Ref(1, ("m", 0)), 3.0]), {"t": (Ref(2),)})
    got = traced_call(call)
    assert got.target == "step"
    assert got.args[0] == {
        "traced value": Ref(0, ("value",)),
        "traced error": Ref(0, ("error",)),
    }
    assert got.args[1][0]["traced error"] == Ref(1, ("error", "m", 0))
    assert got.args[1][1] == 3.0
    assert got.kwargs["t"][0]["traced value"] == Ref(2, ("value",))
    plain = Call(INIT, (1, "a"))
    assert traced_call(plain) == plain


def test_objects_that_cannot_be_traced_are_replayed_with_perturbations() -> None:
    source = b"""\
import numpy as np

class Solver:
    def __init__(self, a):
        self.a, self.calls = a, 0

    def solve(self, b):
        self.calls += 1
        return np.linalg.solve(self.a, b), self.calls
"""
    solver = load(source, "Solver")(np.vander(np.linspace(1, 2, 8)))
    solver.solve(np.ones(8))
    got = solver.solve(np.arange(8.0))
    assert got["status"] == "untraceable"
    assert got["why"] == "numpy.linalg.solve is not traced"
    assert got["value"][1] == 2
    assert not got["tie"]
    relative = got["error"][0].max() / np.abs(got["value"][0]).max()
    assert 1e-10 < relative < 1e-3  # the matrix is ill-conditioned, and the estimate shows it


def test_an_object_that_was_lost_stays_lost() -> None:
    """Its traced state is not what the reference has, once a call has not been followed."""
    source = b"""\
import numpy as np

class Model:
    def __init__(self):
        self.w = np.ones(2)

    def fit(self, a, b):
        self.w = np.linalg.solve(a, b)

    def predict(self, x):
        return x @ self.w
"""
    model = load(source, "Model")()
    assert model.predict(np.array([0.1, 0.2]))["status"] == "traced"
    assert model.fit(np.eye(2) * 3, np.ones(2))["status"] == "untraceable"
    later = model.predict(np.array([0.1, 0.2]))
    assert (later["status"], later["why"]) == ("untraceable", "numpy.linalg.solve is not traced")
    assert later["error"] > 0


@pytest.mark.parametrize(
    ("expression", "why"),
    [
        ("[1.0] * int(np.linalg.det(np.eye(2)) * x[0] // 0.1)", "how much"),
        ("np.zeros(int(np.linalg.det(np.eye(2)) * x[0] / 0.1 * (1 - 1e-16)))", "shape"),
        ("int(np.linalg.det(np.eye(2)) * x[0] // 0.1)", "exact result"),
        ("{int(np.linalg.det(np.eye(2)) * x[0] // 0.1): 1}", "keys"),
        ("1.0 if np.linalg.det(np.eye(2)) * x[0] >= 0.3 else 'a'", "type"),
        ("np.linalg.det(np.eye(2)) * x[0] / max(0.3 - x[0], 0.0)", "finite"),
        (
            "[][int(np.linalg.det(np.eye(2)) * x[0] // 0.3) * 9 - 9:][0] if x[0] != 0.3 else 1.0 * "
            "np.linalg.det(np.eye(2))",
            "raises IndexError",
        ),
    ],
)
def test_estimates_tell_what_rounding_decides(expression: str, why: str) -> None:
    source = f"import numpy as np\ndef f(x):\n    return {expression}\n".encode()
    got = load(source, "f")(np.array([0.3]))
    assert got["status"] == "untraceable"
    assert got["tie"]
    assert why in got["why"]


def test_named_tuples_and_other_dicts() -> None:
    source = b"""\
import numpy as np
from collections import Counter, OrderedDict, namedtuple
Pair = namedtuple("Pair", "first second")

def f(x, how):
    scale = np.linalg.det(np.eye(2)) if how else 1.0
    return Pair(x * scale / 3, OrderedDict(a=x[0])), Counter("aab")
"""
    function = load(source, "f")
    for how in (False, True):
        got = function(np.array([1.0, 2.0]), how)
        assert got["status"] == ("untraceable" if how else "traced"), got["why"]
        assert not got["tie"]
        (first, second), third = got["error"]
        assert np.all(first > 0)
        assert second.keys() == {"a"}
        assert third == {"a": None, "b": None}


def test_perturbations_are_the_same_each_time() -> None:
    source = b"import numpy as np\ndef f(a, b):\n    return np.linalg.solve(a, b)\n"
    draw = np.random.default_rng(0).standard_normal
    a, b = draw((5, 5)), draw(5)
    first, second = load(source, "f")(a, b), load(source, "f")(a, b)
    assert np.array_equal(first["error"], second["error"])


def test_a_trace_that_strays_from_the_reference_is_not_believed() -> None:
    source = b"""\
def f(x):
    import numpy as np
    return x * (1.0 if type(x) is np.ndarray else 2.0)
"""
    got = load(source, "f")(np.array([1.0, 2.0]))
    assert got["value"].tolist() == [1.0, 2.0]
    assert got["status"] == "untraceable"
    assert "other values" in got["why"]
