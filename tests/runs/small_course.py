"""A course with one quick problem, ``double``, for tests that grade many."""

from __future__ import annotations

from pathlib import Path

SPEC = """\
spec: 1
id: double
title: Double
summary: Double every entry.
statement: Return $2x$.
function:
  name: double
  dims:
    n: {min: 1, max: 4, doc: entries}
  params:
    x: {shape: n, doc: inputs}
  returns: {shape: n}
starter: |
  import numpy as np

  def double(x):
      pass
limits: {wall: 500ms, cpu: 10s}
tests:
  seed: 1
  groups:
    - id: public
      visible: full
      points: 4
      cases:
        - {name: plain, sizes: {n: 3}}
    - id: secret
      visible: diagnosis
      points: 6
      cases:
        - {name: hidden sizes, repeat: 2}
misconceptions:
  - {solution: wrong/adds.py, feedback: You add two.}
"""
REFERENCE = "def double(x):\n    return 2 * x\n"
RIGHT = b"import numpy as np\n\n\ndef double(x):\n    return x + x\n"
WRONG = b"def double(x):\n    return x + 2\n"
ONE = b"def double(x):\n    return 2 * x if len(x) == 3 else x\n"
HANGS = b"def double(x):\n    while True:\n        pass\n"
#: Reads far beyond the end of an array.
CRASHES = b"""\
from numpy.lib.stride_tricks import as_strided


def double(x):
    return as_strided(x, (2,), (1 << 45,)) * 2
"""
BROKEN = b"def double(:\n"


def make_course(root: Path) -> Path:
    problem, solutions = root / "problems" / "double", root / "solutions" / "double"
    problem.mkdir(parents=True)
    (solutions / "wrong").mkdir(parents=True)
    (problem / "problem.yaml").write_text(SPEC)
    (problem / "theory.md").write_text("# What it is\n\nTwice.\n")
    (solutions / "reference.py").write_text(REFERENCE)
    (solutions / "wrong" / "adds.py").write_text("def double(x):\n    return x + 2\n")
    return root


def edit(root: Path, old: str, new: str) -> None:
    """Change the problem at one place."""
    path = root / "problems" / "double" / "problem.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
