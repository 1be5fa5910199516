from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.cases.case_errors import CaseError
from grader.cases.layouts import NAMES
from grader.cases.recipes import RECIPES, Target, fill, parse_recipe
from grader.cases.recipes.texts import WORDS
from grader.cases.stream import Stream

SIZES = {"n": 4, "vocab": 11, "batch": (2, 3)}
#: Every recipe with arguments that it takes.
USES = [
    "normal",
    "normal 1e-160",
    "uniform -1 1",
    "uniform 1e200 2e200",
    "ints",
    "ints 0 vocab-1",
    "halves",
    "halves -1.5 2",
    "quarters",
    "zeros",
    "negzeros",
    "ones",
    "const 0.1",
    "const 2*n",
    "dim n",
    "identity",
    "permutation",
    "arange",
    "arange 0.5 0.25",
    "onehot",
    "powers10 -8 8",
    "powers10 -323 307",
    "graded -10 10",
    "graded 8 -8 0",
    "sparse",
    "sparse 0.5",
    "denormal",
    "positive",
    "distinct",
    "distinct 10 20",
    "sorted",
    "sorted -3 3",
    "probabilities",
    "bools",
    "bools 0.1",
    "causal",
    "causal 0 -inf",
    "padding",
    "padding 0 -1e9",
    "choice 1 2.5 -3",
    "special nan",
    "special -inf 3",
]
TEXTS = ["words", "words 3", "texts", "texts 0 2 5", "choice a 'b c' ''"]


def make(text: str, shape: tuple[int, ...] = (3, 4), dtype: str = "float64") -> Any:
    target = Target(shape, np.dtype(dtype), Stream("test", text))
    return fill(parse_recipe(text), target, SIZES)


def test_every_recipe_is_used_here_and_described() -> None:
    assert {text.split()[0] for text in USES + TEXTS} == set(RECIPES)
    for recipe in RECIPES.values():
        assert recipe.summary.endswith("."), recipe.usage


def test_every_recipe_is_in_the_documentation_as_it_is_written() -> None:
    page = Path(__file__).parents[2] / "docs" / "problem-format.md"
    text = page.read_text(encoding="utf-8")
    assert [r.usage for r in RECIPES.values() if f"`{r.usage}`" not in text] == []
    assert [name for name in NAMES if f"`{name}`" not in text] == []


@pytest.mark.parametrize("text", USES)
@pytest.mark.parametrize("shape", [(3, 4), (0, 3), (1, 1), (2, 3, 5)])
def test_a_recipe_fills_shape_and_dtype_twice_the_same(text: str, shape: tuple[int, ...]) -> None:
    one, other = make(text, shape), make(text, shape)
    assert (one.shape, one.dtype) == (shape, np.float64)
    assert one.flags.c_contiguous
    assert one.flags.writeable
    assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("text", [t for t in USES if not t.startswith("special")])
def test_most_recipes_are_finite(text: str) -> None:
    values = make(text, (4, 4))
    assert np.isfinite(values[values != -np.inf]).all()
    assert ("inf" in text) == bool(np.isinf(values).any())


@pytest.mark.parametrize("text", TEXTS)
def test_recipes_of_texts(text: str) -> None:
    assert make(text, (), "object").shape == ()
    values = make(text, (50,), "object")
    assert all(type(value) is str for value in values)
    assert len(set(values)) > 1


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("uniform -1 2", -1, 2),
        ("ints -2 2", -2, 2),
        ("ints", -3, 3),
        ("ints 0 vocab-1", 0, 10),
        ("halves -1.5 2", -1.5, 2),
        ("quarters", -2, 2),
        ("positive", 0.5, 1.5),
        ("distinct", -1, 1),
        ("distinct 10 20", 10, 20),
        ("sorted 5 6", 5, 6),
        ("sparse", -9, 9),
        ("bools", 0, 1),
        ("choice 3 1 2", 1, 3),
    ],
)
def test_the_range_is_kept_and_used(text: str, low: float, high: float) -> None:
    values = make(text, (40, 50))
    assert low <= values.min() < low + (high - low) / 8
    assert high - (high - low) / 8 < values.max() <= high


