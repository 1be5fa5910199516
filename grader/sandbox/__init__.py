"""Code nobody trusts runs here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.sandbox.codec import CodecError, Writer
    from grader.sandbox.codec_reader import Reader
    from grader.sandbox.confine.advice import Advice, explain
    from grader.sandbox.confine.layers import LEVELS
    from grader.sandbox.confine.probe import choose_layers, probe
    from grader.sandbox.isolation_policy import IsolationPolicy
    from grader.sandbox.modules import ALWAYS_ALLOWED, DEFAULT_IMPORTS
    from grader.sandbox.processors import available_processors
    from grader.sandbox.report import CaseRun, LoadFault, Raised, RunReport, Stop
    from grader.sandbox.runner import Entry, Job, PreparedInputs, Runner
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "codec": "CodecError Writer",
            "codec_reader": "Reader",
            "confine.advice": "Advice explain",
            "confine.layers": "LEVELS",
            "confine.probe": "choose_layers probe",
            "isolation_policy": "IsolationPolicy",
            "modules": "ALWAYS_ALLOWED DEFAULT_IMPORTS",
            "processors": "available_processors",
            "report": "CaseRun LoadFault Raised RunReport Stop",
            "runner": "Entry Job PreparedInputs Runner",
        },
    )

__all__ = [
    "ALWAYS_ALLOWED",
    "DEFAULT_IMPORTS",
    "LEVELS",
    "Advice",
    "CaseRun",
    "CodecError",
    "Entry",
    "IsolationPolicy",
    "Job",
    "LoadFault",
    "PreparedInputs",
    "Raised",
    "Reader",
    "RunReport",
    "Runner",
    "Stop",
    "Writer",
    "available_processors",
    "choose_layers",
    "explain",
    "probe",
]
