"""What a student bundle takes along of a problem, made once for a problem hash."""

from __future__ import annotations

from collections.abc import Callable

from grader.grading.judging import set_up
from grader.judge import (
    SolvedCase,
    StudentBundle,
    cache_key,
    load_cached,
    pack_bundle,
    store_cached,
    unpack_bundle,
)
from grader.problem import Problem
from grader.provenance import JUDGEMENT
from grader.sandbox import Runner


def make_bundle(problem: Problem, runner: Callable[[], Runner]) -> StudentBundle:
    """The public cases with their answers, the known mistakes' fingerprints, small cases.

    ``runner`` is asked for only where nothing is kept from before.

    Raises:
        ProblemError: the problem cannot be judged.
        IsolationError: this host isolates too weakly.
        JudgeError: the sandbox failed.
    """
    key = cache_key("bundle", JUDGEMENT, problem)
    kept = load_cached(key)
    if kept is not None:
        return unpack_bundle(kept)
    bundle = _make(problem, runner())
    store_cached(key, pack_bundle(bundle))
    return bundle


def _make(problem: Problem, runner: Runner) -> StudentBundle:
    """Of the public cases alone, and of no program."""
    context = set_up(problem, runner, scope="public")
    suite = context.suite
    try:
        mistakes = context.source.mistakes(suite, context.inputs, runner)
    finally:
        context.inputs.close()
    return StudentBundle(
        hash=suite.problem.hash,
        suite_hash=suite.suite_hash,
        cases=tuple(map(SolvedCase, suite.cases, suite.expected)),
        mistakes=mistakes,
        small_cases=context.source.small_cases(runner),
    )
