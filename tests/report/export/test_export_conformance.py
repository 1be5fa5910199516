"""What each tool gets, in its own folders and by its own rules, from every kind of submission."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.report.export.rows import OUR_FAILURE
from grader.sandbox.runner import Runner
from tests.report.export.layouts import PLACES, Place, Submit

RIGHT = "def doubled(x):\n    return x + x\n"
#: Right on the public cases, on one of the two secret groups, and nowhere else.
PART = "def doubled(x):\n    return x + x if x[0] < 1e6 else x\n"
WRONG = "def doubled(x):\n    return 3 * x\n"
RAISES = "def doubled(x):\n    raise ValueError(f'{x} <b>')\n"
CRASHES = """
import numpy as np

def doubled(x):
    return np.lib.stride_tricks.as_strided(x, (1 << 20,), (1 << 30,)).sum()
"""
HANGS = "def doubled(x):\n    while True:\n        pass\n"
PRINTS = "def doubled(x):\n    print('::set-output name=result::x', x)\n    return 3 * x\n"
QUOTES = 'def doubled(x):\n    """A \\"quoted\\" ä \\\\ text."""\n    return x + x\n'

pytestmark = pytest.mark.skipif("_weak()", reason="bundles grade behind a real wall only")


def _weak() -> bool:
    with Runner(allow_weak=True) as runner:
        return runner.isolation == "D"


def handed_in(source: str, name: str = "doubled.py") -> Submit:
    def submit(folder: Path) -> None:
        (folder / name).write_text(source, encoding="utf-8")

    return submit


def nothing(folder: Path) -> None:
    assert folder.is_dir()


@pytest.fixture(params=sorted(PLACES))
def place(request: pytest.FixtureRequest, bundles: Path, tmp_path: Path) -> Place:
    """A tool's folders with its bundle in them."""
    return PLACES[request.param](bundles / request.param.removesuffix("_student"), tmp_path)


@pytest.fixture
def public_only(place: Place) -> bool:
    return place.secret.name == "autograding"


#: Submission, the share with all cases and with the public ones, and words that must be there.
GRADED: dict[str, tuple[Submit, float, float, str]] = {
    "right": (handed_in(RIGHT), 1.0, 1.0, "AC accepted"),
    "under another name": (handed_in(RIGHT, "mine.py"), 1.0, 1.0, "AC accepted"),
    "quotes": (handed_in(QUOTES), 1.0, 1.0, "AC accepted"),
    "in part": (handed_in(PART), 0.7, 1.0, ""),
    "wrong": (handed_in(WRONG), 0.0, 0.0, "allowed"),
    "raises": (handed_in(RAISES), 0.0, 0.0, "ValueError"),
    "crashes": (handed_in(CRASHES), 0.0, 0.0, "RTE"),
    "hangs": (handed_in(HANGS), 0.0, 0.0, "TLE"),
    "prints": (handed_in(PRINTS), 0.0, 0.0, "set-output"),
}


@pytest.mark.parametrize("kind", GRADED)
def test_a_submission_is_graded(place: Place, public_only: bool, kind: str) -> None:
    submit, share, public_share, words = GRADED[kind]
    ran = place.run(submit)
    assert ran.read.share == pytest.approx(public_share if public_only else share)
    assert words in ran.read.text or words.replace("<", "&lt;") in ran.read.text
    for secret in ("7654321", "1234567", "private", "Secret words", "reference.py"):
        assert secret not in ran.read.text
    assert ran.read.rows == (1 if public_only else 3)
    if kind == "prints" and "stop-commands" in ran.log:
        log = ran.log.split("::stop-commands::")[1]
        token = log.split("\n")[0]
        assert "set-output" in log.split(f"\n::{token}::")[0]
        assert "set-output" not in log.split(f"\n::{token}::")[1]


@pytest.mark.parametrize(
    ("submit", "words"),
    [
        (nothing, "doubled"),
        (handed_in(""), "doubled"),
        (handed_in("def doubled(x:\n"), "line 1"),
    ],
    ids=["missing", "empty", "no Python"],
)
def test_what_is_no_program_gets_no_points(place: Place, submit: Submit, words: str) -> None:
    ran = place.run(submit)
    assert ran.read.share in (0.0, None)
    assert words in ran.read.text
    assert OUR_FAILURE not in ran.read.text


def test_a_link_to_the_reference_is_no_submission(place: Place, public_only: bool) -> None:
    target = place.secret / "course/solutions/doubled/reference.py"

    def submit(folder: Path) -> None:
        if not public_only and place.secret.is_dir():
            assert target.is_file()
        (folder / "doubled.py").symlink_to(target)

    assert place.run(submit).read.share in (0.0, None)


def _damaged(place: Place, damage: Callable[[Path], None]) -> None:
    """Break a bundle where it lies."""
    if place.secret.name == "grader.zip":
        damage_archive(place.secret, damage)
    else:
        damage(place.secret)


def damage_archive(path: Path, damage: Callable[[Path], None]) -> None:
    import zipfile

    from grader.handout.archive import zipped

    folder = path.with_suffix("")
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    damage(folder)
    files = {f.relative_to(folder).as_posix(): f for f in sorted(folder.rglob("*")) if f.is_file()}
    path.write_bytes(zipped({name: file.read_bytes() for name, file in files.items()}))


def broken_reference(folder: Path) -> None:
    course = folder / "course" if (folder / "course").is_dir() else folder.parent
    problem = course / "problems" / "doubled" / "problem.yaml"
    assert problem.is_file()
    problem.write_text("id: doubled\nSecret words: [\n")


def broken_package(folder: Path) -> None:
    for root in (folder, folder.parent / "serverFilesCourse" / "grader"):
        for module in (root / "package").rglob("judge.py"):
            module.write_text("raise SystemExit('killed')\n")


@pytest.mark.parametrize("damage", [broken_reference, broken_package])
def test_our_own_failure_is_no_score(place: Place, damage: Callable[[Path], None]) -> None:
    _damaged(place, damage)
    ran = place.run(handed_in(RIGHT))
    assert ran.read.share is None
    assert OUR_FAILURE.split(".")[0] in ran.read.text
    assert "Secret words" not in ran.read.text
