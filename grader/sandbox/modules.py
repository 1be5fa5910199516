"""The modules that are loaded before anything is locked: a submission sees no files.

What a submission may import is a rule of the problem, checked in its source. What is here is
what it *can* import. Each shared library among it makes every fork a little slower, which is
why those that bring many wait for a source that names them.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterable

#: NumPy, and the standard modules that compute without touching files, clocks or processes.
DEFAULT_IMPORTS = (
    "numpy", "abc", "array", "bisect", "cmath", "collections", "contextlib", "copy",
    "dataclasses", "decimal", "enum", "fractions", "functools", "heapq", "itertools", "math",
    "numbers", "operator", "random", "re", "statistics", "string", "textwrap", "types", "warnings",
)  # fmt: skip
#: They say something about the source and bring nothing along.
ALWAYS_ALLOWED = ("__future__", "typing")
#: Parts of NumPy that are imported by their own names, or only when they are first needed.
_NUMPY = (
    "numpy.linalg", "numpy.fft", "numpy.ma", "numpy.polynomial", "numpy.typing",
    "numpy.exceptions", "numpy.lib.stride_tricks", "numpy.lib.mixins", "numpy._core._methods",
    "numpy._core._internal", "numpy.char", "numpy.rec", "numpy.strings",
)  # fmt: skip
#: What CPython imports only when it is first needed: encodings of sources, names that are
#: not ASCII (``σ``), texts of errors.
_LAZY = (
    "ast", "codecs", "collections.abc", "encodings.ascii", "encodings.cp1252",
    "encodings.latin_1", "encodings.unicode_escape", "encodings.utf_8_sig", "linecache",
    "traceback", "unicodedata", "weakref",
)  # fmt: skip
#: Loaded for sources that have one of these words: a hundred of the three hundred mappings that
#: a fork would copy.
_WORDS = ("decimal", "fractions", "random", "statistics")
#: Stands for all that ``from numpy import *`` loads.
STAR = "numpy.*"
NAMED = frozenset({*_WORDS, "numpy.random"})
#: The word is enough: ``numpy.testing`` is most of what a star loads.
_STAR = re.compile(rb"\bnumpy[\s\\]+import[\s\\]*\*|testing")
PRELOAD = tuple(
    name for name in (*DEFAULT_IMPORTS, *ALWAYS_ALLOWED, *_NUMPY, *_LAZY) if name not in NAMED
)


def named_in(source: bytes) -> frozenset[str]:
    """Which modules beyond ``PRELOAD`` a submission may be going to import.

    Nothing, ``NAMED`` or this and all of NumPy, so that a worker can keep a process for each.
    """
    if _STAR.search(source):
        return NAMED | {STAR}
    return NAMED if any(word.encode() in source for word in _WORDS) else frozenset()


def load(modules: Iterable[str]) -> None:
    """Import modules by their full names; ``STAR`` among them is all of NumPy."""
    for name in modules:
        if name == STAR:
            numpy = importlib.import_module("numpy")
            for part in numpy.__all__:
                getattr(numpy, part)
        else:
            importlib.import_module(name)


def seed() -> None:
    """Numbers that nobody seeds are the same in each run, so that judging again gives the same."""
    for name in ("random", "numpy.random"):
        if name in sys.modules:
            sys.modules[name].seed(0)
