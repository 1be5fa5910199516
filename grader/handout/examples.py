"""Literal examples as Python that can be read, and pasted."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.cases import as_reference, convert
from grader.problem import (
    UNSET,
    Example,
    NothingType,
    Parameter,
    ProblemSpec,
    Signature,
    entry_name,
    signature_of,
)
from grader.values import path_text

#: Lines of code are no longer than this where that can be helped.
WIDTH = 78
#: Numbers with more characters do not widen the others of their array.
_WIDE = 8


def example_code(spec: ProblemSpec, example: Example) -> str:
    """Assignments of the arguments, the calls, and what comes back as comments."""
    contract = spec.contract
    lines: list[str] = []
    if example.calls is None:
        signature = signature_of(spec)
        _one_call(lines, signature, signature.python_name, contract.dtype, example)
        return "\n".join(lines)
    made = "f"
    for number, call in enumerate(example.calls):
        signature = signature_of(spec, call.method)
        arguments = ", ".join(
            f"{name}={_argument(signature.params[name], contract.dtype, value)}"
            for name, value in call.args.items()
        )
        if signature.python_name == "__init__":
            made = entry_name(spec)[0].lower()
            lines.append(f"{made} = {entry_name(spec)}({arguments})")
            continue
        target = signature.name if spec.function else f"{made}.{signature.name}"
        later = _is_used(example, number)
        lines.append((f"r{number} = " if later else "") + f"{target}({arguments})")
        lines += _result(signature.returns, contract.dtype, call.returns)
    return "\n".join(lines)


def _one_call(
    lines: list[str], signature: Signature, name: str, dtype: str, example: Example
) -> None:
    arguments = example.args or {}
    width = max((len(argument) for argument in arguments), default=0)
    for argument, literal in arguments.items():
        before = f"{argument:<{width}} = "
        value = convert(signature.params[argument].value_type, dtype, literal)
        lines.append(before + code_of(value, indent=len(before)))
    given = [n for n in signature.params if n in arguments]
    # After a parameter that is left out, the others can only be given by name.
    full = given == list(signature.params)[: len(given)]
    lines.append(_call(name, given if full else [f"{n}={n}" for n in given]))
    lines += _result(signature.returns, dtype, example.returns)


def _call(name: str, arguments: Sequence[str]) -> str:
    """The call, with as many lines as it takes."""
    indent = " " * (len(name) + 1)
    text = textwrap.fill(
        ", ".join(arguments),
        max(WIDTH, len(indent) + 20),
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
    )
    return f"{name}({text[len(indent) :]})"


def _is_used(example: Example, number: int) -> bool:
    """Whether a later call of the example takes what this one returned."""
    return any(
        (reference := as_reference(value)) is not None and reference[0] == number
        for call in example.calls or ()
        for value in call.args.values()
    )


def _argument(parameter: Parameter, dtype: str, literal: Any) -> str:
    reference = as_reference(literal)
    if reference is not None:
        call, path = reference
        return f"r{call}{path_text(path)}"
    return code_of(convert(parameter.value_type, dtype, literal), indent=4)


def _result(returns: Parameter, dtype: str, literal: Any) -> list[str]:
    if literal is UNSET or isinstance(returns.value_type, NothingType):
        return []
    text = code_of(convert(returns.value_type, dtype, literal), indent=0, prefix="")
    return [f"# {line}" for line in text.split("\n")]


def code_of(value: Any, *, indent: int, prefix: str = "np.") -> str:
    """A value as Python source; the lines of an array stand below each other.

    ``indent``: columns that stand before it on its line. ``prefix``: before ``array``.
    """
    if isinstance(value, np.ndarray):
        return _array(value, indent, prefix)
    if isinstance(value, Mapping):
        parts = [(f"{key!r}: ", part) for key, part in value.items()]
        return _bracketed("{", parts, "}", indent, prefix)
    if isinstance(value, tuple):
        end = ",)" if len(value) == 1 else ")"
        return _bracketed("(", [("", part) for part in value], end, indent, prefix)
    if isinstance(value, list):
        return _bracketed("[", [("", part) for part in value], "]", indent, prefix)
    return _number(value, prefix) if isinstance(value, float) else repr(value)


def _bracketed(
    start: str, parts: Sequence[tuple[str, Any]], end: str, indent: int, prefix: str
) -> str:
    """Parts in brackets: on one line if they fit, otherwise each on its own."""
    inner = indent + len(start)
    texts = [key + code_of(part, indent=inner + len(key), prefix=prefix) for key, part in parts]
    line = f"{start}{', '.join(texts)}{end}"
    if "\n" not in line and indent + len(line) <= WIDTH:
        return line
    return start + (",\n" + " " * inner).join(texts) + end


def _array(array: np.ndarray[Any, Any], indent: int, prefix: str) -> str:
    usual = array.dtype in (np.float64, np.int64, np.bool_, np.complex128)
    dtype = "" if usual else f", dtype={prefix}{array.dtype}"
    if not array.size and array.dtype == np.float64:
        return f"{prefix}empty({array.shape})"
    if not array.size:
        return f"{prefix}empty({array.shape}, dtype={prefix}{array.dtype})"
    head = f"{prefix}array("
    is_float = array.dtype.kind == "f"
    body = np.array2string(
        array,
        separator=", ",
        prefix=" " * (indent + len(head)),
        max_line_width=WIDTH,
        threshold=array.size + 1,
        formatter={"float_kind": _in_columns(array, prefix)} if is_float else None,
    )
    return f"{head}{body}{dtype})"


def _in_columns(array: np.ndarray[Any, Any], prefix: str) -> Callable[[Any], str]:
    """How its numbers are written: below each other, but where one of them has many digits."""
    width = max(len(_number(number, prefix)) for number in array.flat)
    return lambda number: _number(number, prefix).rjust(width if width <= _WIDE else 0)


def _number(number: Any, prefix: str) -> str:
    """With as few digits as make it this number; infinity and NaN are names of NumPy."""
    text = str(number)
    return (
        text
        if np.isfinite(number)
        else text.replace("inf", f"{prefix}inf").replace("nan", f"{prefix}nan")
    )
