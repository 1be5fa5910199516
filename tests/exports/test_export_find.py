"""Which file is the submission, and what never is."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.exports.find import find_submission

NAMES = ("feed_forward", "ffn")


def laid_out(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {name}\n")
    return folder


@pytest.mark.parametrize(
    ("files", "chosen"),
    [
        (["feed_forward.py"], "feed_forward.py"),
        (["mine.py"], "mine.py"),
        (["ffn.py", "helper.py"], "ffn.py"),
        (["sub/feed_forward.py", "a.py", "b.py"], "sub/feed_forward.py"),
        (["old/feed_forward.py", "feed_forward.py"], "feed_forward.py"),
        (["mine.py", ".git/hooks/feed_forward.py", "__pycache__/x.py"], "mine.py"),
        (["mine.py", "bundle/package/feed_forward.py"], "mine.py"),
        (["mine.py", "notes.txt", ".hidden.py"], "mine.py"),
    ],
)
def test_the_program_is_found(tmp_path: Path, files: list[str], chosen: str) -> None:
    found = find_submission(laid_out(tmp_path, *files), NAMES, tmp_path / "bundle")
    assert (found.fault, found.name, found.source) == ("", chosen, f"# {chosen}\n".encode())


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ([], "no Python file or notebook was handed in; hand in feed_forward.py"),
        (["readme.txt"], "no Python file"),
        (["a.py", "b.py"], "2 programs were handed in (a.py, b.py)"),
        (["feed_forward.py", "ffn.py"], "2 programs were handed in"),
        (["broken.ipynb"], "broken.ipynb is not a notebook"),
    ],
)
def test_what_is_not_one_program_is_a_fault(tmp_path: Path, files: list[str], said: str) -> None:
    found = find_submission(laid_out(tmp_path, *files), NAMES, tmp_path / "bundle")
    assert said in found.fault
    assert found.source == b""


def test_links_are_not_followed(tmp_path: Path) -> None:
    secret = laid_out(tmp_path / "secret", "feed_forward.py")
    folder = tmp_path / "submission"
    folder.mkdir()
    (folder / "feed_forward.py").symlink_to(secret / "feed_forward.py")
    (folder / "more").symlink_to(secret)
    assert "no Python file" in find_submission(folder, NAMES, tmp_path / "bundle").fault
    link = folder / "feed_forward.py"
    assert "no Python file" in find_submission(link, NAMES, tmp_path / "bundle").fault


def test_a_single_file_and_none(tmp_path: Path) -> None:
    laid_out(tmp_path, "answer.py")
    assert find_submission(tmp_path / "answer.py", NAMES, tmp_path / "b").source
    assert find_submission(tmp_path / "absent.py", NAMES, tmp_path / "b").fault
