"""The mistakes that students make: each gets its verdict and one sentence that helps."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from grader.grading.judging import JudgingContext, grade, judge_unexplained
from grader.judge.result_json import to_json
from grader.judge.results import SubmissionResult
from grader.sandbox.runner import Runner
from grader.submission.reading import Submission
from grader.verdict import Reason, Verdict

RIGHT = "    return np.maximum(x @ W1 + b1, 0) @ W2 + b2\n"
HEAD = "import numpy as np\ndef feed_forward(x, W1, b1, W2, b2):\n"
CE, WA, RTE, TLE, MLE, OLE = (
    Verdict.CE,
    Verdict.WA,
    Verdict.RTE,
    Verdict.TLE,
    Verdict.MLE,
    Verdict.OLE,
)


def returns(expression: str) -> bytes:
    return (HEAD + f"    return {expression}\n").encode()


TABLE = [
    ("empty file", b"", CE, Reason.FILE, "empty"),
    ("binary", bytes(range(256)) * 4, CE, Reason.FILE, ""),
    ("latin-1 without a cookie", "# größe\n".encode("latin-1"), CE, Reason.ENCODING, "UTF-8"),
    ("null bytes", b"x = 1\0\n", CE, Reason.FILE, ""),
    ("syntax", (HEAD + "    return (x @ W1\n").encode(), CE, Reason.SYNTAX, "line 3"),
    ("indentation", (HEAD + "return x\n").encode(), CE, Reason.SYNTAX, "line 3"),
    ("deep expression", b"x = " + b"-" * 200_000 + b"1\n", CE, Reason.FILE, ""),
    (
        "misspelt name",
        HEAD.replace("feed_forward", "feedforward").encode() + RIGHT.encode(),
        CE,
        Reason.MISSING,
        "did you mean `feed_forward`?",
    ),
    ("two parameters", b"def feed_forward(x, W1):\n    return x\n", CE, Reason.SIGNATURE, ""),
    (
        "module that is not there",
        b"import scipy\n" + (HEAD + RIGHT).encode(),
        CE,
        Reason.IMPORT,
        "scipy",
    ),
    ("module not allowed", b"import os\n" + (HEAD + RIGHT).encode(), CE, Reason.IMPORT, "`os`"),
    ("raises at import", b"1 / 0\n" + (HEAD + RIGHT).encode(), CE, Reason.EXCEPTION, "line 1"),
    ("returns nothing", (HEAD + "    x @ W1\n").encode(), WA, Reason.TYPE, "None"),
    ("returns text", returns("'x'"), WA, Reason.TYPE, "str"),
    ("returns a list", returns("[1.0]"), WA, Reason.TYPE, "list"),
    ("returns a tuple", returns("(x, x)"), WA, Reason.TYPE, "tuple"),
    ("returns a dict", returns("{'y': x}"), WA, Reason.TYPE, "dict"),
    ("returns a generator", returns("(v for v in x)"), WA, Reason.TYPE, "generator"),
    ("returns itself", returns("feed_forward"), WA, Reason.TYPE, "function"),
    ("returns a matrix", returns("np.matrix([[1.0]])"), WA, Reason.TYPE, "matrix"),
    ("returns objects", returns("x.astype(object)"), WA, Reason.TYPE, "object"),
    ("returns float32", returns("x.astype(np.float32)"), WA, Reason.DTYPE, "float32"),
    ("returns the argument", returns("x"), WA, None, ""),
    (
        "counts its calls",
        b"SEEN = []\n"
        + HEAD.encode()
        + b"    key = [a.tobytes() for a in (x, W1, b1, W2, b2)]\n"
        + b"    SEEN.append(key)\n"
        + RIGHT.rstrip().encode()
        + b" + (SEEN.count(key) - 1)\n",
        WA,
        Reason.NOT_DETERMINISTIC,
        "right when called first, wrong when called again",
    ),
    ("wrong axis", returns("W1 @ x"), RTE, Reason.EXCEPTION, "ValueError"),
    ("endless loop", (HEAD + "    while True: pass\n").encode(), TLE, None, "loop"),
    (
        "prints for ever",
        (HEAD + "    while True: print('x' * 1000)\n").encode(),
        OLE,
        None,
        "prints more than",
    ),
    (
        "fills the memory",
        (HEAD + "    return np.ones((40_000, 40_000))\n").encode(),
        MLE,
        None,
        "",
    ),
    ("leaves the interpreter", (HEAD + "    raise SystemExit(0)\n").encode(), RTE, None, ""),
]


@pytest.fixture(scope="module")
def hurried(feed_forward: JudgingContext) -> JudgingContext:
    """The problem with less time: what never ends needs no more to show it."""
    prepared_suite = feed_forward.suite
    spec = prepared_suite.problem.spec
    limits = replace(spec.limits, wall=1.0)
    problem = replace(prepared_suite.problem, spec=replace(spec, limits=limits))
    suite = replace(prepared_suite, problem=problem)
    return replace(feed_forward, suite=suite)


def run(source: bytes, context: JudgingContext, runner: Runner) -> SubmissionResult:
    return judge_unexplained(context, Submission("mine.py", source), runner)[0]


@pytest.mark.parametrize(
    ("source", "verdict", "reason", "words"),
    [row[1:] for row in TABLE],
    ids=[str(row[0]) for row in TABLE],
)
def test_mistake(
    source: bytes,
    verdict: Verdict,
    reason: Reason | None,
    words: str,
    hurried: JudgingContext,
    runner: Runner,
) -> None:
    result = run(source, hurried, runner)
    assert result.verdict is verdict
    if reason is not None:
        assert result.reason is reason or any(case.reason is reason for case in result.cases)
    said = " ".join([result.message, *(case.message for case in result.cases)])
    assert words in said
    assert said.strip(), "a student who fails is always told why"
    assert "Traceback" not in said
    assert result.points < result.max_points


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("prints at import", "print('hello')\n" + HEAD + RIGHT),
        ("prints in the function", HEAD + "    print(x.shape)\n" + RIGHT),
        ("windows line ends", (HEAD + RIGHT).replace("\n", "\r\n")),
        ("tabs", (HEAD + RIGHT).replace("    ", "\t")),
        ("byte order mark", "\ufeff" + HEAD + RIGHT),
        ("a main block", HEAD + RIGHT + "if __name__ == '__main__':\n    import sys\n"),
        ("a lambda", "feed_forward = lambda x, W1, b1, W2, b2: (x @ W1 + b1).clip(0) @ W2 + b2\n"),
        ("annotations", "from __future__ import annotations\n" + HEAD + RIGHT),
        ("star arguments", "def feed_forward(*args):\n    x, W1, b1, W2, b2 = args\n" + RIGHT),
        ("other parameter names", "def feed_forward(a, b, c, d, e):\n"
         "    return (a @ b + c).clip(0) @ d + e\n"),
        ("numpy by another name", "import numpy\ndef feed_forward(x, W1, b1, W2, b2):\n"
         "    return numpy.maximum(x @ W1 + b1, 0) @ W2 + b2\n"),
    ],
)  # fmt: skip
def test_harmless_habits_are_accepted(
    name: str, source: str, feed_forward: JudgingContext, runner: Runner
) -> None:
    if "np." in source and "import numpy" not in source:
        source = "import numpy as np\n" + source
    result = run(source.encode(), feed_forward, runner)
    assert result.verdict is Verdict.AC, f"{name}: {result.message}"


def test_output_is_kept_and_shown(feed_forward: JudgingContext, runner: Runner) -> None:
    result = run(("print('hello \x1b[31m')\n" + HEAD + RIGHT).encode(), feed_forward, runner)
    assert "hello" in result.output
    assert "\x1b" not in result.output


def test_what_numpy_warns_of_is_not_what_the_program_printed(
    feed_forward: JudgingContext, runner: Runner
) -> None:
    """Some cases overflow on purpose: a right submission must stay silent on them."""
    assert run((HEAD + RIGHT).encode(), feed_forward, runner).output == ""


TELLTALE = b"""
import numpy as np
import gc
SEEN = [o for o in gc.get_objects() if type(o) is tuple and len(o) == 5
        and all(type(v) is np.ndarray for v in o)]
TEXT = " ".join(str(v.ravel()[:3]) for args in SEEN for v in args)
print(TEXT)
def feed_forward(x, W1, b1, W2, b2):
    raise ValueError(TEXT)
"""


def test_secret_inputs_cannot_be_told_through_a_public_case(
    feed_forward: JudgingContext, runner: Runner
) -> None:
    """Whoever runs on secret cases can read their inputs; it must not reach its author."""
    source = Submission("mine.py", TELLTALE)
    shown = json.dumps(to_json(grade(feed_forward.problem, source, runner=runner)))
    for case in feed_forward.suite.cases:
        for value in case.calls[0].args:
            if case.group not in ("examples", "public") and value.size >= 3:
                assert str(value.ravel()[:3]) not in shown
