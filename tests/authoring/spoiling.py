"""A small copy of feed_forward that can be spoiled, and validated in a second."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.course import ROOT

#: What the copy keeps of the solutions; everything that has to be broken is.
ACCEPTED = ("einsum", "matmul", "sequential_cumsum")
WRONG = (
    "act_none", "act_relu_after_second_layer", "bias_no_b1", "weights_W2_transposed_when_square",
    "shape_only_2d", "rounds_6_decimals", "stateful_cache_by_shape", "mutates_x",
)  # fmt: skip
_HEAVY = ("hidden layer of 2500 units", "256 to 1024 and back", "hidden layer narrower than")


@dataclass(frozen=True)
class Copy:
    """Files of a problem in a course of its own."""

    root: Path

    @property
    def folder(self) -> Path:
        return self.root / "problems" / "feed_forward"

    @property
    def spec(self) -> Path:
        return self.folder / "problem.yaml"

    @property
    def reference(self) -> Path:
        return self.solutions / "reference.py"

    @property
    def solutions(self) -> Path:
        return self.root / "solutions" / "feed_forward"

    def replace(self, old: str, new: str, file: Path | None = None) -> None:
        """Replace a text that must be there."""
        path = file or self.spec
        text = path.read_text()
        assert old in text, f"{old!r} is not in {path.name}"
        path.write_text(text.replace(old, new, 1))

    def append(self, section: str, entry: str) -> None:
        """Add an entry at the end of a list of problem.yaml."""
        text = self.spec.read_text()
        start = text.index(f"\n{section}:\n") + 1
        end = re.compile(r"(?m)^\w").search(text, start + len(section))
        assert end is not None
        head = text[: end.start()].rstrip()
        self.spec.write_text(f"{head}\n{entry}\n\n{text[end.start() :]}")

    def line_of(self, text: str, file: Path | None = None) -> int:
        """The number of the first line that holds a text."""
        lines = (file or self.spec).read_text().splitlines()
        return next(number for number, line in enumerate(lines, 1) if text in line)


Spoil = Callable[[Copy], None]


def make_copy(root: Path) -> Copy:
    """Copy feed_forward with few solutions and without its large cases."""
    copy = Copy(root)
    shutil.copytree(ROOT / "problems" / "feed_forward", copy.folder)
    for kind, names in (("accepted", ACCEPTED), ("wrong", WRONG)):
        (copy.solutions / kind).mkdir(parents=True)
        for name in names:
            source = ROOT / "solutions" / "feed_forward" / kind / f"{name}.py"
            shutil.copy(source, copy.solutions / kind)
    shutil.copy(ROOT / "solutions" / "feed_forward" / "reference.py", copy.solutions)
    copy.spec.write_text(_trimmed(copy.spec.read_text()))
    return copy


def _trimmed(text: str) -> str:
    head, tail = text.split("\nmisconceptions:\n")
    blocks = re.split(r"(?m)^(?=  - solution: )", tail)
    kept = [b for b in blocks if any(f"wrong/{name}.py\n" in b for name in WRONG)]
    broken = set(re.findall(r'"(\w+\[\d+\])"', "".join(kept)))
    for name in ("requirements", "constraints", "pitfalls", "hints"):
        head = _mark_untested(head, name, broken)
    for case in _HEAVY:
        head = re.sub(rf"(?m)^        - name: {case}.*\n(?:          .*\n)+", "", head)
    head = re.sub(r"(?ms)^    - id: scale\n.*?(?=^properties:)", "", head)
    kept = [re.sub(r"(?m)^  # .*\n", "", block) for block in kept]
    return head + "\nmisconceptions:\n" + "".join(kept)


def _mark_untested(text: str, section: str, broken: set[str]) -> str:
    """Say ``untested`` of what only the solutions that are left out break."""
    start = text.index(f"\n{section}:\n") + len(section) + 3
    end = re.compile(r"(?m)^\S").search(text, start)
    assert end is not None
    entries = re.split(r"(?m)^(?=  - )", text[start : end.start()])[1:]
    marked = []
    for number, entry in enumerate(entries):
        if f"{section}[{number}]" in broken:
            marked.append(entry)
        elif re.match(r"  - (title|text):", entry):
            marked.append(f"{entry.rstrip()}\n    untested: left out here\n")
        else:
            literal = entry[4:].strip()
            marked.append(f"  - text: {literal}\n    untested: left out here\n")
    return text[:start] + "".join(marked) + "\n" + text[end.start() :]
