"""The public part of a problem, as the ``problem.yaml`` of a student bundle.

Only what is listed here gets in: a key that the format gains later stays out until somebody
has thought about it. No recipe, size range or seed is in it, since secret cases are made from
them; the public cases lie beside it as data (``judge/student_bundle.py``).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import yaml

from grader.handout.content import Handout
from grader.problem import (
    CONSTRUCTOR,
    UNSET,
    CallSpec,
    CaseSpec,
    ClassContract,
    Dim,
    Example,
    Function,
    Hint,
    Parameter,
    Pitfall,
    Problem,
    ProblemSpec,
    Statement,
    Tests,
    case_names,
)

#: What of each part of the format stays out, all of it on purpose.
WITHHELD: Mapping[type, frozenset[str]] = {
    ProblemSpec: frozenset({"prerequisites", "properties", "intermediates", "misconceptions"}),
    Dim: frozenset({"min", "max"}),
    Parameter: frozenset({"values"}),
    Statement: frozenset({"untested"}),
    Hint: frozenset({"untested"}),
    Pitfall: frozenset({"untested"}),
    Tests: frozenset({"seed", "values"}),
    CaseSpec: frozenset(field.name for field in dataclasses.fields(CaseSpec)) - {"name", "calls"},
}


def public_yaml(problem: Problem) -> str:
    """The text of the public problem file."""
    return as_yaml(public_spec(problem))


def as_yaml(values: Mapping[str, Any]) -> str:
    """A mapping as the text of a file."""
    return yaml.dump(values, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)


def course_yaml(handout: Handout) -> str:
    """The course of a bundle: its name, and the language in which it speaks."""
    return as_yaml({"title": handout.theme.course, "language": handout.messages.language})


def public_spec(problem: Problem) -> dict[str, Any]:
    """The public problem file as mappings and lists."""
    spec = problem.spec
    found: dict[str, Any] = {
        "spec": spec.spec,
        "id": spec.id,
        "title": spec.title,
        "summary": spec.summary,
        "statement": spec.statement,
        "source": _given(spec.source) if spec.source else None,
        "difficulty": spec.difficulty,
        "tags": list(spec.tags),
        "license": spec.license,
        "function": _function(spec.function) if spec.function else None,
        "class": _class(spec.class_) if spec.class_ else None,
        "theory": spec.theory,
        "requirements": [sentence.text for sentence in spec.requirements],
        "constraints": [sentence.text for sentence in spec.constraints],
        "pitfalls": [{"title": entry.title, "text": entry.text} for entry in spec.pitfalls],
        "hints": [{"text": hint.text, "cost": hint.cost} for hint in spec.hints],
        "starter": spec.starter,
        "policy": _given(spec.policy),
        "limits": _given(spec.limits),
        "compare": _given(spec.compare),
        "examples": [_example(example) for example in spec.examples],
        "tests": {"groups": _groups(problem)},
    }
    return _without_empty(found)


def _function(contract: Function) -> dict[str, Any]:
    found = {
        "name": contract.name,
        "dims": _dims(contract.dims),
        "params": _parameters(contract.params),
        "returns": _parameter(contract.returns),
        "dtype": contract.dtype,
        "strict_dtype": contract.strict_dtype,
        "views": contract.views or None,
    }
    return _without_empty(found, keep=("params",))


def _class(contract: ClassContract) -> dict[str, Any]:
    found = {
        "name": contract.name,
        "dims": _dims(contract.dims),
        "init": _parameters(contract.init),
        "methods": {
            name: _without_empty(
                {
                    "params": _parameters(method.params),
                    "returns": _parameter(method.returns),
                    "doc": method.doc,
                }
            )
            for name, method in contract.methods.items()
        },
        "dtype": contract.dtype,
        "strict_dtype": contract.strict_dtype,
        "views": contract.views or None,
        "doc": contract.doc,
    }
    return _without_empty(found)


def _dims(dims: Mapping[str, Dim]) -> dict[str, Any]:
    """The symbols without their ranges, which secret sizes are drawn from."""
    return {name: {"doc": dim.doc} for name, dim in dims.items()}


def _parameters(parameters: Mapping[str, Parameter]) -> dict[str, Any]:
    return {name: _parameter(parameter) for name, parameter in parameters.items()}


def _parameter(parameter: Parameter) -> dict[str, Any]:
    """A parameter without the recipe that makes its values."""
    found = {
        "type": parameter.type,
        "shape": parameter.shape,
        "dtype": parameter.dtype,
        "doc": parameter.doc,
        "optional": parameter.optional or None,
        "items": _parameters(parameter.items) if parameter.items else None,
    }
    found = _without_empty(found, keep=("shape",) if parameter.shape is not None else ())
    if parameter.default is not UNSET:
        found["default"] = parameter.default
    return found


def _example(example: Example) -> dict[str, Any]:
    found = _without_empty({"name": example.name, "explain": example.explain})
    if example.args is not None:
        found["args"] = dict(example.args)
    if example.returns is not UNSET:
        found["returns"] = example.returns
    if example.calls is not None:
        found["calls"] = [_call(call) for call in example.calls]
    return found


def _call(call: CallSpec) -> dict[str, Any]:
    found = _without_empty({"method": call.method, "args": dict(call.args)})
    return found if call.returns is UNSET else found | {"returns": call.returns}


def _groups(problem: Problem) -> list[dict[str, Any]]:
    """The public groups; of their cases the names, for they lie beside this file."""
    # The format asks the case of a class how the object is made.
    calls = {"calls": [{"method": CONSTRUCTOR}]} if problem.spec.class_ else {}
    return [
        {
            "id": group.id,
            "title": group.title,
            "visible": group.visible,
            "points": group.points,
            "scoring": group.scoring,
            "cases": [{"name": n} | calls for case in group.cases for n in case_names(case)],
        }
        for group in problem.spec.tests.groups
        if group.visible == "full"
    ]


def _given(value: Any) -> dict[str, Any]:
    """The fields of a dataclass that are not its defaults."""
    found = {}
    for field in dataclasses.fields(value):
        given = getattr(value, field.name)
        if given != field.default:
            found[field.name] = list(given) if isinstance(given, tuple) else given
    return found


def _without_empty(values: Mapping[str, Any], keep: tuple[str, ...] = ()) -> dict[str, Any]:
    empty: tuple[Any, ...] = (None, "", [], {})
    return {
        k: v for k, v in values.items() if k in keep or not any(v is e or v == e for e in empty)
    }


class _Dumper(yaml.SafeDumper):
    """Texts in quotes or blocks: PyYAML's idea of what is a number is not that of YAML 1.2."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    block = "\n" in text and not any(line.endswith((" ", "\t")) for line in text.split("\n"))
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if block else '"')


def _list(dumper: yaml.SafeDumper, values: tuple[Any, ...]) -> yaml.SequenceNode:
    return dumper.represent_list(list(values))


_Dumper.add_representer(str, _text)
_Dumper.add_representer(tuple, _list)
