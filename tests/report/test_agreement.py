"""Which submissions agree: renaming hides nothing, and what everybody writes says nothing."""

from __future__ import annotations

from grader.report.agreement import find_agreements, tree_of
from tests.course import SOLUTIONS

ODD = '''\
def feed_forward(x, W1, b1, W2, b2):
    """Mine."""
    rows = x.reshape(-1, x.shape[-1])
    out = np.empty((rows.shape[0], W2.shape[1]))
    for i in range(rows.shape[0]):
        hidden = rows[i] @ W1 + b1
        hidden[hidden < 0] = 0
        out[i] = hidden @ W2 + b2
    return out.reshape(x.shape)
'''
RENAMED = """\
import numpy as np  # numeric


def feed_forward(x: np.ndarray, W1, b1, W2, b2) -> np.ndarray:
    lines = x.reshape(-1, x.shape[-1])   # flatten
    result: np.ndarray = np.empty((lines.shape[0], W2.shape[1]))
    for number in range(lines.shape[0]):
        "each"
        inner = lines[number] @ W1 + b1
        inner[inner < 0] = 0
        result[number] = inner @ W2 + b2
    return result.reshape(x.shape)
"""


def everybody() -> dict[str, bytes]:
    folder = SOLUTIONS / "feed_forward" / "accepted"
    return {path.stem: path.read_bytes() for path in folder.glob("*.py")}


def test_renaming_and_reformatting_change_nothing() -> None:
    assert tree_of(ODD.encode()) != ()
    assert tree_of(ODD.encode()) == tree_of(RENAMED.encode())


def test_a_copy_is_found_in_a_class() -> None:
    found = find_agreements({**everybody(), "eve": ODD.encode(), "bob": RENAMED.encode()})
    assert [(a.first, a.second) for a in found] == [("bob", "eve")]
    assert found[0].share == 1


def test_solutions_written_apart_do_not_agree() -> None:
    assert find_agreements(everybody()) == ()


def test_what_everybody_was_given_does_not_count() -> None:
    pair = {"eve": ODD.encode(), "bob": ODD.encode()}
    assert find_agreements({**everybody(), **pair}, given=[ODD.encode()]) == ()


def test_what_much_of_the_class_writes_does_not_count() -> None:
    copies = {f"s{i}": ODD.encode() for i in range(8)}
    assert find_agreements({**everybody(), **copies}) == ()


def test_short_programs_are_not_compared() -> None:
    short = b"def f(x):\n    return x + 1\n"
    assert find_agreements({"a": short, "b": short}) == ()


def test_what_does_not_parse_is_left_out() -> None:
    broken = {"a": b"def f(:", "b": b"\x00", "c": b"def f(:", "d": b"(" * 5000}
    assert find_agreements(broken) == ()


def test_depth_is_no_danger() -> None:
    deep = b"def f(x):\n    return " + b"-" * 3000 + b"x\n"
    assert len(tree_of(deep)) > 3000 or tree_of(deep) == ()
