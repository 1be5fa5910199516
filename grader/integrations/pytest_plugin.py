"""A plugin for pytest: the public cases of a problem as tests, one a case.

In a student bundle ``pytest`` finds the solution by its name; elsewhere ``pytest --grader-problem
ID FILE`` says what is to be tested. Until a solution is found, nothing of ours is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader.errors import GraderError, JudgeError
from grader.problem import PROBLEMS, PUBLIC_CASES

if TYPE_CHECKING:
    from grader.judge import CaseResult, SubmissionResult
    from grader.pages import Messages
    from grader.problem import Problem

_PROGRAMS = (".py", ".ipynb")
#: As the exit code of our commands; to pytest it is an internal error, too.
_JUDGE_ERROR = 3


class NotAccepted(Exception):
    """A case is not accepted; the text is the report on it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Our options."""
    group = parser.getgroup("grader", "public cases of NumPy exercises")
    group.addoption(
        "--grader-problem",
        metavar="ID",
        help="The problem that the files named on the command line are solutions of.",
    )
    group.addoption(
        "--grader-allow-weak-isolation",
        action="store_true",
        help="Run although this machine cannot stop a solution from reading or writing your "
        "files or using the network; only for code you have read.",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The cases of a solution."""
    problem = _problem_of(file_path, parent)
    return _solution(parent, file_path, problem) if problem is not None else None


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> pytest.Collector | None:
    """A solution that is named on the command line is not imported: it runs in the sandbox."""
    if _problem_of(module_path, parent) is None:
        return None
    nothing: _Nothing = _Nothing.from_parent(parent, path=module_path)
    return nothing


def _problem_of(path: Path, parent: pytest.Collector) -> str | None:
    """The problem that a file is a solution of: the one that was named, or that of its kit."""
    if path.suffix not in _PROGRAMS:
        return None
    chosen = parent.session.isinitpath(path)
    named: str | None = parent.config.getoption("--grader-problem")
    if named is not None:
        return named if chosen else None
    # A starter file comes as a program and as a notebook: of both, the program is tested.
    bundle = path.parent / PROBLEMS / path.stem
    found = (path.suffix == ".py" or chosen) and (bundle / PUBLIC_CASES).is_file()
    return str(bundle) if found else None


def _solution(parent: pytest.Collector, path: Path, problem: str) -> SolutionFile:
    found: SolutionFile = SolutionFile.from_parent(parent, path=path, problem=problem)
    return found


class _Nothing(pytest.File):
    """A file without tests of pytest's own kind."""

    def collect(self) -> Iterator[pytest.Item]:
        """None."""
        return iter(())


class SolutionFile(pytest.File):
    """A solution; it is run once, when the first of its cases is."""

    def __init__(self, *, problem: str, **given: Any) -> None:
        super().__init__(**given)
        self._where = problem
        self.said = False
        """Whether a case has shown the summary, which is the same for all."""

    def collect(self) -> Iterator[pytest.Item]:
        """The public cases by their names."""
        from grader.grading import suite_source

        try:
            names = suite_source(self._problem).public_case_names()
        except GraderError as error:
            raise self.CollectError(str(error)) from None
        for name in names:
            item: CaseItem = CaseItem.from_parent(self, name=name)
            yield item

    @cached_property
    def _problem(self) -> Problem:
        from grader.problem import load_problem

        return load_problem(self._where)

    @cached_property
    def messages(self) -> Messages:
        """In the language of the problem's course."""
        from grader.pages import messages_of

        return messages_of(self._problem)

    @cached_property
    def result(self) -> SubmissionResult:
        """The result on the public cases.

        Raises:
            GraderError: the solution could not be judged.
        """
        from grader.grading import grade

        weak = bool(self.config.getoption("--grader-allow-weak-isolation"))
        return grade(self._problem, self.path, scope="public", allow_weak_isolation=weak)

    @cached_property
    def cases(self) -> dict[str, CaseResult]:
        """The results by the names of their cases; none where nothing ran."""
        return {case.name: case for case in self.result.cases}


@dataclass(frozen=True)
class _Shown:
    """A report in the form in which pytest takes one: whole above, its first line in the summary.

    Of a plain string pytest repeats the whole in its summary where a variable ``CI`` is set.
    """

    text: str
    path: Path

    def toterminal(self, out: Any) -> None:
        """Write the whole."""
        out.line(self.text)

    def __str__(self) -> str:
        return self.text

    @property
    def reprcrash(self) -> _Crash:
        """What the summary and JUnit files quote."""
        return _Crash(str(self.path), 0, self.text.splitlines()[0])


@dataclass(frozen=True)
class _Crash:
    path: str
    lineno: int
    message: str


class CaseItem(pytest.Item):
    """One public case."""

    def runtest(self) -> None:
        """Pass if the case is accepted.

        Raises:
            NotAccepted: with the report on the case.
            UsageError: this machine isolates too weakly, or the problem cannot be used.
        """
        solution = self.parent
        assert isinstance(solution, SolutionFile)
        try:
            case = solution.cases.get(self.name)
        except JudgeError as error:
            message = f"judge error (not the solution's fault): {error}"
            pytest.exit(message, returncode=_JUDGE_ERROR)
        if case is None or case.verdict.severity > 0:
            raise NotAccepted(_report(solution, case))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The report instead of a traceback, which would show our own code."""
        if isinstance(excinfo.value, (NotAccepted, GraderError)):
            return _Shown(str(excinfo.value), self.path)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The case's name as the head of its report."""
        return self.path, None, self.name


def _report(solution: SolutionFile, case: CaseResult | None) -> str:
    """What is said of a case; where it is the first, also of the whole."""
    from grader.report import case_text, summary_text

    messages = solution.messages
    texts = [case_text(case, messages)] if case is not None else []
    if not (solution.said and texts):
        texts.append(summary_text(solution.result, messages))
    solution.said = True
    return "\n\n".join(texts)
