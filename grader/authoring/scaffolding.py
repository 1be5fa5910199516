"""``grader new``: a problem that is valid from its first second, to be changed step by step."""

from __future__ import annotations

import json
import keyword
import re
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.authoring.function_text import parse_function, stars_of, symbols_of
from grader.authoring.placeholder import Formula, bindings, dtype_of, example_arguments, formulas
from grader.errors import UsageError
from grader.pages import render_template
from grader.problem import (
    PROBLEM_FILE,
    PROBLEMS,
    SCALARS,
    SOLUTIONS,
    UNSET,
    ArrayType,
    Function,
    Parameter,
    ScalarType,
    parameter_text,
)

_TEMPLATES = Path(__file__).parent / "templates"
_ID = re.compile(r"[a-z][a-z0-9_]*")
_PLAIN_TEXT = re.compile(r"[A-Za-z][A-Za-z0-9 ,.()-]*")


@dataclass(frozen=True)
class Wrong:
    """A wrong solution of the new problem."""

    file: str
    result: str
    breaks: tuple[str, ...]
    feedback: str


def scaffold(root: Path, problem_id: str, function: str | None = None) -> tuple[Path, ...]:
    """Write a new problem into a course and return the files, in the order in which to read them.

    Args:
        root: the course's folder; ``problems`` and ``solutions`` are made where absent.
        problem_id: small letters, digits and ``_``.
        function: the contract in the notation of :func:`parse_function`; a simple one by default.

    Raises:
        UsageError: the id or the contract cannot be used, or the problem is there already.
    """
    if keyword.iskeyword(problem_id):
        raise UsageError(
            f"{problem_id!r} cannot be the id of a problem: it is a word of Python's own"
        )
    if not _ID.fullmatch(problem_id):
        raise UsageError(
            f"{problem_id[:60]!r} cannot be the id of a problem: it begins with a small letter and "
            "holds small letters, digits and _ only"
        )
    folder, solutions = root / PROBLEMS / problem_id, root / SOLUTIONS / problem_id
    for taken in (folder, solutions):
        if taken.exists():
            raise UsageError(f"{taken} is there already; choose another id or remove it")
    contract = parse_function(function or f"{problem_id}(x: '*batch n', w: 'n') -> '*batch n'")
    files = render(problem_id, contract)
    written = []
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return tuple(written)


def render(problem_id: str, function: Function) -> dict[str, str]:
    """Return the text of every file of a new problem, by its path in the course."""
    chosen = formulas(function)
    wrongs = _wrong_solutions(function, chosen)
    problem, solutions = f"{PROBLEMS}/{problem_id}", f"{SOLUTIONS}/{problem_id}"
    right = _together(function, [formula.text() for formula in chosen])
    other = _together(function, [formula.text(reverse=True) for formula in chosen])
    files = {
        f"{problem}/{PROBLEM_FILE}": _render(
            "problem.yaml.j2", **_problem_values(problem_id, function, chosen, wrongs)
        ),
        f"{problem}/theory.md": _render(
            "theory.md.j2",
            tex=_tex(chosen),
            names=[f"`{name}`" for name in function.params],
        ),
        f"{solutions}/reference.py": _solution(
            function,
            chosen,
            right,
            "The reference: every submission is compared with what it returns.",
        ),
        f"{solutions}/accepted/other_order.py": _solution(
            function, chosen, other, "Right, written differently: must be accepted."
        ),
    }
    for wrong in wrongs:
        files[f"{solutions}/wrong/{wrong.file}"] = _solution(
            function,
            chosen,
            wrong.result,
            f"Wrong: {wrong.feedback[0].lower()}{wrong.feedback[1:]}",
        )
    return files


def _problem_values(
    problem_id: str, function: Function, chosen: tuple[Formula, ...], wrongs: tuple[Wrong, ...]
) -> dict[str, Any]:
    example, sizes = example_arguments(function)
    values = [formula.value(example, sizes) for formula in chosen]
    stars, symbols = stars_of(function), symbols_of(function)
    fixed = {**dict.fromkeys(stars, (3,)), **dict.fromkeys(symbols, 4)}
    largest = {**dict.fromkeys(stars, (4,)), **dict.fromkeys(symbols, 8)}
    ones = {**dict.fromkeys(stars, (1,)), **dict.fromkeys(symbols, 1)}
    arrays = [p for p in function.params.values() if isinstance(p.value_type, ArrayType)]
    return {
        "id": problem_id,
        "title": problem_id.replace("_", " ").capitalize(),
        "summary": f"Compute {problem_id.replace('_', ' ')} with NumPy.",
        "call": f"{function.name}({', '.join(function.params)})",
        "tex": _tex(chosen),
        "function": function,
        "signature": _signature(function),
        "sizes": (*stars, *symbols),
        "stars": stars,
        "fixed": _flow(fixed),
        "ones": _flow(ones),
        "largest": _flow(largest),
        "requirements": (
            f"Use {_listing([term.name for term in chosen[0].terms])}, each with its weight.",
            "Return the result as computed: neither rounded nor cut off.",
        ),
        "hint": "Go through the terms of the formula one by one; each argument belongs to one.",
        "example": example,
        "returns": values[0] if function.returns.items is None else values,
        "seed": zlib.crc32(problem_id.encode()) % 10_000,
        "floats": any(p.dtype in (None, "float64") for p in arrays),
        "arrays": arrays,
        "wrongs": wrongs,
    }


