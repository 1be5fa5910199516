"""The hash changes with what a problem means, and with nothing else."""

from __future__ import annotations

import pytest
from small_problem import SPEC, THEORY


@pytest.fixture
def base(shop):
    return shop.read()[0].hash


def test_it_is_a_sha256(base):
    assert len(base) == 64
    assert set(base) <= set("0123456789abcdef")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# A comment.\n", ""),
        ("title: Scale\n", "title:   'Scale'  # said otherwise\n"),
        (
            "title: Scale\nsummary: Multiply by a factor.\n",
            "summary: Multiply by a factor.\ntitle: Scale\n",
        ),
        ("{min: 1, max: 8, doc: entries}", "{doc: entries, max: 0x8, min: 1}"),
        ("  - Multiply every entry.", "  - {text: Multiply every entry.}"),
        ("wall: 2s", "wall: 2000ms"),
        ("      points: 20\n", "      points: 20\n      visible: diagnosis\n"),
        ('{x: normal, "*": normal}', '{"*": normal, x: normal}'),
    ],
)
def test_what_means_the_same_hashes_the_same(shop, base, old, new):
    assert shop.edit(old, new) == []
    assert shop.read()[0].hash == base


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: Scale", "title: Scales"),
        ("seed: 7", "seed: 8"),
        ("n: 3", "n: 4"),
        ("x: [1, -1]", "x: [1.0, -1]"),
        ("args: {x: [1, -1], c: 3}", "args: {x: [1, -1]}"),
        ("wall: 2s", "wall: 3s"),
    ],
)
def test_what_means_something_else_hashes_otherwise(shop, base, old, new):
    assert shop.edit(old, new) == []
    assert shop.read()[0].hash != base


def test_the_order_of_parameters_counts(shop):
    params = (
        '    x: {shape: "*batch n", doc: inputs}\n    c: {type: float, default: 2.0, doc: factor}\n'
    )
    assert params in SPEC
    hashes = set()
    for lines in (params, "".join(reversed(params.splitlines(keepends=True)))):
        shop.write(SPEC.replace(params, lines.replace("default: 2.0, ", "")))
        hashes.add(shop.read()[0].hash)
    assert len(hashes) == 2


def test_theory_and_solutions_count_and_what_python_caches_does_not(shop, base):
    cache = shop.solutions / "__pycache__"
    cache.mkdir()
    (cache / "reference.pyc").write_bytes(b"x")
    (shop.solutions / ".hidden").write_bytes(b"x")
    assert shop.read()[0].hash == base
    shop.write(theory=THEORY.replace("\n", "\r\n"))
    assert shop.read()[0].hash == base
    shop.write(theory=THEORY + "More.\n")
    assert shop.read()[0].hash != base
    shop.write()
    reference = shop.solutions / "reference.py"
    source = reference.read_bytes()
    reference.write_bytes(source.replace(b"\n", b"\r\n"))
    assert shop.read()[0].hash == base
    reference.write_bytes(source + b"#\n")
    assert shop.read()[0].hash != base
    reference.write_bytes(source)
    reference.rename(shop.solutions / "wrong" / "reference.py")
    assert shop.read()[0].hash != base


def test_the_names_of_solutions_count(shop, base):
    """A wrong solution is named in the spec by its file: another name is another problem."""
    folder = shop.read()[0].solutions
    reference = folder / "reference.py"
    (folder / "wrong").mkdir(exist_ok=True)
    (folder / "wrong" / "first.py").write_bytes(reference.read_bytes())
    before = shop.read()[0].hash
    (folder / "wrong" / "first.py").rename(folder / "wrong" / "other.py")
    assert base != before != shop.read()[0].hash
