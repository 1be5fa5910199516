"""Where the processes that run submissions find what they load, and what they know of ours."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

import grader

#: Nothing of our environment reaches a submission. One thread: more are denied, and OpenBLAS
#: would give up for that.
ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "LC_ALL": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",
}
#: A zygote: ``python -I -S -c BOOT control_fd parent_pidfd folder...``. Modules register
#: hooks for forks (``random`` draws a seed, locks are made anew), which would cost each child a
#: tenth of its time: a process of one thread, which is never to continue, needs none.
BOOT = (
    "import gc, os, sys; gc.disable(); os.register_at_fork = lambda **_: None; "
    "sys.path += sys.argv[3:]; from grader.sandbox.zygote import main; "
    "main(int(sys.argv[1]), int(sys.argv[2]))"
)
_NUMPY = str(Path(np.__file__).parent.parent)
_OURS = str(Path(grader.__file__).parent.parent)


def folders() -> list[str]:
    """Where NumPy and this package are, for a Python that was told to look nowhere."""
    return sorted({_NUMPY, _OURS})


def module_path() -> list[str]:
    """Where a submission finds modules, as far as it sees files at all."""
    library = Path(os.__file__).parent
    return [str(library), str(library / "lib-dynload"), _NUMPY]
