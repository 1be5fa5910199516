"""What a format of exercises has to carry: masks, tuples, dicts, texts, None, calls in a row."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from made_problems import make_problem, one_function

from grader.cases.suite import build_suite, check
from grader.cases.testcase import INIT, Call, Testcase
from grader.errors import ProblemError
from grader.problem.model import Problem
from grader.values import Ref

ADAM = {
    "name": "adam_step",
    "dims": {"n": {"max": 5}},
    "params": {
        "param": {"shape": "n"},
        "grad": {"shape": "n"},
        "m": {"shape": "n", "values": "zeros"},
        "v": {"shape": "n", "values": "zeros"},
        "t": {"type": "int", "values": "const 1"},
        "lr": {"type": "float", "default": 1e-3},
    },
    "returns": {
        "type": "tuple",
        "items": {"param": {"shape": "n"}, "m": {"shape": "n"}, "v": {"shape": "n"}},
    },
}
ATTENTION = {
    "name": "attention",
    "dims": {"num_heads": {"max": 3}, "d_k": {"max": 4}},
    "params": {
        "Q": {"shape": "*batch s num_heads*d_k"},
        "mask": {"shape": "s s", "dtype": "bool", "optional": True},
        "num_heads": {"type": "int"},
        "weights": {
            "type": "dict",
            "items": {
                "W_q": {"shape": "num_heads*d_k num_heads*d_k"},
                "bias": {"shape": "num_heads*d_k", "optional": True},
                "pair": {"type": "tuple", "items": {"a": {"shape": ""}, "b": {"type": "float"}}},
            },
        },
    },
    "returns": {"shape": "*batch s num_heads*d_k"},
}
TOKENIZER = {
    "name": "SimpleTokenizer",
    "dims": {"n_texts": {"max": 4}},
    "init": {"lower": {"type": "bool", "default": True}},
    "methods": {
        "build_vocab": {"params": {"texts": {"type": "list[str]", "shape": "n_texts"}}},
        "encode": {
            "params": {"text": {"type": "str", "values": "texts 0 3 9"}},
            "returns": {"type": "list[int]"},
        },
        "decode": {
            "params": {"ids": {"type": "list[int]", "shape": "n_ids"}},
            "returns": {"type": "str"},
        },
    },
}

TUPLE = {"type": "tuple", "items": {"a": {"type": "int"}}}
DICT = {"type": "dict", "items": {"a": {"type": "int"}}}
ARRAY = {"shape": "n"}
LIST = {"type": "list[int]", "shape": "n"}


def made(problem: Problem) -> dict[str, Testcase]:
    return {case.name: case for case in build_suite(problem).cases}


def only_call(problem: Problem) -> Call:
    (case,) = build_suite(problem).cases
    (call,) = case.calls
    return call


def faults(problem: Problem) -> list[str]:
    with pytest.raises(ProblemError) as raised:
        build_suite(problem)
    return [diagnostic.message for diagnostic in raised.value.diagnostics]


def test_state_goes_from_one_call_into_the_next() -> None:
    step = {"args": {"t": 2, "param": {"result": [0, "param"]}, "m": {"result": [0, 1]}}}
    problem = make_problem(
        {"name": "two steps", "calls": [{"args": {"lr": 0.5}}, step]}, function=ADAM
    )
    first, second = made(problem)["two steps"].calls
    param, grad, m, _, t, lr = first.args
    assert (m.tolist(), t, lr) == ([0.0] * len(param), 1, 0.5)
    assert second.args[0] == Ref(0, (0,))
    assert second.args[2] == Ref(0, (1,))
    assert second.args[4] == 2
    assert len(second.args) == 5  # lr is left out, so that the default is tested
    assert second.args[1].shape == grad.shape
    assert not np.array_equal(second.args[1], grad)


def test_an_argument_after_one_left_out_goes_by_keyword() -> None:
    function = one_function(
        a={"type": "int", "default": 7},
        b={"type": "float", "default": None, "optional": True},
        c={"type": "float", "values": "const 1.5", "default": 2.0},
    )
    call = only_call(make_problem({"name": "c"}, function=function))
    assert (call.target, call.args, call.kwargs) == ("f", (), {"c": 1.5})
    call = only_call(make_problem({"name": "c", "args": {"a": 1, "b": None}}, function=function))
    assert (call.args, call.kwargs) == ((1, None, 1.5), {})


def test_dicts_tuples_masks_and_none() -> None:
    problem = make_problem(
        {
            "name": "masked",
            "sizes": {"batch": [2], "s": 3, "num_heads": 2, "d_k": 4},
            "values": {"mask": "causal", "weights.W_q": "identity", "*": "ints"},
            "layout": {"weights": "F", "Q": "readonly"},
        },
        {"name": "no mask", "values": {"weights.pair": "const 2"}},
        {"name": "said to be none", "values": {"mask": "none"}},
        {"name": "literal part", "args": {"weights": {"pair": [1, 2.5]}, "num_heads": 3}},
        function=ATTENTION,
    )
    assert check(problem) == ()
    cases = made(problem)
    q, mask, heads, weights = cases["masked"].calls[0].args
    assert (q.shape, mask.tolist(), heads) == ((2, 3, 8), np.tri(3, dtype=bool).tolist(), 2)
    assert mask.dtype == bool
    assert weights["W_q"].tolist() == np.eye(8).tolist()
    assert weights["W_q"].flags.f_contiguous
    assert weights["bias"] is None
    assert weights["pair"][0].shape == ()
    assert type(weights["pair"][1]) is float
    assert not q.flags.writeable
    assert cases["no mask"].calls[0].args[1] is None
    assert cases["no mask"].calls[0].args[3]["pair"] == (2.0, 2.0)
    assert cases["said to be none"].calls[0].args[1] is None
    literal = cases["literal part"]
    assert literal.sizes["num_heads"] == literal.calls[0].args[2] == 3
    assert literal.calls[0].args[3]["pair"][1] == 2.5


def test_a_class_is_made_and_called_several_times() -> None:
    calls = [
        {"method": "init"},
        {"method": "build_vocab"},
        {"method": "encode", "args": {"text": "the cat"}},
        {"method": "encode"},
        {"method": "decode", "args": {"ids": {"result": 3}}},
        {"method": "decode", "args": {"ids": [1, 2, 99]}},
    ]
    example = {"name": "by hand", "calls": [calls[0], {**calls[2], "returns": [0, 1]}]}
    problem = make_problem({"name": "c", "calls": calls}, class_=TOKENIZER, examples=[example])
    cases = made(problem)
    made_calls = cases["c"].calls
    assert [call.target for call in made_calls] == [
        INIT,
        "build_vocab",
        "encode",
        "encode",
        "decode",
        "decode",
    ]
    assert made_calls[0].args == ()
    (texts,) = made_calls[1].args
    assert all(isinstance(text, str) for text in texts)
    assert len(texts) == cases["c"].sizes["n_texts"]
    assert made_calls[2].args == ("the cat",)
    assert made_calls[4].args == (Ref(3),)
    assert made_calls[5].args == ([1, 2, 99],)
    assert [call.target for call in cases["by hand"].calls] == [INIT, "encode"]


@pytest.mark.parametrize(
    ("parameter", "literal", "expected"),
    [
        ({"shape": "n"}, [1, 2], np.array([1.0, 2.0])),
        ({"shape": "n m"}, [[], []], np.zeros((2, 0))),
        ({"shape": ""}, 3, np.array(3.0)),
        ({"shape": "n", "dtype": "int64"}, [1, -2], np.array([1, -2])),
        ({"shape": "n", "dtype": "bool"}, [True, False], np.array([True, False])),
        ({"shape": "n", "dtype": "complex128"}, [1, "2-3j"], np.array([1, 2 - 3j])),
        ({"shape": "n"}, [float("nan"), float("inf")], np.array([np.nan, np.inf])),
        ({"shape": "n", "dtype": "float32"}, [0.1], np.array([0.1], np.float32)),
        ({"type": "int"}, 10**30, 10**30),
        ({"type": "float"}, 2, 2.0),
        ({"type": "complex"}, "1+2j", 1 + 2j),
        ({"type": "bool"}, False, False),
        ({"type": "str"}, "", ""),
        ({"type": "none"}, None, None),
        ({"type": "float", "optional": True}, None, None),
        ({"type": "list[int]"}, [], []),
        ({"type": "list[list[int]]"}, [[1], [2, 3]], [[1], [2, 3]]),
        ({"type": "list[float]", "shape": "n"}, [1, 2], [1.0, 2.0]),
        (
            {"type": "tuple", "items": {"a": {"type": "int"}, "b": {"type": "str"}}},
            [1, "x"],
            (1, "x"),
        ),
        (TUPLE, {"a": 1}, (1,)),
        (DICT, {"a": 1}, {"a": 1}),
    ],
)
def test_literals(parameter: dict[str, Any], literal: Any, expected: Any) -> None:
    problem = make_problem(
        {"name": "c", "args": {"a": literal}}, function=one_function(a=parameter)
    )
    (value,) = only_call(problem).args
    assert type(value) is type(expected)
    if isinstance(expected, np.ndarray):
        assert (value.shape, value.dtype) == (expected.shape, expected.dtype)
        assert np.array_equal(value, expected, equal_nan=expected.dtype.kind == "f")
    else:
        assert value == expected
        assert repr(value) == repr(expected)  # 2 is not 2.0


@pytest.mark.parametrize(
    ("parameter", "literal", "path", "message"),
    [
        ({"shape": "n m"}, [[1, 2], [3]], (1,), "ragged: entry 1 is a list of shape (1,), where"),
        ({"shape": "n"}, [1, [2]], (1,), "ragged: entry 1 is a list of shape (1,), where entry 0"),
        ({"shape": "n"}, [[1, 2]], (), "shape (1, 2)"),
        ({"shape": "n"}, 3, (), "shape ()"),
        ({"shape": "3"}, [1, 2], (), "shape (2,), expected (3,): axis 0 is 2, not 3"),
        ({"shape": "n n"}, [[1, 2]], (), "shape (1, 2), expected (1, 1): axis 1 is 2, but n is 1"),
        ({"shape": "n"}, [1, "x"], (1,), "a number is wanted here, not text 'x'"),
        ({"shape": "n"}, ["1"], (0,), "a number is wanted here, not text '1'"),
        ({"shape": "n"}, [True], (0,), "a number is wanted here, not true"),
        ({"shape": "n"}, [None], (0,), "a number is wanted here, not nothing"),
        ({"shape": "n"}, {"b": 1}, (), "a number is wanted here, not a mapping"),
        ({"shape": "n"}, [10**400], (0,), "a number is wanted here"),
        ({"shape": "n", "dtype": "int64"}, [1.5], (0,), "a whole number is wanted here, not 1.5"),
        ({"shape": "n", "dtype": "int8"}, [128], (), "128 does not fit int8"),
        ({"shape": "n", "dtype": "bool"}, [1], (0,), "true or false is wanted here, not 1"),
        ({"shape": "n", "dtype": "complex128"}, ["i"], (0,), "a number, or text such as '1+2j'"),
        ({"type": "int"}, 1.0, (), "a whole number is wanted here, not 1.0"),
        ({"type": "int"}, True, (), "a whole number is wanted here, not true"),
        ({"type": "str"}, 5, (), "text is wanted here, not 5"),
        ({"type": "list[int]"}, 5, (), "a list is wanted here, not 5"),
        ({"type": "list[int]"}, [1, "a"], (1,), "a whole number is wanted here, not text 'a'"),
        ({"type": "list[int]"}, [[1]], (0,), "a whole number is wanted here, not a list"),
        ({"type": "list[list[int]]"}, [[1], 2], (1,), "a list is wanted here, not 2"),
        ({"type": "list[int]", "shape": "2"}, [1], (), "shape (1,), expected (2,)"),
        ({"type": "none"}, 1, (), "only null is possible here"),
        ({"type": "int"}, None, (), "null is not allowed here"),
        (TUPLE, [1, 2], (), "2 parts, where the contract has 1"),
        (TUPLE, ["x"], (0,), "a whole number is wanted here"),
        (DICT, {"b": 1}, ("b",), "unknown part 'b'"),
        (DICT, [1], (), "a mapping of a is wanted here"),
        (DICT, {"a": {"result": 0}}, ("a",), "call 0 is not before"),
    ],
)  # fmt: skip
def test_literals_that_do_not_fit(
    parameter: dict[str, Any], literal: Any, path: tuple[int | str, ...], message: str
) -> None:
    problem = make_problem(
        {"name": "c", "args": {"a": literal}}, function=one_function(a=parameter)
    )
    (diagnostic,) = check(problem)
    assert diagnostic.message.startswith(message)
    assert diagnostic.where == problem.locate("tests", "groups", 0, "cases", 0, "args", "a", *path)


def test_endless_nesting_is_refused() -> None:
    nested: list[Any] = []
    for _ in range(200):
        nested = [nested]
    problem = make_problem(
        {"name": "c", "args": {"a": nested}}, function=one_function(a={"shape": "*batch"})
    )
    assert faults(problem) == ["lists are nested more than 32 deep"]


def test_repetitions_of_a_literal_share_no_memory() -> None:
    function = one_function(a={"shape": "n"}, b={"shape": "n"}, c={"type": "list[int]"})
    problem = make_problem(
        {"name": "c", "args": {"a": [1, 2], "c": [1]}, "repeat": 2}, function=function
    )
    one, other = (case.calls[0].args for case in build_suite(problem).cases)
    assert not np.shares_memory(one[0], other[0])
    assert one[2] is not other[2]


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ([0, "x"], "the result has no part 'x'; there are param, m, v"),
        ([0, 3], "the result has 3 parts, counted from 0: 3 is none"),
        ([0, "m", 1], "the result has no part 1: it is of type 'array'"),
        ([1], "call 1 is not before this one"),
        ("m", "write the number of an earlier call and a path"),
        ([], "write the number of an earlier call and a path"),
        ([0, 1.5], "write the number of an earlier call and a path"),
    ],
)
def test_references_that_lead_nowhere(reference: Any, message: str) -> None:
    calls = [{}, {"args": {"m": {"result": reference}}}]
    (found,) = faults(make_problem({"name": "c", "calls": calls}, function=ADAM))
    assert found.startswith(message)


@pytest.mark.parametrize(
    ("function", "case", "message"),
    [
        (ATTENTION, {"values": {"Q": "none"}}, "'none' is for optional parameters; 'Q' is not"),
        (ATTENTION, {"layout": {"num_heads": "F"}}, "'num_heads' is no array, and has no layout"),
        (ATTENTION, {"args": {"num_heads": 2}, "sizes": {"num_heads": 3}}, "2 here, but num_heads"),
        (ATTENTION, {"args": {"Q": [[1, 2, 3]]}, "sizes": {"num_heads": 2}}, "shape (1, 3), expec"),
        (ATTENTION, {"values": {"num_heads": "const 9"}, "sizes": {"num_heads": 1}}, "9 here, but"),
        (one_function(a={"type": "int"}), {"values": {"*": "ints"}}, "'*' stands for arrays of fl"),
        (one_function(a={"type": "list[str]"}), {}, "'a' has no length in the contract"),
        (one_function(a={"type": "list[array]"}), {}, "an argument cannot be a list of 'array'"),
        (one_function(a={**LIST, "shape": "n m"}), {}, "the shape of a list[int] is one length"),
        (one_function(a={**LIST, "shape": "*n"}), {}, "the shape of a list[int] is one length"),
        (one_function(a={"type": "tuple"}), {}, "a tuple needs 'items'"),
        (one_function(a={"shape": "n**2"}), {}, "cannot read 'n**2' at column 3"),
        (one_function(a={"shape": "n", "dtype": "object"}), {}, "the dtype 'object' cannot be"),
        (one_function(a={"shape": "n", "dtype": "flaot"}), {}, "unknown dtype 'flaot'"),
        (one_function(a={"shape": "n", "values": "ints 0 k"}), {}, "unknown size 'k'; there are n"),
        (one_function(a={"shape": "*n", "values": "ints 0 n"}), {}, "'n' stands for any number of"),
        (one_function(a={"shape": "*n"}, b={"shape": "n"}), {}, "'n' is one axis here, and"),
        (one_function(a=ARRAY), {"sizes": {"n": 10**9}}, "an array of shape (1000000000,)"),
        (one_function(a=LIST), {"sizes": {"n": 10**6}}, "a list of 1,000,000 values"),
        (one_function(a={"shape": "n-9"}), {"sizes": {"n": 3}}, "the axis 'n-9' of the shape"),
    ],
)  # fmt: skip
def test_one_sentence_for_each_fault(
    function: dict[str, Any], case: dict[str, Any], message: str
) -> None:
    (found,) = faults(make_problem({"name": "c", **case}, function=function))
    assert found.startswith(message)


def test_a_recipe_for_several_arguments_says_which_it_does_not_fit() -> None:
    problem = make_problem({"name": "c", "values": {"weights": "identity"}}, function=ATTENTION)
    starts = [message.partition(",")[0] for message in faults(problem)]
    assert starts == [
        "weights.bias: 'identity' needs two axes",
        "weights.pair.a: 'identity' needs two axes",
        "weights.pair.b: 'identity' needs two axes",
    ]


def test_an_optional_dict_is_none_unless_something_is_said_of_its_parts() -> None:
    items = {"a": {"shape": "n"}, "b": {"shape": "n", "optional": True}}
    function = one_function(w={"type": "dict", "items": items, "optional": True})
    for more, made_it in [({}, False), ({"values": {"w.a": "ones"}}, True)]:
        (value,) = only_call(make_problem({"name": "c", **more}, function=function)).args
        assert (value is not None) == made_it
    (value,) = only_call(
        make_problem({"name": "c", "args": {"w": {"b": [1, 2]}}}, function=function)
    ).args
    assert value["a"].shape == (2,)


def test_a_class_without_its_constructor() -> None:
    problem = make_problem({"name": "c", "calls": [{"method": "build_vocab"}]}, class_=TOKENIZER)
    assert faults(problem) == ["the first call has to be 'init': it makes the object"]


def test_an_argument_of_no_call() -> None:
    problem = make_problem(
        {"name": "c", "args": {"ids": [1]}, "calls": [{"method": "init"}]}, class_=TOKENIZER
    )
    assert faults(problem) == ["no argument 'ids' in these calls"]


def test_an_example_gives_all_parts() -> None:
    example = {"name": "e", "args": {"Q": [[1]], "num_heads": 1, "weights": {"bias": [1]}}}
    problem = make_problem({"name": "c"}, function=ATTENTION, examples=[example])
    assert faults(problem) == ["no value for W_q, pair"]


def test_a_size_beside_the_declared_ones_is_doubted() -> None:
    function = {**one_function(a={"shape": "d_modle"}), "dims": {"d_model": {}}}
    (diagnostic,) = check(make_problem({"name": "c"}, function=function))
    assert diagnostic.severity == "warning"
    assert "did you mean 'd_model'?" in diagnostic.message
