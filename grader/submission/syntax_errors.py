"""The interpreter's messages for syntax errors, as sentences that say what to do."""

from __future__ import annotations

import re
import unicodedata

from grader.submission.source_text import shorten


def explain_syntax_error(message: str, kind: type[SyntaxError] = SyntaxError) -> str:
    """Put the interpreter's words for a syntax error into a sentence that says what to do."""
    character = re.search(r"\(U\+([0-9A-F]{4,6})\)|character U\+([0-9A-F]{4,6})", message)
    if character:
        return _explain_character(chr(int(character[1] or character[2], 16)))
    for pattern, words in _SYNTAX:
        found = re.search(pattern, message)
        if found:
            return words.format(*(shorten(group or "") for group in found.groups()))
    if kind is TabError:
        return "tabs and spaces are mixed in the indentation; use four spaces"
    return f"this is not valid Python: {shorten(message, 200) or 'invalid syntax'}"


def _explain_character(character: str) -> str:
    code = f"U+{ord(character):04X}"
    name = unicodedata.name(character, "a control character").lower()
    if character in "“”„‘’‚«»":
        return f"{character} ({code}, {name}) is a typographic quote; type a straight one: ' or \""
    if character in "−–—":
        return f"{character} ({code}, {name}) is not the minus sign of Python; type -"
    if not character.isprintable():
        return (
            f"there is an invisible character ({code}, {name}), as text copied from a PDF or a "
            "web page has; delete it and type a space"
        )
    return f"the character {character} ({code}, {name}) cannot stand here"


_SYNTAX = (
    (r"'(.)' was never closed", "the {0} here is never closed"),
    (r"unmatched '(.)'", "there is no opening bracket for this {0}"),
    (
        r"closing parenthesis '(.)' does not match opening parenthesis '(.)'(?: on line (\d+))?",
        "the closing {0} does not match the opening {1}",
    ),
    (r"expected ':'", "a colon is missing; def, if, for, while, with, class end in :"),
    (
        r"expected an indented block after (.+?)(?: on line (\d+))?$",
        "the lines that belong to the {0} must be indented below it",
    ),
    (r"unexpected indent", "this line is indented although no block begins above it"),
    (
        r"unindent does not match",
        "the indentation matches no line above; use four spaces for each level",
    ),
    (r"inconsistent use of tabs", "tabs and spaces are mixed in the indentation; use four spaces"),
    (r"too many levels of indentation", "there are more than 100 levels of indentation"),
    (
        r"too many nested parentheses|too many statically nested",
        "an expression or block is nested too deeply to be read; split it into several",
    ),
    (r"unterminated (triple-quoted )?.*string", "this {0}string is never closed"),
    (r"Perhaps you forgot a comma", "a comma or an operator is missing here"),
    (r"cannot assign to (.+?) here", "nothing can be assigned to this {0}; to compare, write =="),
    (r"cannot assign to (.+)", "nothing can be assigned to this {0}"),
    (r"Maybe you meant '=='", "= assigns; to compare, write =="),
    (r"Missing parentheses in call to '(\w+)'", "{0} is a function: write {0}(...)"),
    (r"leading zeros in decimal integer", "a number may not begin with 0"),
    (r"invalid decimal literal", "a name may not begin with a digit, nor a number hold letters"),
    (r"Exceeds the limit .* for integer string", "a number has more than 4,300 digits"),
    (
        r"positional argument follows keyword argument",
        "a positional argument stands after one with a name; put it first",
    ),
    (
        r"(?:non-default argument follows default|parameter without a default follows)",
        "a parameter without a default stands after one with a default; put it first",
    ),
    (r"f-string: (.+)", "the f-string is not valid: {0}"),
    (r"unexpected EOF", "the file ends in the middle of a statement"),
    (
        r"unexpected character after line continuation",
        "nothing may follow the \\ that continues a line",
    ),
)
