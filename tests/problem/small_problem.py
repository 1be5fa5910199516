"""A small problem on disk that tests change at one place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grader.errors import Diagnostic
from grader.problem.load import read_problem
from grader.problem.model import Problem

SPEC = r"""# A comment.
spec: 1
id: scale
title: Scale
summary: Multiply by a factor.
statement: |
  Return $c\,x$,
  for every entry.
prerequisites: []
function:
  name: scale
  dims:
    n: {min: 1, max: 8, doc: entries}
  params:
    x: {shape: "*batch n", doc: inputs}
    c: {type: float, default: 2.0, doc: factor}
  returns: {shape: "*batch n"}
requirements:
  - Multiply every entry.
  - {text: Return a new array., untested: A test of its own.}
pitfalls:
  - {title: In place, text: The argument is changed.}
hints:
  - Use the operator.
  - {text: "`x * c`", cost: 50}
starter: |
  import numpy as np

  def scale(x, c=2.0):
      pass
policy: {imports: [numpy], forbid_calls: [np.load], loops: warn}
limits: {wall: 2s, memory: 1GiB}
examples:
  - name: Two entries
    args: {x: [1, -1], c: 3}
    returns: [3, -3]
tests:
  seed: 7
  groups:
    - id: public
      visible: full
      points: 10
      cases:
        - {name: plain, sizes: {batch: [2], n: 3}}
        - {name: refilled, values: {x: normal, "*": normal}, layout: {x: F}, reuse: plain}
    - id: secret
      points: 20
      cases:
        - {name: many, repeat: 3}
properties:
  - {kind: equivariant, arg: x, axis: -1}
intermediates:
  - {name: product, expression: x * c}
misconceptions:
  - solution: wrong/adds.py
    breaks: ["requirements[0]", "hints[1]"]
    feedback: You add.
    see: what-it-is
"""

THEORY = """# What it is

Linear.
"""


@dataclass
class Shop:
    """A course with one problem, which can be rewritten and read again."""

    root: Path

    @property
    def folder(self) -> Path:
        return self.root / "problems" / "scale"

    def write(self, spec: str | bytes = SPEC, theory: str = THEORY) -> None:
        data = spec.encode() if isinstance(spec, str) else spec
        (self.folder / "problem.yaml").write_bytes(data)
        (self.folder / "theory.md").write_text(theory, encoding="utf-8")

    def read(self) -> tuple[Problem | None, tuple[Diagnostic, ...]]:
        return read_problem(self.folder)

    @property
    def solutions(self) -> Path:
        return self.root / "solutions" / "scale"

    def edit(self, old: str, new: str) -> list[str]:
        """What is found, as ``line:column: message``, after one replacement in the spec."""
        assert old in SPEC, old
        self.write(SPEC.replace(old, new, 1))
        return self.found()

    def found(self) -> list[str]:
        file = "problems/scale/problem.yaml:"
        return [str(diagnostic).removeprefix(file) for diagnostic in self.read()[1]]
