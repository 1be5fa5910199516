"""The course of this repository, for tests."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
COURSE = ROOT
PROBLEMS = ROOT / "problems"
SOLUTIONS = ROOT / "solutions"
