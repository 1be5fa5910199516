"""What pip is told: pyproject.toml, and every text that tells somebody to install something."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from grader.errors import DISTRIBUTION, UsageError, install_extra
from grader.handout import pdf
from grader.problem.load import load_problem
from grader.runs.dask_cluster import dask_engine
from grader.sandbox import IsolationPolicy
from tests.course import COURSE, ROOT

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]

PROBLEM = load_problem("softmax", course=COURSE)
#: The name of the command and of the import, under which the public index has another project.
STRANGER = "grader"
_INSTALL = re.compile(
    r"""(?x) \b (?: pip[\d.]* \s+ (?:install|download|wheel)
                  | pipx \s+ (?:install|run) | uvx | uv \s+ (?:add|tool\s+(?:install|run))
                  | poetry \s+ add )
        \s (?P<rest> [^\n`;&|]* )"""
)
_CONTINUED = re.compile(r"\\\n[ \t]*")


def strangers(text: str) -> list[str]:
    """The commands in a text that would install the other project."""
    return [
        match[0]
        for match in _INSTALL.finditer(_CONTINUED.sub(" ", text))
        for word in re.split(r"[\s'\"(),]+", match["rest"])
        if re.fullmatch(rf"{STRANGER}(\[.*)?([=<>~!@].*)?[.:?!]?", word, re.IGNORECASE)
    ]


PIP = "pip install"


@pytest.mark.parametrize(
    "text",
    [
        f"{PIP} {STRANGER}",
        f"Run `{PIP} {STRANGER}`.",
        f"{PIP} {STRANGER}.",
        f"{PIP} '{STRANGER}[cluster]'",
        f'{PIP} "{STRANGER}[pdf,cluster]>=0.1"',
        f"{PIP} {STRANGER}==0.1.0",
        f"{PIP} {STRANGER}~=0.1 numpy",
        f"{PIP} --no-cache-dir \\\n    numpy {STRANGER}",
        f"pip3 install -U {STRANGER}",
        f"python -m {PIP} {STRANGER.title()}",
        f"uv {PIP} {STRANGER}",
        f"uvx {STRANGER}",
        f"pipx install {STRANGER}",
        f"raise UsageError(\"missing: run {PIP} '{STRANGER}[pdf]'\")",
    ],
)
def test_a_command_that_installs_the_other_project_is_seen(text: str) -> None:
    assert strangers(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{PIP} .",
        f"{PIP} -e '.[dev]'",
        f"{PIP} numeric-{STRANGER}",
        f"{PIP} 'numeric-{STRANGER}[cluster]'",
        f"{PIP} 'dist/numeric_{STRANGER}-0.1.0-py3-none-any.whl[cluster]'",
        f"{PIP} --requirement requirements.txt && {STRANGER} check",
        f"`{PIP} .` installs {STRANGER}",
        f"{PIP} nb{STRANGER}",
        f"the {STRANGER} that pip has installed",
    ],
)
def test_other_commands_are_not(text: str) -> None:
    assert strangers(text) == []


def texts() -> Iterator[tuple[str, str]]:
    """Every file of the repository that is text."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in listed.stdout.decode().split("\0"):
        path = ROOT / name
        if name and path.is_file() and path.suffix != ".woff2":
            yield name, path.read_text("utf-8")


def test_no_text_tells_anybody_to_install_the_other_project() -> None:
    found = dict(texts())
    assert any(DISTRIBUTION in text for name, text in found.items() if name.endswith(".md"))
    wrong = {name: strangers(text) for name, text in found.items() if strangers(text)}
    assert wrong == {}


def test_the_name_is_the_same_everywhere() -> None:
    assert PROJECT["name"] == DISTRIBUTION
    assert canonicalize_name(DISTRIBUTION) == DISTRIBUTION != STRANGER
    required = [
        Requirement(text) for texts in (PROJECT["dependencies"], *EXTRAS.values()) for text in texts
    ]
    assert STRANGER not in {canonicalize_name(each.name) for each in required}


def test_all_is_every_extra_that_a_user_may_want() -> None:
    assert EXTRAS["all"] == [f"{DISTRIBUTION}[{','.join(sorted({*EXTRAS} - {'all', 'dev'}))}]"]
    assert f"{DISTRIBUTION}[all]" in EXTRAS["dev"]


def _dask() -> Any:
    return dask_engine(PROBLEM, "tcp://127.0.0.1:1", policy=IsolationPolicy())


@pytest.mark.parametrize(
    ("extra", "library", "use"),
    [
        ("pdf", "typst", lambda: pdf._typst()),
        ("cluster", "distributed", lambda: _dask().__enter__()),
    ],
)
def test_what_is_missing_is_named_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, extra: str, library: str, use: Callable[[], Any]
) -> None:
    assert [Requirement(text).name for text in EXTRAS[extra]] == [library]
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(UsageError, match=re.escape(f"run {install_extra(extra)}")):
        use()


def test_every_python_that_is_named_is_one_that_ci_runs() -> None:
    prefix = "Programming Language :: Python :: 3."
    named = [text for text in PROJECT["classifiers"] if text.startswith(prefix)]
    assert f"{prefix}{sys.version_info.minor}" in named
    lowest = min(int(text.removeprefix(prefix)) for text in named)
    assert PROJECT["requires-python"] == f">=3.{lowest}"
