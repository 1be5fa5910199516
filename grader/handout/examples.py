"""Literal examples as Python that can be read, and pasted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.cases.literals import as_reference, convert
from grader.problem.contract import Signature, entry_name, signature_of
from grader.problem.model import UNSET, Example, Parameter, ProblemSpec

#: Lines of code are no longer than this where that can be helped.
WIDTH = 78


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
        value = _value(signature.params[argument], dtype, literal)
        lines.append(before + code_of(value, indent=len(before)))
    given = [n for n in signature.params if n in arguments]
    # After a parameter that is left out, the others can only be given by name.
    full = given == list(signature.params)[: len(given)]
    lines.append(f"{name}({', '.join(given if full else [f'{n}={n}' for n in given])})")
    lines += _result(signature.returns, dtype, example.returns)


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
        return f"r{call}" + "".join(f"[{step!r}]" for step in path)
    return code_of(_value(parameter, dtype, literal), indent=4)


def _result(returns: Parameter, dtype: str, literal: Any) -> list[str]:
    if literal is UNSET or returns.type == "none":
        return []
    text = code_of(_value(returns, dtype, literal), indent=0, prefix="")
    return [f"# {line}" for line in text.split("\n")]


def _value(parameter: Parameter, dtype: str, literal: Any) -> Any:
    """The literal as the value that the contract asks for, tuples and dicts part by part."""
    if literal is None or not parameter.items:
        return convert(parameter, dtype, literal)
    items = parameter.items
    if parameter.type == "dict":
        return {key: _value(items[key], dtype, part) for key, part in literal.items()}
    return tuple(_value(p, dtype, part) for p, part in zip(items.values(), literal, strict=True))


def code_of(value: Any, *, indent: int, prefix: str = "np.") -> str:
    """A value as Python source; the lines of an array stand below each other.

    ``indent``: columns that stand before it on its line. ``prefix``: before ``array``.
    """
    if isinstance(value, np.ndarray):
        head = f"{prefix}array("
        body = np.array2string(
            value,
            separator=", ",
            prefix=" " * (indent + len(head)),
            max_line_width=WIDTH,
            threshold=value.size + 1,
            floatmode="unique",
        )
        usual = value.dtype in (np.float64, np.int64, np.bool_, np.complex128) and value.size
        return f"{head}{body})" if usual else f"{head}{body}, dtype={prefix}{value.dtype})"
    if isinstance(value, Mapping):
        parts = ", ".join(f"{k!r}: {code_of(v, indent=0, prefix=prefix)}" for k, v in value.items())
        return "{" + parts + "}"
    if isinstance(value, tuple):
        parts = ", ".join(code_of(part, indent=0, prefix=prefix) for part in value)
        return f"({parts},)" if len(value) == 1 else f"({parts})"
    if isinstance(value, list):
        return "[" + ", ".join(code_of(part, indent=0, prefix=prefix) for part in value) + "]"
    return repr(value)
