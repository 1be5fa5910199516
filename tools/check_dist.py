"""Check what `make dist` built: its files, and that the wheel works where nothing else is.

    python tools/check_dist.py dist

The wheel has to hold every file of `grader/` that git knows and nothing else, and the source
archive none of the course, whose solutions students must not get. Then the wheel is installed
into a new virtual environment (dependencies come from the public index), and its command is
used from a folder that is not this checkout.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Collection, Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
NAME = "numeric_grader"
#: What the source archive may hold: enough to build the wheel and to read about it.
SOURCES = {
    "grader", "docs", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "PKG-INFO",
    ".gitignore",
}  # fmt: skip
SOLUTION = "solutions/softmax/reference.py"


def wheel_faults(names: Collection[str], tracked: Collection[str]) -> list[str]:
    """How the names in a wheel differ from the package's files."""
    ours = {name for name in names if not name.startswith(f"{NAME}-")}
    return [
        *(f"the wheel lacks {name}" for name in sorted(set(tracked) - ours)),
        *(
            f"the wheel holds {name}, which git does not have in grader"
            for name in sorted(ours - {*tracked})
        ),
    ]


def source_faults(names: Collection[str]) -> list[str]:
    """What a source archive holds besides the package and its documents."""
    tops = {name.split("/")[1] for name in names if name.count("/")}
    return [f"the source archive holds {top}" for top in sorted(tops - SOURCES)]


def main(folder: Path) -> int:
    """Print every fault; the exit code says whether there is one."""
    faults = list(_faults(folder))
    for fault in faults:
        print(f"check_dist: {fault}", file=sys.stderr)
    return 1 if faults else 0


def _faults(folder: Path) -> Iterator[str]:
    wheels, sources = list(folder.glob("*.whl")), list(folder.glob("*.tar.gz"))
    if len(wheels) != 1 or len(sources) != 1:
        yield f"{folder} must hold one wheel and one source archive; empty it and build again"
        return
    listed = subprocess.run(
        ["git", "ls-files", "grader"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    with zipfile.ZipFile(wheels[0]) as wheel:
        yield from wheel_faults(wheel.namelist(), listed.stdout.split())
    with tarfile.open(sources[0]) as source:
        yield from source_faults(source.getnames())
    with tempfile.TemporaryDirectory() as name:
        yield from _used(wheels[0].resolve(), Path(name))


def _used(wheel: Path, folder: Path) -> Iterator[str]:
    """What fails when the wheel is installed and used as a stranger would."""
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    programs = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    python, command = str(programs / "python"), str(programs / "grader")
    version = wheel.name.split("-")[1]
    course = ["--course", str(ROOT)]
    wrong = str(ROOT / "solutions" / "softmax" / "wrong" / "axis_zero_by_default.py")
    steps: list[tuple[int, str, list[str]]] = [
        (0, "", [python, "-m", "pip", "install", "--quiet", str(wheel)]),
        (0, "No broken requirements", [python, "-m", "pip", "check"]),
        (0, f"version {version}", [command, "--version"]),
        (0, str(folder), [python, "-c", "import grader; print(grader.__file__)"]),
        (0, "softmax", [command, *course, "list"]),
        (0, "AC", [command, *course, "grade", "softmax", str(ROOT / SOLUTION)]),
        (1, "WA", [command, *course, "check", "softmax", wrong]),
        # Templates, languages and fonts; PDF is an extra that is not installed.
        (0, "", [command, *course, "handout", "softmax", "-f", "html", "-o", "handouts"]),
        (2, "run pip install 'numeric-grader[pdf]'",
         [command, *course, "handout", "softmax", "-f", "pdf", "-o", "handouts"]),
        # What it requires is read from what pip installed, not from this checkout.
        (0, "", [command, *course, "export", "softmax", "--to", "gradescope", "-o", "bundle"]),
    ]  # fmt: skip
    for code, words, arguments in steps:
        done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, check=False)
        printed = done.stdout + done.stderr
        if done.returncode != code or words not in printed:
            yield f"{arguments} ended with {done.returncode}, not {code}, and printed\n{printed}"
            return
        print("ok:", Path(arguments[0]).name, *arguments[1:])


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
