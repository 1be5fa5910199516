"""A problem that asks for ``layer(x, w, b)``, or for a class."""

from __future__ import annotations

from pathlib import Path

from grader.problem.model import (
    CaseSpec,
    ClassContract,
    Function,
    Parameter,
    Policy,
    Problem,
    ProblemSpec,
    TestGroup,
    Tests,
)


def make_problem(policy: Policy | None = None, class_: ClassContract | None = None) -> Problem:
    function = Function(
        name="layer",
        params={
            "x": Parameter(shape="*batch n"),
            "w": Parameter(shape="n m"),
            "b": Parameter(shape="m"),
        },
        returns=Parameter(shape="*batch m"),
    )
    spec = ProblemSpec(
        spec=1,
        id="layer",
        title="Layer",
        summary="A layer.",
        statement="Write it.",
        function=None if class_ else function,
        class_=class_,
        starter="def layer(x, w, b):\n    pass\n",
        policy=policy or Policy(),
        tests=Tests(groups=(TestGroup(id="public", cases=(CaseSpec(name="one"),)),)),
    )
    return Problem(spec, Path("problems/layer"), Path("solutions/layer"), "", {}, "0" * 8)
