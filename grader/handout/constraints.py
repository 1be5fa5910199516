"""What the contract says of every argument, as sentences: nothing is written twice."""

from __future__ import annotations

from collections.abc import Iterator

from grader.pages import Messages
from grader.problem import (
    ArrayType,
    ListType,
    Parameter,
    ProblemSpec,
    ScalarType,
    parameters_of,
    shape_text,
    walk,
)

_SCALARS = ("int", "float", "complex", "bool", "str")


def constraint_sentences(spec: ProblemSpec, messages: Messages) -> Iterator[str]:
    """```W1` has shape `(d_model, d_ff)`.`` and so on; Markdown.

    ``*batch`` stands for any number of leading axes.
    """
    for name, parameter in parameters_of(spec).items():
        for part, inner in walk(name, parameter):
            sentence = _sentence(part, inner, spec.contract.dtype, messages)
            if sentence and inner.optional:
                sentence += messages["constraint_or_none"]
            if sentence:
                yield sentence + "."


def _sentence(name: str, parameter: Parameter, dtype: str, messages: Messages) -> str:
    kind = parameter.value_type
    if isinstance(kind, ArrayType) and parameter.shape is not None:
        shape = shape_text(parameter.shape)
        if parameter.dtype in (None, dtype):
            return messages.get("constraint_shape", name=name, shape=shape)
        return messages.get("constraint_shape_dtype", name=name, shape=shape, dtype=parameter.dtype)
    if isinstance(kind, ListType):
        if kind.shape:
            return messages.get("constraint_length", name=name, type=kind.text, length=kind.shape)
        return messages.get("constraint_list", name=name, type=kind.text)
    scalar = isinstance(kind, ScalarType)
    return messages.get(f"constraint_{kind.text}", name=name) if scalar else ""
