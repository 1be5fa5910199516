"""What commands print beside reports: sentences, and JSON for programs."""

from __future__ import annotations

import sys
from typing import Any

from grader.text import clean, json_text


def say(text: str, *, err: bool = False) -> None:
    """A sentence, or some, on standard output or standard error.

    Not ``click.echo``, which writes UTF-8 to a pipe that is known to take ASCII only.
    """
    print(clean(text, lines=True), file=sys.stderr if err else sys.stdout, flush=True)


def say_json(data: Any) -> None:
    """A JSON document that people can read, too."""
    print(json_text(data, indent=2), flush=True)
