"""Files that are no submission: each gets one sentence that helps, never an error."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader.submission.reading import MAX_SOURCE_BYTES, read_submission
from grader.verdict import Reason


def test_a_file_is_read_as_bytes(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_bytes(b"x = 1\r\n\xff")
    taken = read_submission(path)
    assert taken.source == b"x = 1\r\n\xff"
    assert taken.reason is None


def test_a_missing_file_names_the_near_one(tmp_path: Path) -> None:
    (tmp_path / "solution.py").write_text("")
    taken = read_submission(tmp_path / "soluton.py")
    assert taken.reason is Reason.FILE
    assert "no such file" in taken.fault
    assert str(tmp_path / "solution.py") in taken.fault


def test_a_missing_folder_is_said(tmp_path: Path) -> None:
    assert "nor a folder" in read_submission(tmp_path / "gone" / "a.py").fault


def test_a_folder_names_the_file_in_it(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("")
    fault = read_submission(tmp_path).fault
    assert "is a folder" in fault
    assert str(tmp_path / "mine.py") in fault


def test_what_is_no_regular_file_is_not_opened(tmp_path: Path) -> None:
    """Opening a named pipe would wait for ever."""
    pipe = tmp_path / "pipe.py"
    os.mkfifo(pipe)
    assert "not a regular file" in read_submission(pipe).fault


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.py"
    with path.open("wb") as file:
        file.truncate(MAX_SOURCE_BYTES + 1)
    assert "at most 1 MiB" in read_submission(path).fault


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("")
    path.chmod(0)
    assert "cannot be read" in read_submission(path).fault
