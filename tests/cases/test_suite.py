from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_problems import FEED_FORWARD, make_problem

from grader.cases.digest import case_digest
from grader.cases.suite import build_suite, check
from grader.errors import ProblemError
from grader.problem.model import Problem

MIXED: list[dict[str, Any]] = [
    {"name": "one position", "sizes": {"batch": [], "d_model": 3, "d_ff": 5}},
    {"name": "random", "repeat": 3, "sizes": {"batch": {"ndim": [0, 3], "max": 4}}},
    {"name": "whole", "values": {"*": "ints -3 3", "x": "onehot"}, "sizes": {"batch": [4]}},
    {"name": "huge", "values": {"*": "powers10 -30 30"}, "layout": {"*": "F", "x": "strided"}},
    {"name": "wide", "sizes": {"d_ff": "5*d_model"}, "layout": {"*": "reversed+unaligned"}},
    {"name": "literal", "args": {"b1": [1, 2.5]}, "layout": {"b1": "readonly"}},
    {"name": "again", "reuse": "huge"},
]
EXAMPLE = {
    "name": "by hand",
    "args": {"x": [1, 2], "W1": [[1], [2]], "b1": [0.5], "W2": [[1, -1]], "b2": [0, 0]},
    "returns": [5.5, -5.5],
}


def messages(problem: Problem) -> list[str]:
    with pytest.raises(ProblemError) as raised:
        build_suite(problem)
    return [str(diagnostic) for diagnostic in raised.value.diagnostics]


def test_the_bytes_of_a_suite_never_change() -> None:
    # A change of this hash changes the inputs of every problem, and every stored result.
    suite = build_suite(make_problem(*MIXED, examples=[EXAMPLE]))
    assert suite.hash == "5162156c19f3f79a839a924f5f1f51be5c0b1a08b6678824541390e6e0125384"


def test_examples_come_first_then_groups_and_repeats_are_numbered() -> None:
    suite = build_suite(make_problem(*MIXED, examples=[EXAMPLE]))
    assert [case.name for case in suite.cases] == [
        "by hand",
        "one position",
        "random 1",
        "random 2",
        "random 3",
        "whole",
        "huge",
        "wide",
        "literal",
        "again",
    ]
    assert [case.group for case in suite.cases] == ["examples"] + ["g"] * 9
    assert [case.literal for case in suite.cases] == [True] + [False] * 9
    assert len({case_digest(case) for case in suite.cases}) == 10


def test_sizes_are_given_or_drawn_or_follow_from_literals() -> None:
    cases = {case.name: case for case in build_suite(make_problem(*MIXED)).cases}
    assert cases["one position"].sizes == {"batch": (), "d_model": 3, "d_ff": 5}
    assert cases["wide"].sizes["d_ff"] == 5 * cases["wide"].sizes["d_model"]  # type: ignore[operator]
    assert cases["literal"].sizes["d_ff"] == 2
    for case in cases.values():
        x, w1, b1, w2, b2 = case.calls[0].args
        batch, d_model, d_ff = (case.sizes[name] for name in ("batch", "d_model", "d_ff"))
        assert x.shape == (*batch, d_model)  # type: ignore[misc]
        assert (w1.shape, b1.shape) == ((d_model, d_ff), (d_ff,))
        assert (w2.shape, b2.shape) == ((d_ff, d_model), (d_model,))


HEADS = {
    "name": "Heads",
    "init": {"count": {"type": "int"}},
    "methods": {
        "split": {
            "params": {"x": {"shape": "seq count*width"}},
            "returns": {"shape": "count seq width"},
        },
        "merge": {
            "params": {"heads": {"shape": "count seq width"}},
            "returns": {"shape": "seq count*width"},
        },
    },
}


def test_what_an_object_is_made_with_holds_for_all_of_its_calls() -> None:
    """Each call has sizes of its own apart from that; of an earlier result they are unknown."""
    calls = [
        {"method": "init", "args": {"count": 2}},
        {"method": "split", "args": {"x": [[1, 2, 3, 4, 5, 6]]}},
        {"method": "merge", "args": {"heads": [[[1], [2]], [[3], [4]]]}},
        {"method": "merge", "args": {"heads": {"result": [1]}}},
        {"method": "split"},
    ]
    (case,) = build_suite(make_problem({"name": "c", "calls": calls}, class_=HEADS)).cases
    init, split, merge, again, random = case.calls
    assert init.sizes["count"] == 2
    assert split.sizes == {"count": 2, "seq": 1, "width": 3}
    assert merge.sizes == {"count": 2, "seq": 2, "width": 1}
    assert again.sizes == {"count": 2}
    assert random.args[0].shape == (random.sizes["seq"], 2 * random.sizes["width"])  # type: ignore[operator]
    assert case.sizes == {"count": 2, "seq": 1, "width": 3}


