"""The command line called in this process: with its exit code, but without a new interpreter."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Mapping
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


def grader(
    *arguments: str | Path,
    cwd: Path = ROOT,
    encoding: str = "utf-8",
    env: Mapping[str, str] | None = None,
) -> Done:
    """Call ``grader`` as the shell does, with its output piped, in an encoding."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding, newline="\n") for _ in range(2))
    with (
        mock.patch.dict(os.environ, {"COLUMNS": "80"} if env is None else env),
        contextlib.chdir(cwd),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = main_code([*map(str, arguments)])
    return Done(code, _read(out, encoding), _read(err, encoding))


def _read(stream: io.TextIOWrapper, encoding: str) -> str:
    """What was written, as a reader of that encoding sees it."""
    stream.flush()
    raw = stream.buffer
    assert isinstance(raw, io.BytesIO)
    return raw.getvalue().decode(encoding)
