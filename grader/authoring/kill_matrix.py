"""Which case kills which wrong solution, sorted so that what is useless or weak stands out."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.authoring.evidence import Evidence, Judged, is_kill
from grader.cases import count_numbers
from grader.errors import UsageError
from grader.pages import Theme, render_page

#: Kills of fewer tolerances are shown as weak.
WEAK = 1000.0
_TEMPLATE = Path(__file__).parent / "templates" / "kill_matrix.html.j2"
#: In cells of the page, so that they are not told apart by colour only.
_MARKS = {"kill": "●", "weak": "◐", "doubt": "!"}


@dataclass(frozen=True)
class Row:
    """A wrong solution or mutant, and by how many tolerances each case kills it."""

    name: str
    kind: str
    """``wrong`` or ``mutant``."""
    margins: tuple[float, ...]
    """By case: 0 where it passes, infinity where it fails otherwise than by its values."""
    note: str = ""
    """The changed line of a mutant."""

    @property
    def kills(self) -> int:
        """How many cases kill it."""
        return sum(margin > 0 for margin in self.margins)


@dataclass(frozen=True)
class KillMatrix:
    """Cases across, those that kill most first; solutions down, those killed least first."""

    problem: str
    cases: tuple[str, ...]
    groups: tuple[str, ...]
    """Of the cases."""
    seconds: tuple[float, ...]
    """What each case costs, as the median over all solutions."""
    rows: tuple[Row, ...]
    numbers: tuple[int, ...] = ()
    """How many numbers the arguments of each case hold."""

    def kills_of(self, column: int) -> int:
        """How many solutions a case kills."""
        return sum(row.margins[column] > 0 for row in self.rows)

    def alone_of(self, column: int) -> int:
        """How many solutions are killed by no other case."""
        return sum(row.margins[column] > 0 and row.kills == 1 for row in self.rows)

    @property
    def useless(self) -> tuple[str, ...]:
        """Cases that kill nothing."""
        return tuple(case for i, case in enumerate(self.cases) if not self.kills_of(i))


def make_matrix(evidence: Evidence) -> KillMatrix:
    """Put the verdicts on all wrong solutions and mutants into a table."""
    cases = evidence.context.suite.cases
    judged: list[tuple[str, str, Judged]] = [("wrong", "", one) for one in evidence.wrong]
    judged += [("mutant", f"{m.before}  →  {m.after}", one) for m, one in evidence.mutants]
    rows = [
        Row(one.name, kind, tuple(_margins(one, len(cases))), note) for kind, note, one in judged
    ]
    times = [[c.seconds for c in one.result.cases] for _, _, one in judged if one.result.cases]
    columns = sorted(
        range(len(cases)),
        key=lambda i: (-sum(row.margins[i] > 0 for row in rows), i),
    )
    ordered = sorted(rows, key=lambda row: (row.kills, _best(row), row.name))
    return KillMatrix(
        problem=evidence.problem.id,
        cases=tuple(cases[i].name for i in columns),
        groups=tuple(cases[i].group for i in columns),
        seconds=tuple(_median([line[i] for line in times]) for i in columns),
        numbers=tuple(count_numbers(cases[i]) for i in columns),
        rows=tuple(
            Row(row.name, row.kind, tuple(row.margins[i] for i in columns), row.note)
            for row in ordered
        ),
    )


def _margins(judged: Judged, count: int) -> Iterable[float]:
    if judged.refused:
        return [math.inf] * count  # no case has to be run to see it
    return [
        (case.error if case.error > 1 else math.inf) if is_kill(case) else 0.0
        for case in judged.result.cases
    ]


def _best(row: Row) -> float:
    return max(row.margins, default=0.0)


def _median(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2] if values else 0.0


def as_text(matrix: KillMatrix) -> str:
    """The matrix for a terminal: a letter a case, ``#`` a kill, ``+`` a weak one, ``.`` none."""
    width = max((len(row.name) for row in matrix.rows), default=0)
    lines = [f"{'':{width}}  {'cases, numbered below':<{len(matrix.cases)}}  kills"]
    for row in matrix.rows:
        marks = "".join(map(_mark, row.margins))
        lines.append(f"{row.name:{width}}  {marks}  {row.kills:3d}{'  !' if row.kills < 2 else ''}")
    lines += ["", f"{'no.':>4} {'kills':>5} {'alone':>5} {'ms':>7}  case"]
    for index, case in enumerate(matrix.cases):
        kills, alone = matrix.kills_of(index), matrix.alone_of(index)
        lines.append(
            f"{index + 1:4d} {kills:5d} {alone:5d} {1000 * matrix.seconds[index]:7.2f}  {case}"
            + ("" if kills else "  (kills nothing)")
        )
    lines += [
        "",
        "# kill   + kill by less than 1000 tolerances   . passes   ! fewer than two kills",
    ]
    return "\n".join(lines) + "\n"


def _mark(margin: float) -> str:
    return "." if margin == 0 else "+" if margin < WEAK else "#"


def as_csv(matrix: KillMatrix) -> str:
    """The matrix for a spreadsheet: tolerances, ``inf`` for a failure of another kind."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["solution", "kind", "kills", *matrix.cases])
    for row in matrix.rows:
        writer.writerow([row.name, row.kind, row.kills, *(f"{m:.4g}" for m in row.margins)])
    return file.getvalue()


def as_html(matrix: KillMatrix, theme: Theme) -> str:
    """The matrix as a page that needs no network and no script.

    Raises:
        ProblemError: at the course's template that cannot be used.
    """
    return render_page(_TEMPLATE, theme, matrix=matrix, weak=WEAK, marks=_MARKS)


_WRITERS: dict[str, Callable[[KillMatrix, Theme], str]] = {
    ".txt": lambda matrix, _theme: as_text(matrix),
    ".csv": lambda matrix, _theme: as_csv(matrix),
    ".html": as_html,
}


def write_matrix(matrix: KillMatrix, path: Path, theme: Theme) -> None:
    """Write the matrix as ``.txt``, ``.csv`` or ``.html``.

    Raises:
        UsageError: for another ending, or a file that cannot be written.
        ProblemError: at the course's template that cannot be used.
    """
    writer = _WRITERS.get(path.suffix)
    if writer is None:
        raise UsageError(f"{path}: a kill matrix is written as {', '.join(_WRITERS)}")
    try:
        path.write_text(writer(matrix, theme), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None
