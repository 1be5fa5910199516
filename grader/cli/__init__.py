"""One file a command, thin."""

from __future__ import annotations

import gc
import os


def main() -> None:
    """Run the command line."""
    # Of what is made while starting next to nothing is garbage, and looking for it takes a tenth
    # of the time; a longer run is looked through all the same.
    gc.set_threshold(100_000)
    # Nothing is multiplied here, and starting threads for it keeps a second core busy for 0.1 s.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Looking for plugins of pydantic opens the description of every installed package.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from grader.cli.app import run

    run()
