"""What each tool gets, in its own folders and by its own rules, from every kind of submission."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from grader.handout.archive import zipped
from grader.pages.messages import messages_for
from grader.sandbox.runner import IsolationPolicy, Runner
from tests.exports.layouts import Place, Submit, copied, set_up

RIGHT = 'def doubled(x):\n    """A \\"quoted\\" ä \\\\ text."""\n    return x + x\n'
#: Wrong in a secret group.
PART = "def doubled(x):\n    return x + x if x[0] > -1e6 else x\n"
#: Wrong in a public case and in a secret group, and prints.
PRINTS = """
def doubled(x):
    print('::set-output name=result::x', x)
    return x + x if x[0] > -1e6 and x[0] != 3 else x
"""
HANGS = "def doubled(x):\n    while True:\n        pass\n"
CRASHES = """
import numpy as np

def doubled(x):
    return np.lib.stride_tricks.as_strided(x, (1 << 20,), (1 << 30,)).sum()
"""
TOOLS = ("coderunner", "github", "gradescope", "prairielearn")

pytestmark = pytest.mark.skipif("_weak()", reason="bundles grade behind a real sandbox only")

OUR_FAILURE = messages_for("en")["export_our_failure"]


def _weak() -> bool:
    with Runner(policy=IsolationPolicy("D")) as runner:
        return runner.isolation == "D"


def handed_in(source: str, name: str = "doubled.py") -> Submit:
    def submit(folder: Path) -> None:
        (folder / name).write_text(source, encoding="utf-8")

    return submit


@pytest.fixture(scope="module")
def place(
    request: pytest.FixtureRequest, bundles: Path, tmp_path_factory: pytest.TempPathFactory
) -> Place:
    """A tool's folders with its bundle in them, for one submission after the other."""
    bundle = bundles / request.param.removesuffix("_student")
    return set_up(request.param, bundle, tmp_path_factory.mktemp(request.param))


every_tool = pytest.mark.parametrize("place", TOOLS, indirect=True)

#: Submission, its share of the points, and words that must be there.
GRADED: dict[str, tuple[Submit, float, tuple[str, ...]]] = {
    "right": (handed_in(RIGHT, "mine.py"), 1.0, ("AC accepted",)),
    "crashes": (handed_in(CRASHES), 0.0, ("RTE crash",)),
    "hangs": (handed_in(HANGS), 0.0, ("TLE",)),
    "in part": (
        handed_in(PRINTS),
        0.45,
        ("::set-output name=result::x", "differ by more than rounding explains"),
    ),
}


@every_tool
@pytest.mark.parametrize("kind", GRADED)
def test_a_submission_is_graded(place: Place, kind: str) -> None:
    submit, share, words = GRADED[kind]
    ran = place.run(submit)
    assert ran.read.share == pytest.approx(share), ran.read.text
    assert not [said for said in words if said not in ran.read.text], ran.read.text
    for secret in ("7654321", "8642097", "private", "Secret words", "reference.py"):
        assert secret not in ran.read.text
    assert ran.read.rows == 3
    if "set-output" in ran.log:  # a command to GitHub's runner, but where commands are stopped
        before, _, after = ran.log.partition("::stop-commands::")
        token = after.split("\n")[0]
        inside, _, rest = after.partition(f"\n::{token}::")
        assert "set-output" in inside
        assert "set-output" not in before + rest


@pytest.mark.parametrize("place", ["github_student"], indirect=True)
def test_a_students_repository_checks_the_public_cases_only(place: Place) -> None:
    assert not list(place.secret.parent.rglob("solutions"))
    ran = place.run(handed_in(PART))
    assert ran.read.share == 1
    assert ran.read.rows == 1


@every_tool
def test_an_empty_program_gets_no_points(place: Place) -> None:
    ran = place.run(handed_in(""))
    assert ran.read.share in (0.0, None)
    assert "is empty" in ran.read.text
    assert OUR_FAILURE not in ran.read.text


def link_to_the_reference(place: Place, folder: Path) -> None:
    target = place.secret / "course/solutions/doubled/reference.py"
    assert target.is_file()
    (folder / "doubled.py").symlink_to(target)


def nothing(place: Place, folder: Path) -> None:
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("place", "files"),
    [
        ("github", nothing),
        ("gradescope", nothing),
        ("prairielearn", nothing),
        ("github", link_to_the_reference),
        ("gradescope", link_to_the_reference),
        ("prairielearn", link_to_the_reference),
    ],
    indirect=["place"],
    scope="module",  # as that of a place, which would be set up again
)
def test_what_is_no_program_gets_no_points(
    place: Place, files: Callable[[Place, Path], None]
) -> None:
    ran = place.run(partial(files, place))
    assert ran.read.share in (0.0, None)
    assert "hand in doubled.py" in ran.read.text
    assert OUR_FAILURE not in ran.read.text


def _damaged(place: Place, damage: Callable[[Path], None]) -> None:
    """Break a bundle where it lies."""
    if place.secret.name == "grader.zip":
        damage_archive(place.secret, damage)
    else:
        damage(place.secret)


def damage_archive(path: Path, damage: Callable[[Path], None]) -> None:
    folder = path.with_suffix("")
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    damage(folder)
    files = {f.relative_to(folder).as_posix(): f for f in sorted(folder.rglob("*")) if f.is_file()}
    path.write_bytes(zipped({name: file.read_bytes() for name, file in files.items()}))


def broken_reference(folder: Path) -> None:
    problem = folder / "course" / "problems" / "doubled" / "problem.yaml"
    assert problem.is_file()
    problem.write_text("id: doubled\nSecret words: [\n")


def broken_package(folder: Path) -> None:
    for root in (folder, folder.parent / "serverFilesCourse" / "grader"):
        for module in (root / "package").rglob("judging.py"):
            module.write_text("raise SystemExit('killed')\n")


@every_tool
@pytest.mark.parametrize("damage", [broken_reference, broken_package])
def test_our_own_failure_is_no_score(
    place: Place, damage: Callable[[Path], None], tmp_path: Path
) -> None:
    broken = copied(place, tmp_path / "broken")
    _damaged(broken, damage)
    ran = broken.run(handed_in(RIGHT))
    assert ran.read.share is None
    assert OUR_FAILURE.split(".")[0] in ran.read.text
    assert "Secret words" not in ran.read.text
