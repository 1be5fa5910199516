"""Arguments arrive as they were: values, layout, identity; and what was done to them is seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from runs import Run, call, case, make, same

from grader.errors import JudgeError
from grader.sandbox.inputs import Entry, prepare
from grader.values import Ref

ECHO = "def f(*args, **kwargs):\n    return list(args), kwargs\n"
LAYOUT = """
def f(x):
    address = x.__array_interface__["data"][0]
    return x.strides, x.flags.writeable, x.flags.aligned, address % 64, x.copy()
"""


def unaligned(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    memory = np.zeros(values.nbytes + 1, np.uint8)[1:]
    out: np.ndarray[Any, Any] = memory.view(values.dtype).reshape(values.shape)
    out[...] = values
    return out


def readonly(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    values.setflags(write=False)
    return values


BASE = np.arange(24.0).reshape(2, 3, 4)
LAYOUTS = {
    "C": BASE,
    "F": np.asfortranarray(BASE),
    "strided": np.arange(96.0).reshape(4, 6, 4)[::2, ::2],
    "reversed": BASE[::-1, :, ::-1],
    "unaligned": unaligned(BASE),
    "readonly": readonly(BASE.copy()),
    "broadcast": np.broadcast_to(np.arange(3), (4, 3)),
    "empty": np.zeros((0, 3)),
    "0-d": np.array(2.5),
    "big-endian": np.arange(5, dtype=">i4"),
    "bool": np.array([True, False]),
    "complex": np.array([1 + 2j, -0.0]),
}


@pytest.mark.parametrize("array", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_an_array_arrives_in_its_layout(run: Run, array: np.ndarray[Any, Any]) -> None:
    report = run(LAYOUT, case(call(array)))
    strides, writeable, aligned, offset, values = report.cases[0].results[0]
    assert strides == array.strides
    assert writeable == array.flags.writeable
    assert aligned == array.flags.aligned
    assert same(values, array.copy())
    if array.flags.c_contiguous and array.flags.aligned:
        assert offset % 16 == 0


@pytest.mark.parametrize(
    "value",
    [
        None, True, -3, 1 << 70, 2.5, float("nan"), 1j, "é\n", np.float32(0.1), np.int8(-1),
        (), [1, [2, (3.0,)]], {"a": np.arange(3), "b": [None]}, (np.zeros((2, 2)), "x"),
    ],
    ids=repr,
)  # fmt: skip
def test_any_value_arrives_as_it_was(run: Run, value: Any) -> None:
    report = run(ECHO, case(call(value, key=value)))
    assert same(report.cases[0].results[0], ([value], {"key": value}))
    assert report.cases[0].changed == ()


def test_gaps_hold_a_fixed_pattern_and_not_our_memory(run: Run) -> None:
    secret = np.full(9, 42.0)
    source = """
import numpy as np
def f(x):
    return np.lib.stride_tricks.as_strided(x, (9,), (8,)).copy()
"""
    found = run(source, case(call(secret[::2]))).cases[0].results[0]
    assert (found[::2] == 42.0).all()
    assert (found[1::2].copy().view(np.uint8) == 0x7F).all()


def test_one_array_given_twice_is_one_array(run: Run) -> None:
    x = np.arange(4.0)
    source = "import numpy as np\ndef f(a, b, c):\n    return a is b, np.shares_memory(a, c)"
    report = run(source, case(call(x, x, x[1:])))
    assert report.cases[0].results[0] == (True, True)


def test_what_an_argument_can_be_is_checked_beforehand() -> None:
    for wrong in (np.array([None]), b"bytes", object(), np.zeros(2, "M8[s]")):
        with pytest.raises(JudgeError, match="no value"):
            prepare([case(call(wrong))], Entry("f", 1))


CHANGES = {
    "element": "x[0] = 9.0",
    "element, put back": "x[0], y = 9.0, x[0]; x[0] = y",
    "last element": "x[-1] = -1.0",
    "shape": "x.shape = (2, 3)",
    "gap": "__import__('numpy').lib.stride_tricks.as_strided(x, (8,), (8,))[1] = 0",
    "list": "k.append(1)",
    "list element": "k[0] = 2.0",
    "array in a list": "k[1][0] = 5.0",
    "dict": "d['b'] = 1",
    "dict value": "d['a'] = [1]",
    "list in a dict": "d['a'].clear()",
    "nothing": "x + 1; list(k); dict(d)",
}
SEEN = {
    "element": ((0, 0),), "element, put back": (), "last element": ((0, 0),),
    "shape": ((0, 0),), "gap": ((0, 0),), "list": ((0, 1),), "list element": ((0, 1),),
    "array in a list": ((0, 1),), "dict": ((0, 2),), "dict value": ((0, 2),),
    "list in a dict": ((0, 2),), "nothing": (),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_changes_of_arguments_are_seen(run: Run, name: str) -> None:
    x = np.arange(12.0)[::2] if name == "gap" else np.arange(6.0)
    report = run(
        f"def f(x, k, d):\n    {CHANGES[name]}\n    return 1.0",
        case(call(x, [1.0, np.arange(3.0)], {"a": [1, 2]}), name="first"),
        case(call(x, [1.0, np.arange(3.0)], {"a": [1, 2]}), name="second"),
    )
    assert [found.status for found in report.cases] == ["returned"] * 2
    assert [found.changed for found in report.cases] == [SEEN[name]] * 2


def test_a_change_of_an_earlier_call_is_seen(run: Run) -> None:
    source = "kept = []\ndef f(x):\n    kept.append(x)\n    kept[0][0] += 1\n    return 0.0\n"
    report = run(source, case(call(np.zeros(2)), call(np.ones(2))))
    assert report.cases[0].changed == ((0, 0),)


def test_a_read_only_array_is_one_until_it_is_made_another(run: Run) -> None:
    x = readonly(np.zeros(2))
    raised = run("def f(x):\n    x[0] = 1", case(call(x))).cases[0].raised
    assert raised is not None
    assert raised.type == "ValueError"
    report = run("def f(x):\n    x.flags.writeable = True\n    x[0] = 1", case(call(x)))
    assert report.cases[0].changed == ((0, 0),)


REMEMBER = """
seen = {}
def f(x, y):
    key = id(x)
    if key in seen:
        return "same object", x.copy(), y.copy()
    if not seen:
        CHANGE
    seen[key] = x
    return "new object", x.copy(), y.copy()