def test_multiples_are_exact() -> None:
    assert set((make("halves", (500,)) * 2).tolist()) == set(range(-8, 9))
    assert set((make("quarters -1 1", (500,)) * 4).tolist()) == set(range(-4, 5))


def test_fixed_patterns() -> None:
    assert make("identity").tolist() == np.eye(3, 4).tolist()
    assert make("arange", (2, 3)).tolist() == [[1, 2, 3], [4, 5, 6]]
    assert make("arange 0.5 0.25", (3,)).tolist() == [0.5, 0.75, 1.0]
    assert make("const 2*n", (2,)).tolist() == [8, 8]
    assert np.signbit(make("negzeros")).all()
    assert not np.signbit(make("zeros")).any()
    assert make("causal", (2, 3)).tolist() == [[1, 0, 0], [1, 1, 0]]
    assert make("causal 0 -inf", (2, 2)).tolist() == [[0, -np.inf], [0, 0]]
    assert make("causal", (2, 2, 2), "bool").tolist() == [[[True, False], [True, True]]] * 2
    assert make("dim vocab", (), "int64") == 11


def test_padding_is_at_the_end_of_every_row() -> None:
    mask = make("padding", (200, 6), "bool")
    assert (mask[:, 0]).all()
    assert (mask[:, :-1] >= mask[:, 1:]).all()
    assert set(mask.sum(axis=1).tolist()) == {1, 2, 3, 4, 5, 6}
    assert set(make("padding 0 -1e9", (9, 4)).reshape(-1).tolist()) == {0, -1e9}


def test_one_hot_rows_and_permutations() -> None:
    rows = make("onehot", (2, 3, 5))
    assert (rows.sum(axis=-1) == 1).all()
    assert len({tuple(row) for row in rows.reshape(-1, 5)}) == 5
    for count in range(2, 8):
        matrix = make("permutation", (count, count))
        assert (matrix.sum(axis=0) == 1).all()
        assert (matrix.sum(axis=1) == 1).all()
        assert not matrix.diagonal().any()
    assert make("permutation", (1, 1)).tolist() == [[1]]


def test_probabilities_sum_to_one_in_any_order() -> None:
    rows = make("probabilities", (100, 9))
    assert rows.min() >= 0
    for order in (slice(None), slice(None, None, -1), [3, 1, 4, 0, 5, 8, 2, 6, 7]):
        total = np.zeros(100)
        for column in rows[:, order].T:
            total = total + column
        assert (total == 1).all()
    assert abs(rows.mean(axis=0) - 1 / 9).max() < 0.06


@given(st.integers(0, 60), st.sampled_from(["float64", "int64", "int16"]))
def test_distinct_values_have_no_ties(count: int, dtype: str) -> None:
    values = make("distinct", (count,), dtype)
    assert len(set(values.tolist())) == count
    if dtype != "float64":
        assert sorted(values.tolist()) == list(range(count))
    elif count > 1:
        assert np.diff(np.sort(values)).min() >= 1 / count * (1 - 1e-9)


def test_distinct_whole_numbers_of_a_range() -> None:
    values = make("distinct 10 1000000000000", (1000,), "int64")
    assert len(np.unique(values)) == 1000
    assert values.min() >= 10
    assert sorted(make("distinct 5 7", (3,), "int64").tolist()) == [5, 6, 7]
    narrow = make("distinct 0 99", (40,), "int64")
    assert len(np.unique(narrow)) == 40
    assert narrow.max() > 70


def test_sorted_rows_rise() -> None:
    assert (np.diff(make("sorted", (5, 20))) >= 0).all()
    assert (np.diff(make("sorted 0 9", (5, 20), "int64")) >= 0).all()


