"""What the checks look at: every solution of a problem, run in the sandbox and judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.authoring.mutants import Mutant, mutants
from grader.cases import Testcase
from grader.diagnosis import wrong_files
from grader.errors import JudgeError
from grader.grading import JudgingContext, conclude, refuse
from grader.judge import (
    CaseResult,
    Fingerprint,
    SubmissionResult,
    entry_of,
    fingerprint,
    reference_source,
    stop_text,
)
from grader.problem import Limits, Problem
from grader.sandbox import Job, Runner, RunReport, Stop
from grader.submission import Submission, check_source
from grader.verdict import Verdict

#: Told what has been done, out of how much, and what is being done.
Progress = Callable[[int, int, str], None]

_CAPACITY = 1 << 26


@dataclass(frozen=True)
class Judged:
    """A solution and its verdict."""

    name: str
    """A file below ``solutions/<id>/``, or the id of a mutant."""
    result: SubmissionResult

    @property
    def killers(self) -> tuple[CaseResult, ...]:
        """The cases that are not accepted; none if it was refused before it ran."""
        return tuple(case for case in self.result.cases if is_kill(case))

    @property
    def refused(self) -> bool:
        """Whether it got no verdict on any case: it is no program, or not allowed."""
        return not self.result.accepted and not self.result.cases


@dataclass(frozen=True)
class Evidence:
    """All runs of a validation."""

    context: JudgingContext
    accepted: tuple[Judged, ...] = ()
    wrong: tuple[Judged, ...] = ()
    mutants: tuple[tuple[Mutant, Judged], ...] = ()
    starter: Judged | None = None

    @property
    def problem(self) -> Problem:
        """The problem that is validated."""
        return self.context.problem


@dataclass(frozen=True)
class ReferenceRuns:
    """The plain reference on all cases, three times."""

    cases: tuple[Testcase, ...]
    reports: tuple[RunReport, ...]
    """In the order of the suite, again, and in another order."""
    prints: tuple[dict[str, Fingerprint | None], ...] = field(default=())
    """By the name of the case, aligned with ``reports``."""


def is_kill(case: CaseResult) -> bool:
    """Whether a case shows that a solution is wrong; a case that was not reached shows nothing."""
    reached = case.reason is None or case.reason.name != "NOT_REACHED"
    return case.verdict is not Verdict.AC and reached


def generous(limits: Limits) -> Limits:
    """Return what a reference may use: four times a submission's time and memory."""
    return replace(
        limits,
        wall=max(4 * limits.wall, 2.0),
        cpu=max(4 * limits.cpu, 2.0),
        memory=4 * limits.memory,
    )


def run_reference_plainly(
    problem: Problem, cases: Sequence[Testcase], runner: Runner
) -> ReferenceRuns:
    """Run the reference as it stands: twice in order, and once in another order.

    Raises:
        ProblemError: there is no reference.
        JudgeError: the sandbox failed.
    """
    source = reference_source(problem)
    turned = [case for case in reversed(cases) if case.reuse is None]
    turned += [case for case in cases if case.reuse is not None]
    orders = (tuple(cases), tuple(cases), tuple(turned))
    limits = generous(problem.spec.limits)
    in_order = runner.prepare(cases, entry_of(problem), _CAPACITY)
    backwards = runner.prepare(turned, entry_of(problem), _CAPACITY)
    reports: list[RunReport] = []
    try:
        for prepared in (in_order, in_order, backwards):
            reports.append(runner.run(source, prepared, limits))
            _check(reports[-1], problem)
            if reports[-1].stop is not Stop.FINISHED:
                break  # an endless loop need not be waited for three times
    finally:
        in_order.close()
        backwards.close()
    prints = tuple(
        {case.name: fingerprint(run) for case, run in zip(order, report.cases, strict=True)}
        for order, report in zip(orders, reports, strict=False)
    )
    return ReferenceRuns(tuple(cases), tuple(reports), prints)


def gather(
    context: JudgingContext, runner: Runner, progress: Progress, *, mutate: bool = True
) -> Evidence:
    """Run and judge every accepted and wrong solution, the starter code and the mutants.

    Raises:
        JudgeError: the sandbox failed.
    """
    problem = context.problem
    files = {
        "accepted": sorted((problem.solutions / "accepted").glob("*.py")),
        "wrong": list(wrong_files(problem)),
    }
    made = mutants(reference_source(problem).decode("utf-8", "replace")) if mutate else ()
    sources: dict[tuple[str, str], bytes] = {
        (kind, _name(problem, path)): path.read_bytes()
        for kind, paths in files.items()
        for path in paths
    }
    sources["starter", "starter"] = problem.spec.starter.encode()
    sources |= {("mutant", mutant.id): mutant.source.encode() for mutant in made}
    judged = judge_all(context, sources, runner, progress)
    by_kind = {
        kind: tuple(judged[key] for key in sources if key[0] == kind)
        for kind in ("accepted", "wrong")
    }
    return Evidence(
        context=context,
        accepted=by_kind["accepted"],
        wrong=by_kind["wrong"],
        mutants=tuple((mutant, judged["mutant", mutant.id]) for mutant in made),
        starter=judged["starter", "starter"],
    )


def judge_all(
    context: JudgingContext,
    sources: dict[tuple[str, str], bytes],
    runner: Runner,
    progress: Progress,
) -> dict[tuple[str, str], Judged]:
    """Judge many sources side by side; ``sources`` by (kind, name). Mutants skip the policy."""
    limits = context.problem.spec.limits
    found: dict[tuple[str, str], Judged] = {}
    jobs: list[Job] = []
    checks = {key: check_source(source, context.problem) for key, source in sources.items()}
    for key, source in sources.items():
        submission = Submission(key[1], source)
        refused = refuse(context, submission, checks[key], runner.isolation)
        if refused is not None:
            found[key] = Judged(key[1], refused)
        else:
            jobs.append(Job(key, source, context.inputs, limits))
    progress(len(found), len(sources), "running solutions")
    for key, report in runner.run_many(jobs):
        _check(report, context.problem)
        result = conclude(context, Submission(key[1], sources[key]), checks[key], report)
        found[key] = Judged(key[1], result)
        progress(len(found), len(sources), f"running {key[0]} solutions")
    return found


def _name(problem: Problem, path: Path) -> str:
    return path.relative_to(problem.solutions).as_posix()


def _check(report: RunReport, problem: Problem) -> None:
    if report.stop is Stop.JUDGE_ERROR:
        raise JudgeError(stop_text(report, problem))
