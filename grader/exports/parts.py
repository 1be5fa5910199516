"""What bundles are made of: data only, so that grading in a bundle loads nothing else."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.problem import Problem

SETTINGS = "bundle.json"
REQUIREMENTS = "requirements.txt"
PACKAGE = "package"
#: The results file of our own failure, which scripts put in place before anything runs.
FAILURE = "failure.json"
SELF_TEST = "self_test.sh"
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"

_SCRIPTS = Path(__file__).parent / "scripts"
_INSTALL = "python3 -m pip install --no-cache-dir"

#: Of an image in which PrairieLearn can grade.
DOCKERFILE = f"""\
FROM python:{PYTHON}-slim
RUN apt-get update && apt-get install -y --no-install-recommends libseccomp2
COPY {REQUIREMENTS} /opt/{REQUIREMENTS}
RUN {_INSTALL} -r /opt/{REQUIREMENTS}
"""
#: Of a Jobe server for CodeRunner.
DOCKERFILE_JOBE = f"""\
FROM trampgeek/jobeinabox:latest
RUN apt-get update && apt-get install -y --no-install-recommends libseccomp2 python3-pip
COPY {REQUIREMENTS} /opt/{REQUIREMENTS}
RUN {_INSTALL} --break-system-packages -r /opt/{REQUIREMENTS}
"""

Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Parts:
    """A problem as every tool's bundle needs it; paths are relative, with slashes."""

    problem: Problem
    image: str
    """Name of the container image, for tools that ask for one."""
    secret: Files
    """The course with this problem, its solutions, and the bundle's settings."""
    package: Files
    """This package, the pinned versions of what it needs, and the failure's results file."""
    public: Files
    """A student's kit."""
    starter: bytes
    statement: str
    """HTML."""

    @property
    def autograder(self) -> Files:
        """All that grading takes, in one folder."""
        return {**self.secret, **self.package, SELF_TEST: script(SELF_TEST, self.problem.id)}

    @property
    def requirements(self) -> bytes:
        """The pinned versions."""
        return self.package[REQUIREMENTS]


@dataclass(frozen=True)
class Bundle:
    """Files by where they go."""

    instructor: Files
    archives: Mapping[str, Files] = field(default_factory=dict)
    """Zip archives in the instructor's folder."""
    students: Files = field(default_factory=dict)
    """Beside the kit, which every student gets."""


def script(name: str, problem: str = "") -> bytes:
    """A script of ours, with what it leaves open filled in."""
    text = (_SCRIPTS / name).read_text("utf-8")
    return text.replace("@PROBLEM@", problem).replace("@PYTHON@", PYTHON).encode()


def prefixed(folder: str, files: Files) -> dict[str, bytes]:
    """The files below a folder."""
    return {f"{folder}/{path}": data for path, data in files.items()}
