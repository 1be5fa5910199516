"""Every command of docs/exporting.md runs, on a small problem under another name."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli.app import main_code
from tests.course import ROOT
from tests.integrations.test_pytest_plugin import NO_OTHER_PLUGINS

COURSE = Path(__file__).parent / "course"
RIGHT = "def doubled(x):\n    return x + x\n"


def commands() -> list[str]:
    text = (ROOT / "docs" / "exporting.md").read_text("utf-8")
    blocks = re.findall(r"(?ms)^```console\n(.*?)^```$", text)
    lines = [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]
    return [line.replace("feed_forward", "doubled") for line in lines]


def run_pytest(arguments: list[str], folder: Path) -> None:
    for name in ("doubled.py", "mine.py"):
        (folder / name).write_text(RIGHT)
    plugin = ["-p", "grader.integrations.pytest_plugin", "--grader-allow-weak-isolation"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plugin, "-c", os.devnull, *arguments],
        cwd=folder,
        env={**os.environ, **NO_OTHER_PLUGINS, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    # The notebook still holds the starter code, which returns nothing.
    assert done.returncode == ("doubled.ipynb" in arguments), done.stdout


@pytest.mark.thorough
def test_every_command_runs(tmp_path: Path) -> None:
    here, ran = tmp_path, 0
    for line in commands():
        word, *arguments = shlex.split(line)
        if word == "cd":
            here = here / arguments[0]
            assert here.is_dir()
        elif word == "pytest":
            run_pytest(arguments, here)
        else:
            assert word == "grader"
            output = arguments.index("-o") + 1
            arguments[output] = str(here / arguments[output])
            arguments.append("--allow-weak-isolation")
            assert main_code(["--course", str(COURSE), *arguments]) == 0
            assert (here / arguments[output] / "README.md").is_file()
        ran += 1
    assert ran == 9
