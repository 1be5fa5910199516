"""Static checks: what is refused before anything runs, and what is let through."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.problem.model import (
    ClassContract,
    Method,
    Parameter,
    Policy,
)
from grader.submission.source_text import MAX_BYTES
from grader.submission.static_check import SourceCheck, check_source
from grader.verdict import Reason
from tests.submission.layer import make_problem

GOOD = "import numpy as np\n\ndef layer(x, w, b):\n    return np.maximum(x @ w + b, 0)\n"


def check(source: str | bytes, **policy: object) -> SourceCheck:
    raw = source if isinstance(source, bytes) else source.encode()
    return check_source(raw, make_problem(Policy(**policy)))  # type: ignore[arg-type]


def test_a_plain_answer_passes() -> None:
    assert check(GOOD) == SourceCheck()


UNREADABLE = [
    (b"", Reason.FILE, "the file is empty"),
    (b" \n\n", Reason.FILE, "the file is empty"),
    (b"#" * (MAX_BYTES + 1), Reason.FILE, "65,537 bytes"),
    (b"PK\x03\x04rest", Reason.FILE, "zip archive"),
    (b"%PDF-1.7", Reason.FILE, "PDF"),
    (b"\x7fELF\x02", Reason.FILE, "compiled program"),
    (b'{"cells": [], "nbformat": 4}', Reason.FILE, "Jupyter notebook"),
    (b'{\n "metadata": {},\n "nbformat": 4}', Reason.FILE, "Jupyter notebook"),
    (b"x = 1\nab\0c", Reason.FILE, "line 2, column 3: the file contains a NUL byte"),
    ("x = 1".encode("utf-16"), Reason.ENCODING, "UTF-16"),
    ("# é\nx = 'é'".encode("latin-1"), Reason.ENCODING, "line 1, column 3: the byte 0xe9"),
    (
        "x = 1\ny = 2\nz = 'aé'".encode("latin-1"),
        Reason.ENCODING,
        "line 3, column 7: the byte 0xe9",
    ),
    (b"# coding: klingon\n", Reason.ENCODING, "line 1: the first two lines declare an encoding"),
    (b"# coding: utf-7\n", Reason.ENCODING, "declares the encoding utf-7; save it as UTF-8"),
    (b"# coding: rot13\nvzcbeg bf", Reason.ENCODING, "save"),
    (b"\xef\xbb\xbf# coding: latin-1\n", Reason.ENCODING, "is not the file's"),
    (b"def f(:\n", Reason.SYNTAX, "line 1"),
    (b"x = (1,\n", Reason.SYNTAX, "line 1, column 5: the ( here is never closed"),
    (b"x = 1)\n", Reason.SYNTAX, "no opening bracket for this )"),
    (b"x = (1]\n", Reason.SYNTAX, "the closing ] does not match the opening ("),
    (b"def f()\n    pass\n", Reason.SYNTAX, "a colon is missing"),
    (b"def f():\nreturn 1\n", Reason.SYNTAX, "must be indented below"),
    (b"  x = 1\n", Reason.SYNTAX, "this line is indented"),
    (b"if 1:\n    x\n  y\n", Reason.SYNTAX, "line 3, column 4: the indentation matches no line"),
    (b"if 1:\n\tx\n        y\n", Reason.SYNTAX, "tabs and spaces"),
    (b"x = 'abc\n", Reason.SYNTAX, "this string is never closed"),
    (b"x = '''abc\n", Reason.SYNTAX, "this triple-quoted string is never closed"),
    ("x = “a”\n".encode(), Reason.SYNTAX, "is a typographic quote"),
    ("x = 3 − 2\n".encode(), Reason.SYNTAX, "minus sign"),
    ("x\u00a0= 1\n".encode(), Reason.SYNTAX, "invisible character (U+00A0, no-break space)"),
    (b"print 'a'\n", Reason.SYNTAX, "print is a function"),
    (b"if x = 1:\n    pass\n", Reason.SYNTAX, "to compare, write =="),
    (b"f(1) = 2\n", Reason.SYNTAX, "assigned to this function call"),
    (b"x = [1 2]\n", Reason.SYNTAX, "a comma or an operator is missing"),
    (b"x = 012\n", Reason.SYNTAX, "may not begin with 0"),
    (b"x = " + b"9" * 5000, Reason.SYNTAX, "4,300 digits"),
    (b"x = " + b"-" * 50_000 + b"1", Reason.SYNTAX, "nested too deeply"),
    (b"x = " + b"+".join([b"1"] * 30_000), Reason.SYNTAX, "nested too deeply"),
    (b"x = a" + b".a" * 30_000, Reason.SYNTAX, "nested too deeply"),
    (b"x = " + b"(" * 300 + b")" * 300, Reason.SYNTAX, "nested too deeply"),
]


@pytest.mark.parametrize(("source", "reason", "words"), UNREADABLE)
def test_what_cannot_be_read_is_refused_with_its_place(
    source: bytes, reason: Reason, words: str
) -> None:
    (complaint,) = check(source).errors
    assert complaint.reason is reason
    assert words in str(complaint)


@pytest.mark.parametrize(
    "source",
    [
        b"\xef\xbb\xbf" + GOOD.encode(),
        b"# -*- coding: utf-8 -*-\n" + GOOD.encode(),
        b"# coding: latin-1\n# \xe9\n" + GOOD.encode(),
        GOOD.replace("\n", "\r\n").encode(),
        ("# π ≈ 3\n" + GOOD).encode(),
        GOOD.encode() + rb"pattern = '\d'",
    ],
)
def test_harmless_encodings_and_line_ends_pass(source: bytes) -> None:
    assert check(source) == SourceCheck()


@given(st.binary(max_size=300))
@settings(max_examples=200, deadline=None)
def test_no_bytes_make_the_check_raise(source: bytes) -> None:
    assert isinstance(check(source), SourceCheck)


TOKENS = [
    *(
        "def layer",
        "(",
        ")",
        "[",
        "]",
        ":",
        "\n",
        "    ",
        "x",
        ",",
        "=",
        "*",
        "lambda ",
        "import os",
    ),
    *("'", '"""', "f'{", "}", "0x", "1e", "@", "class A", "if ", "else", "for x in ", "#", "é"),
]


