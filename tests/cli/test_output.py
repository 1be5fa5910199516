"""Output never fails: in no encoding, at no width, whatever people have called themselves."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.cli.app import COMMANDS
from tests.cli.calling import Done, grader
from tests.collect.archives import lay_out
from tests.course import ROOT
from tests.runs.small_course import RIGHT, WRONG, edit, make_course
from tests.test_text import TURNING

ENCODINGS = ("ascii", "latin-1", "cp1252", "cp437", "cp932")
#: Signs that no encoding of those has all of.
SIGNS = "Zoë Łuk 山田 ✓ x² → ∞ 😀"
#: What people may write to do harm, or without meaning to.
HARM = "\x1b[2J\x1b]0;x\x07\u202egpj\u2066\ud800\x9b1m"
PERSON = HARM.replace("\ud800", "")
#: What must never be in any output: controls, marks that turn the direction, half characters.
HARMFUL = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{TURNING}\ud800-\udfff]")
SOURCE = f"""
class X:
    __qualname__ = {HARM!r}


def double(x):
    print({HARM!r}, {SIGNS!r})
    return X()
""".encode()
RAISES = f"def double(x):\n    raise ValueError({HARM + SIGNS!r})\n".encode()
#: The name of a file as the system gives it where it is no text.
UNDECODABLE = os.fsdecode(b"no\xfftext.py")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course with signs wherever an instructor may write some, and a run in its store."""
    root = make_course(tmp_path_factory.mktemp("signs"))
    edit(root, "title: Double", f"title: Double {SIGNS}")
    edit(root, "summary: Double every entry.", f"summary: Double {SIGNS}.")
    edit(root, "statement: Return $2x$.", f"statement: |\n  Return $2x \\le \\infty$, {SIGNS}.")
    edit(root, "doc: inputs", f"doc: inputs {SIGNS}")
    edit(root, "tests:\n", f"hints:\n  - {SIGNS}\n  - The second.\ntests:\n")
    edit(root, "name: plain", f"name: plain {SIGNS}")
    edit(root, "You add two.", f"You add {SIGNS}.")
    for name, source in (
        ("right.py", RIGHT), ("wrong.py", WRONG), ("harm.py", SOURCE), ("raises.py", RAISES),
        ("山田.py", WRONG), (UNDECODABLE, WRONG),
    ):  # fmt: skip
        (root / name).write_bytes(source)
    names = {
        "Zoë Łuk": RIGHT, "山田": WRONG, "\x1b[31mred": SOURCE, "turned \u202e": RAISES,
    }  # fmt: skip
    folder = lay_out(root / "class", {f"{who}/double.py": s for who, s in names.items()})
    roster = root / "roster.csv"
    roster.write_text(f"id,name\n山田,{PERSON}\nabsent,{PERSON}\n", encoding="utf-8")
    for words in (("grade", "double", folder, "--roster", roster), ("runs", "rejudge", "1")):
        done = call(root, *words)
        assert done.returncode == 0, done.stderr
    return root


def call(root: Path, *words: str | Path, encoding: str = "utf-8", **env: str) -> Done:
    weak = words[0] in ("check", "grade", "validate", "suggest", "stream", "export")
    weak = weak or "rejudge" in words
    return grader(
        "--course", root, *words, *(["--allow-weak-isolation"] if weak else []),
        cwd=root, encoding=encoding, env={"COLUMNS": "80", **env},
    )  # fmt: skip


#: Command lines that run nothing, and those that start a sandbox.
QUICK = {
    "list": 0, "list --json": 0, "course": 0, "course --json": 0, "show double": 0,
    "show double --theory": 0, "hint double": 0, "hint double 9": 2, "hint double ∞": 2,
    "doctor": 0, "doctor --json": 0, "new 山田": 2, "show 山田": 2, "show double 山田": 2,
    "runs list": 0, "runs list --json": 0, "runs show 1": 0, "runs show 1 --json": 0,
    "runs show 1 山田": 0, "runs show 1 山田 --json": 0, "runs show 1 nobody✓": 2,
    "runs diff 1 2": 0, "handout double -f md -o 山田": 0, "handout double --check -o ✓": 1,
    f"check double {UNDECODABLE}x": 2, f"check double {PERSON}": 2,
}  # fmt: skip
SLOW = {
    "check double right.py": 0, "check double wrong.py": 1, "check double harm.py": 1,
    "check double 山田.py": 1, f"check double {UNDECODABLE}": 1, "grade double right.py": 0,
    "grade double wrong.py": 1, "grade double harm.py --json --reveal": 1,
    "grade double raises.py --reveal": 1, "grade double class": 0,
    "validate double --no-mutants": 1, "validate --no-mutants --json": 1,
    "suggest double": 0, "suggest double --json": 0,
}  # fmt: skip


def check_output(done: Done, code: int) -> None:
    assert done.returncode == code, done.stderr
    text = done.stdout + done.stderr
    assert text
    assert not HARMFUL.search(text), HARMFUL.findall(text)
    assert "grader itself" not in text
    assert not re.search(r"[ \t]$", text, re.MULTILINE)


