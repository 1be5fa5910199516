"""The command line called in this process: with its exit code, but without a new interpreter."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from grader.cli.app import main_code
from tests.course import ROOT


class Done(NamedTuple):
    """What a call leaves behind, as the shell sees it."""

    returncode: int
    stdout: str
    stderr: str


def grader(*arguments: str | Path, cwd: Path = ROOT) -> Done:
    """Call ``grader`` as the shell does, with its output piped."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.dict(os.environ, {"COLUMNS": "80"}),
        contextlib.chdir(cwd),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = main_code([*map(str, arguments)])
    return Done(code, out.getvalue(), err.getvalue())
