"""A whole problem is read; a spoiled one is told where and what."""

from __future__ import annotations

from grader.problem.model import UNSET, Hint, Statement


def test_a_right_problem_is_read_without_findings(shop):
    problem, findings = shop.read()
    assert findings == ()
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
