"""The course of this repository, for tests."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
COURSE = ROOT
PROBLEMS = ROOT / "problems"
SOLUTIONS = ROOT / "solutions"
#: The problems of the course, by name.
IDS = tuple(sorted(path.parent.name for path in PROBLEMS.glob("*/problem.yaml")))
