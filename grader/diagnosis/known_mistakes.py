"""The known mistakes of a problem: what each wrong solution gives on every case.

Computed once in the sandbox and kept by problem and suite hash beside the expected values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from grader.judge import Fingerprint, Vector, cache_key, fingerprint, load_cached, store_cached
from grader.problem import Problem
from grader.provenance import JUDGEMENT
from grader.sandbox import Job, PreparedInputs, Runner
from grader.submission import check_source
from grader.values import Value

WRONG = "wrong"


@dataclass(frozen=True)
class Catalogue:
    """Fingerprints of all wrong solutions."""

    names: tuple[str, ...]
    """Files below ``solutions/<id>/``, such as ``wrong/no_b1.py``."""
    prints: Mapping[str, tuple[Fingerprint | None, ...]]
    """By the name of the case, aligned with ``names``."""

    def matches(
        self, given: Iterable[tuple[str, Fingerprint | None]], allowed: Mapping[str, Vector]
    ) -> tuple[str, ...]:
        """Return the solutions that give the same on every single case that ran.

        Args:
            given: (case, the submission's fingerprint), asked for only while a solution still
                matches; a case that did not come to an end (None) is matched by nothing.
            allowed: the tolerances of the right result by case.
        """
        alive = list(range(len(self.names)))
        with np.errstate(all="ignore"):
            for case, mine in given:
                theirs = self.prints.get(case)
                if mine is None or theirs is None:
                    return ()
                limit = allowed[case]
                alive = [
                    index
                    for index in alive
                    if (known := theirs[index]) is not None and known.matches(mine, limit)
                ]
                if not alive:
                    return ()
        return tuple(self.names[index] for index in alive)


def wrong_files(problem: Problem) -> tuple[Path, ...]:
    """Return all wrong solutions: the files in ``wrong`` and those of misconceptions."""
    found = set((problem.solutions / WRONG).glob("*.py"))
    found |= {problem.solutions / entry.solution for entry in problem.spec.misconceptions}
    return tuple(sorted(path for path in found if path.is_file()))


def make_catalogue(
    problem: Problem, cases_hash: str, prepared: PreparedInputs, runner: Runner
) -> Catalogue:
    """Run every wrong solution on the cases of ``prepared``, or read what they gave before.

    ``cases_hash`` names the cases: what is kept is kept under it and the problem's hash.

    A wrong solution that may not run, or that fails for a reason of ours, is left out.

    Raises:
        JudgeError: the sandbox cannot be used at all.
    """
    key = cache_key("mistakes", JUDGEMENT, problem, cases_hash)
    kept = load_cached(key)
    if kept is not None:
        return _unpacked(kept)
    catalogue = _run_all(problem, prepared, runner)
    store_cached(key, _packed(catalogue))
    return catalogue


def _run_all(problem: Problem, prepared: PreparedInputs, runner: Runner) -> Catalogue:
    sources = {
        path.relative_to(problem.solutions).as_posix(): path.read_bytes()
        for path in wrong_files(problem)
    }
    jobs = (
        Job(name, source, prepared, problem.spec.limits)
        for name, source in sources.items()
        if check_source(source, problem).passed
    )
    rows: dict[str, list[Fingerprint | None]] = {
        name: [fingerprint(run) for run in report.cases] for name, report in runner.run_many(jobs)
    }
    names = tuple(sorted(rows))
    columns = zip(*(rows[name] for name in names), strict=True)
    cases = (case.name for case in prepared.cases)
    return Catalogue(names, dict(zip(cases, columns, strict=False)))


def _packed(catalogue: Catalogue) -> list[Value]:
    """The names, then a list for each case that begins with the case's name."""
    rows = [
        [case, *([] if p is None else [p.text, p.numbers] for p in row)]
        for case, row in catalogue.prints.items()
    ]
    return [list(catalogue.names), *rows]


def _unpacked(values: list[Value]) -> Catalogue:
    names, *rows = values
    prints = {case: tuple(Fingerprint(*p) if p else None for p in row) for case, *row in rows}
    return Catalogue(tuple(names), prints)


def without(catalogue: Catalogue, names: Sequence[str]) -> Catalogue:
    """Return the catalogue without some solutions."""
    kept = [i for i, name in enumerate(catalogue.names) if name not in names]
    return Catalogue(
        tuple(catalogue.names[i] for i in kept),
        {case: tuple(row[i] for i in kept) for case, row in catalogue.prints.items()},
    )
