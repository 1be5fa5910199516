"""What a class handed in, from whatever it comes in: files, folders, archives."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.collect.collection import collect
    from grader.collect.model import Collected, LeftOut, Student
    from grader.collect.names import is_archive
    from grader.collect.roster import letters, read_roster
    from grader.collect.tables import Table, read_table
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "collection": "collect",
            "model": "Collected LeftOut Student",
            "names": "is_archive",
            "roster": "letters read_roster",
            "tables": "Table read_table",
        },
    )

__all__ = [
    "Collected",
    "LeftOut",
    "Student",
    "Table",
    "collect",
    "is_archive",
    "letters",
    "read_roster",
    "read_table",
]
