"""Whatever stands in a case: diagnostics with places, or a suite that keeps its contract."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from made_problems import make_problem

from grader.cases.layouts import NAMES
from grader.cases.recipes import RECIPES
from grader.cases.shapes import explain, parse_shape
from grader.cases.suite import build_suite, check

PARAMS: dict[str, dict[str, Any]] = {
    "x": {"shape": "*batch n"},
    "w": {"shape": "h*d n+1"},
    "ids": {"shape": "m", "dtype": "int64", "values": "ints 0 n-1"},
    "mask": {"shape": "m m", "dtype": "bool", "optional": True},
    "h": {"type": "int"},
    "words": {"type": "list[str]", "shape": "m"},
    "z": {"shape": "", "dtype": "complex128"},
    "pair": {"type": "tuple", "items": {"a": {"shape": "n"}, "b": {"type": "float"}}},
    "lr": {"type": "float", "default": 0.1},
}
FUNCTION = {"name": "f", "params": PARAMS, "returns": {"type": "float"}}
ARGUMENTS = [*PARAMS, "pair.a", "pair.b"]

NAMES_OF_SIZES = ["batch", "n", "m", "h", "d"]
WORDS = st.sampled_from(["0", "1", "-1", "2.5", "1e300", "nan", "-inf", "n", "m-1", "h*d", "q", ""])
WILD_RECIPE = st.builds(
    lambda name, words: " ".join([name, *words]),
    st.sampled_from([*RECIPES, "none", "nonsense", ""]),
    st.lists(WORDS, max_size=3),
)
TAME_RECIPE = st.sampled_from(
    ["zeros", "ones", "ints 0 1", "const 1", "dim n", "bools", "choice 0 1", "powers10 -9 9",
     "normal", "distinct", "sorted", "special nan", "sparse", "uniform -1 n", "words", "none"]
)  # fmt: skip
SCALAR = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 5),
    st.just(10**25),
    st.floats(),
    st.sampled_from(["a", "1+2j", "", "n+1", "h"]),
)
ANYTHING = st.recursive(
    SCALAR,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["result", "a", "b", "min", "max", "ndim"]), inner),
    ),
    max_leaves=8,
)


def section(keys: list[str], values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.sampled_from(keys), values, max_size=2)


LAYOUT = st.lists(st.sampled_from(NAMES), min_size=1, max_size=3).map("+".join)
TAME = {
    "sizes": section(NAMES_OF_SIZES[1:], st.integers(0, 3)),
    "values": section([*ARGUMENTS, "*"], TAME_RECIPE),
    "layout": section(["*", "x", "w", "pair"], LAYOUT),
    "args": section(["words"], st.lists(st.just("a"), max_size=3)),
}
WILD = {
    "sizes": section([*NAMES_OF_SIZES, "k"], ANYTHING),
    "values": section([*ARGUMENTS, "*"], WILD_RECIPE),
    "layout": section([*ARGUMENTS, "*"], st.one_of(LAYOUT, st.sampled_from(["", "G", "F+"]))),
    "args": section(list(PARAMS), ANYTHING),
}


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """A case of which at most one section is nonsense."""
    wild = draw(st.sampled_from([*WILD, None]))
    parts = {key: draw(WILD[key] if key == wild else TAME[key]) for key in TAME}
    return {"name": "c", "repeat": draw(st.integers(1, 2)), **parts}


@settings(max_examples=200)
@given(cases())
def test_a_case_gives_findings_or_keeps_the_contract(case: dict[str, Any]) -> None:
    problem = make_problem(case, function=FUNCTION)
    diagnostics = check(problem)
    assert all(
        diagnostic.where.line and "\n" not in diagnostic.message for diagnostic in diagnostics
    )
    if any(diagnostic.severity == "error" for diagnostic in diagnostics):
        return
    suite = build_suite(problem)
    assert len(suite.cases) == case["repeat"]
    for made in suite.cases:
        (call,) = made.calls
        values = dict(zip(PARAMS, call.args, strict=False)) | dict(call.kwargs)
        assert values["h"] == made.sizes["h"]
        for name, parameter in PARAMS.items():
            value = values.get(name)
            if isinstance(value, np.ndarray):
                assert explain(parse_shape(parameter["shape"]), value.shape, made.sizes) == ""
                assert value.dtype == parameter.get("dtype", "float64")
            else:
                assert name not in ("x", "w", "ids", "z")
