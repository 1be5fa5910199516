"""From the bytes of a submission to its text, without trusting a single one of them.

Nothing is executed here. What could hurt the trusted process is bounded instead: the size
(``MAX_BYTES``; the slowest source below it, 32,000 one-word statements, parses in 0.2 s and
40 MB), the nesting (CPython's parser gives up at 200 brackets or 6,000 levels with an exception,
which is caught), the codecs (three harmless ones), and the depth of our own walks, which are loops
and not recursions. Of 97,000 nested half-open constructs none took longer than 20 ms to refuse.
"""

from __future__ import annotations

import io
import re
import tokenize
from dataclasses import dataclass

from grader.text import clean
from grader.verdict import Reason

#: The largest source that is read. Solutions of exercises are 1 to 10 kB.
MAX_BYTES = 64 * 1024
#: How much of a name or message of the submission is repeated in ours.
_QUOTED = 60
_CODECS = {"utf-8", "utf-8-sig", "ascii", "us-ascii", "iso-8859-1"}
_MAGIC = (
    (b"PK\x03\x04", "a zip archive (or an Office document)"),
    (b"%PDF", "a PDF document"),
    (b"\x7fELF", "a compiled program"),
    (b"MZ\x90\x00", "a Windows program"),
    (b"\x93NUMPY", "a saved NumPy array"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\xd0\xcf\x11\xe0", "an Office document"),
    (b"{\\rtf", "a rich-text document"),
)
_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff")
_NOTEBOOK = re.compile(rb'\A\s*\{.{0,4000}?"(?:cells|nbformat)"', re.DOTALL)


@dataclass(frozen=True)
class Complaint:
    """One reason why a submission is not run, or a remark; counted from 1, 0 is the whole file."""

    reason: Reason
    message: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.message
        place = f"line {self.line}" + (f", column {self.column}" if self.column else "")
        return f"{place}: {self.message}"


def decode_source(source: bytes) -> str | Complaint:
    """Return the text of a submission, without its byte order mark, or why it cannot be read."""
    unreadable = _not_python_text(source)
    if unreadable is not None:
        return unreadable
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
    except SyntaxError as error:
        if "invalid or missing encoding" not in str(error):
            return Complaint(
                Reason.ENCODING,
                "the first two lines declare an encoding that does not exist or is not the file's; "
                "save the file as UTF-8 and remove the `coding` comment",
                1,
            )
        encoding = "utf-8"
    if encoding not in _CODECS:
        return Complaint(
            Reason.ENCODING,
            f"the file declares the encoding {shorten(encoding)}; save it as UTF-8 "
            "and remove the `coding` comment",
            1,
        )
    try:
        return source.decode(encoding)
    except UnicodeDecodeError as error:
        line, column = _place_of_byte(source, error.start)
        return Complaint(
            Reason.ENCODING,
            f"the byte 0x{source[error.start]:02x} is not {encoding.upper()} (a file saved as "
            "Windows-1252 or Latin-1?); save the file as UTF-8",
            line,
            column,
        )


def _not_python_text(source: bytes) -> Complaint | None:
    """Refuse by size and content whatever is certainly not a Python source."""
    if len(source) > MAX_BYTES:
        return Complaint(
            Reason.FILE,
            f"the file has {len(source):,} bytes; at most {MAX_BYTES:,} are read. "
            "Hand in the functions only, without data",
        )
    if not source.strip():
        return Complaint(Reason.FILE, "the file is empty")
    for magic, kind in _MAGIC:
        if source.startswith(magic):
            return Complaint(
                Reason.FILE, f"the file is {kind}, not Python; hand in a plain .py file"
            )
    if source.startswith(_WIDE_BOMS):
        return Complaint(Reason.ENCODING, "the file is saved as UTF-16 or UTF-32; save it as UTF-8")
    if _NOTEBOOK.match(source):
        return Complaint(
            Reason.FILE, "the file is a Jupyter notebook, not Python; export it as a .py file"
        )
    if b"\0" in source:
        line, column = _place_of_byte(source, source.index(b"\0"))
        return Complaint(
            Reason.FILE,
            "the file contains a NUL byte, as binary and UTF-16 files do; save it as UTF-8 text",
            line,
            column,
        )
    return None


def _place_of_byte(source: bytes, offset: int) -> tuple[int, int]:
    before = source[:offset]
    start = before.rfind(b"\n") + 1
    return before.count(b"\n") + 1, len(before[start:].decode("utf-8", "replace")) + 1


def shorten(text: str, limit: int = _QUOTED) -> str:
    """Text of a submission, printable and of bounded length, to be repeated in a message."""
    return clean(text, limit)
