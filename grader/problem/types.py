"""The types of arguments and results, parsed once: what a value is, and how it is written.

``type:`` of a parameter is text; with its shape, dtype and items it becomes one of the classes
below (``type_text.py``, once for a parameter). Every package asks these, and none reads the text
again. A new scalar is a row of :data:`SCALARS`, a new container a class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Type:
    """What holds of every type."""

    optional: bool = False
    """``None`` is a legal value too."""

    @property
    def text(self) -> str:
        """As it is written in a problem file: ``list[int]``."""
        raise NotImplementedError

    @property
    def described(self) -> str:
        """For a sentence about a value: ``an int``, ``an array of shape `n m```."""
        return named(self.text)

    @property
    def lists(self) -> int:
        """How many lists there are around the innermost type."""
        return 0

    @property
    def innermost(self) -> Type:
        """What stands in all brackets of ``list[...]``; for anything else the type itself."""
        return self

    def part(self, step: object) -> tuple[str, Type]:  # noqa: ARG002  # most have no parts
        """Name and type of the part at an index or key, as far as the contract has any."""
        return "item", ANYTHING


@dataclass(frozen=True, kw_only=True)
class AnyType(Type):
    """Of a part that the contract says nothing about."""

    @property
    def text(self) -> str:
        """For messages; no problem file has it."""
        return "value"


@dataclass(frozen=True, kw_only=True)
class NothingType(Type):
    """``None``, and nothing else."""

    @property
    def text(self) -> str:
        """As it is written in a problem file."""
        return "none"

    @property
    def described(self) -> str:
        """As Python writes it."""
        return "None"


@dataclass(frozen=True, kw_only=True)
class ScalarType(Type):
    """One value of Python's own; NumPy's scalars of the kind will do."""

    word: str
    """In a problem file and in Python."""
    literal: str
    """What a literal of it is called: ``a whole number``."""
    read: Callable[[Any], Any]
    """A literal as a value of this type; None where it is of another."""
    dtype: str
    """Of an array of such values."""
    letters: str
    """``dtype.kind`` of every array with such elements."""
    drawn: str
    """The recipe of a random case where none is said."""
    accepted: tuple[str, ...]
    """Kinds of values that will do where one of this type is expected (``values.kind_of``)."""

    @property
    def text(self) -> str:
        """As it is written in a problem file."""
        return self.word


@dataclass(frozen=True, kw_only=True)
class ArrayType(Type):
    """A NumPy array."""

    shape: str | None = None
    """``"*batch n"``; None where it is not said."""
    dtype: str | None = None
    """The contract's where it is not said."""

    @property
    def text(self) -> str:
        """As it is written in a problem file."""
        return "array"

    @property
    def described(self) -> str:
        """``an array of shape `n m```."""
        return "an array" + (f" of shape `{self.shape}`" if self.shape else "")


@dataclass(frozen=True, kw_only=True)
class ListType(Type):
    """A list whose elements are all of one type."""

    element: Type
    shape: str | None = None
    """The lengths, from the outermost list inwards."""

    @property
    def text(self) -> str:
        """As it is written in a problem file."""
        return f"list[{self.element.text}]"

    @property
    def lists(self) -> int:
        """This one and those inside."""
        return 1 + self.element.lists

    @property
    def innermost(self) -> Type:
        """The type in all brackets."""
        return self.element.innermost

    def part(self, step: object) -> tuple[str, Type]:  # noqa: ARG002  # all are alike
        """Any of the elements."""
        return "item", self.element


@dataclass(frozen=True, kw_only=True)
class TupleType(Type):
    """A tuple; its parts have names in the problem file."""

    parts: Mapping[str, Type] | None = None
    """None where the contract does not say what they are."""

    @property
    def text(self) -> str:
        """As it is written in a problem file."""
        return "tuple"

    def part(self, step: object) -> tuple[str, Type]:
        """By index."""
        found = list((self.parts or {}).items())
        at = step if isinstance(step, int) else -1
        return found[at] if 0 <= at < len(found) else ("item", ANYTHING)


@dataclass(frozen=True, kw_only=True)
class DictType(Type):
    """A dict; its keys are texts where the contract names them."""

    parts: Mapping[str, Type] | None = None
    """None where the contract does not say what they are."""

    @property
    def text(self) -> str:
        """As it is written in a problem file."""
        return "dict"

    def part(self, step: object) -> tuple[str, Type]:
        """By key."""
        return str(step), (self.parts or {}).get(str(step), ANYTHING)


#: What a tuple or dict is taken apart into.
WithParts = TupleType | DictType


def named(word: str) -> str:
    """``an int``, ``a tuple``; ``None`` has no article."""
    if word == "None":
        return word
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _int(literal: Any) -> int | None:
    return literal if isinstance(literal, int) and not isinstance(literal, bool) else None


def _float(literal: Any) -> float | None:
    if isinstance(literal, bool) or not isinstance(literal, int | float):
        return None
    try:
        return float(literal)
    except OverflowError:
        return None


def _complex(literal: Any) -> complex | None:
    if isinstance(literal, bool) or not isinstance(literal, int | float | str):
        return None
    try:
        return complex(literal)
    except (ValueError, OverflowError):
        return None


def _bool(literal: Any) -> bool | None:
    return literal if isinstance(literal, bool) else None


def _str(literal: Any) -> str | None:
    return literal if isinstance(literal, str) else None


ANYTHING = AnyType()
_SCALARS = (
    ScalarType(
        word="int",
        literal="a whole number",
        read=_int,
        dtype="int64",
        letters="iu",
        drawn="ints 0 9",
        accepted=("int",),
    ),
    ScalarType(
        word="float",
        literal="a number",
        read=_float,
        dtype="float64",
        letters="f",
        drawn="normal",
        accepted=("float", "int"),
    ),
    ScalarType(
        word="complex",
        literal="a number, or text such as '1+2j'",
        read=_complex,
        dtype="complex128",
        letters="c",
        drawn="normal",
        accepted=("complex", "float", "int"),
    ),
    ScalarType(
        word="bool",
        literal="true or false",
        read=_bool,
        dtype="bool",
        letters="b",
        drawn="bools",
        accepted=("bool",),
    ),
    ScalarType(
        word="str",
        literal="text",
        read=_str,
        dtype="object",
        letters="O",
        drawn="texts",
        accepted=("str",),
    ),
)
#: By their word.
SCALARS: Mapping[str, ScalarType] = {scalar.word: scalar for scalar in _SCALARS}
#: By ``dtype.kind``: what an element of an array is.
ELEMENTS: Mapping[str, ScalarType] = {
    letter: scalar for scalar in _SCALARS for letter in scalar.letters
}
