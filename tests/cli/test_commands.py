"""The real command, as a student, an instructor and a script call it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from grader.cli import exit_codes
from tests.cli.calling import grader
from tests.course import ROOT, SOLUTIONS

RIGHT = SOLUTIONS / "feed_forward" / "accepted" / "matmul.py"
WRONG = SOLUTIONS / "feed_forward" / "wrong" / "bias_b1_after_relu.py"


def grader_process(*arguments: str | Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run ``grader`` in a process of its own, as the shell does, with its output piped."""
    return subprocess.run(
        [sys.executable, "-m", "grader", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", **env},
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("check", "feed_forward", RIGHT), exit_codes.ACCEPTED),
        (("check", "feed_forward", WRONG), exit_codes.NOT_ACCEPTED),
        (("grade", "feed_forward", RIGHT), exit_codes.ACCEPTED),
        (("grade", "feed_forward", WRONG), exit_codes.NOT_ACCEPTED),
        (("check", "feed_forward", "not_there.py"), exit_codes.USAGE),
        (("check", "feed_forward", RIGHT.parent), exit_codes.USAGE),
        (("grade", "feed_forward", "not_there.py", "--json"), exit_codes.USAGE),
        (("check", "feed_foward", RIGHT), exit_codes.USAGE),
        (("chek", "feed_forward", RIGHT), exit_codes.USAGE),
        (("check",), exit_codes.USAGE),
        (("--course", "/nowhere", "list"), exit_codes.USAGE),
        (("list",), exit_codes.ACCEPTED),
        (("--version",), exit_codes.ACCEPTED),
        (("--help",), exit_codes.ACCEPTED),
    ],
    ids=lambda value: " ".join(map(str, value))[:40] if isinstance(value, tuple) else str(value),
)
def test_exit_codes(arguments: tuple[str | Path, ...], code: int) -> None:
    done = grader(*arguments)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "arguments", [("grade", "feed_forward", WRONG), ("check", "feed_foward", WRONG), ("--version",)]
)
def test_a_process_says_and_gives_what_a_call_does(arguments: tuple[str | Path, ...]) -> None:
    done, called = grader_process(*arguments), grader(*arguments)
    assert (done.returncode, done.stderr) == (called.returncode, called.stderr)
    times = re.compile(r"[0-9.]+ m?s|[0-9.]+ [kMG]B")
    assert times.sub("", done.stdout) == times.sub("", called.stdout)


def test_a_misspelt_problem_and_a_misspelt_command_get_the_near_one() -> None:
    assert "did you mean 'feed_forward'?" in grader("check", "feed_foward", RIGHT).stderr
    assert "Did you mean 'check'?" in grader("chek").stderr


def test_a_path_that_is_no_file_is_no_submission_that_failed() -> None:
    near = RIGHT.with_name(f"{RIGHT.stem}x.py")
    for path, words in ((near, f"did you mean {RIGHT}?"), (RIGHT.parent, "is a folder")):
        done = grader("check", "feed_forward", path, "--json")
        assert done.stdout == ""
        assert words in done.stderr


def test_a_report_is_plain_when_piped_and_fits_eighty_columns() -> None:
    report = grader("check", "feed_forward", WRONG).stdout
    assert "\x1b" not in report
    assert all(len(line) <= 80 for line in report.splitlines())
    assert "yours" in report
    assert "expected" in report


def test_json_is_the_whole_result_in_its_schema() -> None:
    schema = json.loads((ROOT / "docs" / "result.schema.json").read_text())
    for path in (RIGHT, WRONG, ROOT / "README.md"):
        data = json.loads(grader("grade", "feed_forward", path, "--json").stdout)
        jsonschema.validate(data, schema)
        assert data["schema"] == "grader/result/2"
        assert data["seed"] == 2017
        assert data["environment"]["isolation"] in ("A", "B", "B-", "D")


def test_what_is_secret_is_revealed_only_when_asked() -> None:
    secret = "all hidden units off"
    assert secret not in grader("grade", "feed_forward", WRONG, "--json").stdout
    assert secret not in grader("grade", "feed_forward", WRONG).stdout
    assert secret in grader("grade", "feed_forward", WRONG, "--reveal").stdout


def test_a_faulty_problem_names_every_fault_with_its_place(tmp_path: Path) -> None:
    folder = tmp_path / "problems" / "broken"
    folder.mkdir(parents=True)
    (folder / "problem.yaml").write_text("spec: 1\nid: broken\nhint: [x]\ntitle: [1]\n")
    done = grader("--course", tmp_path, "check", "broken", RIGHT)
    assert done.returncode == exit_codes.USAGE
    lines = done.stderr.splitlines()
    assert any("problem.yaml:3:1: unknown key 'hint'; did you mean 'hints'?" in s for s in lines)
    assert any("problem.yaml:4:8:" in line for line in lines)


def test_our_own_failure_has_its_own_exit_code(tmp_path: Path) -> None:
    """A bug of ours, made on purpose by a module that breaks when it is imported."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\nclass Broken:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'grader.judge.prepared_suite': raise RuntimeError('broken')\n"
        "sys.meta_path.insert(0, Broken())\n"
    )
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    done = grader_process("check", "feed_forward", RIGHT, PYTHONPATH=path, TMPDIR=str(tmp_path))
    assert done.returncode == exit_codes.JUDGE_ERROR
    assert "not the submission's fault" in done.stderr
    (log,) = tmp_path.glob("grader-*.log")
    assert "broken" in log.read_text()


def test_every_command_explains_itself() -> None:
    from grader.cli.app import COMMANDS

    for name in COMMANDS:
        done = grader(name, "--help")
        assert done.returncode == 0
        assert "Usage:" in done.stdout


def test_show_and_hint_read_from_the_problem() -> None:
    shown = grader("show", "feed_forward").stdout
    assert "FFN(x) = max(0, xW₁ + b₁) W₂ + b₂" in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert "Follow the shapes" in grader("hint", "feed_forward").stdout
    assert "there is no hint 9" in grader("hint", "feed_forward", "9").stderr


def test_the_schema_of_results_is_current() -> None:
    from grader.report.schema import schema_text

    assert (ROOT / "docs" / "result.schema.json").read_text(encoding="utf-8") == schema_text()


def test_all_problems_or_some_but_not_both() -> None:
    assert "leave the ids away" in grader("validate", "--all", "softmax").stderr
