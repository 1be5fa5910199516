"""What crosses the sandbox's boundary comes back as it was, and no bytes break the decoder."""

from __future__ import annotations

import contextlib
import math
import random
import tracemalloc
from collections import OrderedDict, namedtuple
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from runs import same

from grader.sandbox.codec import MAX_DEPTH, MAX_INT_BYTES, MAX_NODES, CodecError, TooLarge, Writer
from grader.sandbox.codec_reader import Reader
from grader.values import Foreign, Ref

DTYPES = ["?", "i1", "<i4", ">i8", "u2", "<u8", "f2", "<f4", ">f8", "<c8", ">c16"]


def np_scalars() -> list[Any]:
    return [np.dtype(d).type(1) for d in DTYPES if not d.startswith(">")]


def encode(value: Any, size: int = 1 << 16) -> bytes:
    memory = bytearray(size)
    writer = Writer(memory, 0, size)
    writer.write(value)
    return bytes(memory[: writer.position])


def decode(data: bytes) -> Any:
    reader = Reader(data, 0, len(data))
    value = reader.read()
    assert reader.position == len(data)
    return value


numbers = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.complex_numbers(), st.text(),
    st.integers(-(1 << 900), 1 << 900), st.just("\ud800 alone"),
)  # fmt: skip
arrays = st.sampled_from(DTYPES).flatmap(
    lambda dtype: hnp.arrays(dtype, hnp.array_shapes(min_dims=0, min_side=0, max_side=4))
)
scalars = st.sampled_from([d for d in DTYPES if not d.startswith(">")]).flatmap(
    lambda dtype: hnp.arrays(dtype, 1).map(lambda array: array[0])
)
keys = st.one_of(st.text(), st.integers(), st.booleans(), st.none())
values = st.recursive(
    st.one_of(numbers, arrays, scalars),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(keys, inner, max_size=4),
    ),
    max_leaves=12,
)


@given(values)
def test_values_come_back_as_they_were(value: Any) -> None:
    assert same(decode(encode(value)), value)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(24.0).reshape(2, 3, 4).T,
        np.arange(24.0)[::-2],
        np.broadcast_to(np.float64(2), (3, 4)),
        np.arange(6.0).reshape(2, 3)[:, ::-1],
        np.zeros((0, 3)),
        np.array(1.5),
    ],
    ids=["transposed", "reversed", "broadcast", "mirrored", "empty", "0-d"],
)
def test_layout_of_a_result_does_not_matter(array: np.ndarray[Any, Any]) -> None:
    back = decode(encode(array))
    assert back.dtype == array.dtype
    assert back.shape == array.shape
    assert (back == array).all()


def liars() -> tuple[Any, Any]:
    """A class and an object that say they are something else; pytest must not find them."""

    class Liar(type):
        @property
        def __name__(cls) -> str:  # type: ignore[override]
            raise SystemExit

        def __getattribute__(cls, name: str) -> Any:
            raise SystemExit

    class Odd(metaclass=Liar):
        @property
        def __class__(self) -> Any:
            return np.ndarray

    return Odd, Odd()


def test_a_lying_class_is_called_by_its_real_name() -> None:
    cls, instance = liars()
    assert decode(encode([cls]))[0].type_name.endswith("liars.<locals>.Liar")
    assert decode(encode([instance]))[0].type_name.endswith("liars.<locals>.Odd")


#: The smallest integer that does not cross.
TOO_LARGE = 1 << 8 * MAX_INT_BYTES - 1


