"""What can be known here of macOS and Windows, where submissions run with level D.

``make test-portable`` runs the tests of everything but the sandbox of Linux with an interpreter
that takes this machine for a Mac; CI runs the same tests on both systems.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.course import ROOT

#: What runs on Linux only: the sandbox, but for what stands in for it elsewhere.
LINUX_ONLY = re.compile(
    r"grader/sandbox/(confine/\w+|child_pool|fork_server|host|runner|zygote)\.py"
)


def type_errors(system: str) -> list[tuple[str, str]]:
    """File and message of what mypy finds when told that the system is another one."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--platform", system, "--no-error-summary",
         "--cache-dir", f".mypy_cache/{system}"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stdout + done.stderr
    lines = [line for line in done.stdout.splitlines() if ": error: " in line]
    return [(line.split(":")[0].replace("\\", "/"), line) for line in lines]


@pytest.mark.thorough
@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_what_only_linux_has_is_asked_for_in_the_sandbox_only(system: str) -> None:
    found = type_errors(system)
    assert "grader/sandbox/fork_server.py" in {file for file, _ in found}, "it would be seen"
    assert [line for file, line in found if not LINUX_ONLY.fullmatch(file)] == []


IMPORTS = """
import asyncio, importlib, pkgutil, subprocess, sys
import click.testing, distributed, jinja2, markdown_it, numpy, pydantic, pytest, rich, typst, yaml
import grader
names = {m.name for m in pkgutil.walk_packages(grader.__path__, "grader.")} - {"grader.__main__"}
"""
#: The program of the sandbox's process, which nothing imports.
PROGRAM = "grader.sandbox.zygote"


@pytest.mark.parametrize(
    ("system", "absent", "instead"),
    [
        ("darwin", (), ()),
        ("win32", ("fcntl", "grp", "pwd", "resource", "termios"), ("msvcrt",)),
    ],
)
def test_every_module_can_be_imported(
    system: str, absent: tuple[str, ...], instead: tuple[str, ...]
) -> None:
    # Libraries are loaded as what they are; only ours hear that the system is another one.
    code = f"""{IMPORTS}
for name in names:  # with all that they need
    importlib.import_module(name)
for name in names:
    del sys.modules[name]
sys.platform = {system!r}
sys.modules.update(dict.fromkeys({absent!r}), **{{name: object() for name in {instead!r}}})
for name in sorted(names - {{{PROGRAM!r}}}):
    importlib.import_module(name)
print(len(names))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > len(list((ROOT / "grader").glob("*/*.py"))) // 2


def test_one_process_at_a_time_goes_on_with_a_run(tmp_path: Path) -> None:
    """The lock of a run as Windows takes it, with a module that stands for its own."""
    code = """
import os, sys, types
sys.platform = "win32"
taken = set()
def locking(handle, mode, size):
    place = os.lseek(handle, 0, os.SEEK_CUR)
    if (mode, size) != (2, 1) or place in taken:
        raise PermissionError(13, "Permission denied")
    taken.add(place)
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=locking)
from grader.errors import UsageError
from grader.runs.database import Database
with Database(__import__("pathlib").Path(sys.argv[1])) as store:
    store.lock(1)
    store.lock(2)
    try:
        store.lock(1)
    except UsageError as error:
        print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "store.db")],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.stdout == "another process is working on run 1\n", done.stderr
