"""feed_forward spoiled in many ways: each is found, at its place, in its own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from grader.authoring.evidence import Progress
from grader.authoring.validation import Validation, validate
from grader.errors import Diagnostic, IsolationError
from grader.sandbox.runner import IsolationPolicy, Runner
from tests.authoring.spoiling import Copy, Spoil, make_copy

HEAD = "import numpy as np\n\n\ndef feed_forward(x, W1, b1, W2, b2):\n"
RIGHT = "    return np.maximum(x @ W1 + b1, 0) @ W2 + b2\n"
SPEC, REFERENCE = "problem.yaml", "reference.py"


def no_progress(done: int, total: int, what: str) -> None:
    pass


PROGRESS: Progress = no_progress


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with Runner(2, IsolationPolicy("D")) as runner:
        try:
            assert runner.isolation
        except IsolationError as error:
            pytest.skip(str(error))
        yield runner


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Copy:
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return make_copy(tmp_path)


def reference(body: str, head: str = HEAD) -> Spoil:
    return lambda copy: copy.reference.write_text(head + body) and None


def replace(old: str, new: str) -> Spoil:
    return lambda copy: copy.replace(old, new)


def solution(name: str, body: str, head: str = HEAD) -> Spoil:
    return lambda copy: (copy.solutions / name).write_text(head + body) and None


def both(*spoils: Spoil) -> Spoil:
    def spoil(copy: Copy) -> None:
        for one in spoils:
            one(copy)

    return spoil


class Row(NamedTuple):
    name: str
    spoil: Spoil
    file: str
    anchor: str
    """A text in the line of the diagnostic; empty for the whole file."""
    words: str
    severity: str = "error"


ROWS = [
    # The spec
    Row("unknown key", replace("\nhints:", "\nhint:"), SPEC, "hint:", "did you mean 'hints'?"),
    Row(
        "two cases of one name",
        replace("name: a batch of sequences\n", "name: a sequence\n"),
        SPEC, "name: a sequence\n", "is named 'a sequence' too",
    ),
    Row(
        "literal of the wrong shape",
        replace("x: [1, 2]\n", "x: [1, 2, 3]\n"),
        SPEC, "W1: [[1, 2, 0], [1, -2, 1]]", "expected (3, ",
    ),
    Row(
        "unknown recipe",
        replace("values: {x: zeros,", "values: {x: zeroes,"),
        SPEC, "zeroes", "did you mean 'zeros'?",
    ),
    Row(
        "misconception without a file",
        lambda copy: (copy.solutions / "wrong" / "act_none.py").unlink(),
        SPEC, "wrong/act_none.py", "no file solutions/feed_forward/wrong/act_none.py",
    ),
    Row(
        "the same case twice",
        replace(
            "        - name: vectors of one number\n",
            "        - {name: one, sizes: {batch: [], d_model: 2, d_ff: 3}, values: {'*': ones}}\n"
            "        - {name: two, sizes: {batch: [], d_model: 2, d_ff: 3}, values: {'*': ones}}\n"
            "        - name: vectors of one number\n",
        ),
        SPEC, "{name: two", "the same inputs as the case 'one'", "warning",
    ),
    # Texts
    Row("broken TeX", replace(r"\text{FFN}(x) =", r"\text{FFN(x) ="), SPEC, "FFN(x)", ""),
    Row(
        "link to nowhere",
        replace("The weights and biases are given;", "The [weights](#nowhere) are given;"),
        SPEC, "(#nowhere)", "nowhere",
    ),
    Row(
        "requirement that nothing breaks",
        lambda copy: copy.append("requirements", "  - Be kind."),
        SPEC, "Be kind.", "no wrong solution breaks requirements[6]",
    ),
    Row(
        "hint that nothing breaks",
        lambda copy: copy.append("hints", "  - Think."),
        SPEC, "- Think.", "no wrong solution breaks hints[4]",
    ),
    # The reference
    Row("reference missing", lambda copy: copy.reference.unlink(), REFERENCE, "", "cannot be read"),
    Row(
        "reference is no program", reference("    return (\n"), REFERENCE, "return (",
        "the reference cannot be loaded",
    ),
    Row(
        "reference of another name",
        lambda copy: copy.replace("def feed_forward", "def ffn", copy.reference),
        REFERENCE, "", "the reference cannot be loaded",
    ),
    Row(
        "reference raises",
        reference("    assert x.ndim > 1\n" + RIGHT),
        REFERENCE, "assert x.ndim", "the reference raises AssertionError",
    ),
    Row(
        "reference loops forever",
        both(
            replace("{wall: 4s, cpu: 2s,", "{wall: 0.2s, cpu: 0.2s,"),
            reference("    while x.ndim == 5:\n        pass\n" + RIGHT),
        ),
        REFERENCE, "", "does not come to an end within 2 s",
    ),
    Row("reference returns nothing", reference("    x @ W1\n"), REFERENCE, "", "returns nothing"),
    Row(
        "reference reads a clock",
        reference(
            "    return np.maximum(x @ W1 + b1, 0) @ W2 + b2 + time.perf_counter()\n",
            "import time\n" + HEAD,
        ),
        REFERENCE, "", "gives another result when it is run again",
    ),
    Row(
        "reference draws from the global generator",
        reference(RIGHT.rstrip() + " + np.random.normal()\n"),
        REFERENCE, "", "draw from a global random generator?",
    ),
    Row(
        "reference changes its argument",
        reference("    if x.flags.writeable:\n        x *= 1.5\n" + RIGHT),
        REFERENCE, "", "changes its argument `x`",
    ),
    Row(
        "reference returns the same array each time",
        reference(
            RIGHT.replace("return ", "y = ") + "    if x.shape != (3, 4):\n        return y\n"
            "    LAST[...] = y\n    return LAST\n",
            "import numpy as np\nLAST = np.zeros((3, 4))\n" + HEAD,
        ),
        REFERENCE, "", "return a new array",
    ),
    Row(
        "reference of another dtype",
        reference(RIGHT.replace("return ", "return np.float32(1) * np.float32(").rstrip() + ")\n"),
        REFERENCE, "", "returns dtype float32, where the contract has float64",
    ),
    Row(
        "reference of another shape",
        reference(RIGHT.replace("return ", "return (").rstrip() + ")[None]\n"),
        REFERENCE, "", "returns shape (1, 2), expected (2,)",
    ),
    Row(
        "example of another result",
        replace("returns: [8.5, -1]", "returns: [8.5, -2]"),
        SPEC, "returns: [8.5, -2]", "the reference returns [8.5, -1.]",
    ),
    Row(
        "property that does not hold",
        lambda copy: copy.append(
            "properties", "  - {kind: homogeneous, arg: x, doc: twice x gives twice the result}"
        ),
        SPEC, "kind: homogeneous", "the reference is not homogeneous in `x`",
    ),
    Row(
        "expression that raises",
        replace("expression: x @ W1 + b1}", "expression: x @ W9}"),
        SPEC, "- {name: hidden layer before", "these expressions raise on every small case",
    ),
    # Tolerance and cases
    Row(
        "tolerance out of reach",
        replace("policy:\n", "compare: {rtol: 1.0e-20}\npolicy:\n"),
        SPEC, "compare: {rtol", "less than one rounding of float64",
    ),
    Row(
        "tolerance too wide",
        replace("policy:\n", "compare: {rtol: 0.1}\npolicy:\n"),
        SPEC, "compare: {rtol", "is wide: float32 and rounding pass", "warning",
    ),
    Row(
        "rounding decides",
        reference(
            "    h = x @ W1 + b1\n"
            "    return (h * (np.abs(h) < 1e-13)) @ W2 + b2 * np.sign(h @ W2 - h @ W2)\n"
        ),
        SPEC, "name:", "rounding decides",
    ),
    Row(
        "tolerance that is estimated",
        reference(
            "    h = np.fft.fft(x @ W1 + b1)\n"
            "    return np.maximum(x @ W1 + b1, 0) @ W2 + b2 + 0 * np.abs(h).sum()\n"
        ),
        SPEC, "name:", "the tolerance is estimated", "warning",
    ),
    Row(
        "size that no case reaches",
        lambda copy: copy.append(
            "constraints", "  - {text: '`d_ff` may be as large as 77.', untested: by hand}"
        ),
        SPEC, "as large as 77", "no case has the size 77 of `d_ff`", "warning",
    ),
    Row(
        "range that no case reaches",
        replace("d_ff: {min: 2, max: 24,", "d_ff: {min: 2, max: 240,"),
        SPEC, "max: 240", "no case reaches d_ff = 240", "warning",
    ),
    # Solutions
    Row(
        "accepted solution that is wrong",
        solution("accepted/einsum.py", "    return np.maximum(x @ W1 + b1, 0) @ W2 - b2\n"),
        "einsum.py", "", "this solution should be accepted, but gets WA on the case",
    ),
    Row(
        "accepted solution that is no program",
        solution("accepted/einsum.py", "    return (\n"),
        "einsum.py", "", "this solution should be accepted, but line 5",
    ),
    Row(
        "wrong solution that is right",
        solution("wrong/act_none.py", RIGHT),
        "act_none.py", "", "this wrong solution passes every case",
    ),
    Row(
        "wrong solution that is killed once",
        solution(
            "wrong/act_none.py",
            "    y = np.maximum(x @ W1 + b1, 0) @ W2 + b2\n    return y + (x.shape == (5, 1))\n",
        ),
        "act_none.py", "", "killed by the case 'vectors of one number'", "warning",
    ),
    Row(
        "wrong solution without words",
        solution("wrong/another.py", RIGHT.replace("+ b2", "+ 2 * b2")),
        "another.py", "", "a student who makes this mistake gets no words", "warning",
    ),
    Row(
        "no accepted solution",
        lambda copy: [p.unlink() for p in (copy.solutions / "accepted").glob("*.py")] and None,
        SPEC, "", "there is no accepted solution", "warning",
    ),
    Row(
        "starter code that is right",
        replace("      pass\n", "      return np.maximum(x @ W1 + b1, 0) @ W2 + b2\n"),
        SPEC, "starter: |", "the starter code is accepted as it stands",
    ),
    Row(
        "starter code that cannot be imported",
        replace("starter: |\n  import numpy as np\n", "starter: |\n  import nunpy as np\n"),
        SPEC, "starter: |", "the starter code cannot be imported",
    ),
    Row(
        "limit without room",
        both(
            replace("{wall: 4s, cpu: 2s,", "{wall: 4s, cpu: 0.5s,"),
            solution(
                "accepted/einsum.py",
                "    end = time.process_time() + 0.012\n"
                "    while time.process_time() < end:\n        pass\n" + RIGHT,
                "import time\n" + HEAD,
            ),
            replace("  loops: warn\n", "  loops: warn\n  imports: [numpy, time]\n"),
        ),
        SPEC, "cpu: 0.5s", "is less than 3 times as much",
    ),
]  # fmt: skip


def found_by(copy: Copy, runner: Runner) -> tuple[Validation, tuple[Diagnostic, ...]]:
    found = validate(copy.folder, runner, PROGRESS, "solutions")
    return found, found.diagnostics


def test_the_copy_is_valid_before_it_is_spoiled(copy: Copy, runner: Runner) -> None:
    found, diagnostics = found_by(copy, runner)
    assert found.valid
    assert found.complete
    assert [f for f in diagnostics if "no case reaches" not in f.message] == []


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_each_spoiled_copy_is_found_out(copy: Copy, runner: Runner, row: Row) -> None:
    row.spoil(copy)
    found, diagnostics = found_by(copy, runner)
    hits = [f for f in diagnostics if row.words in f.message and f.severity == row.severity]
    assert hits, "\n".join(map(str, diagnostics))
    assert all(Path(hit.where.file).name == row.file for hit in hits)
    if row.anchor:
        (path,) = {Path(hit.where.file) for hit in hits}
        lines = path.read_text().splitlines()
        assert any(row.anchor.strip() in lines[hit.where.line - 1] for hit in hits), hits
    assert found.valid == (row.severity == "warning")


def test_several_faults_are_found_at_once(copy: Copy, runner: Runner) -> None:
    copy.append("requirements", "  - Be kind.")
    copy.replace("values: {x: zeros,", "values: {x: zeroes,")
    copy.replace("(x) =", r"(x) \undefined =")
    _, diagnostics = found_by(copy, runner)
    words = "\n".join(diagnostic.message for diagnostic in diagnostics)
    assert re.search("Be kind|requirements", words)
    assert "zeroes" in words
    assert "undefined" in words


def test_the_table_has_more_than_twenty_rows() -> None:
    assert len({row.name for row in ROWS}) == len(ROWS) >= 20
