"""The smallest input that shows a mistake.

First a corpus of small inputs with small whole numbers, the same for every submission, so that
what is expected of them is computed once. If none of them shows the mistake, a case that does is
made smaller by its symbolic sizes, in all arguments together, then by its values, as long as the
kind of failure stays. Many candidates go in the sandbox in one run. A candidate counts only if it
fails by itself too, in a fresh process: what is shown can be tried.

Of a secret group nothing is shown but inputs made for the purpose.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.cases import Size, Testcase, case_digest, count_numbers
from grader.diagnosis.small_case_corpus import SmallCaseCorpus
from grader.diagnosis.small_cases import (
    make,
    roughness,
    simpler_values,
    smaller_sizes,
)
from grader.diagnosis.trial import Tried, expect, expect_roughly, judged, try_out
from grader.judge import CaseResult
from grader.problem import CaseSpec, Limits, Problem, TestGroup, case_names
from grader.sandbox import Runner
from grader.verdict import Reason, Verdict

#: Seconds after which no run is begun any more: with the last one it takes at most two.
BUDGET = 1.6
#: Candidates of one run, and how many numbers they may hold together.
_BATCH, _BATCH_NUMBERS = 64, 400_000
#: A failing case that is larger is not made smaller.
_LARGEST = 200_000
#: Only these ways to fail have a smallest input.
_REASONS = {
    Reason.TYPE, Reason.SHAPE, Reason.DTYPE, Reason.NON_FINITE, Reason.VALUE, Reason.STRUCTURE,
    Reason.INPUT_CHANGED, Reason.SHARED_MEMORY, Reason.EXCEPTION,
}  # fmt: skip


@dataclass(frozen=True)
class Search:
    """What a search works with."""

    problem: Problem
    source: bytes
    runner: Runner
    secret: frozenset[str]
    """Digests of the cases that must not be shown."""
    verdict: Verdict
    reason: Reason | None
    """The kind of failure that is to stay."""
    end: float
    """On the clock of ``time.perf_counter``."""

    @property
    def limits(self) -> Limits:
        """Of one run: no longer than the whole search."""
        left = max(self.end - time.perf_counter(), 0.05)
        given = self.problem.spec.limits
        return replace(given, wall=min(given.wall, left), cpu=min(given.cpu, left))

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return time.perf_counter() >= self.end

    def shows(self, tried: Tried) -> bool:
        """Whether a candidate fails in the way that is looked for, and may be shown."""
        kind = (tried.result.verdict, tried.result.reason)
        return kind == (self.verdict, self.reason) and (case_digest(tried.case) not in self.secret)


def smallest(
    problem: Problem,
    source: bytes,
    corpus: SmallCaseCorpus,
    disclosable: Sequence[tuple[Testcase, CaseResult]],
    secret: frozenset[str],
    runner: Runner,
    *,
    budget: float,
    has_reference: bool,
) -> Tried | None:
    """Find the smallest input on which a submission fails as it failed before.

    Args:
        problem: that is judged.
        source: of the submission.
        corpus: the problem's small-case corpus.
        disclosable: cases of the suite of whose failure the student may hear, each with its
            result.
        secret: digests of the cases that must not be shown.
        runner: the sandbox.
        budget: seconds after which no run is begun any more.
        has_reference: whether it can be asked about inputs that are not in the corpus.

    Returns:
        The case that is to be shown, tried by itself; None if there is none or the time is up.

    Raises:
        JudgeError: the sandbox failed.
    """
    failing = [
        (case, result)
        for case, result in disclosable
        if result.verdict in (Verdict.WA, Verdict.RTE) and result.reason in _REASONS
    ]
    if not failing:
        return None
    first = _most_frequent([result for _, result in failing])
    search = Search(
        problem=problem,
        source=source,
        runner=runner,
        secret=secret,
        verdict=first.verdict,
        reason=first.reason,
        end=time.perf_counter() + budget,
    )
    found = _confirmed(search, _in_corpus(search, corpus))
    if found is not None or not has_reference:
        return found
    same_kind = [
        case
        for case, result in failing
        if (result.verdict, result.reason) == (first.verdict, first.reason)
        and count_numbers(case) <= _LARGEST
    ]
    for case in sorted(same_kind, key=count_numbers)[:3]:
        start = _start(search, case)
        if start is not None:
            best = _simplified(search, _shrunk(search, start))
            return _confirmed(search, _exactly(search, best))
    return None


def _most_frequent(results: Sequence[CaseResult]) -> CaseResult:
    kinds = [(result.verdict, result.reason) for result in results]
    return max(results, key=lambda result: kinds.count((result.verdict, result.reason)))


def _in_corpus(search: Search, corpus: SmallCaseCorpus) -> list[Tried]:
    """The first few candidates of the corpus that show the mistake."""
    for part in corpus.parts:
        found = itertools.islice(
            (
                tried
                for tried in judged(
                    search.problem,
                    part.prepared.cases,
                    part.expected,
                    search.runner.run(search.source, part.prepared, search.limits),
                )
                if search.shows(tried)
            ),
            3,
        )
        candidates = list(found)
        if candidates or search.over:
            return candidates
    return []


def _confirmed(search: Search, candidates: Sequence[Tried]) -> Tried | None:
    """The first candidate that fails by itself too, in a process of its own."""
    for candidate in candidates:
        if search.over:
            return None
        again = list(
            try_out(
                search.problem,
                search.source,
                [candidate.case],
                [candidate.expected],
                search.runner,
                search.limits,
            )
        )
        if again and search.shows(again[0]):
            return again[0]
    return None


def _exactly(search: Search, found: Tried) -> list[Tried]:
    """The candidate with the traced tolerance, unless the reference fails or the time is up."""
    if search.over:
        return []
    (answer,) = expect(search.problem, [found.case], search.runner, search.limits)
    return [] if answer is None else [replace(found, expected=answer)]


def _try(search: Search, cases: Sequence[Testcase]) -> list[Tried]:
    """The candidates that show the mistake, in the order given."""
    batch: list[Testcase] = []
    numbers = 0
    for case in cases:
        numbers += count_numbers(case)
        if len(batch) == _BATCH or numbers > _BATCH_NUMBERS:
            break
        batch.append(case)
    if not batch:
        return []
    answers = expect_roughly(search.problem, batch, search.runner, search.limits)
    pairs = [(case, answer) for case, answer in zip(batch, answers, strict=True) if answer]
    tried = try_out(
        search.problem,
        search.source,
        [case for case, _ in pairs],
        [answer for _, answer in pairs],
        search.runner,
        search.limits,
    )
    return [one for one in tried if search.shows(one)]


def _start(search: Search, case: Testcase) -> tuple[CaseSpec, Tried] | None:
    """A fresh case like a failing one, or that case itself if it is public."""
    spec = _spec_of(search.problem, case)
    if spec is not None:
        spec = replace(spec, sizes=dict(case.sizes), repeat=1, reuse=None, seed=None)
        made = make(search.problem, [replace(spec, name=f"fresh {draw}") for draw in range(3)])
        found = _try(search, made)
        if found:
            return spec, found[0]
    if case_digest(case) not in search.secret and case.reuse is None:
        found = _try(search, [case])
        if found:
            return CaseSpec(name=case.name, args={"": None}), found[0]
    return None


def _spec_of(problem: Problem, case: Testcase) -> CaseSpec | None:
    """How a case was written, if it has no literal arguments, which may not be shown."""
    groups: tuple[TestGroup, ...] = problem.spec.tests.groups
    for group in groups:
        for spec in group.cases:
            literal = spec.args or any(call.args for call in spec.calls or ())
            if group.id == case.group and case.name in case_names(spec) and not literal:
                return spec
    return None


def _shrunk(search: Search, start: tuple[CaseSpec, Tried]) -> Tried:
    """The same mistake at the smallest sizes at which it still shows."""
    spec, best = start
    if spec.args:
        return best
    round_ = 0
    while not search.over:
        round_ += 1
        options = sorted(
            {repr(sizes): sizes for sizes in smaller_sizes(best.case.sizes)}.values(),
            key=_total_size,
        )
        specs = [
            replace(spec, name=f"smaller {round_}.{index}", sizes=sizes)
            for index, sizes in enumerate(options)
        ]
        made = sorted(make(search.problem, specs), key=count_numbers)
        smaller = [case for case in made if count_numbers(case) < count_numbers(best.case)]
        found = _try(search, smaller)
        if not found:
            return best
        best = found[0]
    return best


def _total_size(sizes: dict[str, Size]) -> int:
    return sum(size if isinstance(size, int) else sum(size) + len(size) for size in sizes.values())


def _simplified(search: Search, best: Tried) -> Tried:
    """The same mistake with numbers that are easier to read."""
    for _ in range(2):
        if search.over:
            return best
        options = [
            case
            for case in simpler_values(search.problem, best.case)
            if roughness(case) < roughness(best.case)
        ]
        found = _try(search, sorted(options, key=roughness))
        if not found:
            return best
        best = found[0]
    return best
