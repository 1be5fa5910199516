from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.cases.case_errors import CaseError
from grader.cases.shapes import explain, match, parse_expression, parse_shape, resolve

SIZES = {"batch": (2, 3), "n": 4, "m": 5, "none": ()}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("   ", ()),
        ("n", (4,)),
        ("n m", (4, 5)),
        ("*batch n", (2, 3, 4)),
        ("*none n", (4,)),
        ("n *batch m", (4, 2, 3, 5)),
        ("7 n*m n+1", (7, 20, 5)),
        ("2*n+3*m-1", (22,)),
        ("n*n*2 m-n", (32, 1)),
        ("n-4", (0,)),
        ("-1+n", (3,)),
        ("_a2", (9,)),
    ],
)
def test_a_shape_is_read_and_resolved(text: str, expected: tuple[int, ...]) -> None:
    assert resolve(parse_shape(text), {**SIZES, "_a2": 9}) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("n**2", "cannot read 'n**2' at column 3: a name or a whole number is missing here"),
        ("n m/2", "cannot read 'm/2' at column 3: 'm/2' is neither a name nor a whole number"),
        ("*batch *more n", "cannot read '*more' at column 8: a shape has at most one starred"),
        ("n *", "cannot read '*' at column 3: a star stands before one name"),
        ("*3", "cannot read '*3' at column 1: a star stands before one name"),
        ("*n+1", "cannot read '*n+1' at column 1: a star stands before one name"),
        ("n+", "cannot read 'n+' at column 3: a name or a whole number is missing"),
        ("n+*m", "cannot read 'n+*m' at column 3: a name or a whole number is missing"),
        ("(n, m)", "cannot read '(n,' at column 1: '(n,' is neither a name nor a whole number"),
        ("1.5", "cannot read '1.5' at column 1: '1.5' is neither"),
        ("n m+2x", "cannot read 'm+2x' at column 5: '2x' is neither"),
        ("...", "cannot read '...' at column 1"),
        ("é", "cannot read 'é' at column 1"),
    ],
)
def test_a_shape_that_cannot_be_read_names_token_and_column(text: str, message: str) -> None:
    with pytest.raises(CaseError) as raised:
        parse_shape(text)
    assert str(raised.value).startswith(message)


@given(st.text(alphabet="nm12+-* _.", max_size=12))
def test_any_text_is_a_shape_or_a_fault(text: str) -> None:
    try:
        shape = parse_shape(text)
    except CaseError as fault:
        message = str(fault)
    else:
        assert len(shape.axes) == len(text.split())
        return
    assert "at column" in message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("k", "unknown size 'k'"),
        ("bach", "unknown size 'bach'; did you mean 'batch'?"),
        ("n-m", "the axis 'n-m' of the shape 'n-m' would be -1"),
        ("batch", "'batch' stands for any number of axes"),
        ("*n", "'n' is one axis elsewhere"),
        ("*k", "unknown size 'k'"),
    ],
)
def test_a_shape_that_cannot_be_met_says_why(text: str, message: str) -> None:
    with pytest.raises(CaseError) as raised:
        resolve(parse_shape(text), SIZES)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize("text", ["", "n m", " n", "n+", "*batch"])
def test_an_expression_is_one_token(text: str) -> None:
    with pytest.raises(CaseError):
        parse_expression(text)


@pytest.mark.parametrize(
    ("text", "actual", "known", "found"),
    [
        ("*batch n", (2, 3, 4), {}, {"batch": (2, 3), "n": 4}),
        ("*batch n", (4,), {}, {"batch": (), "n": 4}),
        ("*batch n", (), {}, {}),
        ("n m", (4,), {}, {}),
        ("n *batch m", (7, 1, 2, 8), {}, {"n": 7, "batch": (1, 2), "m": 8}),
        ("n n", (4, 4), {}, {"n": 4}),
        ("h*d", (12,), {"h": 3}, {"d": 4}),
        ("h*d", (13,), {"h": 3}, {}),
        ("h*d", (12,), {}, {}),
        ("n+1", (5,), {}, {"n": 4}),
        ("n-1", (0,), {}, {"n": 1}),
        ("n+1", (0,), {}, {}),
        ("n*n", (9,), {}, {}),
        ("2*n", (0,), {"h": 0}, {"n": 0}),
        ("h*n", (0,), {"h": 0}, {}),
        ("n h*n", (3, 12), {}, {"n": 3, "h": 4}),
        ("*batch n", (2, 4), {"batch": (9,), "n": 4}, {}),
    ],
)
def test_sizes_follow_from_a_shape(
    text: str, actual: tuple[int, ...], known: dict[str, int], found: dict[str, int]
) -> None:
    assert match(parse_shape(text), actual, known) == found


@given(st.lists(st.integers(0, 5), max_size=3), st.integers(0, 9), st.integers(0, 9))
def test_what_resolves_matches_again(batch: list[int], n: int, m: int) -> None:
    shape = parse_shape("n *batch n+m 2 m")
    sizes = {"batch": tuple(batch), "n": n, "m": m}
    assert match(shape, resolve(shape, sizes), {}) == sizes
    assert explain(shape, resolve(shape, sizes), sizes) == ""


@pytest.mark.parametrize(
    ("text", "actual", "message"),
    [
        ("n m", (4, 6), "shape (4, 6), expected (4, 5): axis 1 is 6, but m is 5"),
        ("n m", (5, 4), "axis 0 is 5, but n is 4; axis 1 is 4, but m is 5"),
        ("*batch n", (2, 1, 4), "axis 1 is 1, but batch[1] is 3"),
        ("n 3", (4, 2), "shape (4, 2), expected (4, 3): axis 1 is 2, not 3"),
        ("n*m", (9,), "axis 0 is 9, but n*m is 20"),
        ("*batch n", (4,), "expected (2, 3, 4): 1 axis where `*batch n` has 3"),
        ("", (1,), "shape (1,), expected (): 1 axis where a 0-d array has 0"),
        ("n", (), "shape (), expected (4,): 0 axes where `n` has 1"),
    ],
)
def test_another_shape_is_explained(text: str, actual: tuple[int, ...], message: str) -> None:
    assert message in explain(parse_shape(text), actual, SIZES)