def test_graded_rows_span_the_magnitudes() -> None:
    rows = np.abs(make("graded -10 10", (2, 4, 300))).mean(axis=-1).reshape(-1)
    assert rows[0] < 1e-9
    assert rows[-1] > 1e9
    assert (np.diff(rows) > 0).all()
    columns = np.abs(make("graded 8 -8 1", (300, 5))).mean(axis=0)
    assert columns[0] > 1e7
    assert columns[-1] < 1e-7
    assert make("graded -3 3", (0, 4)).shape == (0, 4)
    assert make("graded -3 3", (1, 0)).shape == (1, 0)


def test_denormals_are_denormal_and_of_both_signs() -> None:
    values = make("denormal", (1000,))
    assert (values != 0).all()
    assert np.abs(values).max() < 2.0**-1054
    assert 400 < (values > 0).sum() < 600


def test_powers_of_ten_are_of_all_magnitudes() -> None:
    values = np.abs(make("powers10 -8 8", (2000,)))
    assert set(np.floor(np.log10(values)).astype(int).tolist()) == set(range(-8, 9))


def test_special_values_replace_as_many_as_asked() -> None:
    assert np.isnan(make("special nan", (5, 5))).sum() == 1
    assert np.isneginf(make("special -inf 3", (5, 5))).sum() == 3
    assert np.isnan(make("special nan 9", (2,))).all()
    both = make("special inf", (9,), "complex128")
    assert np.isinf(both.real).sum() == np.isinf(both.imag).sum() == 1
    assert not np.isnan(both).any()


def test_complex_numbers_have_two_parts_of_their_own() -> None:
    values = make("normal", (50,), "complex128")
    assert not np.array_equal(values.real, values.imag)
    assert np.array_equal(values.real, make("normal", (50,)))
    assert make("ones", (2,), "complex128").tolist() == [1, 1]


@pytest.mark.parametrize(
    ("text", "dtype"),
    [
        ("ints 0 1", "bool"),
        ("bools", "int64"),
        ("ints 0 255", "uint8"),
        ("normal", "float32"),
        ("zeros", "bool"),
        ("positive", "int64"),
        ("const 3", "int32"),
        ("halves", "complex64"),
    ],
)
def test_other_dtypes(text: str, dtype: str) -> None:
    assert make(text, (3, 3), dtype).dtype == dtype


