"""The known mistakes of a problem: what each wrong solution gives on every case.

Computed once in the sandbox and kept by problem and suite hash beside the expected values.
"""

from __future__ import annotations

from pathlib import Path

from grader.diagnosis.known_words import KnownMistake, words_of
from grader.judge import (
    Fingerprint,
    MistakeCatalogue,
    cache_key,
    fingerprint,
    load_cached,
    pack_fingerprints,
    store_cached,
    unpack_fingerprints,
)
from grader.problem import Problem, anchors
from grader.provenance import JUDGEMENT
from grader.sandbox import Job, PreparedInputs, Runner
from grader.submission import check_source
from grader.values import Value

WRONG = "wrong"


def wrong_files(problem: Problem) -> tuple[Path, ...]:
    """Return all wrong solutions: the files in ``wrong`` and those of misconceptions."""
    found = set((problem.solutions / WRONG).glob("*.py"))
    found |= {problem.solutions / entry.solution for entry in problem.spec.misconceptions}
    return tuple(sorted(path for path in found if path.is_file()))


def make_catalogue(
    problem: Problem, cases_hash: str, prepared: PreparedInputs, runner: Runner
) -> MistakeCatalogue:
    """Run every wrong solution on the cases of ``prepared``, or read what they gave before.

    ``cases_hash`` names the cases: what is kept is kept under it and the problem's hash.

    A wrong solution that may not run, or that fails for a reason of ours, is left out.

    Raises:
        JudgeError: the sandbox cannot be used at all.
    """
    key = cache_key("mistakes", JUDGEMENT, problem, cases_hash)
    kept = load_cached(key)
    if kept is None:
        kept = _run_all(problem, prepared, runner)
        store_cached(key, kept)
    names, *rows = kept
    return MistakeCatalogue(tuple(names), unpack_fingerprints(rows), _messages(problem))


def _run_all(problem: Problem, prepared: PreparedInputs, runner: Runner) -> list[Value]:
    """The names, then the fingerprints of each case."""
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
    return [list(names), *pack_fingerprints(dict(zip(cases, columns, strict=False)))]


def _messages(problem: Problem) -> dict[str, str]:
    """By solution, the instructor's words, and where in the theory to read on."""
    titles = {heading.anchor: heading.title for heading in anchors(problem.theory)}
    return {
        entry.solution: words_of(
            KnownMistake(entry.feedback.strip(), titles.get(entry.see or "", ""))
        )
        for entry in problem.spec.misconceptions
    }
