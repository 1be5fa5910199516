"""A suite that is read from a student bundle, where there is no reference to run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

from grader.judge.mistake_catalogue import MistakeCatalogue
from grader.judge.prepared_suite import PreparedSuite, Scope, assemble
from grader.judge.student_bundle import StudentBundle, read_bundle
from grader.judge.suite_source import SolvedCase
from grader.problem import Problem
from grader.sandbox import PreparedInputs, Runner


@dataclass(frozen=True)
class BundleSource:
    """See :class:`~grader.judge.suite_source.SuiteSource`; it has the public cases only."""

    problem: Problem
    """As it lies in the bundle."""
    file: Path
    """Of the public cases."""
    has_reference = False

    @cached_property
    def _bundle(self) -> StudentBundle:
        state = self.file.stat()
        return _read_once(self.file, state.st_mtime_ns, state.st_size)

    def public_case_names(self) -> tuple[str, ...]:
        """Names of the cases."""
        return tuple(solved.case.name for solved in self._bundle.cases)

    def prepare(self, runner: Runner, scope: Scope) -> PreparedSuite:
        """The public suite: results of it say of which whole problem they are."""
        bundle = self._bundle
        return assemble(
            replace(self.problem, hash=bundle.hash),
            "public",
            [solved.case for solved in bundle.cases],
            [solved.expected for solved in bundle.cases],
            bundle.suite_hash,
        )

    def mistakes(
        self,
        suite: PreparedSuite,
        inputs: PreparedInputs,
        runner: Runner,
    ) -> MistakeCatalogue:
        """What they gave in the course."""
        return self._bundle.mistakes

    def small_cases(self, runner: Runner) -> tuple[SolvedCase, ...]:
        """Those of the course."""
        return self._bundle.small_cases


@lru_cache(maxsize=4)
def _read_once(file: Path, _changed: int, _size: int) -> StudentBundle:
    return read_bundle(file)
