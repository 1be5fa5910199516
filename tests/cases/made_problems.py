"""Problems for tests, made without files: what a loader would give for this mapping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from grader.errors import Location
from grader.problem.model import Problem, ProblemSpec

_SPEC = TypeAdapter(ProblemSpec)

FEED_FORWARD: dict[str, Any] = {
    "name": "feed_forward",
    "dims": {"d_model": {"max": 6}, "d_ff": {"max": 9}},
    "params": {
        "x": {"shape": "*batch d_model"},
        "W1": {"shape": "d_model d_ff"},
        "b1": {"shape": "d_ff"},
        "W2": {"shape": "d_ff d_model"},
        "b2": {"shape": "d_model"},
    },
    "returns": {"shape": "*batch d_model"},
}


def make_problem(
    *cases: Mapping[str, Any],
    function: Mapping[str, Any] | None = None,
    class_: Mapping[str, Any] | None = None,
    examples: list[Mapping[str, Any]] | None = None,
    seed: int = 2017,
    values: Mapping[str, str] | None = None,
    groups: list[Mapping[str, Any]] | None = None,
) -> Problem:
    """A problem of these cases, in one group, or of these groups; feed_forward by default.

    The file's lines are numbered as the values are met: ``problem.locate(*keys)`` tells them
    apart.
    """
    contract = {"class": class_} if class_ is not None else {"function": function or FEED_FORWARD}
    spec: dict[str, Any] = {
        "spec": 1,
        "id": "made_up",
        "title": "Made up",
        "summary": "A problem for tests.",
        "statement": "Compute.",
        "starter": "def f(): ...",
        **contract,
        "examples": examples or [],
        "tests": {
            "seed": seed,
            "values": values or {},
            "groups": groups or [{"id": "g", "cases": list(cases)}],
        },
    }
    locations = {
        keys: Location("problem.yaml", line, 1) for line, keys in enumerate(_keys(spec, ()), 1)
    }
    return Problem(
        spec=_SPEC.validate_python(spec),
        folder=Path("problems/made_up"),
        solutions=Path("solutions/made_up"),
        theory="",
        locations=locations,
        hash="",
    )


def one_function(**params: Mapping[str, Any]) -> dict[str, Any]:
    """A function ``f`` of these parameters that returns a number."""
    return {"name": "f", "params": params, "returns": {"type": "float"}}


def _keys(value: Any, keys: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    yield keys
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _keys(part, (*keys, key))
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from _keys(part, (*keys, number))
