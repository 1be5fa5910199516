"""Where reports are printed: a terminal or a pipe, of any width and encoding.

What people wrote who are nobody of ours may stand in any report; what of it is unprintable leaves
here escaped, wherever it came from. See :mod:`grader.text` and :mod:`grader.signs`.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable
from typing import TextIO, cast

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from grader.text import clean

#: Widest report on a terminal: longer lines are hard to read. COLUMNS may ask for more.
MAX_WIDTH = 100
#: Columns that are left free where a sign may be written as several: ``…`` as ``...``.
_ROOM = 4
_NARROWEST = 20
_BLANKS = re.compile(r"[ \t]+$", re.MULTILINE)


class ReportConsole(Console):
    """A console of rich that lets no control character of a report through."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Segments as rich makes them, their texts cleaned."""
        for segment in super().render(renderable, options):
            text = segment.text
            if segment.control or (text.isascii() and text.isprintable()):
                yield segment
            else:
                yield Segment(clean(text, lines=True), segment.style)


class _Piped:
    """A pipe or file without blanks at the ends of lines: programs and people compare them."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.encoding = getattr(stream, "encoding", None) or "utf-8"

    def write(self, text: str) -> int:
        """Write whole lines."""
        return self._stream.write(_BLANKS.sub("", text))

    def flush(self) -> None:
        """Hand on what is buffered."""
        self._stream.flush()

    def isatty(self) -> bool:
        """It is none, or it would not be used."""
        return False


def report_console() -> Console:
    """For reports on standard output; plain when it is no terminal or NO_COLOR is set."""
    console = ReportConsole(highlight=False)
    # Both sizes are given: of a dumb terminal rich would ask for neither.
    width, height = _width(console), shutil.get_terminal_size().lines
    if console.is_terminal:
        return ReportConsole(highlight=False, width=width, height=height)
    pipe = cast("TextIO", _Piped(sys.stdout))
    return ReportConsole(file=pipe, highlight=False, width=width, height=height)


def _width(console: Console) -> int:
    """What COLUMNS says, or the terminal, however dumb it is; 80 in a pipe."""
    width = shutil.get_terminal_size().columns
    if not os.environ.get("COLUMNS", "").isdecimal():
        width = min(width, MAX_WIDTH)
    room = 0 if console.encoding.startswith("utf") else _ROOM
    return max(width - room, _NARROWEST)
