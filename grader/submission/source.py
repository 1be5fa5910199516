"""A submission's program, read once: its text, its tree, and what its names stand for.

Whoever asks something of a source asks it of this object. What a question needs beyond the tree
is computed when it is asked first.
"""

from __future__ import annotations

import ast
import threading
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from grader.submission.bindings import Names, bindings_in, collect_names, submitted_nodes
from grader.submission.source_text import Complaint, decode_source, shorten
from grader.submission.syntax_errors import explain_syntax_error
from grader.verdict import Reason

#: ``warnings.catch_warnings`` changes the whole process: one parse at a time.
_PARSING = threading.Lock()


@dataclass(frozen=True)
class Source:
    """A program that can be parsed."""

    text: str
    """Without a byte order mark."""
    tree: ast.Module

    @cached_property
    def nodes(self) -> Sequence[ast.AST]:
        """The nodes that are looked at; see :func:`submitted_nodes`."""
        return submitted_nodes(self.tree)

    @cached_property
    def names(self) -> Names:
        """What names stand for, wherever they are bound."""
        return collect_names(self.nodes)

    @cached_property
    def bindings(self) -> Mapping[str, list[ast.AST]]:
        """What binds each module-level name, in source order; ``*`` for star imports."""
        return bindings_in(self.tree.body)

    @cached_property
    def _lines(self) -> list[bytes]:
        return self.text.encode().splitlines()

    def locate(self, node: ast.AST) -> tuple[int, int]:
        """Line and column of a node, from 1, in characters: the tree counts UTF-8 bytes from 0."""
        line = getattr(node, "lineno", 0)
        before = self._lines[line - 1][: getattr(node, "col_offset", 0)] if line else b""
        return line, len(before.decode("utf-8", "replace")) + 1


def read_source(data: bytes) -> Source | Complaint:
    """The program in the bytes of a submission, or why there is none."""
    text = decode_source(data)
    return text if isinstance(text, Complaint) else _parse(text)


def _parse(text: str) -> Source | Complaint:
    try:
        with _PARSING, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return Source(text, ast.parse(text))
    except SyntaxError as error:
        message = explain_syntax_error(error.msg or "", type(error))
        return Complaint(Reason.SYNTAX, message, error.lineno or 0, max(error.offset or 0, 0))
    except (RecursionError, MemoryError):
        return Complaint(
            Reason.SYNTAX,
            "an expression or block is nested too deeply to be read; split it into several",
        )
    except ValueError as error:  # a surrogate, say, that cannot be encoded again
        return Complaint(Reason.ENCODING, f"the text cannot be read: {shorten(str(error))}")
