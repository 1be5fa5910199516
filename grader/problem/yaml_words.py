"""What libyaml finds wrong, in words that say what to do about it."""

from __future__ import annotations

from typing import Any

import yaml

#: By libyaml's own words.
_PROBLEMS = {
    "mapping values are not allowed in this context": (
        "a ':' makes no key here; indent the line like its neighbours, or put text that holds "
        "': ' in quotes"
    ),
    "block sequence entries are not allowed in this context": (
        "a list starts here in the middle of a line; start it on a line of its own"
    ),
    "could not find expected ':'": "a key without ':' after it",
    "did not find expected key": (
        "no key where one is expected; look at the indentation and the quotes up to here"
    ),
    "did not find expected '-' indicator": (
        "no '- ' where the next entry of the list is expected; look at the indentation"
    ),
    "did not find expected ',' or ']'": "the list '[' is not closed; a ',' or ']' is missing here",
    "did not find expected ',' or '}'": (
        "the mapping '{' is not closed; a ',' or '}' is missing here"
    ),
    "found unknown escape character": (
        "a backslash in double quotes that is no escape; use single quotes or a | block for TeX"
    ),
    "found incompatible YAML document": "only YAML 1.2 is read; delete this line",
    "found a tab character where an indentation space is expected": (
        "a tab cannot indent; use spaces"
    ),
    "found a tab character that violates indentation": "a tab cannot indent; use spaces",
    "exceeded maximum nesting depth": "nested too deep",
    "did not find expected <document start>": (
        "text after the end of the document; look at the indentation"
    ),
}


def in_our_words(error: yaml.YAMLError, text: str) -> tuple[int, int, str]:
    """Line and column, from 1 (0 where the whole file is meant), and a sentence."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return 0, 0, f"this is not YAML: {error}"
    mark: Any = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
    problem = str(error.problem or "this is not YAML")
    context = str(error.context or "")
    if problem == "found unexpected end of stream" and "quoted scalar" in context:
        opened: Any = error.context_mark
        return opened.line + 1, opened.column + 1, "this quote is never closed"
    if problem == "found character that cannot start any token":
        return line, column, _no_token(text, mark)
    known = _PROBLEMS.get(problem)
    if known is None:
        known = f"{problem} {context}".strip()
    return line, column, known


def _no_token(text: str, mark: Any) -> str:
    lines = text.splitlines()
    line = lines[mark.line] if mark.line < len(lines) else ""
    character = line[mark.column : mark.column + 1]
    if character == "\t":
        return "a tab cannot indent; use spaces"
    return f"text that starts with {character} must be in quotes"
