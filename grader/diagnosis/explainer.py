"""Why a submission fails: the likely mistake, and the smallest input that shows it.

What is needed beforehand (what the wrong solutions give, the ladder of small cases) is made when
the first submission fails, kept by problem hash, and shared by all that follow.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from grader.cases.call_text import named_arguments
from grader.cases.digest import case_digest
from grader.cases.literal_text import literal_text
from grader.cases.testcase import INIT, Testcase
from grader.diagnosis.known_causes import Diagnosis, Knowledge, diagnose, make_knowledge
from grader.diagnosis.known_mistakes import Catalogue, make_catalogue
from grader.diagnosis.shrinking import BUDGET, smallest
from grader.diagnosis.small_case_corpus import Ladder, make_ladder, on_the_way
from grader.diagnosis.small_cases import layout_name
from grader.diagnosis.trial import Tried
from grader.judge.disclosure import visibility
from grader.judge.prepared_suite import Exam
from grader.judge.results import Counterexample, Reason, SubmissionResult, Verdict
from grader.judge.student_bundle import Kit, KitCase, kit_of
from grader.problem.model import Problem
from grader.sandbox.report import RunReport
from grader.sandbox.runner import Prepared, Runner
from grader.values import Value

#: Submissions with other verdicts did not get as far as to have a mistake in their numbers.
_EXPLAINED = (Verdict.WA, Verdict.RTE, Verdict.TLE, Verdict.MLE, Verdict.OLE)


class Explainer:
    """Explains failing submissions of one exam."""

    def __init__(self, exam: Exam, prepared: Prepared) -> None:
        self.budget = BUDGET
        """Seconds that the search for a counterexample may take."""
        self._exam = exam
        self._prepared = prepared
        self._knowledge: Knowledge | None = None
        self._ladder: Ladder | None = None

    @cached_property
    def _secret(self) -> frozenset[str]:
        """Digests of the cases that must not be shown."""
        problem = self._exam.problem
        hidden = (c for c in self._exam.cases if visibility(problem, c.group) != "full")
        return frozenset(case_digest(case) for case in hidden)

    def knowledge(self, runner: Runner) -> Knowledge:
        """What the wrong solutions give; made when it is asked for first."""
        if self._knowledge is None:
            exam = self._exam
            again = [exam.expected[index] for index in exam.repeats]
            kit = kit_of(exam.problem)
            if kit is not None:
                catalogue = Catalogue(tuple(map(str, range(len(kit.mistakes)))), kit.prints)
            else:
                stage = f"{exam.suite_hash[:16]}-{exam.scope}"
                catalogue = make_catalogue(exam.problem, stage, self._prepared, runner)
            self._knowledge = make_knowledge(
                exam.problem, exam.run_list, [*exam.expected, *again], catalogue
            )
            if kit is not None:
                words = {str(n): text for n, text in enumerate(kit.mistakes) if text}
                self._knowledge = dataclasses.replace(self._knowledge, words=words)
        return self._knowledge

    def ladder(self, runner: Runner) -> Ladder:
        """The small cases; made when they are asked for first."""
        if self._ladder is None:
            self._ladder = make_ladder(self._exam.problem, runner)
        return self._ladder

    def explain(
        self, source: bytes, report: RunReport, result: SubmissionResult, runner: Runner
    ) -> SubmissionResult:
        """Add the likely mistake and a counterexample to a result that is not accepted.

        Raises:
            JudgeError: the wall failed.
        """
        named = self.name_mistake(report, result, runner)
        if result.verdict not in (Verdict.WA, Verdict.RTE) or not self._told(result):
            return named
        shown = self._counterexample(source, result, runner)
        return dataclasses.replace(named, counterexample=shown)

    def name_mistake(
        self, report: RunReport, result: SubmissionResult, runner: Runner
    ) -> SubmissionResult:
        """Add the likely mistake only, which takes no run of the submission.

        ``runner`` is used once, where :meth:`knowledge` has not been asked for before.

        Raises:
            JudgeError: the wall failed.
        """
        told = self._told(result)
        if result.verdict not in _EXPLAINED or not told:
            return result
        found = diagnose(self.knowledge(runner), report.cases, result.cases)
        return dataclasses.replace(
            result,
            likely=found.likely,
            cases=tuple(
                dataclasses.replace(case, likely=found.by_case[case.name])
                if case.name in told and case.name in found.by_case
                else case
                for case in result.cases
            ),
        )

    def _told(self, result: SubmissionResult) -> frozenset[str]:
        """The failing cases of which a cause may be named."""
        problem = self._exam.problem
        return frozenset(
            case.name
            for case in result.cases
            if case.verdict in _EXPLAINED and visibility(problem, case.group) in _TOLD
        )

    def kit(self, runner: Runner) -> Kit:
        """What a student's kit takes along: of the public cases alone, and of no program.

        Raises:
            JudgeError: the wall failed.
        """
        exam = self._exam
        assert exam.scope == "public", "a kit holds nothing of secret cases"
        known, steps = self.knowledge(runner), self.ladder(runner)
        return Kit(
            hash=exam.problem.hash,
            suite_hash=exam.suite_hash,
            cases=tuple(map(KitCase, exam.cases, exam.expected)),
            mistakes=tuple(known.words.get(name, "") for name in known.catalogue.names),
            prints=known.catalogue.prints,
            ladder=tuple(
                KitCase(case, expected, tuple(steps.on_the_way.get(case.name, ())))
                for part in steps.parts
                for case, expected in zip(part.prepared.cases, part.expected, strict=True)
            ),
        )

    def diagnose(self, report: RunReport, result: SubmissionResult, runner: Runner) -> Diagnosis:
        """The diagnosis alone, for instructors: it names the wrong solutions' files."""
        return diagnose(self.knowledge(runner), report.cases, result.cases)

    def _counterexample(
        self, source: bytes, result: SubmissionResult, runner: Runner
    ) -> Counterexample | None:
        exam, problem = self._exam, self._exam.problem
        told = [
            (case, outcome)
            for case, outcome in zip(exam.cases, result.cases, strict=True)
            if visibility(problem, case.group) in _TOLD
        ]
        steps = self.ladder(runner)
        tried = smallest(problem, source, steps, told, self._secret, runner, self.budget)
        if tried is None:
            return None
        way = steps.on_the_way.get(tried.case.name)
        if way is None:
            (way,) = on_the_way(problem, [tried.case], runner)
        return describe(problem, tried, way)


_TOLD = ("full", "diagnosis")


def describe(problem: Problem, tried: Tried, way: tuple[tuple[str, str], ...]) -> Counterexample:
    """A case that shows a mistake as text: arguments, what is expected and what was given."""
    named = named_arguments(problem, tried.case)
    return Counterexample(
        arguments={name: literal_text(value, _layout(value)) for name, value in named},
        expected=_joined(tried.case, [answer.value for answer in tried.expected]),
        given=_given(tried),
        on_the_way=way,
    )


def _layout(value: Value) -> str:
    return layout_name(value) if isinstance(value, np.ndarray) else "C"


def _given(tried: Tried) -> str:
    """What the submission gave, or what it did instead."""
    result = tried.result
    if result.reason in (Reason.VALUE, Reason.NON_FINITE, Reason.SHAPE):
        return _joined(tried.case, tried.run.results)
    return result.message


def _joined(case: Testcase, values: Sequence[Value]) -> str:
    """The results of all calls but the constructor, which has none."""
    pairs = zip(case.calls, values, strict=False)
    return "; ".join(literal_text(value) for call, value in pairs if call.target != INIT)
