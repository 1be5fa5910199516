"""Text with a unit, and numbers that are no text."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter, ValidationError

from grader.problem.fields import Bytes, Seconds


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        ("2s", 2.0),
        ("500ms", 0.5),
        ("1.5 s", 1.5),
        (" .25s ", 0.25),
        ("2min", 120.0),
        ("50us", 5e-5),
        (3, 3.0),
        (0.5, 0.5),
    ],
)
def test_seconds(given, seconds):
    assert TypeAdapter(Seconds).validate_python(given) == pytest.approx(seconds, rel=1e-15)


@pytest.mark.parametrize(
    ("given", "count"),
    [
        ("512MB", 512 * 10**6),
        ("64kB", 64_000),
        ("64KiB", 65_536),
        ("1GiB", 2**30),
        ("1 GB", 10**9),
        ("1.5MiB", 3 * 2**19),
        ("100B", 100),
        (4096, 4096),
    ],
)
def test_bytes(given, count):
    read = TypeAdapter(Bytes).validate_python(given)
    assert read == count
    assert type(read) is int


@pytest.mark.parametrize(
    "given", ["2", "s", "2 h", "-2s", "2e3s", "٣s", "2s2s", "", "0s", 0, -1, True, None, [2]]
)
def test_no_time(given):
    with pytest.raises(ValidationError):
        TypeAdapter(Seconds).validate_python(given)


@pytest.mark.parametrize(
    "given", ["2", "MB", "2mb", "2KB", "-2MB", "0.2B", 0, -1, 1.5, True, None, "9" * 400 + "B"]
)
def test_no_size(given):
    with pytest.raises(ValidationError):
        TypeAdapter(Bytes).validate_python(given)