def test_a_literal_that_does_not_fit_the_object_is_refused() -> None:
    calls = [
        {"method": "init", "args": {"count": 2}},
        {"method": "split", "args": {"x": [[1, 2, 3]]}},
    ]
    (message,) = messages(make_problem({"name": "c", "calls": calls}, class_=HEADS))
    assert "count*width" in message


@settings(max_examples=30)
@given(st.permutations(range(len(MIXED) - 1)), st.integers(0, len(MIXED) - 1), st.data())
def test_a_case_that_is_added_moved_or_removed_shifts_no_other(
    order: list[int], removed: int, data: st.DataObject
) -> None:
    before = {case.name: case_digest(case) for case in build_suite(make_problem(*MIXED)).cases}
    rest = [MIXED[i] for i in order if i != removed]
    rest.insert(data.draw(st.integers(0, len(rest))), {"name": "new", "values": {"x": "zeros"}})
    after = {case.name: case_digest(case) for case in build_suite(make_problem(*rest)).cases}
    assert {name: after[name] for name in after if name != "new"} == {
        name: before[name] for name in after if name != "new"
    }


def test_a_reused_case_keeps_shapes_and_layouts_but_not_values() -> None:
    cases = {case.name: case for case in build_suite(make_problem(*MIXED)).cases}
    for old, new in zip(cases["huge"].calls[0].args, cases["again"].calls[0].args, strict=True):
        assert (old.shape, old.strides) == (new.shape, new.strides)
        assert not np.array_equal(old, new)
    assert cases["again"].reuse == "huge"


def test_every_fault_of_every_case_is_told_at_once_with_its_place() -> None:
    problem = make_problem(
        {"name": "a", "values": {"x": "nromal"}},
        {"name": "b", "layout": {"W1": "Fortran"}},
        {"name": "c", "sizes": {"d_modle": 3}},
        {"name": "d", "args": {"b1": [1, "two"]}},
        {"name": "e", "args": {"W1": [[1, 2], [3]]}},
    )
    case = ("tests", "groups", 0, "cases")
    expected = [
        (problem.locate(*case, 0, "values", "x"), "unknown recipe 'nromal'; did you mean"),
        (problem.locate(*case, 1, "layout", "W1"), "unknown layout 'Fortran'"),
        (problem.locate(*case, 2, "sizes", "d_modle"), "unknown size 'd_modle'; did you mean"),
        (problem.locate(*case, 3, "args", "b1", 1), "a number is wanted here, not text 'two'"),
        (problem.locate(*case, 4, "args", "W1", 1), "ragged: entry 1 is a list of shape (1,)"),
    ]
    for message, (where, start) in zip(messages(problem), expected, strict=True):
        assert message.startswith(f"{where}: {start}")


def test_two_cases_of_equal_inputs_are_doubted() -> None:
    problem = make_problem(
        {"name": "a", "values": {"*": "zeros"}, "sizes": {"batch": [2], "d_model": 2, "d_ff": 3}},
        {"name": "b", "values": {"*": "zeros"}, "sizes": {"batch": [2], "d_model": 2, "d_ff": 3}},
    )
    (diagnostic,) = check(problem)
    assert diagnostic.severity == "warning"
    assert "same inputs as the case 'a'" in diagnostic.message
    assert len(build_suite(problem).cases) == 2


def test_feed_forward_of_the_tests_is_without_fault() -> None:
    assert check(make_problem(*MIXED, examples=[EXAMPLE], function=FEED_FORWARD)) == ()


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ({"sizes": {"batch": [9]}}, "cannot reuse the arrays of 'old': float64 (2, 3) there"),
        ({"layout": {"x": "strided"}}, "cannot reuse the arrays of 'old': another layout there"),
        ({"layout": {"x": "readonly"}}, "cannot reuse the arrays of 'old': a read-only array"),
        ({"calls": [{}, {}]}, "cannot reuse the arrays of 'old': it makes other calls"),
        ({"args": {"b1": [1]}}, "cannot reuse the arrays of 'old': float64 (3, 5) there"),
    ],
)
def test_arrays_that_cannot_be_reused(case: dict[str, Any], message: str) -> None:
    old = {"name": "old", "sizes": {"batch": [2], "d_model": 3, "d_ff": 5}}
    problem = make_problem(old, {"name": "new", "reuse": "old", **case})
    (found,) = check(problem)
    assert found.message.startswith(message)
    assert found.where == problem.locate("tests", "groups", 0, "cases", 1, "reuse")


