"""Where courses and problems lie on disk; nothing is read here.

<course>/problems/<id>/problem.yaml
<course>/solutions/<id>/
"""

from __future__ import annotations

from pathlib import Path

from grader.errors import UsageError
from grader.problem.files import display
from grader.problem.wording import did_you_mean

PROBLEM_FILE = "problem.yaml"
COURSE_FILE = "course.yaml"
PROBLEMS = "problems"
SOLUTIONS = "solutions"
#: Beside the problem file of a student bundle; a course has none.
PUBLIC_CASES = "public.cases"


def course_root(start: Path | None = None) -> Path:
    """The course around a folder, by default the current one; UsageError if there is none."""
    here = (start or Path.cwd()).absolute()
    for folder in (here, *here.parents):
        if (folder / PROBLEMS).is_dir():
            return folder
    raise UsageError(
        f"{display(here)} is in no course: neither it nor a folder above it has a folder "
        f"{PROBLEMS!r}; name a course with --course"
    )


def check_course(root: Path) -> Path:
    """The same folder; UsageError if it is no course."""
    if not (root / PROBLEMS).is_dir():
        raise UsageError(f"{display(root)} is not a course: it has no folder {PROBLEMS!r}")
    return root.absolute()


def problem_ids(root: Path) -> tuple[str, ...]:
    """Ids of a course's problems, by name."""
    return tuple(sorted(path.parent.name for path in root.glob(f"{PROBLEMS}/*/{PROBLEM_FILE}")))


def problem_folder(root: Path, problem_id: str) -> Path:
    """The folder of a course's problem; UsageError, with a suggestion, if there is none."""
    ids = problem_ids(root)
    if problem_id not in ids:
        advice = did_you_mean(problem_id, ids)
        if not advice and ids:
            advice = f"; there are {', '.join(ids[:30])}"
        raise UsageError(f"no problem {problem_id[:60]!r} in {display(root)}{advice}")
    return root / PROBLEMS / problem_id


def find_folder(where: str | Path, course: Path | None = None) -> Path:
    """The folder of a problem: a folder, its ``problem.yaml``, or an id within a course.

    Without ``course`` the one around the current folder. UsageError if there is no such problem.
    """
    path = Path(where)
    try:
        if path.name == PROBLEM_FILE and path.is_file():
            return path.parent
        if (path / PROBLEM_FILE).is_file():
            return path
    except (OSError, ValueError) as error:  # a NUL, a name that is too long
        raise UsageError(f"{str(where)[:60]!r} is neither a problem's id nor its folder") from error
    if len(path.parts) == 1:
        return problem_folder(check_course(course) if course else course_root(), str(where))
    raise UsageError(f"{where} is not a problem: it holds no {PROBLEM_FILE}")
