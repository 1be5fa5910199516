"""The modules that a submission may import: NumPy and the pure standard ones.

They are loaded before anything is locked, since a submission sees no files to load more from.
"""

from __future__ import annotations

NUMPY = (
    "numpy", "numpy.linalg", "numpy.fft", "numpy.random", "numpy.ma", "numpy.polynomial",
    "numpy.lib.stride_tricks", "numpy.typing", "numpy.exceptions",
)  # fmt: skip
STANDARD = (
    "__future__", "abc", "array", "bisect", "builtins", "cmath", "collections", "collections.abc",
    "contextlib", "copy", "dataclasses", "datetime", "decimal", "enum", "fractions", "functools",
    "heapq", "inspect", "io", "itertools", "json", "keyword", "logging", "math", "numbers",
    "operator", "os", "pprint", "queue", "random", "re", "statistics", "string", "struct", "sys",
    "textwrap", "threading", "time", "traceback", "types", "typing", "unittest", "warnings",
    "weakref",
)  # fmt: skip
#: What CPython or NumPy imports only when it is first needed.
LAZY = (
    "encodings.ascii", "encodings.idna", "encodings.latin_1", "encodings.cp1252",
    "encodings.utf_16", "encodings.utf_8_sig", "encodings.unicode_escape", "linecache", "codecs",
    "_strptime", "stringprep", "numpy._core._methods", "numpy._core._internal", "numpy.testing",
    "ctypes", "signal", "resource", "socket", "subprocess", "pickle", "tempfile", "shutil",
    "pathlib",
)  # fmt: skip
PRELOAD = (*NUMPY, *STANDARD, *LAZY)