def _wrong_solutions(function: Function, chosen: tuple[Formula, ...]) -> tuple[Wrong, ...]:
    last = chosen[0].terms[-1].name
    if len(chosen[0].terms) > 1:
        missing = [formula.text(leave_out=1) for formula in chosen]
        first = Wrong(
            f"ignores_{last}.py",
            _together(function, missing),
            ("requirements[0]", "hints[0]"),
            f"`{last}` is never used; the formula has a term for it.",
        )
    else:
        swaps = ("> 0", "< 0") if " > 0" in chosen[0].text() else ("2 * ", "")
        unweighted = [formula.text().replace(*swaps, 1) for formula in chosen]
        first = Wrong(
            "other_weight.py",
            _together(function, unweighted),
            ("requirements[0]", "hints[0]"),
            f"`{last}` does not have the weight of the formula.",
        )
    cut = [_spoil(formula) for formula in chosen]
    second = Wrong(
        "cut_off.py",
        _together(function, cut),
        ("requirements[1]",),
        "The result is cut off or rounded; return it as computed.",
    )
    return (first, second)


def _spoil(formula: Formula) -> str:
    """Python for a result that is rounded, or always zero where it is a whole number."""
    kind, text = formula.result.value_type, formula.text()
    if dtype_of(kind) == "bool":
        return f"({text}) & False"
    if kind == SCALARS["int"] or not formula.fractions:
        return f"({text}) * 0"
    return f"round({text}, 3)" if isinstance(kind, ScalarType) else f"np.round({text}, 3)"


def _together(function: Function, results: list[str]) -> str:
    return results[0] if function.returns.items is None else ", ".join(results)


def _solution(function: Function, chosen: tuple[Formula, ...], result: str, doc: str) -> str:
    lines = bindings(function, chosen)
    return _render(
        "solution.py.j2",
        doc=doc,
        signature=_signature(function),
        function_doc="Return the weighted sum of the arguments.",
        lines=lines,
        result=result,
        numpy="np." in result,
    )


def _signature(function: Function) -> str:
    parameters = ", ".join(parameter_text(name, p) for name, p in function.params.items())
    return f"{function.name}({parameters})"


def _tex(chosen: tuple[Formula, ...]) -> str:
    """The first formula, its arguments as words, so that every name is valid TeX."""
    parts = []
    for term in chosen[0].terms:
        name = r"\text{" + term.name.replace("_", r"\_") + "}"
        parts.append(
            rf"{term.weight} \textstyle\sum {name}" if term.summed else rf"{term.weight}\, {name}"
        )
    return " + ".join(parts)


def _listing(names: list[str]) -> str:
    """`a`, `a` and `b`, or `a`, `b` and `c`."""
    *most, last = (f"`{name}`" for name in names)
    return f"{', '.join(most)} and {last}" if most else last


def _flow(sizes: dict[str, Any]) -> str:
    """``{batch: [3], n: 4}``, or nothing."""
    parts = ", ".join(f"{name}: {json.dumps(size)}" for name, size in sizes.items())
    return f"{{{parts}}}" if parts else ""


def _parameter(parameter: Parameter) -> str:
    """A parameter as YAML in one line."""
    parts = []
    if not isinstance(parameter.value_type, ArrayType):
        parts.append(f"type: {parameter.type}")
    if parameter.shape is not None:
        parts.append(f"shape: {json.dumps(parameter.shape)}")
    if parameter.dtype is not None:
        parts.append(f"dtype: {parameter.dtype}")
    if parameter.default is not UNSET:
        parts.append(f"default: {json.dumps(parameter.default)}")
        if parameter.default is None:
            parts.append("optional: true")
    if parameter.items is not None:
        items = ", ".join(f"{name}: {_parameter(part)}" for name, part in parameter.items.items())
        parts.append(f"items: {{{items}}}")
    parts.append('doc: ""')
    return f"{{{', '.join(parts)}}}"


def _string_literal(text: str) -> str:
    """Text for YAML, in quotes where it needs them."""
    return text if _PLAIN_TEXT.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _render(template: str, **values: Any) -> str:
    text = render_template(
        _TEMPLATES / template,
        None,
        parameter=_parameter,
        json=json.dumps,
        string_literal=_string_literal,
        **values,
    )
    return text.rstrip() + "\n"