@pytest.mark.parametrize("words", QUICK)
def test_every_encoding(words: str, course: Path) -> None:
    for encoding in ("utf-8", *ENCODINGS):
        check_output(call(course, *words.split(), encoding=encoding), QUICK[words])
        shutil.rmtree(course / "山田", ignore_errors=True)


@pytest.mark.parametrize("words", SLOW)
def test_encodings_in_which_what_runs_is_told(words: str, course: Path) -> None:
    for encoding in ("utf-8", "ascii"):
        check_output(call(course, *words.split(), encoding=encoding), SLOW[words])


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_bundles_and_new_problems(encoding: str, course: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "山田"
    done = call(course, "export", "double", "--to", "github", "-o", bundle, encoding=encoding)
    check_output(done, 0)
    folder = tmp_path / "Łuk"
    folder.mkdir()
    check_output(grader("new", "thing", cwd=folder, encoding=encoding), 0)


@pytest.mark.parametrize("encoding", ["utf-8", *ENCODINGS])
def test_a_stream(
    encoding: str, course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [{"id": SIGNS, "source": WRONG.decode()}, {"id": HARM, "source": SOURCE.decode()}]
    path = tmp_path / "sources.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with path.open(encoding="utf-8") as file:
        monkeypatch.setattr(sys, "stdin", file)
        done = call(course, "stream", "double", "--full", "--workers", "1", encoding=encoding)
    check_output(done, 0)
    assert done.stdout.isascii()
    assert SIGNS in {json.loads(line)["id"] for line in done.stdout.splitlines()}


def test_signs_have_others_in_their_place(course: Path) -> None:
    text = call(course, "check", "double", "wrong.py", encoding="ascii").stdout
    assert "x  plain Zoe Luk \\u5c71\\u7530 ok x^2 -> inf" in text
    assert "ok" in call(course, "check", "double", "right.py", encoding="cp1252").stdout
    assert "✓ plain" in call(course, "check", "double", "right.py").stdout


def test_every_command_is_in_the_tables() -> None:
    tried = {words.split()[0] for words in (*QUICK, *SLOW)} | {"export", "new", "stream"}
    assert tried == set(COMMANDS)


def test_help_is_ascii() -> None:
    """What click prints itself is UTF-8 in a pipe that takes ASCII: it must be both."""
    for name in (*COMMANDS, "runs report", "runs show"):
        assert grader(*name.split(), "--help").stdout.isascii(), name


@pytest.mark.parametrize("words", ["check double wrong.py", "runs show 1", "list", "doctor"])
def test_width_is_what_columns_says(words: str, course: Path) -> None:
    for columns in (40, 60, 130):
        text = call(course, *words.split(), COLUMNS=str(columns)).stdout
        assert max(map(len, text.splitlines())) <= columns
    wide = call(course, "runs", "show", "1", COLUMNS="130").stdout
    assert max(map(len, wide.splitlines())) > 100


def in_terminal(course: Path, *words: str, columns: int, **env: str) -> str:
    """What a command writes to a terminal of so many columns."""
    parent, child = pty.openpty()
    with contextlib.closing(os.fdopen(child, "r+b", buffering=0)) as terminal:
        subprocess.run(["stty", "cols", str(columns), "-onlcr"], stdin=terminal, check=True)
        process = subprocess.Popen(
            [sys.executable, "-m", "grader", "--course", str(course), *words],
            stdout=terminal, stdin=terminal, stderr=terminal, cwd=course,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", **env},
        )  # fmt: skip
    with os.fdopen(parent, "rb") as reader:
        text = b"".join(_until_closed(reader.fileno())).decode()
    assert process.wait() == 0
    return text


def _until_closed(terminal: int) -> Iterator[bytes]:
    with contextlib.suppress(OSError):  # the other side has ended
        while data := os.read(terminal, 65536):
            yield data


def test_terminals(course: Path) -> None:
    """Dumb ones have a width, too; NO_COLOR takes colours away, and nothing else."""
    dumb = in_terminal(course, "runs", "show", "1", columns=60, TERM="dumb")
    assert max(map(len, dumb.splitlines())) == 60
    assert "\x1b" not in dumb
    colours = in_terminal(course, "runs", "show", "1", columns=60, TERM="xterm-256color")
    assert re.search("\x1b\\[[0-9;]*3[0-9]m", colours)
    plain = in_terminal(course, "runs", "show", "1", columns=60, TERM="xterm", NO_COLOR="1")
    assert not re.search("\x1b\\[[0-9;]*3[0-9]m", plain)
    wide = in_terminal(course, "runs", "show", "1", columns=200, TERM="dumb")
    assert max(map(len, wide.splitlines())) == 100


def test_what_students_wrote_is_in_no_file_as_it_was(course: Path, tmp_path: Path) -> None:
    for form in ("csv", "jsonl", "junit"):
        path = tmp_path / form
        assert call(course, "runs", "report", "1", "--as", form, "-o", path).returncode == 0
        text = path.read_text(encoding="utf-8").removeprefix("\ufeff")
        assert not HARMFUL.search(text.replace("\r\n", "\n")), form
        assert "Zo" in text
