"""A whole problem is read; a spoiled one is told where and what."""

from __future__ import annotations

import pytest
from small_problem import SPEC

import grader
from grader.errors import Location, ProblemError
from grader.problem.load import load_problem, read_problem
from grader.problem.model import UNSET, Hint, Statement


def test_a_right_problem_is_read_without_findings(shop):
    problem, diagnostics = shop.read()
    assert diagnostics == ()
    spec = problem.spec
    assert problem.id == "scale"
    assert spec.contract is spec.function
    assert spec.requirements == (
        Statement(text="Multiply every entry."),
        Statement(text="Return a new array.", untested="A test of its own."),
    )
    assert spec.hints == (Hint(text="Use the operator."), Hint(text="`x * c`", cost=50))
    assert (spec.limits.wall, spec.limits.cpu, spec.limits.memory) == (2.0, 10.0, 2**30)
    assert spec.function.params["x"].default is UNSET
    assert spec.function.params["c"].default == 2.0
    assert spec.misconceptions[0].breaks == ("requirements[0]", "hints[1]")
    assert problem.solutions == shop.root / "solutions" / "scale"


def test_places(shop):
    problem, _ = shop.read()
    file = "problems/scale/problem.yaml"
    lines = SPEC.split("\n")
    assert problem.locate("tests", "seed") == Location(file, 38, 9)
    assert problem.locate("hints", 1, "cost", "more") == problem.locate("hints", 1, "cost")
    assert problem.locate_key("policy", "loops") == Location(file, 31, lines[30].index("loops") + 1)
    assert problem.locate_key("hints", 1) == problem.locate("hints", 1) == Location(file, 25, 5)
    assert problem.locate() == Location(file, 2, 1)
    texts = [
        (("statement",), problem.spec.statement, "entry"),
        (("hints", 0), problem.spec.hints[0].text, "operator"),
        (("starter",), problem.spec.starter, "pass"),
    ]
    for keys, text, word in texts:
        place = problem.locate_in(text, text.index(word), *keys)
        assert lines[place.line - 1][place.column - 1 :].startswith(word)
    assert problem.locate_in("no text", 3, "tests") == problem.locate("tests")


def test_a_problem_without_solutions_or_course_can_be_used(shop, tmp_path):
    """A student's kit: the folder alone, under any name."""
    bundle = tmp_path / "kit"
    shop.folder.rename(bundle)
    problem, diagnostics = read_problem(bundle)
    assert diagnostics == ()
    assert problem.id == "scale"
    assert not problem.solutions.exists()


def test_findings_of_several_files_come_in_order(shop):
    shop.write(SPEC.replace("title: Scale", "title: ''"))
    (shop.folder / "theory.md").write_bytes(b"# A\n\xe9")
    (shop.solutions / "wrong" / "adds.py").unlink()
    problem, diagnostics = shop.read()
    assert [str(diagnostic).removeprefix("problems/scale/") for diagnostic in diagnostics] == [
        "problem.yaml:4:8: title must not be empty",
        "problem.yaml:55:15: no file solutions/scale/wrong/adds.py",
        "theory.md:2:1: byte 0xE9 is not UTF-8; save the file as UTF-8",
    ]
    assert problem is not None
    with pytest.raises(ProblemError) as caught:
        load_problem(shop.folder)
    assert caught.value.diagnostics == diagnostics


def test_a_theory_that_is_too_large(shop):
    shop.write(theory="a" * (2**21 + 1))
    found = [str(diagnostic) for diagnostic in shop.read()[1]]
    assert found == ["problems/scale/theory.md: the file is larger than 2 MB"]


def test_the_public_name():
    assert grader.load_problem is load_problem