def test_a_repeated_case_is_reused_by_its_first() -> None:
    problem = make_problem(
        {"name": "old", "repeat": 2},
        {"name": "new", "reuse": "old", "repeat": 2},
        {"name": "newest", "reuse": "new"},
    )
    assert [case.reuse for case in build_suite(problem).cases] == [
        None,
        None,
        "old 1",
        "old 1",
        "new 1",
    ]


def test_a_repeated_case_takes_no_name_of_another() -> None:
    problem = make_problem({"name": "c 2"}, {"name": "c", "repeat": 3})
    (found,) = check(problem)
    assert found.message == "'c 2' is the name of a repeated case, too"
    assert found.where == problem.locate("tests", "groups", 0, "cases", 1, "name")


def test_a_fault_in_a_reused_case_is_told_once() -> None:
    problem = make_problem(
        {"name": "old", "values": {"x": "nothing"}}, {"name": "new", "reuse": "old"}
    )
    (found,) = check(problem)
    assert found.message.startswith("unknown recipe 'nothing'")


def test_recipes_are_looked_for_in_the_case_then_the_problem_then_the_contract() -> None:
    function = {
        **FEED_FORWARD,
        "params": {**FEED_FORWARD["params"], "b1": {"shape": "d_ff", "values": "const 5"}},
    }
    problem = make_problem(
        {"name": "named", "values": {"x": "const 1"}},
        {"name": "starred", "values": {"*": "const 2", "W1": "const 3"}},
        {"name": "neither"},
        function=function,
        values={"x": "const 7", "W2": "const 8"},
    )
    found = {
        case.name: [float(array.flat[0]) for array in case.calls[0].args[:4]]
        for case in build_suite(problem).cases
    }
    assert found["starred"] == [2, 3, 2, 2]
    assert (found["named"][0], *found["named"][2:]) == (1, 5, 8)
    assert (found["neither"][0], *found["neither"][2:]) == (7, 5, 8)


def test_faults_of_defaults_and_of_the_contract_have_their_places() -> None:
    problem = make_problem({"name": "c"}, values={"W1": "ints 0 vocab"})
    assert messages(problem) == [
        f"{problem.locate('tests', 'values', 'W1')}: unknown size 'vocab'; there are d_ff, d_model"
    ]
    params = {**FEED_FORWARD["params"], "b1": {"shape": "d_ff d_model**2"}}
    problem = make_problem({"name": "c"}, function={**FEED_FORWARD, "params": params})
    (message,) = messages(problem)
    assert message.startswith(str(problem.locate("function", "params", "b1", "shape")))


def test_a_suite_that_fills_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.cases.suite.MAX_BYTES", 10_000)
    problem = make_problem({"name": "c", "sizes": {"batch": [10], "d_model": 30}, "repeat": 9})
    (message,) = messages(problem)
    assert message.endswith("the arrays of all cases take more than 10,000 bytes")


@pytest.mark.parametrize(
    "change",
    [
        {"values": {"x": "zeros"}},
        {"layout": {"x": "F"}},
        {"layout": {"x": "unaligned"}},
        {"layout": {"x": "readonly"}},
        {"args": {"b2": [1.5, 0, 0]}},
        {"sizes": {"batch": [3, 2], "d_model": 3, "d_ff": 4}},
        {"calls": [{}, {}]},
        {"seed": 1},
        {"name": "another"},
    ],
)
def test_the_hash_sees_every_change(change: dict[str, Any]) -> None:
    case = {"name": "c", "sizes": {"batch": [2, 3], "d_model": 3, "d_ff": 4}}
    one, other = (build_suite(make_problem(spec)) for spec in (case, {**case, **change}))
    assert one.hash != other.hash
    assert one.hash == build_suite(make_problem(case)).hash


def test_some_groups_are_the_same_cases_as_in_the_whole() -> None:
    """With what they reuse, whatever group it is in."""
    from pathlib import Path

    from grader.problem.load import load_problem

    problem = load_problem(Path(__file__).parents[2] / "problems" / "feed_forward")
    whole = {case.name: case_digest(case) for case in build_suite(problem).cases}
    part = build_suite(problem, ["again"])
    assert {case.group for case in part.cases} == {"again", "public"}
    assert len(part.cases) == 4
    assert all(whole[case.name] == case_digest(case) for case in part.cases)
