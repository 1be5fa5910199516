"""Cases to add, since they kill what survives, and the fewest cases that kill as much."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.authoring.checks.mutation import MutationReport, Survivor, find_survivors
from grader.authoring.evidence import Evidence, is_kill
from grader.authoring.kill_matrix import KillMatrix, make_matrix
from grader.authoring.mutants import Mutant
from grader.authoring.wide_search import WideCase, differences, wide_cases
from grader.cases import count_numbers
from grader.errors import UsageError
from grader.problem import CaseSpec
from grader.sandbox import Runner

#: Every wrong solution should be killed this often.
_TIMES = 2


@dataclass(frozen=True)
class Suggestion:
    """A case to add, and what it kills of what is not killed often enough."""

    spec: CaseSpec
    kills: tuple[str, ...]

    @property
    def yaml(self) -> str:
        """The case as a line of ``problem.yaml``; its values follow from its name."""
        parts = [f"name: {self.spec.name}"]
        for key in ("sizes", "values", "layout"):
            entries: Mapping[str, object] = getattr(self.spec, key)
            if entries:
                inner = ", ".join(f"{_key(k)}: {_value(v)}" for k, v in entries.items())
                parts.append(f"{key}: {{{inner}}}")
        return f"- {{{', '.join(parts)}}}"


@dataclass(frozen=True)
class Suggestions:
    """What could be changed about the cases of a problem."""

    add: tuple[Suggestion, ...]
    lacking: Mapping[str, int]
    """How often each solution is killed that is killed less than twice."""
    stateful: frozenset[str]
    """Those of them that are wrong only after other calls: a case with ``reuse``, or a second one
    of the same sizes, may show them."""
    keep: tuple[str, ...]
    """The fewest cases with the same kills (each at least twice where it is so now)."""
    drop: tuple[str, ...]
    """All others."""
    report: MutationReport
    mutants: Mapping[str, Mutant]


def suggest(evidence: Evidence, runner: Runner, only: str | None = None) -> Suggestions:
    """Look for cases that kill what the suite does not kill twice.

    Args:
        evidence: with the mutants.
        runner: the sandbox.
        only: the name of a wrong solution or the id of a mutant, to look for that one alone.

    Raises:
        UsageError: ``only`` names nothing.
        JudgeError: the sandbox failed.
    """
    matrix = make_matrix(evidence)
    kills = {row.name: row.kills for row in matrix.rows}
    if only is not None and only not in kills:
        raise UsageError(f"there is no wrong solution or mutant {only[:60]!r}")
    weak = {n: k for n, k in kills.items() if k < _TIMES and (only is None or n == only)}
    if only is not None:
        weak[only] = min(kills[only], _TIMES - 1)  # asked for by name: one more in any case
    sources = _sources(evidence)
    wide = wide_cases(evidence.problem, runner) if weak else ()
    found = (
        differences(evidence.context, {n: sources[n] for n in weak}, wide, runner) if weak else {}
    )
    killing = {
        name: tuple(result.name for result in results if is_kill(result))
        for name, results in found.items()
    }
    keep, drop = smallest_set(matrix, _fixed(evidence))
    chosen = _cover(wide, killing, weak)
    add = _confirmed(evidence, chosen, wide, {n: sources[n] for n in weak}, runner)
    helped = {name for suggestion in add for name in suggestion.kills}
    return Suggestions(
        add=add,
        lacking=weak,
        stateful=frozenset(name for name in weak if killing.get(name) and name not in helped),
        keep=keep,
        drop=drop,
        report=_report(evidence, runner, wide, killing),
        mutants={mutant.id: mutant for mutant, _ in evidence.mutants},
    )


def _sources(evidence: Evidence) -> dict[str, bytes]:
    folder = evidence.problem.solutions
    sources = {judged.name: (folder / judged.name).read_bytes() for judged in evidence.wrong}
    return sources | {mutant.id: mutant.source.encode() for mutant, _ in evidence.mutants}


def _report(
    evidence: Evidence,
    runner: Runner,
    wide: Sequence[WideCase],
    killing: Mapping[str, tuple[str, ...]],
) -> MutationReport:
    alive = [mutant for mutant, judged in evidence.mutants if judged.result.accepted]
    if not all(mutant.id in killing for mutant in alive):
        return find_survivors(evidence, runner, wide or None)
    return MutationReport(
        total=len(evidence.mutants),
        killed=len(evidence.mutants) - len(alive),
        survivors=tuple(Survivor(mutant, killing[mutant.id]) for mutant in alive),
        tried=len(wide),
    )


def _cover(
    wide: Sequence[WideCase], killing: Mapping[str, tuple[str, ...]], lacking: Mapping[str, int]
) -> tuple[Suggestion, ...]:
    """Choose inputs until all that can be is killed twice: always the one that adds most."""
    need = {n: min(_TIMES - k, len(killing.get(n, ()))) for n, k in lacking.items()}
    by_case = {
        one.case.name: [n for n, names in killing.items() if one.case.name in names] for one in wide
    }
    left = {one.case.name: one for one in wide if by_case[one.case.name]}
    chosen: list[Suggestion] = []
    while any(need.values()) and left:
        name = max(
            left,
            key=lambda case: (
                sum(need[n] > 0 for n in by_case[case]),
                -count_numbers(left[case].case),
            ),
        )
        kills = tuple(n for n in by_case[name] if need[n] > 0)
        if not kills:
            break
        chosen.append(Suggestion(left.pop(name).spec, kills))
        need = {n: max(times - (n in kills), 0) for n, times in need.items()}
    return tuple(chosen)


def _confirmed(
    evidence: Evidence,
    chosen: Sequence[Suggestion],
    wide: Sequence[WideCase],
    sources: Mapping[str, bytes],
    runner: Runner,
) -> tuple[Suggestion, ...]:
    """The suggestions with what they kill behind the suite, where they would stand."""
    if not chosen:
        return ()
    prepared_suite = evidence.context.suite
    names = {suggestion.spec.name for suggestion in chosen}
    before = [
        WideCase(CaseSpec(name=case.name), case, answers)
        for case, answers in zip(prepared_suite.cases, prepared_suite.expected, strict=True)
    ]
    line = [*before, *(one for one in wide if one.case.name in names)]
    kills = {
        name: {result.name for result in results if is_kill(result)}
        for name, results in differences(evidence.context, sources, line, runner).items()
    }
    kept = (
        Suggestion(s.spec, tuple(n for n in s.kills if s.spec.name in kills[n])) for s in chosen
    )
    return tuple(suggestion for suggestion in kept if suggestion.kills)


def _fixed(evidence: Evidence) -> frozenset[str]:
    """Cases that stay: examples, and those whose arrays another case uses."""
    cases = evidence.context.suite.cases
    return frozenset(
        [case.name for case in cases if case.literal] + [c.reuse for c in cases if c.reuse]
    )


def smallest_set(
    matrix: KillMatrix, fixed: frozenset[str] = frozenset()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the fewest cases that kill the same, and those that could go.

    Every solution stays killed as often as now, up to twice. Each test group keeps a case, so
    that its points can be earned; ``fixed`` cases stay.
    """
    kills = [{i for i, margin in enumerate(row.margins) if margin > 0} for row in matrix.rows]
    need = [min(len(killers), _TIMES) for killers in kills]
    chosen = {i for i, case in enumerate(matrix.cases) if case in fixed}

    def missing(selection: set[int]) -> list[int]:
        return [max(n - len(k & selection), 0) for n, k in zip(need, kills, strict=True)]

    while any(missing(chosen)):
        lacks = missing(chosen)
        gains = {
            i: sum(lack > 0 and i in k for lack, k in zip(lacks, kills, strict=True))
            for i in range(len(matrix.cases))
            if i not in chosen
        }
        chosen.add(max(gains, key=lambda i: (gains[i], -matrix.numbers[i])))
    for group in dict.fromkeys(matrix.groups):
        members = [i for i, of in enumerate(matrix.groups) if of == group]
        if not chosen & set(members):
            chosen.add(min(members, key=lambda i: matrix.numbers[i]))
    for index in sorted(chosen, key=lambda i: -matrix.numbers[i]):  # the largest may go first
        rest = chosen - {index}
        alone = all(matrix.groups[i] != matrix.groups[index] for i in rest)
        if matrix.cases[index] not in fixed and not alone and not any(missing(rest)):
            chosen = rest
    keep = tuple(case for i, case in enumerate(matrix.cases) if i in chosen)
    return keep, tuple(case for case in matrix.cases if case not in keep)


def _key(name: str) -> str:
    return json.dumps(name) if name == "*" else name


def _value(value: object) -> str:
    return json.dumps(list(value)) if isinstance(value, tuple) else str(value)
