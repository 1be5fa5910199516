"""Text that came from code nobody trusts, made fit for a terminal, a page or a log."""

from __future__ import annotations


def clean(text: str, limit: int, *, lines: bool = False) -> str:
    """``text`` with everything unprintable escaped, and cut at ``limit`` characters.

    Escaped are control characters (so no terminal sequence survives), marks that turn the
    direction of writing, and lone surrogates. Line ends and tabs stay when ``lines``.
    """
    cut = text[:limit]
    if not (cut.isascii() and cut.isprintable()):
        keep = "\n\t" if lines else ""
        cut = "".join(char if char.isprintable() or char in keep else _escape(char) for char in cut)
    return cut + "…" if len(text) > limit else cut


def _escape(char: str) -> str:
    return char.encode("unicode_escape", "surrogatepass").decode("ascii")
