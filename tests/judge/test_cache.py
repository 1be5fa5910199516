"""What is kept between runs: it comes back as it was, or not at all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from grader.judge import cache

VALUES = [
    {"a": 1, "b": [True, None, 2.5, "text"]},
    np.arange(6.0).reshape(2, 3),
    ["x", np.array([], dtype=bool), np.array(3 + 4j)],
]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path))
    return tmp_path


def test_values_with_arrays_come_back() -> None:
    cache.store_cached("key", VALUES)
    kept = cache.load_cached("key")
    assert kept is not None
    assert kept[0] == VALUES[0]
    np.testing.assert_array_equal(kept[1], VALUES[1])
    assert [type(value) for value in kept[2]] == [str, np.ndarray, np.ndarray]


def test_equal_values_are_equal_bytes() -> None:
    assert cache.encode(VALUES) == cache.encode(list(VALUES))


def test_a_key_that_was_never_stored() -> None:
    assert cache.load_cached("other") is None


@pytest.mark.parametrize("harm", ["cut", "longer", "backwards", "empty"])
def test_a_damaged_file_is_not_believed(own_folder: Path, harm: str) -> None:
    cache.store_cached("key", VALUES)
    path = own_folder / "key"
    data = path.read_bytes()
    harmed = {"cut": data[:-1], "longer": data + b"N", "backwards": data[::-1], "empty": b""}
    path.write_bytes(harmed[harm])
    assert cache.load_cached("key") is None


def test_a_folder_that_cannot_be_written_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path / "file"))
    cache.store_cached("key", VALUES)
    assert cache.load_cached("key") is None
