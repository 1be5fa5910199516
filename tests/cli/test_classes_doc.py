"""docs/classes.md: every command shown runs, and prints what is shown."""

from __future__ import annotations

import re
import shlex
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.cli.app import app
from tests.course import COURSE, ROOT
from tests.runs.forty import pupils, write_all

TEXT = (ROOT / "docs" / "classes.md").read_text(encoding="utf-8")
CHOSEN = (0, 4, 5, 17, 20, 25)


def shown() -> list[tuple[str, str]]:
    """(command, what it prints) of all console blocks, in order."""
    found = []
    for block in re.findall(r"(?ms)^```console\n(.*?)^```$", TEXT):
        starts = [match.start() for match in re.finditer(r"(?m)^\$ ", block)]
        for start, end in pairwise([*starts, len(block)]):
            command, _, output = block[start:end].partition("\n")
            found.append((command.removeprefix("$ grader "), output))
    return found


def as_pattern(output: str) -> re.Pattern[str]:
    """``...`` stands for anything, also for lines; how many spaces there are does not count."""
    parts = [re.escape(part) for part in plain(output).split("...")]
    return re.compile(".*?".join(parts), re.DOTALL)


def plain(output: str) -> str:
    return "\n".join(" ".join(line.split()) for line in output.strip().splitlines())


def test_the_commands_print_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for part in ("problems", "solutions"):
        shutil.copytree(COURSE / part / "feed_forward", tmp_path / part / "feed_forward")
    everybody = pupils()
    write_all(tmp_path, [everybody[index] for index in CHOSEN])
    monkeypatch.chdir(tmp_path)
    commands = shown()
    assert len(commands) == 11
    for command, output in commands:
        words = shlex.split(command)
        if words[0] == "grade" or words[1] == "rejudge" or "feedback" in words:
            words.append("--allow-weak-isolation")
        done = CliRunner().invoke(app, words, standalone_mode=False, catch_exceptions=False)
        printed = plain(done.stdout)
        assert as_pattern(output).fullmatch(printed), f"{command}\n{printed}"


def test_the_comparison_sees_a_difference() -> None:
    assert as_pattern("a ...\nb\n").fullmatch("a 1\n2\nb")
    assert not as_pattern("a ...\nb\n").fullmatch("a 1\nc")
