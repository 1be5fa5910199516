"""Gradescope's table of submitters, ``submission_metadata.yml`` of an export."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import yaml

from grader.collect.layouts import Owner

_TIME = re.compile(
    r"(?P<date>\d{4}-\d\d-\d\d)[ T](?P<time>\d\d:\d\d:\d\d)(?:\.\d*)?"
    r" *(?P<zone>Z|UTC|[+-]\d\d:?\d\d)?"
)


def read_gradescope(text: bytes) -> dict[str, tuple[Owner, ...]]:
    """The owners of each folder of an export; a group's submission has several.

    Raises:
        ValueError: it is no such table, in words.
    """
    try:
        # Every value as the text it is: the file is written by Ruby, whose tags mean nothing here.
        data = yaml.load(text, Loader=yaml.CBaseLoader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise ValueError("is not YAML that can be read") from error
    if not isinstance(data, dict):
        raise ValueError("is not a table of submissions")
    return {
        str(folder): tuple(_owners(entry))
        for folder, entry in data.items()
        if isinstance(entry, dict) and entry.get(":submitters")
    }


def _owners(entry: Mapping[str, Any]) -> list[Owner]:
    time = parse_time(str(entry.get(":created_at", "")))
    found = []
    submitters = entry[":submitters"]
    for person in submitters if isinstance(submitters, list) else ():
        if not isinstance(person, dict):
            continue
        name, sid, email = (str(person.get(key) or "") for key in (":name", ":sid", ":email"))
        if sid or email or name:
            found.append(Owner(sid or email or name, name, email, handle=sid or email, time=time))
    return found


def parse_time(text: str) -> float | None:
    """Seconds since 1970 of a date as Gradescope writes it; without a zone it is UTC."""
    match = _TIME.search(text)
    if not match:
        return None
    zone = match["zone"] or "Z"
    moment = f"{match['date']}T{match['time']}{'Z' if zone == 'UTC' else zone}"
    try:
        return datetime.fromisoformat(moment).astimezone(UTC).timestamp()
    except (ValueError, OverflowError):
        return None
