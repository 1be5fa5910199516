"""A call as one line of text: shapes for arrays, values for what is small."""

from __future__ import annotations

import numpy as np

from grader.cases.testcase import INIT, Call, Testcase, count_numbers
from grader.cases.value_text import literal_text
from grader.problem import Problem, Signature, entry_name, signatures
from grader.values import Ref, Value, path_text

_LONGEST = 40


def signature_of_target(problem: Problem, target: str) -> Signature:
    """The contract of what a call calls: the function, the constructor or a method."""
    for signature in signatures(problem.spec):
        if signature.python_name == target:
            return signature
    raise KeyError(target)


def case_text(problem: Problem, case: Testcase) -> str:
    """All calls of a case: ``feed_forward(x=(2, 3, 4), W1=(4, 8), ...)``."""
    return "; ".join(call_text(problem, call) for call in case.calls)


def call_text(problem: Problem, call: Call) -> str:
    """One call, as short as it can be while it still says which shapes went in."""
    name = _called(problem, call)
    names = list(signature_of_target(problem, call.target).params)
    parts = [f"{n}={_short(v)}" for n, v in zip(names, call.args, strict=False)]
    parts += [f"{n}={_short(v)}" for n, v in call.kwargs.items()]
    return f"{name}({', '.join(parts)})"


def _called(problem: Problem, call: Call) -> str:
    return entry_name(problem.spec) if call.target == INIT else call.target


def named_arguments(problem: Problem, case: Testcase) -> list[tuple[str, Value]]:
    """The arguments of all calls: ``x``, or ``call 2, split: x`` where there are several."""
    pairs: list[tuple[str, Value]] = []
    for number, call in enumerate(case.calls, 1):
        prefix = f"call {number}, {_called(problem, call)}: " if len(case.calls) > 1 else ""
        names = list(signature_of_target(problem, call.target).params)
        given = (*zip(names, call.args, strict=False), *call.kwargs.items())
        pairs += [(prefix + name, value) for name, value in given]
    return pairs


def _short(value: Value) -> str:
    if isinstance(value, np.ndarray):
        return str(value.shape)
    if isinstance(value, Ref):
        return f"result {value.call + 1}{path_text(value.path)}"
    if isinstance(value, dict):
        text = "{" + ", ".join(f"{key}: {_short(part)}" for key, part in value.items()) + "}"
    elif isinstance(value, (list, tuple)) and any(isinstance(v, np.ndarray) for v in value):
        text = "[" + ", ".join(_short(part) for part in value) + "]"
    else:
        text = repr(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


#: Inputs with more numbers than this are not printed whole.
_FEW_NUMBERS = 48


def input_texts(problem: Problem, case: Testcase) -> tuple[tuple[str, str], ...]:
    """(argument, value) of a case with few numbers, to be read and pasted; empty otherwise."""
    if count_numbers(case) > _FEW_NUMBERS:
        return ()
    pairs = named_arguments(problem, case)
    return tuple((name, literal_text(value)) for name, value in pairs)
