"""What a program of ours does before it loads anything, since a student waits for it."""

from __future__ import annotations

import gc
import os


def start_quickly() -> None:
    """Spare this process work that nobody needs; to be called before other imports."""
    # Of what is made while starting next to nothing is garbage, and looking for it takes a tenth
    # of the time; a longer run is looked through all the same.
    gc.set_threshold(100_000)
    # Nothing is multiplied here, and starting threads for it keeps a second core busy for 0.1 s.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Looking for plugins of pydantic opens the description of every installed package.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def end_quickly() -> None:
    """Spare Python looking once more through everything that is alive: 0.1 s."""
    gc.freeze()
