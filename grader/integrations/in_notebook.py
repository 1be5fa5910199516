"""The public cases inside a running notebook, on the cells that were executed in it."""

from __future__ import annotations

from typing import Any

from grader.errors import GraderError, UsageError
from grader.grading import grade
from grader.pages import messages_of
from grader.problem import load_problem
from grader.report import ReportConsole, print_result
from grader.submission import Submission, extract_cells


def check_cells(problem_id: str, *, allow_weak_isolation: bool = False) -> None:
    """Run the public cases of a problem on what this notebook defines, and print the report.

    The program is made from the cells that were executed so far, in their order, as it is
    from a notebook that is handed in: imports, definitions and plain assignments. A fault
    is printed in one sentence.

    Args:
        problem_id: a problem of the course, or the student bundle, around the notebook.
        allow_weak_isolation: run although this host stops accidents only.
    """
    console = ReportConsole(highlight=False, width=88)
    try:
        problem = load_problem(problem_id)
        messages = messages_of(problem)
        program = extract_cells(_executed())
        submission = Submission("this notebook", program.source.encode("utf-8", "replace"))
        result = grade(
            problem, submission, scope="public", allow_weak_isolation=allow_weak_isolation
        )
    except GraderError as error:
        console.print(str(error), markup=False)
        return
    title = f"{problem.id} · {messages['notebook_title']}"
    print_result(result, title, console, messages)


def _executed() -> list[tuple[int, str]]:
    """The cells that were executed, with their numbers in square brackets."""
    shell: Any = None
    try:
        from IPython import get_ipython
    except ImportError:
        pass
    else:
        shell = get_ipython()
    if shell is None:
        raise UsageError("check_cells reads the cells of a notebook; use `grader check` elsewhere")
    return [(n, text) for n, text in enumerate(shell.history_manager.input_hist_raw) if text]
