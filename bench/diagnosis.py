"""What feedback costs and how good it is, on the wrong solutions of a problem.

    python -m bench.diagnosis [FOLDER OF WRONG SOLUTIONS]

Processor time is ours and the submission's own in the sandbox, so that a busy machine does not
count. "Unmatched" leaves the solution's own entry out of the catalogue: no name may be
given then.
"""

from __future__ import annotations

import dataclasses
import sys
import time
from pathlib import Path

import numpy as np

from grader.diagnosis.known_causes import diagnose
from grader.diagnosis.shrinking import smallest
from grader.diagnosis.small_cases import count_numbers
from grader.grading.judging import conclude, refuse, set_up
from grader.problem.load import load_problem
from grader.sandbox.runner import IsolationPolicy, Runner
from grader.submission.reading import Submission
from grader.submission.static_check import check_source

ROOT = Path(__file__).parent.parent
BUDGET = 60.0


class CountingRunner(Runner):
    """Adds up the processor time of what it runs."""

    spent = 0.0

    def run(self, *args, **kwargs):  # type: ignore[no-untyped-def]  # as the runner's own
        report = super().run(*args, **kwargs)
        self.spent += report.cpu
        return report


def main(folder: Path) -> None:
    problem = load_problem(ROOT / "problems" / "feed_forward")
    matched, unmatched, searched, waited, numbers = [], [], [], [], []
    named = false = 0
    with CountingRunner(policy=IsolationPolicy("D")) as runner:
        bench = set_up(problem, runner)
        known, steps = bench.explainer.knowledge(runner), bench.explainer.corpus(runner)
        for path in sorted(folder.glob("*.py")):
            submission = Submission(path.name, path.read_bytes())
            check = check_source(submission.source, problem)
            if refuse(bench, submission, check, runner.isolation) is not None:
                continue
            report = runner.run(submission.source, bench.inputs, problem.spec.limits)
            result = conclude(bench, submission, check, report)
            start = time.process_time()
            found = diagnose(known, report.cases, result.cases)
            matched.append(time.process_time() - start)
            named += len(found.solutions) == 1
            rest = known.catalogue.without(found.solutions)
            others = dataclasses.replace(known, catalogue=rest)
            start = time.process_time()
            false += bool(diagnose(others, report.cases, result.cases).solutions)
            unmatched.append(time.process_time() - start)
            told = list(zip(bench.suite.cases, result.cases, strict=True))
            clock, start, runner.spent = time.perf_counter(), time.process_time(), 0.0
            shown = smallest(problem, submission.source, steps, told, frozenset(), runner, BUDGET)
            searched.append(time.process_time() - start + runner.spent)
            waited.append(time.perf_counter() - clock)
            if shown is not None:
                numbers.append(count_numbers(shown.case))
    print(f"{len(matched)} wrong solutions: {named} named, {false} false names without their own")
    for title, values, unit in (
        ("diagnosis, matched", matched, "CPU"),
        ("diagnosis, unmatched", unmatched, "CPU"),
        ("counterexample", searched, "CPU"),
        ("counterexample, waited", waited, ""),
    ):
        low, high, worst = (1000 * np.percentile(values, q) for q in (50, 90, 100))
        print(f"{title:24}{unit:>3} ms: median {low:.1f}, p90 {high:.1f}, worst {worst:.1f}")
    print(
        f"counterexamples for {len(numbers)} of {len(matched)}: median {np.median(numbers):.0f} "
        f"numbers, largest {max(numbers)}"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "solutions" / "feed_forward" / "wrong")
