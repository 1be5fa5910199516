"""Which mistake gives exactly these numbers, or at least what is wrong with them, and when.

Three kinds of words, each said only where it is a fact about the cases that ran:

* a wrong solution of the instructor's gives the same on *every* case: its words for the student;
* the numbers of all wrong cases show the same sign: transposed, rounded, of float32's accuracy;
* the wrong cases are exactly those with some property: one axis, equal sizes, Fortran order.

Nothing here tells an expected value; sizes and kinds of error may be told of secret cases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.cases import Testcase
from grader.diagnosis.conditions import Features, exactly_when, features
from grader.diagnosis.detectors import FEW, Pair, recognise
from grader.diagnosis.known_words import say_exactly
from grader.judge import CaseResult, MistakeCatalogue, Vector, fingerprint, tolerances
from grader.numerics import Expected
from grader.problem import Problem, signatures
from grader.sandbox import CaseRun
from grader.values import Value, leaves, located_leaves, part_at
from grader.verdict import Reason, Verdict

_SHARE = 0.6
"""A sign must show in this share of the wrong cases in which it could."""
_LOOKED_AT = 4
"""Wrong cases whose numbers are looked at."""
_LARGEST = 5_000
"""Arrays with more elements are not looked at."""


@dataclass(frozen=True)
class Knowledge:
    """All that is known beforehand about the cases of a suite. Made once, used for many."""

    problem: Problem
    cases: tuple[Testcase, ...]
    """In the order in which they run; those that run again at the end included."""
    expected: tuple[tuple[Expected, ...], ...]
    allowed: Mapping[str, Vector]
    """Tolerances by case."""
    features: Features
    catalogue: MistakeCatalogue
    telling: frozenset[str]
    """Cases that are not right by themselves, as those with empty or infinite results are."""


@dataclass(frozen=True)
class Diagnosis:
    """What is said of a failing submission."""

    likely: str = ""
    """For the student."""
    solutions: tuple[str, ...] = ()
    """The wrong solutions that give exactly these numbers; for the instructor."""
    by_case: Mapping[str, str] = field(default_factory=dict)
    """What is recognised in single cases."""


def make_knowledge(
    problem: Problem,
    cases: Sequence[Testcase],
    expected: Sequence[Sequence[Expected]],
    catalogue: MistakeCatalogue,
) -> Knowledge:
    """Look at the cases and what is expected of them."""
    names = {s.python_name: tuple(s.params) for s in signatures(problem.spec)}
    return Knowledge(
        problem=problem,
        cases=tuple(cases),
        expected=tuple(tuple(answers) for answers in expected),
        allowed={
            case.name: tolerances([answer.tolerance for answer in answers])
            for case, answers in zip(cases, expected, strict=True)
        },
        features=features(cases, names),
        catalogue=catalogue,
        telling=frozenset(
            case.name
            for case, answers in zip(cases, expected, strict=True)
            if all(_is_telling(leaf) for answer in answers for leaf in leaves(answer.value))
        ),
    )


def diagnose(known: Knowledge, runs: Sequence[CaseRun], results: Sequence[CaseResult]) -> Diagnosis:
    """Say what is likely wrong with a submission.

    Args:
        known: of the suite.
        runs: what the submission gave, aligned with ``known.cases``.
        results: the verdicts; there may be fewer of them, cases that ran again having none.
    """
    if all(result.verdict is Verdict.AC for result in results):
        return Diagnosis()
    pairs = zip(known.cases, runs, strict=True)
    given = ((case.name, fingerprint(run)) for case, run in pairs)
    solutions = known.catalogue.matches(given, known.allowed)
    words = _words(known, solutions)
    if words:
        return Diagnosis(words, solutions)
    signs = _signs(known, runs, results)
    words = "; ".join(filter(None, (_common(signs), _condition(known, results))))
    by_case = {name: found[0] for name, found in signs.items() if found}
    return Diagnosis(words[:1].upper() + words[1:], solutions, by_case)


def _is_telling(value: Value) -> bool:
    if isinstance(value, np.ndarray) and value.dtype.kind in "fc":
        return bool(value.size and np.isfinite(value).all())
    return True


def _words(known: Knowledge, solutions: tuple[str, ...]) -> str:
    """The words for one mistake, or for two that the cases cannot tell apart."""
    messages = known.catalogue.messages
    texts = list(dict.fromkeys(messages[s] for s in solutions if s in messages))
    if not texts or len(texts) > 2:
        return ""
    return say_exactly(texts)


def _condition(known: Knowledge, results: Sequence[CaseResult]) -> str:
    if all(r.reason in (None, Reason.NON_FINITE) for r in results):
        return ""  # it depends on a few numbers, and the reason says it already
    wrong: list[bool | None] = [None] * len(known.cases)
    for index, result in enumerate(results):
        bad = result.verdict is not Verdict.AC
        if result.reason is not Reason.NOT_REACHED and (bad or result.name in known.telling):
            wrong[index] = bad
    return exactly_when(known.features, wrong)


def _common(by_case: Mapping[str, tuple[str, ...]]) -> str:
    """The sign that shows in most of the wrong cases, and in how many."""
    counts = Counter(sign for signs in by_case.values() for sign in signs)
    if not counts:
        return ""
    sign, count = counts.most_common(1)[0]  # of equally many the first: detectors are in order
    if count < _SHARE * len(by_case):
        return ""
    return sign


def _signs(
    known: Knowledge, runs: Sequence[CaseRun], results: Sequence[CaseResult]
) -> dict[str, tuple[str, ...]]:
    """What is recognised in each wrong case whose result is an array of numbers."""
    found: dict[str, tuple[str, ...]] = {}
    for result, run, answers in zip(results, runs, known.expected, strict=False):
        if len(found) == _LOOKED_AT:
            break
        if result.reason not in (Reason.VALUE, Reason.SHAPE) or run.status != "returned":
            continue
        pair = _first_wrong(run, answers)
        if pair is not None and pair.right.size >= FEW:
            found[result.name] = recognise(pair)
    return found


def _first_wrong(run: CaseRun, answers: Sequence[Expected]) -> Pair | None:
    """The first array of a case that is wrong."""
    for answer, got in zip(answers, run.results, strict=False):
        for given, right, allowed in _pairs(got, answer):
            if given.size > _LARGEST or right.size > _LARGEST:
                continue
            with np.errstate(all="ignore"):
                limit: Any = 0.0 if allowed is None else allowed
                if given.shape != right.shape or not (np.abs(given - right) <= limit).all():
                    return Pair(given, right, np.asarray(limit, dtype=np.float64))
    return None


def _pairs(got: Value, answer: Expected) -> Iterator[tuple[Any, Any, Any]]:
    """The numeric leaves that a wrong and a right result have in the same places."""
    for path, right in located_leaves(answer.value):
        try:
            given = part_at(got, path)
        except LookupError:
            continue
        if all(isinstance(number, np.ndarray | float | np.floating) for number in (given, right)):
            one, other = np.asarray(given), np.asarray(right)
            if one.dtype.kind in "biuf":
                yield one, other, part_at(answer.tolerance, path)
