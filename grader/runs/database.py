"""The file that the store is: opened, locked, written in whole transactions."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from grader.errors import JudgeError, UsageError
from grader.runs.schema import APPLICATION, CREATE, VERSION

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

#: Seconds that another process may take for a transaction.
_PATIENCE = 30.0


class Database:
    """An SQLite file with our tables. Belongs to one thread.

    Raises:
        UsageError: the file is not a store, or one of another version of grader.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._locks: list[int] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._db = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
            self._prepare()
        except (sqlite3.Error, OSError) as error:
            raise UsageError(f"{path} cannot be used to keep results: {error}") from error

    def _prepare(self) -> None:
        tables, application, version = self._identity()
        if tables and application != APPLICATION:
            raise UsageError(f"{self.path} is a database of another program")
        if tables and version != VERSION:
            raise UsageError(
                f"{self.path} has version {version} of the store, this grader reads {VERSION}; "
                "name another file with --store"
            )
        self._db.execute("PRAGMA journal_mode=WAL")
        # A power cut may take the last commits with it, and nothing else.
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.execute("PRAGMA foreign_keys=ON")
        if not tables:
            os.chmod(self.path, 0o600)
            with self.transaction():
                if not self._identity()[0]:  # nobody else was faster
                    for statement in CREATE:
                        self._db.execute(statement)

    def _identity(self) -> tuple[int, int, int]:
        """How many things are in it, whose it is, and its version."""
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (application,) = self._db.execute("PRAGMA application_id").fetchone()
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        return tables, application, version

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it or nothing.

        Raises:
            JudgeError: the disk is full, or the file is locked for half a minute.
        """
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield
            self._db.execute("COMMIT")
        except BaseException as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            if isinstance(error, sqlite3.OperationalError):
                raise JudgeError(f"{self.path} cannot be written: {error}") from error
            raise

    def lock(self, number: int) -> None:
        """Keep others from going on with a run while this process does; ends with the process.

        Raises:
            UsageError: another process works on it.
        """
        # Not on the store itself: closing it anywhere would drop SQLite's own locks.
        handle = os.open(f"{self.path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock_byte(handle, number)
        except OSError as error:
            os.close(handle)
            raise UsageError(f"another process is working on run {number}") from error
        self._locks.append(handle)

    def close(self) -> None:
        """Close the file and give up its locks."""
        self._db.close()
        for handle in self._locks:
            os.close(handle)
        self._locks.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _lock_byte(handle: int, number: int) -> None:
    """Take the byte of that number for this process alone, or raise an ``OSError``."""
    if sys.platform == "win32":
        os.lseek(handle, number, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
