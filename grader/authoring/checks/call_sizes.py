"""The sizes of one call, of several in a row whose arrays grow or shrink from call to call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grader.cases import Call, Size, extent_of, match, shape_of
from grader.problem import Parameter, Signature
from grader.values import Ref, Value, part_at


def sizes_of_call(signature: Signature, call: Call, results: Sequence[Value]) -> Mapping[str, Size]:
    """The sizes that the arguments of a call have, and those it was made with for all others.

    ``results`` are what the calls before it returned: an argument may be one of them, and then
    its sizes are not known before.
    """
    given = dict(zip(signature.params, call.args, strict=False)) | dict(call.kwargs)
    found: dict[str, Size] = {}
    for name, value in given.items():
        for parameter, part in _parts(signature.params[name], value, results):
            shape, extent = shape_of(parameter), extent_of(part)
            if shape is not None and extent is not None:
                found |= match(shape, extent, found)
    return {**call.sizes, **found}


def _settled(value: Value, results: Sequence[Value]) -> Value:
    """An argument as it is passed: a reference to an earlier result is that result."""
    if not isinstance(value, Ref):
        return value
    return part_at(results[value.call], value.path)


def _parts(
    parameter: Parameter, value: Value, results: Sequence[Value]
) -> Iterator[tuple[Parameter, Value]]:
    """An argument as it is passed, or the parts of a tuple or dict."""
    value = _settled(value, results)
    if not parameter.parts or value is None:
        yield parameter, value
        return
    steps: Sequence[str | int] = list(parameter.parts)
    if not isinstance(value, Mapping):
        steps = range(len(value))
    for inner, step in zip(parameter.parts.values(), steps, strict=False):
        yield from _parts(inner, value[step], results)
