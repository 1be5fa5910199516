"""Why a submission fails: the likely mistake, and the smallest input that shows it.

What is needed beforehand (what the wrong solutions give, the corpus of small cases) is made when
the first submission fails, kept by problem hash, and shared by all that follow.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from grader.cases import INIT, Testcase, case_digest, literal_text, named_arguments
from grader.diagnosis.known_causes import Diagnosis, Knowledge, diagnose, make_knowledge
from grader.diagnosis.shrinking import BUDGET, smallest
from grader.diagnosis.small_case_corpus import SmallCaseCorpus, intermediate_values, prepare_corpus
from grader.diagnosis.small_cases import layout_name
from grader.diagnosis.trial import Tried
from grader.judge import (
    Counterexample,
    IntermediateValues,
    PreparedSuite,
    SubmissionResult,
    SuiteSource,
    visibility,
)
from grader.problem import Problem
from grader.sandbox import PreparedInputs, Runner, RunReport
from grader.values import Value
from grader.verdict import Reason, Verdict

#: Submissions with other verdicts did not get as far as to have a mistake in their numbers.
_EXPLAINED = (Verdict.WA, Verdict.RTE, Verdict.TLE, Verdict.MLE, Verdict.OLE)


class Explainer:
    """Explains failing submissions of one suite."""

    def __init__(
        self, prepared_suite: PreparedSuite, prepared: PreparedInputs, source: SuiteSource
    ) -> None:
        self.budget = BUDGET
        """Seconds that the search for a counterexample may take."""
        self._suite = prepared_suite
        self._prepared = prepared
        self._source = source
        self._knowledge: Knowledge | None = None
        self._corpus: SmallCaseCorpus | None = None

    @cached_property
    def _secret(self) -> frozenset[str]:
        """Digests of the cases that must not be shown."""
        problem = self._suite.problem
        hidden = (c for c in self._suite.cases if visibility(problem, c.group) != "full")
        return frozenset(case_digest(case) for case in hidden)

    def knowledge(self, runner: Runner) -> Knowledge:
        """What the wrong solutions give; made when it is asked for first."""
        if self._knowledge is None:
            suite = self._suite
            again = [suite.expected[index] for index in suite.repeats]
            catalogue = self._source.mistakes(suite, self._prepared, runner)
            self._knowledge = make_knowledge(
                suite.problem, suite.run_list, [*suite.expected, *again], catalogue
            )
        return self._knowledge

    def corpus(self, runner: Runner) -> SmallCaseCorpus:
        """The small cases; made when they are asked for first."""
        if self._corpus is None:
            solved = self._source.small_cases(runner)
            self._corpus = prepare_corpus(self._suite.problem, solved, runner)
        return self._corpus

    def explain(
        self, source: bytes, report: RunReport, result: SubmissionResult, runner: Runner
    ) -> SubmissionResult:
        """Add the likely mistake and a counterexample to a result that is not accepted.

        Raises:
            JudgeError: the sandbox failed.
        """
        named = self.name_mistake(report, result, runner)
        if result.verdict not in (Verdict.WA, Verdict.RTE) or not self._disclosable(result):
            return named
        shown = self._counterexample(source, result, runner)
        return dataclasses.replace(named, counterexample=shown)

    def name_mistake(
        self, report: RunReport, result: SubmissionResult, runner: Runner
    ) -> SubmissionResult:
        """Add the likely mistake only, which takes no run of the submission.

        ``runner`` is used once, where :meth:`knowledge` has not been asked for before.

        Raises:
            JudgeError: the sandbox failed.
        """
        disclosable = self._disclosable(result)
        if result.verdict not in _EXPLAINED or not disclosable:
            return result
        found = diagnose(self.knowledge(runner), report.cases, result.cases)
        return dataclasses.replace(
            result,
            likely=found.likely,
            cases=tuple(
                dataclasses.replace(case, likely=found.by_case[case.name])
                if case.name in disclosable and case.name in found.by_case
                else case
                for case in result.cases
            ),
        )

    def _disclosable(self, result: SubmissionResult) -> frozenset[str]:
        """The failing cases of which a cause may be named."""
        problem = self._suite.problem
        return frozenset(
            case.name
            for case in result.cases
            if case.verdict in _EXPLAINED and visibility(problem, case.group) in _DISCLOSABLE
        )

    def diagnose(self, report: RunReport, result: SubmissionResult, runner: Runner) -> Diagnosis:
        """The diagnosis alone, for instructors: it names the wrong solutions' files."""
        return diagnose(self.knowledge(runner), report.cases, result.cases)

    def _counterexample(
        self, source: bytes, result: SubmissionResult, runner: Runner
    ) -> Counterexample | None:
        prepared_suite, problem = self._suite, self._suite.problem
        disclosable = [
            (case, outcome)
            for case, outcome in zip(prepared_suite.cases, result.cases, strict=True)
            if visibility(problem, case.group) in _DISCLOSABLE
        ]
        corpus = self.corpus(runner)
        tried = smallest(
            problem,
            source,
            corpus,
            disclosable,
            self._secret,
            runner,
            budget=self.budget,
            has_reference=self._source.has_reference,
        )
        if tried is None:
            return None
        between = corpus.intermediate_values.get(tried.case.name)
        if between is None:
            (between,) = intermediate_values(problem, [tried.case], runner)
        return describe(problem, tried, between)


_DISCLOSABLE = ("full", "diagnosis")


def describe(problem: Problem, tried: Tried, between: IntermediateValues) -> Counterexample:
    """A case that shows a mistake as text: arguments, what is expected and what was given."""
    named = named_arguments(problem, tried.case)
    return Counterexample(
        arguments={name: literal_text(value, _layout(value)) for name, value in named},
        expected=_joined(tried.case, [answer.value for answer in tried.expected]),
        given=_given(tried),
        intermediate_values=between,
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