"""


@pytest.mark.parametrize(
    ("change", "word"), [("pass", "same object"), ("x[0] = 9", "same object"),
                         ("x.shape = (1, 2)", "new object")],
)  # fmt: skip
def test_arrays_of_an_earlier_case_are_refilled(run: Run, change: str, word: str) -> None:
    report = run(
        REMEMBER.replace("CHANGE", change),
        case(call(np.zeros(2), np.zeros(3)), name="first"),
        case(call(np.ones(2), np.full(3, 2.0)), name="second", reuse="first"),
        case(call(np.full(2, 5.0), np.full(3, 6.0)), name="third", reuse="second"),
    )
    first, second, third = (found.results[0] for found in report.cases)
    assert first[1].sum() == 9 * (change == "x[0] = 9")
    assert same(first[2], np.zeros(3))
    assert same(second[1:], (np.ones(2), np.full(3, 2.0)))
    assert same(third[1:], (np.full(2, 5.0), np.full(3, 6.0)))
    assert second[0] == word
    assert report.cases[2].changed == ()


def test_reuse_needs_equal_layouts_and_an_earlier_case() -> None:
    first = case(call(np.zeros(2)), name="first")
    with pytest.raises(JudgeError, match="other shapes"):
        prepare([first, case(call(np.zeros(3)), name="b", reuse="first")], Entry("f", 1))
    with pytest.raises(JudgeError, match="not before"):
        prepare([case(call(np.zeros(2)), name="b", reuse="first"), first], Entry("f", 1))


COUNTER = """
import numpy as np
class Counter:
    def __init__(self, start):
        self.total = start.copy()
    def add(self, x, times=1):
        self.total = self.total + times * x
        return self.total, {"times": times}
    def reset(self):
        self.total[...] = 0
        return None
"""


def test_methods_of_one_object_and_references_to_results(run: Run) -> None:
    one = np.ones(2)
    report = run(
        COUNTER,
        case(
            make(np.zeros(2)),
            call(one, target="add"),
            call(Ref(1, (0,)), target="add", times=2),
            call(target="reset"),
        ),
        entry=Entry("Counter", 1, {"add": 1, "reset": 0}),
    )
    assert same(
        report.cases[0].results,
        (None, (np.ones(2), {"times": 1}), (np.full(2, 3.0), {"times": 2}), None),
    )


def test_a_reference_to_what_is_not_there_is_the_submissions_error(run: Run) -> None:
    report = run("def f(x):\n    return x", case(call(1.0), call(Ref(0, (1,)))))
    assert report.cases[0].raised is not None
    assert report.cases[0].raised.type == "TypeError"


SHARING = {
    "x": ["argument 1"],
    "x[1:]": ["argument 1"],
    "x[::-1].T": ["argument 1"],
    "[x, y]": ["argument 1", "argument 2"],
    "{'a': (y,)}": ["argument 2"],
    "x + y": [],
    "x.copy()": [],
    "keep(buffer)": ["the result of case 'first'"],
    "keep(buffer[1:])": ["the result of case 'first'"],
    "keep(buffer.copy())": [],
}


@pytest.mark.parametrize("result", SHARING)
def test_shared_memory_is_seen(run: Run, result: str) -> None:
    report = run(
        "import numpy as np\nbuffer = np.zeros(9)\nkept = []\n"
        "def keep(a):\n    kept.append(a)\n    return a\n"
        f"def f(x, y):\n    return {result}\n",
        case(call(np.zeros(3), readonly(np.zeros(3))), name="first"),
        case(call(np.zeros(3), readonly(np.zeros(3))), name="second"),
    )
    expected = [f"the result shares memory with {what}" for what in SHARING[result]]
    second = report.cases[1]
    assert [*second.views, *second.shared] == expected
    assert all("argument" in words for words in second.views)
    assert all("argument" not in words for words in second.shared)


def test_a_view_of_an_earlier_result_that_is_an_argument_is_one_of_an_argument(run: Run) -> None:
    report = run(
        "def f(x):\n    return x[::-1]\n",
        case(call(np.arange(3.0)), call(Ref(0)), call(Ref(1)), name="turned"),
    )
    (turned,) = report.cases
    assert [words.split(" shares memory with ")[1] for words in turned.views] == [
        "argument 1 of call 1", "argument 1 of call 1", "argument 1 of call 2",
        "argument 1 of call 1", "argument 1 of call 3",
    ]  # fmt: skip
    assert turned.shared == ()