@given(st.lists(st.sampled_from(TOKENS), max_size=60))
@settings(max_examples=300, deadline=None)
def test_no_tokens_make_the_check_raise(tokens: list[str]) -> None:
    check_result = check("".join(tokens))
    assert all(error.line >= 0 and error.message for error in check_result.errors)


IMPORTS = [
    ("import os", None, "line 1, column 1: `os` may not be imported; allowed: NumPy and standard"),
    ("import math, os.path as p", None, "`os.path` may not be imported"),
    ("from subprocess import run", None, "`subprocess` may not be imported"),
    ("from . import helper", None, "a submission is one file"),
    ("def f():\n    import socket", None, "line 2, column 5: `socket`"),
    ("import nunpy as np", None, "there is no module `nunpy` here; did you mean `numpy`?"),
    ("m = __import__('os')", None, "line 1, column 5: `os` may not be imported"),
    ("import importlib\nm = importlib.import_module('os')", ("importlib",), "line 2"),
    ("import math", ("numpy",), "`math` may not be imported; allowed: `numpy`"),
    ("import numpy.linalg", ("math",), "`numpy.linalg` may not be imported"),
    ("import scipy", (), "`scipy` may not be imported; allowed: none"),
]


@pytest.mark.parametrize(("line", "imports", "words"), IMPORTS)
def test_imports_outside_the_list_are_named(
    line: str, imports: tuple[str, ...] | None, words: str
) -> None:
    source = line + "\ndef layer(x, w, b):\n    return x\n"
    (complaint,) = check(source, imports=imports).errors
    assert complaint.reason is Reason.IMPORT
    assert words in str(complaint)


@pytest.mark.parametrize(
    ("line", "imports"),
    [
        ("import numpy.linalg as la, math, itertools", None),
        ("from numpy.fft import fft", None),
        ("from __future__ import annotations", ()),
        ("from typing import Any", ("numpy",)),
        ("import scipy.special", ("scipy",)),
        ("import scipy.special", ("scipy.special",)),
        ("if __name__ == '__main__':\n    import os", None),
        ("if '__main__' == __name__:\n    import os\nelse:\n    import math", None),
    ],
)
def test_imports_of_the_list_pass(line: str, imports: tuple[str, ...] | None) -> None:
    source = line + "\ndef layer(x, w, b):\n    return x\n"
    assert check(source, imports=imports).passed