@pytest.mark.parametrize(
    ("value", "name", "detail"),
    [
        (np.ma.array([1.0]), "numpy.ma.MaskedArray", ""),
        (np.array([None, 1]), "numpy.ndarray", "dtype object"),
        (np.array(["a"]), "numpy.ndarray", "dtype str32"),
        (np.zeros(2, np.longdouble), "numpy.ndarray", f"dtype {np.dtype('g').name}"),
        (np.zeros(2, "M8[s]"), "numpy.ndarray", "dtype datetime64[s]"),
        (np.zeros(2, [("\x1b", "f8")]), "numpy.ndarray", "dtype void64"),
        (np.longdouble(1), "numpy.longdouble", ""),
        ((i for i in ()), "generator", ""),
        (b"bytes", "bytes", ""),
        (range(3), "range", ""),
        ({1, 2}, "set", ""),
        ({(1, 2): 3}, "dict", "a key of type tuple"),
        ({1j: 3}, "dict", "a key of type complex"),
        ({np.complex128(1j): 3}, "dict", "a key of type numpy.complex128"),
        ({np.longdouble(1): 3}, "dict", "a key of type numpy.longdouble"),
        ({TOO_LARGE: 3}, "dict", f"a key of {8 * MAX_INT_BYTES} bits"),
        ({-TOO_LARGE: 3}, "dict", f"a key of {8 * MAX_INT_BYTES} bits"),
        (TOO_LARGE, "int", f"{8 * MAX_INT_BYTES} bits"),
        (Ref(0), "grader.values.Ref", ""),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_what_is_no_value_becomes_its_name(value: Any, name: str, detail: str) -> None:
    found = decode(encode(value))
    assert isinstance(found, Foreign)
    assert found.type_name.endswith(name)
    assert found.detail == detail
    (inner,) = decode(encode([value]))
    assert inner == found


class Text(np.str_):
    pass


@pytest.mark.parametrize("scalar", [*np_scalars(), np.str_("abc"), np.str_("\ud800")], ids=repr)
def test_numpy_scalars_are_taken_alike(scalar: Any) -> None:
    """As values, in lists, and as keys of a dict, where they are what they are equal to."""
    back = decode(encode([scalar]))[0]
    assert back == scalar
    assert type(back) is (str if isinstance(scalar, str) else type(scalar))
    if isinstance(scalar, np.complexfloating):
        return
    found = decode(encode({scalar: scalar}))
    assert found == {scalar: scalar}
    assert [type(key) for key in found] == [type(scalar.item())]


def test_a_class_derived_from_a_text_scalar_is_no_text() -> None:
    assert isinstance(decode(encode(Text("abc"))), Foreign)
    assert isinstance(decode(encode({Text("abc"): 1})), Foreign)


def test_named_tuples_and_ordered_dicts_are_tuples_and_dicts() -> None:
    pair = namedtuple("pair", "a b")
    assert same(decode(encode(pair(1, 2.0))), (1, 2.0))
    assert same(decode(encode(OrderedDict(a=1))), {"a": 1})


def cyclic() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


def nested(depth: int) -> Any:
    value: Any = 0.0
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [
        np.zeros(10_000),
        np.broadcast_to(np.float64(0), (1 << 29, 1 << 29)),
        "x" * 70_000,
        [0.0] * 10_000,
        cyclic(),
        [cyclic(), cyclic()],
        nested(MAX_DEPTH + 1),
    ],
    ids=["array", "virtual", "text", "list", "cycle", "cycles", "deep"],
)
def test_what_does_not_fit_is_too_large(value: Any) -> None:
    with pytest.raises(TooLarge):
        encode(value)


def test_the_deepest_value_comes_back() -> None:
    assert decode(encode(nested(MAX_DEPTH))) == nested(MAX_DEPTH)


def test_memory_of_a_bool_array_may_hold_anything() -> None:
    odd = np.array([0, 1, 2, 255], np.uint8).view(bool)
    assert decode(encode(odd)).view(np.uint8).tolist() == [0, 1, 1, 1]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"x",
        b"f1234567",
        b"i\xff\xff\xff\xff",
        b"s\x04\0\0\0\xff\xff\xff\xff",
        b"(\xff\xff\xff\xff",
        b"{\x01\0\0\0(\0\0\0\0N",
        b"a<f8 \x41",
        b"a<f8 \x02" + (1 << 40).to_bytes(8, "little") * 2,
        b"a<f8 \x02" + bytes(8) + (1 << 63).to_bytes(8, "little"),
        b"a|O8 \x00",
        b"n<f8 1234",
        b"?N",
        b"?NN",
        b"r\0\0\0\0(\0\0\0\0",
        b"@<f8 \x00\x01" + bytes(8),
        b"(\x01\0\0\0" * 40 + b"N",
    ],
)
def test_what_we_did_not_write_is_refused(data: bytes) -> None:
    with pytest.raises(CodecError):
        Reader(data, 0, len(data)).read()


@settings(max_examples=300)
@given(st.binary(max_size=300))
def test_any_bytes_give_a_value_or_an_error(data: bytes) -> None:
    with contextlib.suppress(CodecError):
        Reader(data, 0, len(data)).read()


def test_mutated_values_never_break_the_decoder() -> None:
    """No other exception, and no memory beyond what was given."""
    chance = random.Random(3)
    seeds = [
        encode((np.arange(12.0).reshape(3, 4), {"a": [1, 2.5, "text", None]}, 1 << 70, 2j)),
        encode([np.zeros((2, 0), np.int8), np.float32(1), True, Foreign("x", "y"), ()]),
        encode({"m": np.ones((2, 3), bool), 3: (np.zeros(5, ">u4"), math.inf)}),
    ]
    tracemalloc.start()
    refused = 0
    for _ in range(20_000):
        data = bytearray(chance.choice(seeds))
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.choice((0, 1, 255, chance.randrange(256)))
        sent = bytes(data[: chance.randint(1, len(data))])
        try:
            Reader(sent, 0, len(sent)).read()
        except CodecError:
            refused += 1
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert refused > 2_000
    assert peak < 1 << 20


def test_the_reader_stops_soon_after_the_writer() -> None:
    """What may be written is read; a forged value with more parts is not, however small."""
    most = [None] * (MAX_NODES - 1)  # the list is a part, too
    data = encode(most, 1 << 20)
    assert decode(data) == most
    tag, count, part = data[:1], len(most) + 2, data[5:6]
    with pytest.raises(CodecError, match="too many parts"):
        decode(tag + (count + 1).to_bytes(4, "little") + part * (count + 1))
