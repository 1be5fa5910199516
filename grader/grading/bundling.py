"""What a student's kit takes along of a problem, made once for a problem hash."""

from __future__ import annotations

from collections.abc import Callable

from grader.grading.judging import set_up
from grader.judge import cache
from grader.judge.prepared_suite import versions
from grader.judge.student_bundle import Kit, pack_kit, unpack_kit
from grader.problem.model import Problem
from grader.sandbox.runner import Runner


def make_kit(problem: Problem, runner: Callable[[], Runner]) -> Kit:
    """The public cases with their answers, the known mistakes' fingerprints, small cases.

    ``runner`` is asked for only where nothing is kept from before.

    Raises:
        ProblemError: the problem cannot be judged.
        IsolationError: this host isolates too weakly.
        JudgeError: the wall failed.
    """
    key = f"{problem.id}-{problem.hash[:16]}-{versions()}.kit"
    kept = cache.load(key)
    if kept is not None:
        return unpack_kit(kept)
    wall = runner()
    bench = set_up(problem, wall, scope="public")
    try:
        kit = bench.explainer.kit(wall)
    finally:
        bench.prepared.close()
    cache.store(key, pack_kit(kit))
    return kit
