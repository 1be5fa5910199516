"""Many submissions: collecting, running, keeping."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.runs.dask_cluster import dask_engine
    from grader.runs.diff import Change, compare_runs
    from grader.runs.engine import Engine, check_unchanged, execute, local_engine
    from grader.runs.local import Work, judge_many, make_context
    from grader.runs.pool import Pool
    from grader.runs.records import Entry, Run
    from grader.runs.store import Store
    from grader.runs.streaming import full, short, stream
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "dask_cluster": "dask_engine",
            "diff": "Change compare_runs",
            "engine": "Engine check_unchanged execute local_engine",
            "local": "Work judge_many make_context",
            "pool": "Pool",
            "records": "Entry Run",
            "store": "Store",
            "streaming": "full short stream",
        },
    )

__all__ = [
    "Change",
    "Engine",
    "Entry",
    "Pool",
    "Run",
    "Store",
    "Work",
    "check_unchanged",
    "compare_runs",
    "dask_engine",
    "execute",
    "full",
    "judge_many",
    "local_engine",
    "make_context",
    "short",
    "stream",
]
