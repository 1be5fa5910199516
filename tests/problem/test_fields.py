"""Text with a unit, bounds, shorter ways to write."""

from __future__ import annotations

import dataclasses

import pytest

from grader.errors import Location
from grader.problem.fields import (
    AtLeast,
    AtMost,
    Bytes,
    NotEmpty,
    OneAlone,
    Positive,
    Seconds,
    TextAlone,
)
from grader.problem.reader import read_as
from grader.problem.yaml import Document


@dataclasses.dataclass(frozen=True)
class Limits:
    seconds: Seconds = 0.0
    count: Bytes = 0


def read(**values):
    document = Document(values, {(): Location("f", 1, 1)}, {}, {})
    limits, findings = read_as(Limits, document)
    assert (limits is None) == bool(findings)
    return limits


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
        (3600, 3600.0),
    ],
)
def test_seconds(given, seconds):
    value = read(seconds=given).seconds
    assert value == pytest.approx(seconds, rel=1e-15)
    assert type(value) is float


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
    value = read(count=given).count
    assert value == count
    assert type(value) is int


@pytest.mark.parametrize(
    "given",
    ["2", "s", "2 h", "-2s", "2e3s", "٣s", "2s2s", "", "0s", 0, -1, 3601, 10**400, True, None, [2]],
)
def test_no_time(given):
    assert read(seconds=given) is None


@pytest.mark.parametrize(
    "given", ["2", "MB", "2mb", "2KB", "-2MB", "0.2B", 0, -1, 1.5, True, None, "9" * 400 + "B"]
)
def test_no_size(given):
    assert read(count=given) is None


@pytest.mark.parametrize(
    ("rule", "right", "wrong", "fault"),
    [
        (AtLeast(1), 1, 0, "must be at least 1, not 0"),
        (AtMost(1), 1, 1.5, "must be at most 1, not 1.5"),
        (AtMost(2000), 0, 2001, "must be at most 2,000, not 2,001"),
        (Positive(), 1e-300, 0, "must be more than 0, not 0"),
        (NotEmpty(), (1,), (), "must not be empty"),
    ],
)
def test_bounds(rule, right, wrong, fault):
    assert rule.fault(right) == ""
    assert rule.fault(wrong) == fault


def test_shorter_ways_to_write():
    assert TextAlone().prepare("a") == {"text": "a"}
    assert TextAlone().prepare({"text": "a"}) == {"text": "a"}
    with pytest.raises(ValueError, match="must be text, or a mapping with a 'text', not a list"):
        TextAlone().prepare(["a"])
    assert OneAlone().prepare("a") == ["a"]
    assert OneAlone().prepare(["a"]) == ["a"]