CALLS = [
    ("import numpy as np\ny = np.linalg.inv(x)", "np.linalg", "(here `numpy.linalg.inv`)"),
    ("from numpy import linalg as la\ny = 1", "np.linalg", "`np.linalg` may not be used"),
    ("from numpy import linalg as la\ny = la.inv(1)", "np.linalg.inv", "line 2, column 5"),
    ("import numpy.linalg as la\ny = la.inv(1)", "np.linalg.inv", "line 2, column 5"),
    ("from numpy.linalg import inv", "np.linalg", "line 1, column 1"),
    ("import numpy as n\nz = n\ny = z.load", "np.load", "line 3, column 5"),
    ("import numpy as np\nla = np.linalg", "numpy.linalg", "line 2, column 6"),
    ("from numpy import *\ny = load('a')", "np.load", "line 2, column 5"),
    ("import numpy as np\ny = getattr(np, 'load')", "np.load", "line 2, column 5"),
    ("y = eval('1')", "eval", "line 1, column 5: `eval` may not be used"),
    ("import builtins\ny = builtins.eval('1')", "eval", "line 2, column 5"),
    ("é = eval; y = 'éé'; z = eval", "eval", "line 1, column 5"),
    ("def g(x, w):\n    return x @ w", "np.matmul", "(here"),
    ("def g(x, w):\n    return x.dot(w)", "np.dot", "line 2, column 12"),
]


@pytest.mark.parametrize(("lines", "forbidden", "words"), CALLS)
def test_forbidden_names_are_found_through_aliases(lines: str, forbidden: str, words: str) -> None:
    source = lines + "\ndef layer(x, w, b):\n    return x\n"
    found = check(source, imports=("numpy", "builtins"), forbid_calls=(forbidden,)).errors
    assert found
    assert {complaint.reason for complaint in found} == {Reason.POLICY}
    expected = words if words != "(here" else "`np.matmul` may not be used"
    assert expected in str(found[0])


@pytest.mark.parametrize(
    ("lines", "forbidden"),
    [
        ("import numpy as np\ny = np.linalgebra", "np.linalg"),
        ("def load(x):\n    return x\ny = load(1)", "load"),
        ("y = [3, 1]\ny.sort()", "np.sort"),
        ("class A:\n    pass\nA.linalg = 1", "np.linalg"),
        ("import math\ny = math.load", "np.load"),
    ],
)
def test_other_names_are_not_taken_for_forbidden_ones(lines: str, forbidden: str) -> None:
    source = lines + "\ndef layer(x, w, b):\n    return x\n"
    assert check(source, forbid_calls=(forbidden,)).passed


LOOPS = """\
import numpy as np
def layer(x, w, b):
    for i in range(3):
        while i:
            i -= 1
    s = [v for v in x], {v for v in x}, {v: v for v in x}
    return sum(v for v in x)
"""


def test_loops_are_errors_warnings_or_nothing() -> None:
    assert check(LOOPS) == SourceCheck()
    warned = check(LOOPS, loops="warn")
    assert warned.passed
    assert [complaint.line for complaint in warned.warnings] == [3, 4, 6, 6, 6, 7]
    assert str(warned.warnings[0]).startswith("line 3, column 5: a `for` loop")
    assert check(LOOPS, loops="forbid").errors == warned.warnings


def test_vectorize_is_not_a_loop() -> None:
    source = GOOD + "\ng = np.vectorize(abs)\nh = np.apply_along_axis\n"
    assert check(source, loops="forbid").passed


def test_complaints_of_a_kind_are_cut() -> None:
    errors = check("import os\n" * 5000 + GOOD).errors
    assert len(errors) == 21
    assert "more of the same kind" in errors[-1].message


MISSING = [
    ("def Layer(x, w, b): return x", "found `Layer`: did you mean `layer`?"),
    ("def la_yer(x, w, b): return x", "found `la_yer`: did you mean `layer`?"),
    ("def leyer(x, w, b): return x", "found `leyer`: did you mean `layer`?"),
    ("def solve(x): return x\ndef go(): pass", "the file defines `solve`, `go`"),
    ("x = 1", "the file defines no function or class"),
    ("class Solution:\n    def layer(self, x, w, b): return x", "inside the class `Solution`"),
    ("def main():\n    def layer(x, w, b): return x", "line 2, column 5: `layer` is def"),
    ("if __name__ == '__main__':\n    def layer(x, w, b): return x", "there is no function"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "words"), MISSING)
