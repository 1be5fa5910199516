"""The child of ``plain``: does one job in an interpreter of its own."""

from __future__ import annotations

import faulthandler
import json
import os
import sys
from typing import NoReturn

from grader.sandbox.arguments import Inputs
from grader.sandbox.child import Job, run
from grader.sandbox.confine.limits import ChildLimits, limit_child
from grader.sandbox.exchange import InputsSpan, Layout
from grader.sandbox.modules import PRELOAD, load, seed

_BINARY = getattr(os, "O_BINARY", 0)


def main(folder: str) -> NoReturn:
    """Do the job whose files are in ``folder``."""
    with open(os.path.join(folder, "job.json"), encoding="utf-8") as file:
        job = json.load(file)
    load((*PRELOAD, *job["imports"]))
    seed()
    sys.path[:] = job["path"]
    sys.argv[:] = [""]
    inputs = os.open(os.path.join(folder, "inputs"), os.O_RDONLY | _BINARY)
    memory = os.open(os.path.join(folder, "exchange"), os.O_RDWR | _BINARY)
    channel = os.open(os.path.join(folder, "channel"), os.O_RDWR | _BINARY)

    def confine() -> None:
        faulthandler.enable(channel, all_threads=False)
        if os.name == "posix":
            limit_child(ChildLimits(**job["limits"]), None)

    arguments = Inputs(inputs, InputsSpan(**job["span"]))
    run(Job(memory, channel, Layout(**job["layout"])), arguments, confine)
