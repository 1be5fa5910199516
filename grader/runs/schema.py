"""The tables of the store, version 1. A change is a new version, and a way from the old one."""

from __future__ import annotations

VERSION = 1
#: "grdr": so that ``file`` and we can tell a store from other databases.
APPLICATION = 0x67726472

_TABLES = {
    "content": """
        key BLOB PRIMARY KEY,       -- SHA-256 of the rest
        name TEXT NOT NULL,
        source BLOB NOT NULL,
        fault TEXT NOT NULL,
        notes TEXT NOT NULL         -- JSON: a list of sentences""",
    "run": """
        id INTEGER PRIMARY KEY,
        started REAL NOT NULL,      -- seconds since 1970, as every time here
        problem TEXT NOT NULL,
        problem_hash TEXT NOT NULL,
        suite_hash TEXT NOT NULL,
        max_points REAL NOT NULL,
        of INTEGER REFERENCES run,
        environment TEXT NOT NULL   -- JSON""",
    "submission": """
        id INTEGER PRIMARY KEY,
        run INTEGER NOT NULL REFERENCES run,
        student TEXT NOT NULL,
        name TEXT NOT NULL,
        email TEXT NOT NULL,
        login TEXT NOT NULL,
        handle TEXT NOT NULL,
        path TEXT NOT NULL,
        time REAL,
        late INTEGER NOT NULL,
        attempt INTEGER NOT NULL,
        content BLOB NOT NULL REFERENCES content""",
    "judgement": """
        id INTEGER PRIMARY KEY,
        content BLOB NOT NULL REFERENCES content,
        problem_hash TEXT NOT NULL,
        suite_hash TEXT NOT NULL,
        grader TEXT NOT NULL,       -- its version
        run INTEGER NOT NULL REFERENCES run,
        finished REAL NOT NULL,
        verdict TEXT NOT NULL,
        reason TEXT NOT NULL,
        points REAL,                -- none where the judge failed
        max_points REAL NOT NULL,
        result BLOB NOT NULL        -- docs/result.schema.json, compressed by zlib""",
    "result": """
        submission INTEGER PRIMARY KEY REFERENCES submission,
        judgement INTEGER NOT NULL REFERENCES judgement,
        adopted INTEGER NOT NULL    -- made by an earlier run""",
    "left_out": """
        run INTEGER NOT NULL REFERENCES run,
        path TEXT NOT NULL,
        reason TEXT NOT NULL""",
    "absent": """
        run INTEGER NOT NULL REFERENCES run,
        student TEXT NOT NULL,
        name TEXT NOT NULL,
        email TEXT NOT NULL,
        login TEXT NOT NULL,
        handle TEXT NOT NULL""",
}

CREATE = (
    *(f"CREATE TABLE {name} ({columns}\n)" for name, columns in _TABLES.items()),
    "CREATE INDEX submission_run ON submission (run, content)",
    "CREATE INDEX judgement_content ON judgement (content, problem_hash)",
    *(
        f"CREATE TRIGGER {table}_no_{what} BEFORE {what} ON {table} "
        "BEGIN SELECT RAISE(ABORT, 'the store is only added to'); END"
        for table in _TABLES
        for what in ("update", "delete")
    ),
    f"PRAGMA application_id={APPLICATION}",
    f"PRAGMA user_version={VERSION}",
)
