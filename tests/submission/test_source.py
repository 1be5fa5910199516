"""A source as one object: what it answers, and that it is read once."""

from __future__ import annotations

import ast

import pytest

from grader.problem.model import Policy
from grader.submission import source as module
from grader.submission.source import Source, read_source
from grader.submission.source_text import Complaint
from grader.submission.static_check import check_source
from grader.verdict import Reason
from tests.submission.layer import make_problem

TEXT = """\
import numpy.linalg as la
σ = "é"; layer = la.inv
if __name__ == "__main__":
    layer = print
class Box:
    def size(self): return 1
"""


@pytest.fixture
def source() -> Source:
    found = read_source(b"\xef\xbb\xbf" + TEXT.encode())
    assert isinstance(found, Source)
    return found


def test_the_text_has_no_byte_order_mark(source: Source) -> None:
    assert source.text == TEXT


def test_places_are_counted_in_characters_from_one(source: Source) -> None:
    places = {
        node.id: source.locate(node)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Name) and node.lineno == 2
    }
    assert places == {"σ": (2, 1), "layer": (2, 10), "la": (2, 18)}
    assert source.locate(source.tree) == (0, 1)


def test_names_stand_for_what_they_are_bound_to(source: Source) -> None:
    assert source.names.aliases["layer"] == {"numpy.linalg.inv"}
    assert "σ" in source.names.bound


def test_bindings_are_those_of_the_module_that_run_here(source: Source) -> None:
    assert {name: len(nodes) for name, nodes in source.bindings.items()} == {
        "la": 1,
        "σ": 1,
        "layer": 1,
        "Box": 1,
    }


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"def f(:", Reason.SYNTAX),
        (b"-" * 60_000 + b"1", Reason.SYNTAX),
        (b"\xff\xfeh\0i\0", Reason.ENCODING),
        (b" \n", Reason.FILE),
    ],
)
def test_what_is_no_program_is_a_complaint(data: bytes, reason: Reason) -> None:
    found = read_source(data)
    assert isinstance(found, Complaint)
    assert found.reason is reason


def test_a_check_reads_its_source_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counting(name: str) -> None:
        real = getattr(module, name)

        def count(*arguments: object) -> object:
            asked.append(name)
            return real(*arguments)

        monkeypatch.setattr(module, name, count)

    steps = ["decode_source", "_parse", "submitted_nodes", "collect_names", "bindings_in"]
    for name in steps:
        counting(name)
    policy = Policy(imports=("math",), forbid_calls=("np.dot",), loops="warn")
    check = check_source(b"import os\ndef lay(x): return [i for i in x]\n", make_problem(policy))
    assert {complaint.reason for complaint in check.errors} == {Reason.IMPORT, Reason.MISSING}
    assert sorted(asked) == sorted(steps)
