"""Runs a tutorial: files are written, commands are run, and their output is compared.

``console`` blocks hold commands after ``$`` and what they print. A block with a path after its
language is that file; one of YAML replaces the top-level keys that it holds. With
``UPDATE_DOCS=1`` in the environment, outputs are written into the text instead of compared.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from click.testing import CliRunner

from grader.cli.app import app

_BLOCK = re.compile(r"(?ms)^```(\w+)(?: ([^\n]+))?\n(.*?)^```$")
_VARIES = (
    (re.compile(r"\b\d+(\.\d+)? ?(ms|s)\b"), "0.0 s"),
    (re.compile(r"\b[0-9a-f]{12,64}\b"), "0" * 12),
    (re.compile(r"memory \d+ of"), "memory 0 of"),
    (re.compile(r"\b(largest error|widest|worst right|nearest wrong) \S+"), r"\1"),
    (re.compile(r"\((accepted|wrong)/\w+\.py\)"), r"(\1)"),
    (re.compile(r"slowest accepted solution 0.0 s of 0.0 s \(\S+\)"), "slowest accepted solution"),
    (re.compile(r"[\d.]+ ?[kMG]i?B\b"), "0 MB"),
    (re.compile(r"isolation level \S+|isolation \S+"), "isolation"),
)


def run_tutorial(path: Path, folder: Path) -> list[str]:
    """Follow a text in an empty folder; return how each output differs from what it says."""
    text = path.read_text(encoding="utf-8")
    here = [folder]
    differences: list[str] = []

    def follow(match: re.Match[str]) -> str:
        language, name, body = match[1], match[2], match[3]
        if language == "console":
            found = "".join(_run(line, here) for line in _commands(body))
            if _plain(found) != _plain(body):
                differences.append(f"expected\n{body}\nfound\n{found}")
            return f"```console\n{found}```"
        if name:
            _write(here[0] / name, language, body)
        return match[0]

    updated = _BLOCK.sub(follow, text)
    if os.environ.get("UPDATE_DOCS"):
        path.write_text(updated, encoding="utf-8")
        return []
    return differences


def _commands(body: str) -> list[str]:
    return [line[2:] for line in body.splitlines() if line.startswith("$ ")]


def _run(command: str, here: list[Path]) -> str:
    """A command with its output, as a block shows it."""
    output = ""
    for part in command.split(" && "):
        words = shlex.split(part)
        if words[0] == "cd":
            here[0] = here[0] / words[1]
        elif words[0] == "mkdir":
            (here[0] / words[-1]).mkdir(parents=True)
        elif words[0] == "rm":
            for path in here[0].glob(words[-1]):
                path.unlink()
        elif words[0] == "grader":
            output += _grader(words[1:], here[0])
        else:
            raise AssertionError(f"{words[0]} is no command of the tutorial")
    return f"$ {command}\n{output}"


def _grader(arguments: list[str], folder: Path) -> str:
    before = Path.cwd()
    os.chdir(folder)
    try:
        if arguments[0] in ("validate", "suggest", "grade", "check"):
            arguments = [*arguments, "--allow-weak-isolation"]
        result = CliRunner().invoke(app, arguments, standalone_mode=False)
    finally:
        os.chdir(before)
    if result.exception is not None:
        raise result.exception
    return "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())


def _write(path: Path, language: str, body: str) -> None:
    if language != "yaml":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, encoding="utf-8")
        return
    text = path.read_text(encoding="utf-8")
    for section in re.split(r"(?m)^(?=[a-z]+:)", body):
        if section:
            key = section.split(":")[0]
            old = re.compile(rf"(?ms)^{key}:.*?(?=^[a-z]+:|^# |\Z)")
            assert old.search(text), f"{path.name} has no {key}"
            text = old.sub(lambda _, new=section: new.rstrip() + "\n\n", text, count=1)  # type: ignore[misc]  # the default binds now
    path.write_text(text, encoding="utf-8")


def _plain(output: str) -> str:
    """Output without what differs from run to run."""
    for pattern, word in _VARIES:
        output = pattern.sub(word, output)
    return output.strip()
