"""The README shows what the commands print, and its commands are there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.course import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = ROOT / "solutions" / "feed_forward" / "wrong" / "bias_b1_after_relu.py"


def test_the_first_screen_shows_a_real_run(tmp_path: Path) -> None:
    mine = tmp_path / "my_solution.py"
    mine.write_bytes(SHOWN.read_bytes())
    done = subprocess.run(
        [sys.executable, "-m", "grader", "check", "feed_forward", str(mine)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    shown = re.search(r"```text\n(.*?)```", README, re.DOTALL)
    assert shown is not None
    printed = [line.rstrip() for line in done.stdout.strip().splitlines()]
    assert [line.rstrip() for line in shown[1].strip().splitlines()] == printed


def test_every_command_named_is_there() -> None:
    from grader.cli.app import COMMANDS

    named = set(re.findall(r"^    grader (\w+)", README, re.MULTILINE))
    assert named
    assert named <= set(COMMANDS)


def test_every_file_linked_is_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
