"""The hash by which results say which problem they are of."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

from grader.problem.model import ProblemSpec
from grader.provenance import files_below

#: Mappings whose order is part of their meaning: arguments are positional.
_ORDERED = frozenset({"params", "init", "items"})


def digest(spec: ProblemSpec, theory: str, solutions: Path) -> str:
    """SHA-256, in hexadecimal, of what a problem says and of its solutions.

    Equal for two files that differ in comments, layout or the order of keys, and on systems
    that end lines differently.
    """
    state = hashlib.sha256(b"grader problem 1\n")
    canonical = json.dumps(_plain(spec), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    _add(state, "spec", canonical.encode("utf-8", "surrogatepass"))
    _add(state, "theory", theory.encode("utf-8"))
    for path in files_below(solutions):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        _add(state, path.relative_to(solutions).as_posix(), content)
    return state.hexdigest()


def _add(state: Any, name: str, content: bytes) -> None:
    """Each part with its length, so that no two sequences of parts look alike."""
    state.update(
        f"{len(name.encode('utf-8', 'surrogateescape'))} {name} {len(content)}\n".encode(
            "utf-8", "surrogateescape"
        )
    )
    state.update(content)


def _plain(value: Any, name: str = "") -> Any:
    """JSON that says the same; a mapping whose order counts is a list of pairs."""
    if dataclasses.is_dataclass(value):
        fields = dataclasses.fields(value)
        return {field.name: _plain(getattr(value, field.name), field.name) for field in fields}
    if isinstance(value, Mapping):
        pairs = [[key, _plain(inner)] for key, inner in value.items()]
        if name in _ORDERED:
            return pairs
        # Keys of literal mappings may be integers as well as text.
        return {f"{type(key).__name__} {key}": inner for key, inner in pairs}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return repr(value) if isinstance(value, Enum) else value