def test_a_missing_function_is_explained(source: str, words: str) -> None:
    (complaint,) = check(source).errors
    assert complaint.reason is Reason.MISSING
    assert words in str(complaint)


@pytest.mark.parametrize(
    "source",
    [
        "def other(x, w, b): return x\nlayer = other",
        "layer = lambda x, w, b: x",
        "from math import floor as layer",
        "from numpy import *",
        "if 1:\n    def layer(x): return x",
        "def decorate(f): return f\n@decorate\ndef layer(): pass",
        "def f():\n    global layer\n    layer = f\nf()",
        "globals()['layer'] = abs",
        "exec('def layer(x, w, b): return x')",
        "layer, other = abs, abs",
        "for layer in [abs]: pass",
        "def layer(x, w, b): return x\nlayer = abs",
        "class F:\n    def __call__(self, x, w, b): return x\nlayer = F()",
    ],
)
def test_what_only_a_run_can_tell_is_let_through(source: str) -> None:
    assert check(source) == SourceCheck()


SIGNATURES = [
    ("def layer(x, w): return x", "takes 2 arguments but is called with 3, (x, w, b); `b` missing"),
    ("def layer(): return 1", "takes no arguments but"),
    ("def layer(x, w, b, extra): return x", "needs 4 arguments but is called with 3"),
    ("def layer(x, w, b, *, axis): return x", "needs `axis` by name"),
    ("def layer(x, *, w, b): return x", "takes 1 argument but"),
    ("def layer(self, x, w, b): return x", "(x, w, b); remove `b`"),
    ("async def layer(x, w, b): return x", "`async def`"),
    ("class layer:\n    pass", "`layer` is a class; the exercise asks for a function"),
    ("def layer(x, w, b): return x\ndef layer(x): return x", "line 2, column 1"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "words"), SIGNATURES)
def test_a_wrong_number_of_parameters_is_an_error(source: str, words: str) -> None:
    errors = check(source).errors
    assert errors
    assert {complaint.reason for complaint in errors} == {Reason.SIGNATURE}
    assert words in " ".join(map(str, errors))


@pytest.mark.parametrize(
    "parameters",
    ["*args", "x, *rest", "x, w, b=None", "x, w, b, extra=1", "x, w, b, /", "x, w, b, *, k=1",
     "x, w, b, **options", "x, w, b, c=1, *rest"],
)  # fmt: skip
def test_other_ways_to_take_three_arguments_pass(parameters: str) -> None:
    assert check(f"def layer({parameters}): return 1") == SourceCheck()


def test_other_names_are_only_a_warning() -> None:
    result = check("def layer(x, b, w): return x")
    assert result.passed
    assert "another order than (x, w, b)" in result.warnings[0].message
    result = check("def layer(inputs, w, b): return x")
    assert result.passed
    assert "`inputs` gets `x`" in result.warnings[0].message


COUNTER = ClassContract(
    name="Counter",
    init={"start": Parameter(type="int")},
    methods={"step": Method(params={"x": Parameter(shape="n")})},
)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("class Counter:\n  def __init__(self, start): pass\n  def step(self, x): pass", ""),
        ("class Counter(dict):\n  pass", ""),
        ("Counter = make()", ""),
        ("class counter:\n  pass", "there is no class `Counter`; found `counter`"),
        ("class Counter:\n  def step(self, x): pass", "there is no method `Counter.__init__`"),
        (
            "class Counter:\n  def __init__(self, start): pass\n  def Step(self, x): pass",
            "there is no method `Counter.step`; found `Step`: did you mean `step`?",
        ),
        (
            "class Counter:\n  def __init__(self): pass\n  def step(self, x): pass",
            "`Counter.__init__` takes no arguments but is called with 1, (start)",
        ),
    ],
)
def test_classes_are_checked_by_their_methods(source: str, words: str) -> None:
    result = check_source(source.encode(), make_problem(class_=COUNTER))
    if words:
        assert re.search(re.escape(words), " ".join(map(str, result.errors)))
    else:
        assert result == SourceCheck()
