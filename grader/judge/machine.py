"""What a result depends on beside the submission: stored with every result."""

from __future__ import annotations

import functools
import platform
from pathlib import Path

import numpy as np

from grader import __version__
from grader.judge.results import Environment


@functools.cache
def environment(isolation: str) -> Environment:
    """This machine and its libraries, with the isolation level that a run had."""
    return Environment(
        grader=__version__,
        python=platform.python_version(),
        numpy=np.__version__,
        blas=_blas(),
        cpu=_cpu(),
        isolation=isolation,
    )


def _blas() -> str:
    config = np.show_config(mode="dicts")
    blas = (config or {}).get("Build Dependencies", {}).get("blas", {})
    return " ".join(str(blas.get(key, "")) for key in ("name", "version")).strip() or "unknown"


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(errors="replace").splitlines():
            if line.startswith(("model name", "Model")):
                return f"{platform.machine()} {line.partition(':')[2].strip()}"
    return f"{platform.machine()} {platform.processor()}".strip()
