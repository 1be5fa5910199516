"""What went wrong in a submission, told by the child without trusting what was raised.

An exception's class may lie about its name, its ``__str__`` may raise, hang or return a
gigabyte, its ``args`` may hold anything. Only C getters of the base classes are used, and
``str`` of the exception, whose own exceptions count for nothing.
"""

from __future__ import annotations

import builtins
from types import TracebackType
from typing import Any

from grader.sandbox.codec import type_name

globals()["__builtins__"] = dict(vars(builtins))

#: The name under which a submission is compiled, and how its lines are found in tracebacks.
FILE_NAME = "submission.py"
MESSAGE_LIMIT = 2000
TRACEBACK_LIMIT = 12

_traceback_of: Any = BaseException.__dict__["__traceback__"].__get__
_characters = str.__getitem__

#: What :func:`describe` gives: type, message, line or None, traceback.
Description = tuple[str, str, int | None, str]


def describe(error: BaseException, source: bytes) -> Description:
    """An exception as four plain values of bounded size."""
    cls = type(error)
    # NumPy raises a subclass when there is no memory for an array.
    name = "MemoryError" if issubclass(cls, MemoryError) else type_name(cls)
    frames = _frames(_traceback_of(error))
    line = frames[-1][0] if frames else None
    if issubclass(cls, SyntaxError):
        line = _syntax_line(error) or line
    return name[:200], _message(error), line, _traceback(frames, source)


def _message(error: BaseException) -> str:
    try:
        if issubclass(type(error), SyntaxError):
            text: Any = error.args[0]  # without the place, which is told on its own
        else:
            text = str(error)
        if not issubclass(type(text), str):
            return ""
        return _characters(text, slice(MESSAGE_LIMIT))
    except BaseException as problem:
        # Whatever a hostile __str__ raises says nothing about the exception itself.
        return f"(its text cannot be read: {type_name(type(problem))[:100]})"


def _syntax_line(error: BaseException) -> int | None:
    getter: Any = SyntaxError.__dict__["lineno"].__get__
    name: Any = SyntaxError.__dict__["filename"].__get__
    line = getter(error)
    return line if type(line) is int and name(error) == FILE_NAME else None


def _frames(traceback: TracebackType | None) -> list[tuple[int, str]]:
    """(line, function) of each frame in the submission, outermost first."""
    frames = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename == FILE_NAME and traceback.tb_lineno is not None:
            frames.append((traceback.tb_lineno, code.co_name))
        traceback = traceback.tb_next
    return frames


def _traceback(frames: list[tuple[int, str]], source: bytes) -> str:
    lines = source.split(b"\n")
    shown = frames[-TRACEBACK_LIMIT:]
    text = [f"({len(frames) - len(shown)} calls before)"] if len(frames) > len(shown) else []
    for number, name in shown:
        code = lines[number - 1][:200].strip() if 0 < number <= len(lines) else b""
        text.append(f"line {number}, in {name[:100]}: {code.decode('utf-8', 'replace')}")
    return "\n".join(text)