@pytest.mark.parametrize(
    ("text", "dtype", "message"),
    [
        ("", "float64", "a recipe is missing"),
        ("nromal", "float64", "unknown recipe 'nromal'; did you mean 'normal'?"),
        ("qqq", "float64", "unknown recipe 'qqq'; there are normal, uniform"),
        ("uniform 1", "float64", "the recipe 'uniform' is written 'uniform low high', not"),
        ("normal 1 2", "float64", "the recipe 'normal' is written 'normal [scale]', not"),
        ("choice", "float64", "the recipe 'choice' is written 'choice values...', not"),
        ("ints 0 1.5", "float64", "1.5 is not a whole number, in the recipe 'ints 0 1.5'"),
        ("ints 0 n/2", "float64", "cannot read 'n/2' at column 1"),
        ("ints 3 -3", "float64", "the range from 3 to -3 is empty"),
        ("ints 0 9223372036854775807", "float64", "the range from 0 to 9223372036854775807 is wi"),
        ("ints 0 batch", "float64", "'batch' stands for any number of axes"),
        ("ints 0 vocba", "float64", "unknown size 'vocba'; did you mean 'vocab'?"),
        ("uniform 0 inf", "float64", "the range from 0 to inf is not finite"),
        ("uniform -1e308 1e308", "float64", "the range from -1e+308 to 1e+308 is not finite"),
        ("uniform 2 1", "float64", "the range from 2 to 1 is empty"),
        ("normal nan", "float64", "the range from 0 to nan is not finite"),
        ("normal 1.7e308", "float64", "the recipe 'normal 1.7e308' leaves the range of float64"),
        ("normal 1e39", "float32", "the recipe 'normal 1e39' leaves the range of float32"),
        ("halves 0.3 1", "float64", "0.6 is not a whole number"),
        ("halves nan 1", "float64", "nan is not a whole number"),
        ("powers10 -400 0", "float64", "powers of ten run from -323 to 307"),
        ("graded 0 308", "float64", "powers of ten run from -323 to 307"),
        ("graded 0 1 2", "float64", "'graded' has no axis 2"),
        ("sparse 2", "float64", "a probability is from 0 to 1, not 2"),
        ("bools nan", "bool", "a probability is from 0 to 1, not nan"),
        ("special nan -1", "float64", "'special' replaces 0 or more numbers, not -1"),
        ("distinct 0 5", "int64", "there are no 12 different whole numbers from 0 to 5"),
        ("distinct 1e20 1e20", "float64", "float64 has no 12 numbers apart from 1e+20"),
        ("distinct 1000 1001", "float16", "float16 has no 12 numbers apart from 1000.0"),
        ("distinct 0.5 50", "int64", "0.5 is not a whole number"),
        ("arange 9223372036854775807 1", "float64", "counting from"),
        ("normal", "int64", "the recipe 'normal' makes float64, and int64 is wanted"),
        ("const 0.5", "int64", "the recipe 'const 0.5' makes float64"),
        ("ints 0 300", "uint8", "the recipe 'ints 0 300' makes "),
        ("ints 0 9", "bool", "the recipe 'ints 0 9' makes other values than true and false"),
        ("words", "float64", "the recipe 'words' makes texts, and numbers are wanted here"),
        ("ints", "object", "the recipe 'ints' makes numbers, and texts are wanted here"),
        ("choice a b", "float64", "'choice' is to pick numbers here, and 'a' is none"),
        ("words 0", "object", "there are 1 to"),
        ("texts 3 1", "object", "the range from 3 to 1 is empty"),
        ("texts 0 5000", "object", "a text has 0 to 1000 words"),
    ],
)
def test_what_a_recipe_cannot_do(text: str, dtype: str, message: str) -> None:
    with pytest.raises(CaseError) as raised:
        make(text, (3, 4), dtype)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize(
    "text", ["identity", "permutation", "causal", "onehot", "graded 0 1", "sorted", "probabilities"]
)
def test_recipes_that_need_axes_say_so(text: str) -> None:
    with pytest.raises(CaseError, match=r"axis|axes"):
        make(text, ())


@given(
    st.lists(
        st.sampled_from(
            [
                *RECIPES,
                "1",
                "-1",
                "1e400",
                "nan",
                "n",
                "n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n",
                "99999999999999999999",
                "'x y'",
                "0",
            ]
        ),
        min_size=1,
        max_size=4,
    ).map(" ".join),
    st.sampled_from(["float64", "int64", "bool", "complex128", "object", "uint8", "float16"]),
    st.sampled_from([(), (0,), (3,), (2, 3)]),
)
def test_any_recipe_makes_values_or_one_sentence(
    text: str, dtype: str, shape: tuple[int, ...]
) -> None:
    try:
        values = make(text, shape, dtype)
    except CaseError as fault:
        message = str(fault)
    else:
        assert (values.shape, values.dtype) == (shape, np.dtype(dtype))
        return
    assert message
    assert "\n" not in message


def test_words_are_many_and_different() -> None:
    assert len(set(WORDS)) == len(WORDS) > 50
    assert all(word.islower() and word.isascii() for word in WORDS)
    texts = make("texts 2 4 10", (300,), "object")
    assert {len(text.split(" ")) for text in texts} == {2, 3, 4}
    assert {word for text in texts for word in text.split()} == set(WORDS[:10])
