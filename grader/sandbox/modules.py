"""The modules that are loaded before anything is locked: a submission sees no files.

What a submission may import is a rule of the problem, checked in its source. What is here is
what it *can* import; each shared library among it makes every fork a little slower.
"""

from __future__ import annotations

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
    "numpy.linalg", "numpy.fft", "numpy.random", "numpy.ma", "numpy.polynomial", "numpy.typing",
    "numpy.exceptions", "numpy.lib.stride_tricks", "numpy.lib.mixins", "numpy._core._methods",
    "numpy._core._internal",
)  # fmt: skip
#: What CPython imports only when it is first needed: encodings of sources, texts of errors.
_LAZY = (
    "ast", "codecs", "collections.abc", "encodings.ascii", "encodings.cp1252",
    "encodings.latin_1", "encodings.unicode_escape", "encodings.utf_8_sig", "linecache",
    "traceback", "weakref",
)  # fmt: skip
PRELOAD = (*DEFAULT_IMPORTS, *ALWAYS_ALLOWED, *_NUMPY, *_LAZY)
