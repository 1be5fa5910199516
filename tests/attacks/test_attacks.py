"""Every attack, at every level that this host can show, as root and as an ordinary user."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grader.sandbox.confine.probe import choose_layers, probe
from tests.attacks.world import TABLE

HERE = Path(__file__).parent
NOBODY = 65534
PATHS = {name: value for name, value in os.environ.items() if name == "PYTHONPATH"}
#: Right answers after all attacks: enough for each worker to go through many children.
GOOD = 200
LEVELS = ("A", "B:landlock", "B:namespaces", "B-", "D")


def test_the_table_names_every_attack_once() -> None:
    rows = [name for section in TABLE.values() for name in section]
    assert len(rows) == len(set(rows))
    files = {path.stem for path in (HERE / "submissions").glob("*.py")}
    assert set(rows) == files
    assert all((HERE / "submissions" / f"{name}.py").read_text().startswith('"""') for name in rows)


def readable_by_all() -> bool:
    """Whether an ordinary user could start this interpreter with NumPy and this project."""
    command = [sys.executable, "-c", "import numpy, yaml, grader"]
    try:
        done = subprocess.run(
            command, cwd=HERE.parents[1], capture_output=True, check=False,
            user=NOBODY, group=NOBODY, extra_groups=[],
        )  # fmt: skip
    except PermissionError:
        return False
    return done.returncode == 0


@cache
def as_ordinary() -> tuple[list[str], dict[str, Any]] | None:
    """How to start a program as an ordinary user: what comes before it, and as whom.

    Where this interpreter is root's alone, root without a single capability and under another
    number, in a user namespace, is as ordinary.
    """
    if readable_by_all():
        return [], {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    if shutil.which("unshare") is None:
        return None
    unshare = ["unshare", "--user", "--map-user=1000", "--map-group=1000"]
    done = subprocess.run([*unshare, "id", "-u"], capture_output=True, text=True, check=False)
    return (unshare, {}) if done.stdout == "1000\n" else None


def attack(level: str, names: list[str], ordinary: bool) -> Any:
    before: list[str] = []
    who: dict[str, Any] = {}
    if ordinary:
        found = as_ordinary()
        if found is None:
            pytest.skip("only root can read this interpreter, and there is no user namespace")
        before, who = found
    done = subprocess.run(
        [*before, sys.executable, str(HERE / "run_attacks.py"), level, str(GOOD), *names],
        capture_output=True, text=True, check=False, timeout=170,
        env={**PATHS, "PYTHONDONTWRITEBYTECODE": "1"}, **who,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    "user", ["as we are", pytest.param("ordinary", marks=pytest.mark.thorough)]
)
@pytest.mark.parametrize("level", LEVELS)
def test_no_attack_has_an_effect(level: str, user: str) -> None:
    if choose_layers(probe(), level).level != level.partition(":")[0]:
        pytest.skip(f"this host has no level {level}")
    if user == "ordinary" and os.geteuid() != 0:
        pytest.skip("we are an ordinary user already")
    expected = dict(TABLE["at_every_level"])
    if level != "D":
        expected |= TABLE["behind_a_wall"]
    if level in ("A", "D"):
        expected |= TABLE["slow"]
    found = attack(level, list(expected), user == "ordinary")
    assert found["isolation"] == level.partition(":")[0]
    wrong = {
        name: (outcome, expected[name])
        for name, outcome in found["outcomes"].items()
        if outcome not in expected[name].split(" | ")
    }
    assert wrong == {}
    assert set(found["outcomes"]) == set(expected)
    assert found["said"] == {}
    assert found["good"] == {"right": GOOD}
    assert found["left"] == {"traces": [], "descriptors": 0, "processes": [], "system": []}
