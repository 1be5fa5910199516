"""What was run and what came of it, kept in one SQLite file.

Everything is added and nothing is changed: triggers refuse it. What was committed survives a
SIGKILL at any moment (write-ahead log); a run that was cut short has fewer results than
submissions, and goes on from there. A submission has one result, which is the judgement of its
content: the same content on the same problem is judged once, however many handed it in.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from grader.collect import Collected, LeftOut, Student
from grader.errors import UsageError
from grader.judge import SubmissionResult, from_json, to_bytes
from grader.problem import Problem, max_points
from grader.runs.database import Database
from grader.runs.records import Entry, Run, content_key
from grader.submission import Submission
from grader.verdict import Verdict

#: Submissions that are read ahead of their being judged.
_PAGE = 64


class Store(Database):
    """Runs, submissions and results; see :class:`Database` for what opening it raises."""

    def begin(
        self,
        problem: Problem,
        suite_hash: str,
        collected: Collected,
        environment: Mapping[str, str],
    ) -> int:
        """A new run of what was collected; gives its number."""
        with self.transaction():
            run = self._new_run(problem, suite_hash, environment, None)
            for taken in collected.taken:
                submission = taken.submission
                key = content_key(submission)
                self._db.execute(
                    "INSERT OR IGNORE INTO content VALUES (?,?,?,?,?)",
                    (key, submission.name, submission.source, submission.fault,
                     json.dumps(submission.notes)),
                )  # fmt: skip
                self._db.execute(
                    "INSERT INTO submission (run,student,name,email,login,handle,path,time,late,"
                    "attempt,content) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
                    (run, *_student_row(taken.student), taken.path, taken.time, taken.late,
                     taken.attempt, key),
                )  # fmt: skip
            self._db.executemany(
                "INSERT INTO left_out VALUES (?,?,?)",
                ((run, item.path, item.reason) for item in collected.left_out),
            )
            self._db.executemany(
                "INSERT INTO absent VALUES (?,?,?,?,?,?)",
                ((run, *_student_row(student)) for student in collected.without),
            )
        return run

    def begin_again(
        self,
        problem: Problem,
        suite_hash: str,
        of: int,
        environment: Mapping[str, str],
        verdicts: Iterable[str] = (),
    ) -> int:
        """A new run of the submissions of another, or of those with certain verdicts."""
        wanted = tuple(verdicts)
        condition = f"AND j.verdict IN ({','.join('?' * len(wanted))})" if wanted else ""
        with self.transaction():
            run = self._new_run(problem, suite_hash, environment, of)
            self._db.execute(
                "INSERT INTO submission (run,student,name,email,login,handle,path,time,late,"
                "attempt,content) SELECT ?,student,name,email,login,handle,path,time,late,"
                "attempt,s.content FROM submission s LEFT JOIN result r ON r.submission = s.id "
                f"LEFT JOIN judgement j ON j.id = r.judgement WHERE s.run = ? {condition} "
                "ORDER BY s.id",
                (run, of, *wanted),
            )
            self._db.execute(
                "INSERT INTO absent SELECT ?,student,name,email,login,handle FROM absent "
                "WHERE run = ?",
                (run, of),
            )
        return run

    def _new_run(
        self, problem: Problem, suite_hash: str, environment: Mapping[str, str], of: int | None
    ) -> int:
        points = max_points(problem.spec.tests.groups)
        cursor = self._db.execute(
            "INSERT INTO run (started,problem,problem_hash,suite_hash,max_points,of,environment)"
            " VALUES (?,?,?,?,?,?,?)",
            (time.time(), problem.id, problem.hash, suite_hash, points, of,
             json.dumps(dict(environment))),
        )  # fmt: skip
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def runs(self) -> list[Run]:
        """All runs, the latest first."""
        return [_run(row) for row in self._db.execute(f"{_RUNS} GROUP BY r.id ORDER BY r.id DESC")]

    def run(self, number: int) -> Run:
        """One run.

        Raises:
            UsageError: there is no run with this number.
        """
        row = self._db.execute(f"{_RUNS} WHERE r.id = ? GROUP BY r.id", (number,)).fetchone()
        if row is None:
            known = ", ".join(str(run.id) for run in self.runs()[:10]) or "none yet"
            raise UsageError(f"{self.path} has no run {number}; it has {known}")
        return _run(row)

    def adopt(self, run: Run, version: str) -> int:
        """Give submissions the judgements that their content has already; returns how many."""
        with self.transaction():
            cursor = self._db.execute(
                "INSERT OR IGNORE INTO result SELECT s.id, max(j.id), 1 FROM submission s "
                "JOIN judgement j ON j.content = s.content AND j.problem_hash = ? AND "
                "j.suite_hash = ? AND j.grader = ? AND j.verdict != 'JE' "
                "WHERE s.run = ? GROUP BY s.id",
                (run.problem_hash, run.suite_hash, version, run.id),
            )
        return cursor.rowcount

    def pending(self, run: int) -> Iterator[tuple[bytes, Submission]]:
        """Each content without a result, once, with its key; read as it is asked for."""
        last = 0
        while rows := self._db.execute(_PENDING, (run, last, _PAGE)).fetchall():
            for _, key, name, source, fault, notes in rows:
                yield key, Submission(name, source, fault, tuple(json.loads(notes)))
            last = rows[-1][0]

    def add(self, run: Run, results: Iterable[tuple[bytes, SubmissionResult]]) -> list[int]:
        """Keep judgements of contents, and give them to all of the run who handed them in.

        Returns how many submissions got each.
        """
        counts = []
        with self.transaction():
            for key, result in results:
                failed = result.verdict is Verdict.JE
                cursor = self._db.execute(
                    "INSERT INTO judgement (content,problem_hash,suite_hash,grader,run,finished,"
                    "verdict,reason,points,max_points,result) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
                    (key, result.problem_hash, result.suite_hash, result.environment.grader,
                     run.id, time.time(), result.verdict.name,
                     result.reason.value if result.reason else "",
                     None if failed else result.points, result.max_points,
                     zlib.compress(to_bytes(result), 1)),
                )  # fmt: skip
                given = self._db.execute(
                    "INSERT OR IGNORE INTO result SELECT s.id, ?, 0 FROM submission s "
                    "WHERE s.run = ? AND s.content = ?",
                    (cursor.lastrowid, run.id, key),
                )
                counts.append(given.rowcount)
        return counts

    def entries(self, run: int) -> Iterator[Entry]:
        """All submissions of a run with their results in short, by student and attempt."""
        rows = self._db.execute(
            "SELECT s.id,student,name,email,login,handle,path,time,late,attempt,s.content,"
            "j.verdict,j.reason,j.points,j.max_points,j.id,r.adopted FROM submission s "
            "LEFT JOIN result r ON r.submission = s.id LEFT JOIN judgement j ON j.id = r.judgement"
            " WHERE s.run = ? ORDER BY student COLLATE NOCASE, student, attempt, s.id",
            (run,),
        )
        for row in rows:
            verdict = Verdict[row[11]] if row[11] else None
            yield Entry(
                row[0], Student(*row[1:6]), row[6], row[7], bool(row[8]), row[9], row[10],
                verdict, row[12] or "", row[13], row[14] or 0.0, row[15], bool(row[16]),
            )  # fmt: skip

    def result(self, judgement: int) -> SubmissionResult:
        """A result, whole."""
        return from_json(self.document(judgement))

    def document(self, judgement: int) -> dict[str, Any]:
        """A result as the JSON that it is kept as; quicker to read where a few fields do."""
        (packed,) = self._db.execute(
            "SELECT result FROM judgement WHERE id = ?", (judgement,)
        ).fetchone()
        document: dict[str, Any] = json.loads(zlib.decompress(packed))
        return document

    def submission(self, content: bytes) -> Submission:
        """What was handed in."""
        name, source, fault, notes = self._db.execute(
            "SELECT name,source,fault,notes FROM content WHERE key = ?", (content,)
        ).fetchone()
        return Submission(name, source, fault, tuple(json.loads(notes)))

    def left_out(self, run: int) -> list[LeftOut]:
        """What was not graded, and why."""
        rows = self._db.execute("SELECT path,reason FROM left_out WHERE run = ?", (run,))
        return [LeftOut(*row) for row in rows]

    def absent(self, run: int) -> list[Student]:
        """Students of the roster without a submission."""
        rows = self._db.execute(
            "SELECT student,name,email,login,handle FROM absent WHERE run = ?", (run,)
        )
        return [Student(*row) for row in rows]


def _student_row(student: Student) -> tuple[str, ...]:
    return (student.id, student.name, student.email, student.login, student.handle)


#: In the order of their first submission in the run, from a page's end to the next.
_PENDING = """
    SELECT s.id, c.key, c.name, c.source, c.fault, c.notes
    FROM submission s NOT INDEXED JOIN content c ON c.key = s.content
    WHERE s.run = ? AND s.id > ?
    AND NOT EXISTS (SELECT 1 FROM result r WHERE r.submission = s.id)
    AND NOT EXISTS (SELECT 1 FROM submission e
                    WHERE e.run = s.run AND e.content = s.content AND e.id < s.id)
    ORDER BY s.id LIMIT ?"""
_ENVIRONMENT = 7  # in the order of columns, which is that of Run's fields
_RUNS = (
    "SELECT r.id,r.started,r.problem,r.problem_hash,r.suite_hash,r.max_points,r.of,"
    "r.environment,count(s.id),count(o.submission) FROM run r LEFT JOIN submission s "
    "ON s.run = r.id LEFT JOIN result o ON o.submission = s.id"
)


def _run(row: tuple[Any, ...]) -> Run:
    values = list(row)
    values[_ENVIRONMENT] = json.loads(values[_ENVIRONMENT])
    return Run(*values)
